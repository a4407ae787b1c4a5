import type { ActiveFault } from "./faults/fault-list";
import type { FaultInput } from "./faults/schema";
import type { RateLimitInput } from "./http/rate-limit";
import type { RequestFilter, RequestLogEntry, WaitOptions } from "./http/request-log";
import type { EmulatorState, SeedInput, SeedJson } from "./seed";

/** Controls of a running emulator, for tests. The endpoints below `/__emulator` offer the same over HTTP. */
export interface Controls {
  /** A copy of the whole state, with real credentials. It is a valid seed of the same state. */
  state(): EmulatorState;
  /** Adds to the state. Throws and changes nothing if the seed is not valid. */
  seed(seed: SeedInput | SeedJson): void;
  /**
   * Replaces the whole state; `{}` empties it. The connections of requests in progress are reset, and these requests
   * change nothing. Throws and changes nothing if the seed is not valid.
   */
  replaceState(seed: SeedInput | SeedJson): void;
  /**
   * Restores the seed and the rate limit of the start, and removes log and faults. The connections of requests in
   * progress are reset.
   */
  reset(): void;
  /** The requests so far that match the filter, in order of arrival, with their bodies. */
  requests(filter?: RequestFilter): RequestLogEntry[];
  /**
   * Waits for the first request that matches the filter; with a `status`, until it is answered. Rejects after
   * `timeoutMs`, naming the latest requests.
   */
  waitForRequest(filter?: RequestFilter, options?: WaitOptions): Promise<RequestLogEntry>;
  /** Empties the request log. */
  clearRequests(): void;
  /** Adds a fault for future requests. Throws if it is not valid. */
  addFault(fault: FaultInput): ActiveFault;
  /** All faults, including those that are used up. */
  faults(): ActiveFault[];
  /** The faults that no request has matched: a mistake in the test, or a request that was never sent. */
  unmatchedFaults(): ActiveFault[];
  /** Removes a fault by its `id`; returns false if there is none. */
  removeFault(id: number): boolean;
  /** Removes all faults. */
  clearFaults(): void;
  /** Sets the rate limit, or removes it; requests beyond it get 429. Throws if it is not valid. */
  setRateLimit(limit?: RateLimitInput): void;
  /** Moves the emulator's clock forward, by which tasks run. */
  advanceClock(ms: number): void;
}

/** {@link Controls} for unchecked values: they throw an `InvalidInputError` for what is not valid. */
export type UncheckedControls = Omit<
  Controls,
  "seed" | "replaceState" | "addFault" | "setRateLimit" | "requests" | "waitForRequest"
> & {
  seed(seed: unknown): void;
  replaceState(seed: unknown): void;
  addFault(fault: unknown): ActiveFault;
  setRateLimit(limit?: unknown): void;
  requests(filter?: unknown): RequestLogEntry[];
  waitForRequest(filter?: unknown, options?: WaitOptions): Promise<RequestLogEntry>;
};
