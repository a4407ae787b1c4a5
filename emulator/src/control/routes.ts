import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { parseAdvance } from "../clock";
import type { UncheckedControls } from "../controls";
import type { AllowedHosts } from "../http/allowed-hosts";
import { ReceivedBody } from "../http/received-body";
import { InvalidInputError, parseInput } from "../invalid-input";

const { version } = JSON.parse(readFileSync(path.join(__dirname, "../../package.json"), "utf8")) as { version: string };

function sendResult(reply: FastifyReply, action: () => unknown, status = 200): FastifyReply {
  try {
    const result = action();
    return result === undefined ? reply.code(204).send() : reply.code(status).send(result);
  } catch (error) {
    return sendInputError(reply, error);
  }
}

function sendInputError(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof InvalidInputError) {
    return reply.code(400).send({ message: error.message });
  }
  throw error;
}

/** Accepts a byte order mark, with which some editors begin a file. */
function parseJsonBody(body: unknown): unknown {
  const isGiven = body instanceof ReceivedBody && body.text !== "";
  if (isGiven && (body.problem === undefined || body.problem === "byte order mark")) {
    return body.value;
  }
  const reason = isGiven && body.problem !== "media type" ? ` It is ${body.problem}.` : "";
  throw new InvalidInputError(`The body has to be JSON, with content-type application/json.${reason}`);
}

/** A filter of the log, and how long to wait for the first match. */
const logQuery = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.coerce.number().optional(),
  after: z.coerce.number().optional(),
  waitMs: z.coerce.number().optional(),
});

async function sendLog(controls: UncheckedControls, { query }: FastifyRequest, reply: FastifyReply) {
  try {
    const { waitMs, ...filter } = parseInput(logQuery, query, "query");
    if (waitMs !== undefined) {
      await controls.waitForRequest(filter, { timeoutMs: waitMs }).catch(ignoreTimeout);
    }
    return await reply.send(controls.requests(filter));
  } catch (error) {
    return sendInputError(reply, error);
  }
}

/** After a time-out the list is empty, which says the same. */
function ignoreTimeout(error: unknown): void {
  if (error instanceof InvalidInputError) {
    throw error;
  }
}

const asksForUnmatched = ({ query }: FastifyRequest) => (query as Record<string, unknown>).unmatched === "true";

function registerFaultRoutes(app: FastifyInstance, controls: UncheckedControls): void {
  app.get("/faults", (request, reply) =>
    sendResult(reply, () => (asksForUnmatched(request) ? controls.unmatchedFaults() : controls.faults())),
  );
  app.post("/faults", (request, reply) => sendResult(reply, () => controls.addFault(parseJsonBody(request.body)), 201));
  app.delete("/faults", (_request, reply) => sendResult(reply, () => controls.clearFaults()));
  app.delete("/faults/:id", ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
    controls.removeFault(Number(params.id))
      ? reply.code(204).send()
      : reply.code(404).send({ message: `There is no fault ${params.id}.` }),
  );
}

/**
 * Registers the control endpoints below `/__emulator`. They take no key and show real credentials, so they are for the
 * machine of the test only: that is why the default address is loopback and the Host header is checked.
 */
export function registerControlRoutes(app: FastifyInstance, controls: UncheckedControls, hosts: AllowedHosts): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hosts.allows(request.headers.host, request.socket.localAddress)) {
      return done();
    }
    const message = `Requests for the host "${request.host}" may not use the control endpoints. Allow it with --allowed-host or the option allowedHosts.`;
    reply.code(403).send({ message });
  });
  app.get("/health", (_request, reply) => reply.send({ status: "ok", version }));
  app.get("/state", (_request, reply) => sendResult(reply, () => controls.state()));
  app.post("/state", (request, reply) => sendResult(reply, () => controls.seed(parseJsonBody(request.body))));
  app.put("/state", (request, reply) => sendResult(reply, () => controls.replaceState(parseJsonBody(request.body))));
  app.delete("/state", (_request, reply) => sendResult(reply, () => controls.reset()));
  app.get("/requests", (request, reply) => sendLog(controls, request, reply));
  app.delete("/requests", (_request, reply) => sendResult(reply, () => controls.clearRequests()));
  registerFaultRoutes(app, controls);
  app.put("/rate-limit", (request, reply) =>
    sendResult(reply, () => controls.setRateLimit(parseJsonBody(request.body))),
  );
  app.delete("/rate-limit", (_request, reply) => sendResult(reply, () => controls.setRateLimit()));
  app.post("/clock", (request, reply) =>
    sendResult(reply, () => controls.advanceClock(parseAdvance(parseJsonBody(request.body)))),
  );
}
