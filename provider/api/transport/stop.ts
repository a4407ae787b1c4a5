import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { ApiError } from "../failures/errors";

const stopping = new AbortController();
// Many waits listen at once; Node would warn of a leak from the eleventh on.
setMaxListeners(0, stopping.signal);

/** Aborted once the work of this process is stopped; its reason is the error with which every wait ends. */
export const stopSignal: AbortSignal = stopping.signal;

/** Called and awaited before each change is sent; if one rejects, the change is not sent. */
export const beforeChange: (() => Promise<void>)[] = [];

export const callsInFlight = new Set<Promise<unknown>>();

/**
 * Stops the work of this process for good: nothing more is sent, not even a retry, and waits end with an error that
 * gives the `reason`. Requests that were partly sent may still be answered.
 */
export function stopWork(reason: string): void {
  stopping.abort(new ApiError({ message: reason }));
}

/** The clock by which calls wait; tests replace it. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

/** A monotonic clock. Its sleep rejects once the work of the process is stopped. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms) => {
    stopSignal.throwIfAborted();
    await setTimeout(ms, undefined, { signal: stopSignal }).catch(() => stopSignal.throwIfAborted());
  },
  random: Math.random,
};
