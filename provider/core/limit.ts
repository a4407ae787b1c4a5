import { secondsText } from "../api/transport/deadline";
import { TimeoutError } from "../api/failures/errors";
import type { OperationContext } from "./handler";

/** How long an operation waits for the platform. */
export interface Limit {
  timeoutSeconds: number;
  /**
   * The time that the user gives the whole operation, a little more than that of the waits: the last look is to be
   * answered in it. Without one, the time of a wait restarts with each change that the platform accepts.
   */
  operationSeconds?: number;
  /** What to raise to wait longer, in the words of the user. */
  setting: string;
}

/** The share of the time of an operation that is reserved for its last poll: a tenth, and at most that many seconds. */
const lastLook = { share: 0.1, mostSeconds: 1 };

/** The limit of an operation: that of the user for the whole of it, else that of the resource's own argument. */
export function limitOf({ timeoutSeconds: given }: OperationContext, ownSeconds: number, argument?: string): Limit {
  return given === undefined
    ? { timeoutSeconds: ownSeconds, setting: argument ?? "" }
    : {
        timeoutSeconds: given - Math.min(given * lastLook.share, lastLook.mostSeconds),
        operationSeconds: given,
        setting: argument === undefined ? "customTimeouts" : `customTimeouts, which take precedence over ${argument}`,
      };
}

/** The error of a wait that has taken as long as it may; `what` is waited for, as a clause. */
export function timedOut(seconds: number, what: string): TimeoutError {
  return new TimeoutError({ message: `${what}; timed out after ${secondsText(seconds)}` });
}
