import type { FastifyInstance } from "fastify";
import type { Dialect } from "./dialect";
import type { EmulatorState, Seed } from "./seed";

/**
 * One area of the platform (CDN, images, …). An area is one folder and one line in `areas.ts`:
 * it owns its routes, its part of the state and the shape of its refusals.
 */
export interface Area {
  /** First segment of every path of the area, e.g. `/cdn`. */
  readonly prefix: string;
  /** Registers the routes, below {@link prefix}. */
  routes(app: FastifyInstance): void;
  /** The error body this area uses for 400, 401, 403, 404 and 405 that no rule of the area words itself. */
  refusal(status: number, message: string): unknown;
  /** Takes its own keys out of a seed: added to what is there, or in place of it. Changes nothing when it throws. */
  load(seed: Seed, mode: "add" | "replace", dialect: Dialect): void;
  /** Its part of the state, with real credentials; as a seed it gives the same state again. */
  state(): Partial<EmulatorState>;
}
