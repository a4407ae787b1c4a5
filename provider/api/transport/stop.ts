import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { StoppedError } from "../failures/errors";

const stopping = new AbortController();
// Many waits listen at once; Node would warn of a leak from the eleventh on.
setMaxListeners(0, stopping.signal);
const calls = new Set<Promise<unknown>>();
const guards: (() => Promise<void>)[] = [];

/**
 * Stops the work of this process for good: nothing more is sent, not even a retry, and waits end with an error that gives
 * the `reason`. Requests that were partly sent may still be answered.
 */
export function stopWork(reason: string): void {
  stopping.abort(new StoppedError({ message: reason }));
}

/** Throws the `StoppedError` if the work of this process was stopped. */
export function throwIfStopped(): void {
  stopping.signal.throwIfAborted();
}

/** Lets `guard` delay each change, or stop it by rejecting. */
export function guardChanges(guard: () => Promise<void>): void {
  guards.push(guard);
}

/** Resolves once a change may be sent; rejects with the `StoppedError` if the work of this process was stopped. */
export async function passGuards(): Promise<void> {
  throwIfStopped();
  await Promise.all(guards.map((guard) => guard()));
  throwIfStopped();
}

/** Calls `stop` as soon as the work of this process is stopped, until the returned function is called. */
export function onStop(stop: () => void): () => void {
  stopping.signal.addEventListener("abort", stop, { once: true });
  return () => stopping.signal.removeEventListener("abort", stop);
}

/** Sleeps; rejects with the `StoppedError` as soon as the work of this process is stopped. */
export function sleepUnlessStopped(ms: number): Promise<void> {
  const { signal } = stopping;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const forget = onStop(() => {
      clearTimeout(timer);
      reject(signal.reason as StoppedError);
    });
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
  });
}

/** Tracks a call while it is in flight. */
export async function trackCall<Answer>(call: Promise<Answer>): Promise<Answer> {
  calls.add(call);
  try {
    return await call;
  } finally {
    calls.delete(call);
  }
}

/** Resolves once all calls that are now in flight have ended. */
export async function waitForCalls(): Promise<void> {
  await Promise.allSettled(calls);
}

/** The clock of waits; tests have one of their own. */
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
