import { setMaxListeners } from "node:events";
import { StoppedError } from "../failures/errors";

const stopping = new AbortController();
// As many sleep as a host waits for; Node would warn of a leak from the eleventh on.
setMaxListeners(0, stopping.signal);
const calls = new Set<Promise<unknown>>();
const guards: (() => Promise<void>)[] = [];

/**
 * Ends the work of this process before its time, for a `reason` that its errors give: from now on nothing is sent, no
 * repeat either, and waits end. Requests of which a part was sent may still be answered. It cannot be undone.
 */
export function stopWork(reason: string): void {
  stopping.abort(new StoppedError({ message: reason }));
}

/** Throws the `StoppedError` if the work of this process was ended. */
export function throwIfStopped(): void {
  stopping.signal.throwIfAborted();
}

/** Has each change wait for `guard` before it is sent; it is not sent if the guard rejects. */
export function guardChanges(guard: () => Promise<void>): void {
  guards.push(guard);
}

/** Resolves once a change may be sent; rejects with the `StoppedError` if the work of this process was ended. */
export async function passGuards(): Promise<void> {
  throwIfStopped();
  await Promise.all(guards.map((guard) => guard()));
  throwIfStopped();
}

/** Calls `stop` as soon as the work of this process is ended, until the returned function is called. */
export function onceStopped(stop: () => void): () => void {
  stopping.signal.addEventListener("abort", stop, { once: true });
  return () => stopping.signal.removeEventListener("abort", stop);
}

/** Lets time pass; rejects with the `StoppedError` as soon as the work of this process is ended. */
export function stoppableSleep(ms: number): Promise<void> {
  const { signal } = stopping;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const forget = onceStopped(() => {
      clearTimeout(timer);
      reject(signal.reason as StoppedError);
    });
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
  });
}

/** Keeps account of a call while it is in progress. */
export async function counted<Answer>(call: Promise<Answer>): Promise<Answer> {
  calls.add(call);
  try {
    return await call;
  } finally {
    calls.delete(call);
  }
}

/** Resolves once all calls that are in progress now have ended. */
export async function callsEnded(): Promise<void> {
  await Promise.allSettled(calls);
}
