import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { parseAdvance } from "../clock";
import type { UncheckedControls } from "../controls";
import type { AllowedHosts } from "../http/allowed-hosts";
import { ReceivedBody } from "../http/received-body";
import { InvalidInputError, parseInput } from "../invalid-input";
import { version } from "../version";

function guard(reply: FastifyReply, action: () => unknown, status = 200): FastifyReply {
  try {
    const result = action();
    return result === undefined ? reply.code(204).send() : reply.code(status).send(result);
  } catch (error) {
    return refuseInput(reply, error);
  }
}

function refuseInput(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof InvalidInputError) return reply.code(400).send({ message: error.message });
  throw error;
}

/** The value of a JSON body. A byte order mark, with which some editors begin a file, does no harm here. */
function json(body: unknown): unknown {
  const problem = body instanceof ReceivedBody ? (body.problem ?? "byte order mark") : "media type";
  if (body instanceof ReceivedBody && problem === "byte order mark") return body.value;
  const reason = problem === "media type" ? "" : ` It is ${problem}.`;
  throw new InvalidInputError(`The body has to be JSON, with content-type application/json.${reason}`);
}

/** Which requests of the log are asked for, and how long to wait for the first one. */
const logQuery = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.coerce.number().optional(),
  after: z.coerce.number().optional(),
  waitMs: z.coerce.number().optional(),
});

async function readLog(controls: UncheckedControls, { query }: FastifyRequest, reply: FastifyReply) {
  try {
    const { waitMs, ...filter } = parseInput(logQuery, query, "query");
    if (waitMs !== undefined) await controls.waitForRequest(filter, { timeoutMs: waitMs }).catch(passOverTimeout);
    return await reply.send(controls.requests(filter));
  } catch (error) {
    return refuseInput(reply, error);
  }
}

/** The list that comes then is empty, which says the same. */
function passOverTimeout(error: unknown): void {
  if (error instanceof InvalidInputError) throw error;
}

/** Whether the faults that no request has matched are asked for. */
const isUnmatched = ({ query }: FastifyRequest) => (query as Record<string, unknown>).unmatched === "true";

function faultRoutes(app: FastifyInstance, controls: UncheckedControls): void {
  app.get("/faults", (request, reply) =>
    guard(reply, () => (isUnmatched(request) ? controls.unmatchedFaults() : controls.faults())),
  );
  app.post("/faults", (request, reply) => guard(reply, () => controls.addFault(json(request.body)), 201));
  app.delete("/faults", (_request, reply) => guard(reply, () => controls.clearFaults()));
  app.delete("/faults/:id", ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
    controls.removeFault(Number(params.id))
      ? reply.code(204).send()
      : reply.code(404).send({ message: `There is no fault ${params.id}.` }),
  );
}

/**
 * The control endpoints, below `/__emulator`. They take no key and show real credentials: they are for the machine a
 * test runs on, hence the loopback address as the default, and the look at the Host header.
 */
export function controlRoutes(app: FastifyInstance, controls: UncheckedControls, hosts: AllowedHosts): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hosts.allows(request.headers.host, request.socket.localAddress)) return done();
    const message = `Requests for the host "${request.host}" may not use the control endpoints. Allow it with --allowed-host or the option allowedHosts.`;
    reply.code(403).send({ message });
  });
  app.get("/health", (_request, reply) => reply.send({ status: "ok", version }));
  app.get("/state", (_request, reply) => guard(reply, () => controls.state()));
  app.post("/state", (request, reply) => guard(reply, () => controls.seed(json(request.body))));
  app.put("/state", (request, reply) => guard(reply, () => controls.replaceState(json(request.body))));
  app.delete("/state", (_request, reply) => guard(reply, () => controls.reset()));
  app.get("/requests", (request, reply) => readLog(controls, request, reply));
  app.delete("/requests", (_request, reply) => guard(reply, () => controls.clearRequests()));
  faultRoutes(app, controls);
  app.put("/rate-limit", (request, reply) => guard(reply, () => controls.setRateLimit(json(request.body))));
  app.delete("/rate-limit", (_request, reply) => guard(reply, () => controls.setRateLimit()));
  app.post("/clock", (request, reply) => guard(reply, () => controls.advanceClock(parseAdvance(json(request.body)))));
}
