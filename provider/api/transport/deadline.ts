import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

export interface Deadline {
  /** The time limit, as errors name it: "the 30 seconds that customTimeouts give the operation". */
  description: string;
  /** Milliseconds left; zero or negative once it is over. */
  computeLeftMs: () => number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** Limits the time of all calls of an operation, if `seconds` is given. In errors, `clause` explains the limit. */
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

/** "1 second", "30 seconds". */
export function formatSeconds(seconds: number): string {
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}
