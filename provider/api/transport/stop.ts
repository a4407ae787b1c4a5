import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { ApiError } from "../failures/errors";

const stopping = new AbortController();
// Many waits listen to the signal at the same time, and Node warns of a leak from the eleventh listener on.
setMaxListeners(0, stopping.signal);

/** The signal that `stopWork` aborts. Its reason is the error with which every wait then ends. */
export const stopSignal: AbortSignal = stopping.signal;

/** The client awaits these functions before each attempt of a change. If one rejects, the change is not sent. */
export const beforeChange: (() => Promise<void>)[] = [];

/** The calls of all clients that have not ended, even if they only wait to be sent. They may reject. */
export const callsInFlight = new Set<Promise<unknown>>();

/** Ends every wait with an error, and prevents new requests. A request that has been sent in part is not cut off. */
export function stopWork(reason: string): void {
  stopping.abort(new ApiError({ message: reason }));
}

export interface Clock {
  /** Returns milliseconds since some fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

/** A monotonic clock. Its `sleep` rejects as soon as `stopWork` is called, and from then on. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms) => {
    stopSignal.throwIfAborted();
    await setTimeout(ms, undefined, { signal: stopSignal }).catch(() => stopSignal.throwIfAborted());
  },
  random: Math.random,
};
