import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Dialect } from "./dialect";
import type { EmulatorState, Seed } from "./seed";

/**
 * One area of the platform (CDN, cloud, …): a folder and a line in `platform.ts`. It owns its routes, its part of the
 * state and the shape of its error bodies.
 */
export interface Area {
  /** Prefix of all its paths, e.g. `/cdn`; the longest match wins. */
  readonly prefix: string;
  /** Methods that a read-only key may use. @default GET and HEAD */
  readonly readMethods?: readonly string[];
  /** Registers the routes below {@link prefix}. */
  registerRoutes(app: FastifyInstance): void;
  /** The error body for what is refused before or outside of the area's own rules. */
  buildErrorBody(status: number, message: string, request: FastifyRequest): unknown;
  /** Its part of the state; none if that is another area's. */
  readonly store?: AreaStore;
}

/** An area's part of the state. */
interface AreaStore {
  /**
   * Checks its keys of a seed and returns the function that applies them. Nothing changes before that function runs, so
   * all areas apply a seed, or none does.
   */
  prepareSeed(seed: Seed, mode: "add" | "replace", dialect: Dialect): () => void;
  /** Empties its state; IDs count from the start again. */
  clear(): void;
  /** A copy of its state, with real credentials; a valid seed of the same state. */
  exportState(): Partial<EmulatorState>;
}
