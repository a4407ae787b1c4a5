import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { ApiError } from "../failures/errors";

const stopping = new AbortController();
// Many waits listen to the signal at the same time, and Node warns of a leak from the eleventh listener on.
setMaxListeners(0, stopping.signal);

export const stopSignal: AbortSignal = stopping.signal;

/** The client awaits these before each attempt of a change. If one rejects, the change is not sent. */
export const beforeChange: (() => Promise<void>)[] = [];

/** All clients' unfinished calls, including those that wait to be sent. The promises may reject. */
export const callsInFlight = new Set<Promise<unknown>>();

/** Makes each `sleep` reject, and prevents new requests. A request that has been sent in part is not cut off. */
export function stopWork(reason: string): void {
  stopping.abort(new ApiError({ message: reason }));
}

export interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
}

/** `sleep` rejects as soon as `stopWork` is called, and from then on. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms) => {
    stopSignal.throwIfAborted();
    await setTimeout(ms, undefined, { signal: stopSignal }).catch(() => stopSignal.throwIfAborted());
  },
  random: Math.random,
};
