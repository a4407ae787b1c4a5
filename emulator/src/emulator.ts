import type { AddressInfo } from "node:net";
import fastify, { type FastifyError, type FastifyInstance, type FastifyPluginCallback } from "fastify";
import { z } from "zod";
import { registerControlRoutes } from "./control/routes";
import type { Controls } from "./controls";
import { defaultDialect, dialectSchema, type Dialect } from "./dialect";
import { AllowedHosts } from "./http/allowed-hosts";
import { addPipeline, controlPrefix, sendError, type LoggedRequest } from "./http/pipeline";
import type { RateLimitInput } from "./http/rate-limit";
import { ReceivedBody } from "./http/received-body";
import { parseInput } from "./invalid-input";
import { createPlatform, type Platform } from "./platform";
import { mergeChange } from "./json-object";
import type { SeedInput, SeedJson } from "./seed";
import { StateFile } from "./state-file";

/** How to start the emulator. Everything has a default. */
export interface EmulatorOptions {
  /** TCP port; 0 picks a free one. @default 0 */
  readonly port?: number | undefined;
  /** Address to listen on. The control endpoints show credentials: leave it on loopback. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** Host names that may call the control endpoints, besides loopback and the address itself. @default none */
  readonly allowedHosts?: readonly string[] | undefined;
  /** State at the start and after `reset()`. @default an empty account */
  readonly seed?: SeedInput | SeedJson | undefined;
  /** File that keeps the state between starts; its content wins over the seed. @default none */
  readonly stateFile?: string | undefined;
  /** Milliseconds added to every platform request, 0 to 600000. @default 0 */
  readonly latencyMs?: number | undefined;
  /** Accepted API keys; `<key>-readonly` is accepted for each, too, and may only read. @default ["demo-key"] */
  readonly apiKeys?: readonly string[] | undefined;
  /** Words of the deployment to emulate. The seed's own words win. @default the contract's words */
  readonly dialect?: Partial<Dialect> | undefined;
  /** See {@link Emulator.setRateLimit}. @default no limit */
  readonly rateLimit?: RateLimitInput | undefined;
  /** Called for each platform request once its response was sent or its connection has closed. */
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined;
}

/** A running emulator. */
export interface Emulator extends Controls {
  /** Base URL without a trailing slash, e.g. `http://127.0.0.1:43121`. */
  readonly url: string;
  /** Closes all connections at once, including kept-alive ones, and frees the port. */
  close(): Promise<void>;
  /** The same as {@link close}, for `await using emulator = await startEmulator()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const optionsSchema = z.strictObject({
  port: z.number().int().min(0).max(65535).default(0),
  host: z.string().min(1).default("127.0.0.1"),
  allowedHosts: z.array(z.string().regex(/^[^\s/]+$/, "a host is a name or an address, without a path")).default([]),
  seed: z.unknown().optional(),
  stateFile: z.string().min(1).optional(),
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  apiKeys: z.array(z.string().regex(/^\S+$/, "a key has no white space")).min(1).default(["demo-key"]),
  dialect: dialectSchema.optional(),
  rateLimit: z.unknown().optional(),
  onRequest: z.custom<EmulatorOptions["onRequest"]>((value) => typeof value === "function").optional(),
});

type Options = z.output<typeof optionsSchema>;

function buildServer(
  { controls, ...platform }: Platform,
  options: Options,
  onRequestEnd: (entry: LoggedRequest) => void,
) {
  const { areas } = platform;
  const { apiKeys, latencyMs, host, allowedHosts } = options;
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 8 * 1024 * 1024,
    frameworkErrors: (error, request, reply) => void sendError(areas, request, reply, 400, error.message),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, bytes, done) => {
    done(null, new ReceivedBody(bytes as Buffer, request.headers["content-type"]));
  });
  addPipeline(app, { apiKeys, latencyMs, ...platform, onRequestEnd });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    sendError(areas, request, reply, error.statusCode ?? 500, error.message),
  );
  app.setNotFoundHandler((request, reply) => sendError(areas, request, reply, 404, "Not found."));
  const mount = (prefix: string, routes: (scope: FastifyInstance) => void) => {
    const plugin: FastifyPluginCallback = (scope, _options, done) => (routes(scope), done());
    // Without a name, fastify looks for the function in all modules that are loaded.
    return app.register(Object.assign(plugin, { [Symbol.for("fastify.display-name")]: prefix }), { prefix });
  };
  const hosts = new AllowedHosts([host, ...allowedHosts]);
  void mount(controlPrefix, (scope) => registerControlRoutes(scope, controls, hosts));
  for (const area of areas) {
    void mount(area.prefix, (scope) => area.registerRoutes(scope));
  }
  return app;
}

/** Opens the state file, if there is one, and loads its content in place of the seed. */
function openStateFile(file: string | undefined, { controls }: Platform): StateFile | undefined {
  if (file === undefined) {
    return undefined;
  }
  const stateFile = new StateFile(file, () => controls.state());
  const kept = stateFile.read();
  if (kept !== undefined) {
    controls.replaceState(kept);
  }
  // Fails at the start, and not at the end, if the file cannot be written.
  stateFile.write();
  return stateFile;
}

/**
 * Starts an emulator of the platform on a real socket.
 * @example
 * const emulator = await startEmulator({ seed: { names: { "gone.example.com": "unresolvable" } } });
 * await fetch(`${emulator.url}/cdn/origin_groups`, { headers: { authorization: "apikey demo-key" } });
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const checked = parseInput(optionsSchema, options, "option");
  const { port, host, seed = {}, dialect, rateLimit, onRequest } = checked;
  const platform = createPlatform(seed, mergeChange(defaultDialect, dialect), rateLimit);
  const stateFile = openStateFile(checked.stateFile, platform);
  const app = buildServer(platform, checked, (entry) => {
    stateFile?.writeSoon();
    onRequest?.(entry);
  });
  app.addHook("onResponse", (_request, _reply, done) => (stateFile?.writeSoon(), done()));
  await app.listen({ port, host });
  const { address, family, port: boundPort } = app.server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${boundPort}`;
  const close = async () => {
    platform.log.close();
    await app.close();
    stateFile?.write();
  };
  return { url, close, [Symbol.asyncDispose]: close, ...platform.controls };
}
