import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

export interface Deadline {
  /** The time limit in words, for errors: "the 30 seconds that customTimeouts give the operation". */
  description: string;
  /** Returns how many milliseconds are left: zero or less once the time is over. */
  computeLeftMs: () => number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/**
 * Limits the time of all calls that `operation` makes. The limit replaces an outer one, which applies only if `seconds`
 * is undefined. `clause` says in errors where the limit comes from.
 */
export function withDeadline<Result>(
  seconds: number | undefined,
  operation: () => Promise<Result>,
  clause = "customTimeouts give the operation",
): Promise<Result> {
  if (seconds === undefined) {
    return operation();
  }
  const endsAt = performance.now() + seconds * 1000;
  const description = `the ${formatSeconds(seconds)} that ${clause}`;
  return deadlines.run({ description, computeLeftMs: () => endsAt - performance.now() }, operation);
}

export function findDeadline(): Deadline | undefined {
  return deadlines.getStore();
}

export function formatSeconds(seconds: number): string {
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}
