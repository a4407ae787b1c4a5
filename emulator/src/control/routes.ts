import type { FastifyInstance, FastifyReply } from "fastify";
import { parseAdvance } from "../clock";
import type { Emulator } from "../emulator";
import type { ActiveFault } from "../faults/fault-list";
import { ReceivedBody } from "../http/received-body";
import { InvalidInputError } from "../invalid-input";

/** What the control endpoints do; the same as the in-process {@link Emulator}. */
export type Controls = Omit<Emulator, "url" | "close" | "seed" | "replaceState" | "addFault" | "setRateLimit"> & {
  // These take anything: what is not a seed, a fault or a limit is refused with a reason.
  seed(seed: unknown): void;
  replaceState(seed: unknown): void;
  addFault(fault: unknown): ActiveFault;
  setRateLimit(limit?: unknown): void;
};

function guard(reply: FastifyReply, action: () => unknown, status = 200): FastifyReply {
  try {
    const result = action();
    return result === undefined ? reply.code(204).send() : reply.code(status).send(result);
  } catch (error) {
    if (error instanceof InvalidInputError) return reply.code(400).send({ message: error.message });
    throw error;
  }
}

/**
 * The control endpoints, below `/__emulator`. They take no key and show real credentials: they are for the machine a
 * test runs on, hence the loopback address as the default.
 */
export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  const json = (body: unknown): unknown => {
    if (body instanceof ReceivedBody && body.problem === undefined) return body.value;
    throw new InvalidInputError("The body has to be JSON, with content-type application/json.");
  };
  app.get("/state", (_request, reply) => guard(reply, () => controls.state()));
  app.post("/state", (request, reply) => guard(reply, () => controls.seed(json(request.body))));
  app.put("/state", (request, reply) => guard(reply, () => controls.replaceState(json(request.body))));
  app.delete("/state", (_request, reply) => guard(reply, () => controls.reset()));
  app.get("/requests", (_request, reply) => guard(reply, () => controls.requests()));
  app.delete("/requests", (_request, reply) => guard(reply, () => controls.clearRequests()));
  app.get("/faults", (_request, reply) => guard(reply, () => controls.faults()));
  app.post("/faults", (request, reply) => guard(reply, () => controls.addFault(json(request.body)), 201));
  app.put("/rate-limit", (request, reply) => guard(reply, () => controls.setRateLimit(json(request.body))));
  app.delete("/rate-limit", (_request, reply) => guard(reply, () => controls.setRateLimit()));
  app.post("/clock", (request, reply) => guard(reply, () => controls.advanceClock(parseAdvance(json(request.body)))));
  app.delete("/faults", (_request, reply) => guard(reply, () => controls.clearFaults()));
}
