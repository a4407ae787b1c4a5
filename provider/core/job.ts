import type { Clock } from "../api/transport/stop";
import type { Waits } from "./handler";

/** A change that has started and has not finished. The state keeps it until it has finished. */
export interface UnfinishedOperation {
  kind: "create" | "update" | "delete";
  /** The IDs of the tasks that the platform has started for the change; undefined if no answer has named them. */
  tasks?: readonly string[];
  /** The answer to the change was lost: the platform may have made the change, or may still make it. */
  unconfirmed?: true;
  /** All tasks have ended, and at least one has failed: the change may have been made in part. */
  failed?: true;
}

export interface Change {
  kind: UnfinishedOperation["kind"];
  /** Whether the HTTP client itself repeats the request after a lost answer, because the request is idempotent. */
  isRepeated?: boolean;
}

export type Step<Request extends Change> =
  | { do: "done" }
  /** `busy`: the platform is working on the object, so a refusal is retried until the deadline. */
  | { do: "send"; request: Request; busy?: boolean }
  /** `shown` is for the display, such as "is locked by task 8". A timeout error says `why` instead, if it is given. */
  | { do: "wait"; shown: string; why?: string; gracePeriod?: GracePeriod<Request> }
  /** Forgets the tasks: from here on, only the observed object decides. */
  | { do: "dropTasks" }
  /** `isFinal`: nothing is left to resume, so the error carries no partial state. */
  | { do: "fail"; error: Error; isFinal?: boolean };

/** Limits how long one reason can make an operation wait. Without `then`, the wait times out. */
export interface GracePeriod<Request extends Change> {
  /** The time goes on while the plan waits for the same reason. Another reason starts it anew. */
  reason: string;
  seconds: number;
  then?: Step<Request>;
}

export interface Progress<Observed, Request extends Change> {
  /** At first the unfinished operation in the state, later the one that this run has sent. */
  operation?: UnfinishedOperation;
  accepted?: Request;
  /** What was observed before the first request or, if that was `Job.first`, before the second. */
  initial?: Observed;
  lostAnswers: number;
}

/** What the answer to a request shows. With `observed`, the object need not be read again. */
export interface ApplyResult<Observed> {
  tasks?: readonly string[];
  observed?: Observed;
}

/** What `reconcile` needs to know about one object. `plan` is a pure function. */
export interface Job<Observed, Request extends Change> extends Omit<Limit, "setting"> {
  noun: string;
  name: string;
  waits: Waits;
  clock?: Clock;
  /** The unfinished operation in the state. */
  operation?: UnfinishedOperation;
  /** A request to send at once, before the object is observed. */
  first?: Request;
  observe(operation: UnfinishedOperation | undefined): Promise<Observed>;
  plan(observed: Observed, progress: Progress<Observed, Request>): Step<Request>;
  apply(request: Request): Promise<ApplyResult<Observed>>;
  /** Whether a refusal may be temporary, or the object may explain it. Any other refusal ends the operation. */
  isTransient(error: unknown): boolean;
  /** Words the error of a request in the user's terms. */
  explain(error: Error): Error;
  toPartialFailure(error: Error, progress: Progress<Observed, Request>, observed: Observed | undefined): Error;
}

export interface Limit {
  /** How long the platform may delay a change. Starts anew when it accepts a change or tasks are dropped. */
  timeoutSeconds: number;
  /** The user's limit (`customTimeouts`). If given, `timeoutSeconds` is slightly shorter and never starts anew. */
  operationSeconds?: number;
  /** The setting that a user can raise for a longer wait, as messages name it. */
  setting: string;
}

/** How much of an operation's time is reserved for its last poll: a tenth, but at most one second. */
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
