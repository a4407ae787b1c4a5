import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { ApiError } from "../failures/errors";

const stopping = new AbortController();
// Many waits listen to the signal at the same time, and Node warns of a leak from the eleventh listener on.
setMaxListeners(0, stopping.signal);

/** Aborted by `stopWork`. The signal's reason is the error with which every wait then ends. */
export const stopSignal: AbortSignal = stopping.signal;

/** The client awaits these functions before each attempt of a change. If one rejects, the change is not sent. */
export const beforeChange: (() => Promise<void>)[] = [];

export const callsInFlight = new Set<Promise<unknown>>();

/**
 * Stops the work of this process for good. No new request is sent, not even a retry, and every wait ends with an error
 * whose message is `reason`. A request that was already partly sent is not cut off, so it may still be answered.
 */
export function stopWork(reason: string): void {
  stopping.abort(new ApiError({ message: reason }));
}

/** The clock that the gate waits by. Tests pass their own. */
export interface Clock {
  /** Returns milliseconds since some fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

/** A monotonic clock. Its `sleep` rejects once `stopWork` has been called. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms) => {
    stopSignal.throwIfAborted();
    await setTimeout(ms, undefined, { signal: stopSignal }).catch(() => stopSignal.throwIfAborted());
  },
  random: Math.random,
};
