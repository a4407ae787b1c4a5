import type { AddressInfo } from "node:net";
import fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { z } from "zod";
import { controlRoutes } from "./control/routes";
import { defaultDialect, dialectSchema, type Dialect } from "./dialect";
import type { ActiveFault } from "./faults/fault-list";
import type { FaultInput } from "./faults/schema";
import { addPipeline, controlPrefix, refuse } from "./http/pipeline";
import type { RateLimitInput } from "./http/rate-limit";
import { ReceivedBody } from "./http/received-body";
import type { RequestLogEntry } from "./http/request-log";
import { createPlatform, type Platform } from "./platform";
import { mergeDialect, type EmulatorState, type SeedInput } from "./seed";
import { parseInput } from "./invalid-input";

/** How to start the emulator. Everything has a default. */
export interface EmulatorOptions {
  /** TCP port; 0 takes a free one. @default 0 */
  readonly port?: number | undefined;
  /** Address to listen on. The control endpoints show credentials: leave it on loopback. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** State to start with, and to come back to on `reset()`. @default an empty account */
  readonly seed?: SeedInput | undefined;
  /** Milliseconds that every platform request takes; 0 to 600000. @default 0 */
  readonly latencyMs?: number | undefined;
  /** Accepted API keys; each also has a companion `<key>-readonly` that may read only. @default ["demo-key"] */
  readonly apiKeys?: readonly string[] | undefined;
  /** Words of the deployment to emulate. The seed's own words win. @default the contract's words */
  readonly dialect?: Partial<Dialect> | undefined;
  /** How many requests are answered, see {@link Emulator.setRateLimit}. @default no limit */
  readonly rateLimit?: RateLimitInput | undefined;
}

/** A running emulator. The methods do what the control endpoints below `/__emulator` do, without the network. */
export interface Emulator {
  /** Base URL without a slash at the end, e.g. `http://127.0.0.1:43121`. */
  readonly url: string;
  /** Ends every connection at once, kept-alive ones too, and frees the port. */
  close(): Promise<void>;
  /** A copy of the whole state, with real credentials. As a seed it gives the same state again. */
  state(): EmulatorState;
  /** Adds to the state. Throws and changes nothing when the seed is not valid. */
  seed(seed: SeedInput): void;
  /**
   * Puts a seed in the place of the whole state; `{}` empties it. Requests that are under way end with a reset and change
   * nothing any more. Throws and changes nothing when it is not valid.
   */
  replaceState(seed: SeedInput): void;
  /** Back to how it started: state, IDs, request log, faults and rate limit. Requests that are under way end with a reset. */
  reset(): void;
  /** The requests so far, in order of arrival, bodies included. */
  requests(): RequestLogEntry[];
  /** Empties the request log. */
  clearRequests(): void;
  /** Adds a fault for requests to come. Throws when it is not valid. */
  addFault(fault: FaultInput): ActiveFault;
  /** All faults, used up ones included. */
  faults(): ActiveFault[];
  /** Removes all faults. */
  clearFaults(): void;
  /** Sets how many requests are answered from now on; more get 429. Without a limit all are. Throws when it is not valid. */
  setRateLimit(limit?: RateLimitInput): void;
  /** Lets so many milliseconds pass at once on the emulator's clock, by which tasks live. */
  advanceClock(ms: number): void;
}

const optionsSchema = z.strictObject({
  port: z.number().int().min(0).max(65535).default(0),
  host: z.string().min(1).default("127.0.0.1"),
  seed: z.unknown().optional(),
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  apiKeys: z.array(z.string().regex(/^\S+$/, "a key has no white space")).min(1).default(["demo-key"]),
  dialect: dialectSchema.optional(),
  rateLimit: z.unknown().optional(),
});

function buildServer({ controls, ...platform }: Platform, apiKeys: string[], latencyMs: number): FastifyInstance {
  const { areas } = platform;
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 8 * 1024 * 1024,
    frameworkErrors: (error, request, reply) => void refuse(areas, request, reply, 400, error.message),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (request, text, done) => {
    done(null, new ReceivedBody(String(text), request.headers["content-type"]));
  });
  addPipeline(app, { apiKeys, latencyMs, ...platform });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    refuse(areas, request, reply, error.statusCode ?? 500, error.message),
  );
  app.setNotFoundHandler((request, reply) => refuse(areas, request, reply, 404, "Not found."));
  const mount = (prefix: string, routes: (scope: FastifyInstance) => void) =>
    app.register((scope, _options, done) => (routes(scope), done()), { prefix });
  void mount(controlPrefix, (scope) => controlRoutes(scope, controls));
  for (const area of areas) void mount(area.prefix, (scope) => area.routes(scope));
  return app;
}

/**
 * Starts an emulator of the platform on a real socket.
 * @example
 * const emulator = await startEmulator({ seed: { names: { "gone.example.com": "unresolvable" } } });
 * await fetch(`${emulator.url}/cdn/origin_groups`, { headers: { authorization: "apikey demo-key" } });
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const {
    port,
    host,
    seed = {},
    latencyMs,
    apiKeys,
    dialect,
    rateLimit,
  } = parseInput(optionsSchema, options, "option");
  const platform = createPlatform(seed, mergeDialect(defaultDialect, dialect), rateLimit);
  const app = buildServer(platform, apiKeys, latencyMs);
  await app.listen({ port, host });
  const { address, family, port: bound } = app.server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
  return { url, close: () => app.close(), ...platform.controls };
}
