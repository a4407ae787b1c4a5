import type { Failure } from "../core/check";
import { toPrintable } from "../core/engine-text";
import type { Tree } from "./operation";

/** A failed operation, in the user's terms and without secrets. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    message: string,
    /** Whether the message is complete; if not, this is a bug in this package, and the stack is shown. */
    readonly isExpected: boolean,
    /** Present if the operation did not finish, so that the next run can resume it. */
    readonly partial?: { id: string; state: Tree },
  ) {
    super(message);
  }
}

/** More failures at once help nobody. */
const maxFailures = 100;

/**
 * One text for each failure of a check. The text itself names the property: from a failure with a property, the engine
 * would print its value, secret or not.
 */
export function formatFailures(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, maxFailures).map(({ property, reason }) => toPrintable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}
