import { formatSeconds } from "../api/transport/deadline";
import { TimeoutError } from "../api/failures/errors";
import type { OperationContext } from "./handler";

/** How long an operation waits for the platform. */
export interface Limit {
  timeoutSeconds: number;
  /**
   * The user's limit for the whole operation, slightly longer than that of the waits so that the last poll is answered
   * in time. Without it, the time of a wait restarts with each change that the platform accepts.
   */
  operationSeconds?: number;
  /** The setting to raise for a longer wait, in the words of the user. */
  setting: string;
}

/** The part of an operation's time that is reserved for its last poll: a tenth, at most this many seconds. */
const lastPoll = { share: 0.1, maxSeconds: 1 };

/** The limit of an operation: the user's `customTimeouts`, else the resource's own argument. */
export function resolveLimit(
  { timeoutSeconds: given }: OperationContext,
  ownSeconds: number,
  argument?: string,
): Limit {
  return given === undefined
    ? { timeoutSeconds: ownSeconds, setting: argument ?? "" }
    : {
        timeoutSeconds: given - Math.min(given * lastPoll.share, lastPoll.maxSeconds),
        operationSeconds: given,
        setting: argument === undefined ? "customTimeouts" : `customTimeouts, which take precedence over ${argument}`,
      };
}

/** The error of a wait that timed out; `what` is a clause that says what it waited for. */
export function toTimeoutError(seconds: number, what: string): TimeoutError {
  return new TimeoutError({ message: `${what}; timed out after ${formatSeconds(seconds)}` });
}
