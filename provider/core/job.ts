import type { Clock } from "../api/transport/stop";
import type { Waits } from "./handler";

/** A change that is not known to be complete. The state keeps this record so that a later run can resume. */
export interface UnfinishedOperation {
  kind: "create" | "update" | "delete";
  /** The IDs of the change's tasks that may still matter; undefined if no IDs are known. */
  tasks?: readonly string[];
  /** An answer to the change was lost: the platform may have made the change, or may still make it. */
  unconfirmed?: true;
  /** At least one task has failed, and none is known to run: the change may have been made in part. */
  failed?: true;
}

export interface Change {
  kind: UnfinishedOperation["kind"];
  /** Whether the HTTP client itself repeats the request after a lost answer, because the request is idempotent. */
  isRepeated?: boolean;
}

export type Step<Request extends Change> =
  | { do: "done" }
  /** With `busy`, the platform is working on the object, so a temporary refusal is retried until the deadline. */
  | { do: "send"; request: Request; busy?: boolean }
  /** The display says `shown`, such as "is locked by task 8". A timeout error says `why`, if given, or `shown`. */
  | { do: "wait"; shown: string; why?: string; gracePeriod?: GracePeriod<Request> }
  /** The tasks are forgotten: from here on, only the observed object decides. */
  | { do: "dropTasks" }
  /** With `isFinal`, nothing is left to resume, so the error carries no state. */
  | { do: "fail"; error: Error; isFinal?: boolean };

/** Limits how long one reason can make an operation wait. Then the operation takes the step `then`, or times out. */
export interface GracePeriod<Request extends Change> {
  /** Failed calls and waits with the same reason do not reset the clock. Anything else does. */
  reason: string;
  seconds: number;
  then?: Step<Request>;
}

export interface Progress<Observed, Request extends Change> {
  /** At first the unfinished operation in the state, later the change that this run has sent. */
  operation?: UnfinishedOperation;
  /** The last request that the platform has accepted in this run. */
  accepted?: Request;
  /** What was observed before the first request or, if this request was `Job.first`, before the second. */
  initial?: Observed;
  /** How many requests may have been carried out although the platform has not said so. */
  lostAnswers: number;
}

/** With `observed`, the object need not be read again. */
export interface ApplyResult<Observed> {
  tasks?: readonly string[];
  observed?: Observed;
}

/** `plan` is a pure function. */
export interface Job<Observed, Request extends Change> extends Omit<Limit, "setting"> {
  noun: string;
  name: string;
  waits: Waits;
  clock?: Clock;
  operation?: UnfinishedOperation;
  /** This request is sent at once, before the object is observed. */
  first?: Request;
  observe(operation: UnfinishedOperation | undefined): Promise<Observed>;
  plan(observed: Observed, progress: Progress<Observed, Request>): Step<Request>;
  apply(request: Request): Promise<ApplyResult<Observed>>;
  /** Whether the error is a refusal that may be temporary, or whose cause may show once the object is observed. */
  isTransient(error: unknown): boolean;
  explain(error: Error): Error;
  /** Called only if there is an operation. Returns the error to throw: a `PartialFailure` if the state must change. */
  toPartialFailure(error: Error, progress: Progress<Observed, Request>, observed: Observed | undefined): Error;
}

export interface Limit {
  /** How long the platform may delay a change. The time starts anew if a change is accepted or tasks are dropped. */
  timeoutSeconds: number;
  /** The user's limit (`customTimeouts`). If given, `timeoutSeconds` is slightly shorter and starts only once. */
  operationSeconds?: number;
  /** The setting to raise for a longer wait, as error messages name it. */
  setting: string;
}

/** How much of the user's limit is reserved for the last poll of an operation. */
const lastPoll = { share: 0.1, maxSeconds: 1 };

export function resolveLimit(
  { timeoutSeconds: given }: { timeoutSeconds?: number },
  argumentSeconds: number,
  argument = "",
): Limit {
  if (given === undefined) {
    return { timeoutSeconds: argumentSeconds, setting: argument };
  }
  return {
    timeoutSeconds: given - Math.min(given * lastPoll.share, lastPoll.maxSeconds),
    operationSeconds: given,
    setting: `customTimeouts, which take precedence over ${argument}`,
  };
}
