import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Dialect } from "./dialect";
import type { EmulatorState, Seed } from "./seed";

/**
 * One area of the platform (CDN, images, …). An area is one folder and one line in `areas.ts`:
 * it owns its routes, its part of the state and the shape of its refusals.
 */
export interface Area {
  /** Beginning of every path of the area, e.g. `/cdn`; a longer one wins over a shorter one. */
  readonly prefix: string;
  /** Methods that change nothing, so that a read-only key may use them. @default GET and HEAD */
  readonly readMethods?: readonly string[];
  /** Registers the routes, below {@link prefix}. */
  registerRoutes(app: FastifyInstance): void;
  /** The error body this area uses for 400, 401, 403, 404 and 405 that no rule of the area words itself. */
  buildErrorBody(status: number, message: string, request: FastifyRequest): unknown;
  /**
   * Checks its own keys of a seed against the state, to be added to it or put in its place, and returns the step that
   * does it. Nothing changes before that step runs, so that a seed is taken by all areas or by none.
   */
  prepareSeed(seed: Seed, mode: "add" | "replace", dialect: Dialect): () => void;
  /** Forgets everything and counts IDs from the start again. */
  clear(): void;
  /** Its part of the state, with real credentials; as a seed it gives the same state again. */
  exportState(): Partial<EmulatorState>;
}
