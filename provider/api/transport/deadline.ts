import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

export interface Deadline {
  /** The time limit in words, for errors: "the 30 seconds that customTimeouts give the operation". */
  description: string;
  computeLeftMs: () => number;
}

/** Holds the deadline of the operation that the calling code is a part of, if any. */
export const deadlines = new AsyncLocalStorage<Deadline>();

/** Limits the time of the calls in `operation`. Replaces even a shorter outer limit, unless `seconds` is undefined. */
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

export function formatSeconds(seconds: number): string {
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}
