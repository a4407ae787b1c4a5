import type { ActiveFault } from "./faults/fault-list";
import type { FaultInput } from "./faults/schema";
import type { RateLimitInput } from "./http/rate-limit";
import type { RequestFilter, RequestLogEntry, WaitOptions } from "./http/request-log";
import type { EmulatorState, SeedInput, SeedJson } from "./seed";

/** What a test does with a running emulator. The control endpoints below `/__emulator` do the same over the network. */
export interface Controls {
  /** A copy of the whole state, with real credentials. As a seed it gives the same state again. */
  state(): EmulatorState;
  /** Adds to the state. Throws and changes nothing when the seed is not valid. */
  seed(seed: SeedInput | SeedJson): void;
  /**
   * Puts a seed in the place of the whole state; `{}` empties it. Requests in progress end with a reset and change
   * nothing any more. Throws and changes nothing when it is not valid.
   */
  replaceState(seed: SeedInput | SeedJson): void;
  /** Back to how it started: state, IDs, request log, faults and rate limit. Requests in progress end with a reset. */
  reset(): void;
  /** The requests so far, in order of arrival, bodies included; with a filter, those that fit. */
  requests(filter?: RequestFilter): RequestLogEntry[];
  /**
   * The first request that fits the filter, as soon as it is in the log; with a `status`, as soon as it is answered.
   * Rejects after `timeoutMs`, and says which requests there were.
   */
  waitForRequest(filter?: RequestFilter, options?: WaitOptions): Promise<RequestLogEntry>;
  /** Empties the request log. */
  clearRequests(): void;
  /** Adds a fault for requests to come. Throws when it is not valid. */
  addFault(fault: FaultInput): ActiveFault;
  /** All faults, used up ones included. */
  faults(): ActiveFault[];
  /** The faults that no request has matched so far: a test's mistake, or something that was never asked. */
  unmatchedFaults(): ActiveFault[];
  /** Removes one fault by its `id`; false when there is none. */
  removeFault(id: number): boolean;
  /** Removes all faults. */
  clearFaults(): void;
  /** Sets how many requests are answered from now on; more get 429. Without a limit all are. Throws when it is not valid. */
  setRateLimit(limit?: RateLimitInput): void;
  /** Lets so many milliseconds pass at once on the emulator's clock, by which tasks live. */
  advanceClock(ms: number): void;
}

/** The same for values that come from outside: what is not a seed, a fault, a filter or a limit is refused with a reason. */
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
