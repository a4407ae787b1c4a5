import { performance } from "node:perf_hooks";
import { sleepUnlessStopped } from "./stop";

/** Time as a wait sees it; tests let it pass at will. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

/** A monotonic clock. Its sleep ends, as an error, with the work of the process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: sleepUnlessStopped,
  random: Math.random,
};
