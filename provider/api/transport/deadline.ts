import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

/** The end of the time that an operation has. */
export interface Deadline {
  /** The time limit of the whole operation. */
  seconds: number;
  /** Milliseconds left; zero or negative once it is over. */
  leftMs: () => number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** Runs an operation whose calls together may take that long; without `seconds`, only their own limits apply. */
export function withDeadline<Result>(seconds: number | undefined, operation: () => Promise<Result>): Promise<Result> {
  if (seconds === undefined) {
    return operation();
  }
  const endsAt = performance.now() + seconds * 1000;
  return deadlines.run({ seconds, leftMs: () => endsAt - performance.now() }, operation);
}

/** The deadline of the operation that a call belongs to. */
export function findDeadline(): Deadline | undefined {
  return deadlines.getStore();
}

/** The time of an operation, with the setting that it comes from. */
export function describeOperationTime(seconds: number): string {
  return `the ${formatSeconds(seconds)} that customTimeouts give the operation`;
}

/** "1 second", "30 seconds". */
export function formatSeconds(seconds: number): string {
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}
