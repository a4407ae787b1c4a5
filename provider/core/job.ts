import type { Clock } from "../api/transport/stop";
import type { Waits } from "./handler";

/** A change that has started and is not finished. It stays in the state until it is. */
export interface UnfinishedOperation {
  kind: "create" | "update" | "delete";
  /** The tasks that the platform started for it; present once the platform has accepted the change. */
  tasks?: readonly string[];
  /** The answer to a request was lost: it is unknown whether the platform has carried it out, or still will. */
  unconfirmed?: true;
  /** The tasks have ended, and one of them has failed: the change may have been made in part. */
  failed?: true;
}

export interface Change {
  kind: UnfinishedOperation["kind"];
  /** Whether the client itself repeats the request after a lost answer, because it is idempotent. */
  isRepeated?: boolean;
}

/** The next step, as a plan decides it. */
export type Step<Request extends Change> =
  | { do: "done" }
  /** `busy`: the platform is working on the object, so a refusal is retried until the deadline. */
  | { do: "send"; request: Request; busy?: boolean }
  /** `shown` describes the object: "is locked by task 8"; `why` is a clause of its own, where that reads better. */
  | { do: "wait"; shown: string; why?: string; gracePeriod?: GracePeriod<Request> }
  /** The tasks no longer matter: the observed object decides. */
  | { do: "dropTasks" }
  /** `isFinal`: nothing of the operation is left, on the platform or for the state. */
  | { do: "fail"; error: Error; isFinal?: boolean };

/** A bound on one reason to wait. After it comes `then`; without one, the wait times out. */
export interface GracePeriod<Request extends Change> {
  /** The time counts as long as the plan gives the same reason. */
  reason: string;
  seconds: number;
  then?: Step<Request>;
}

/** What has happened so far in this run. */
export interface Progress<Observed, Request extends Change> {
  /** From the state at first, then what this run has sent. */
  operation?: UnfinishedOperation;
  /** The last change that the platform accepted. */
  accepted?: Request;
  /** What was observed before the first request; if that was sent without observing, before the second. */
  initial?: Observed;
  lostAnswers: number;
}

/** The result of a request; `observed` if its answer contains the object, so that it need not be read again. */
export interface ApplyResult<Observed> {
  tasks?: readonly string[];
  observed?: Observed;
}

/** What reconciling one object needs; its plan is pure. Noun and name are the subject of errors and of the display. */
export interface Job<Observed, Request extends Change> extends Omit<Limit, "setting"> {
  noun: string;
  name: string;
  waits: Waits;
  clock?: Clock;
  /** According to the state. */
  operation?: UnfinishedOperation;
  /** Sent without observing first. */
  first?: Request;
  observe(operation: UnfinishedOperation | undefined): Promise<Observed>;
  plan(observed: Observed, progress: Progress<Observed, Request>): Step<Request>;
  apply(request: Request): Promise<ApplyResult<Observed>>;
  /** Whether a refusal may be transient, or can only be understood by observing the object. */
  isTransient(error: unknown): boolean;
  /** An error of a request, in the user's words. */
  explain(error: Error): Error;
  toPartialFailure(error: Error, progress: Progress<Observed, Request>, observed: Observed | undefined): Error;
}

export interface Limit {
  /** Seconds for which the platform may delay a change; they restart when it accepts one or tasks are dropped. */
  timeoutSeconds: number;
  /**
   * The user's limit for the whole operation. With it, no wait restarts, and all end slightly before it, so that the
   * last poll is answered in time.
   */
  operationSeconds?: number;
  /** The setting to raise for a longer wait, in the words of the user. */
  setting: string;
}

/** The part of an operation's time that is reserved for its last poll: a tenth, at most this many seconds. */
const lastPoll = { share: 0.1, maxSeconds: 1 };

/** The limit of an operation: the user's `customTimeouts`, else the resource's own argument. */
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
