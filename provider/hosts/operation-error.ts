import { AuthenticationError, PermissionError } from "../api/failures/errors";
import { ConfigError } from "../config/config";
import type { Failure } from "../core/check";
import { toPrintable } from "../core/engine-text";
import type { Tree } from "./operation-secrets";

/** A failed operation, in the user's terms and without secrets. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    message: string,
    /** Whether the message is complete; if not, this is a bug in this package, and the stack is shown. */
    readonly isExpected: boolean,
    /** Present if the object exists although the operation did not finish. */
    readonly partial?: { id: string; state: Tree },
  ) {
    super(message);
  }
}

/** They do not run the program, so the engine takes the configuration from the state. */
const verbsWithoutProgram = ["reading", "deleting"];

/** What to do about a failed operation, besides what its error says. */
export function findAdvice(verb: string, error: unknown): string | undefined {
  const refused = [AuthenticationError, PermissionError, ConfigError].some((refusal) => error instanceof refusal);
  return refused && verbsWithoutProgram.includes(verb)
    ? "`pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, " +
        "add --run-program"
    : undefined;
}

/** More failures at once help nobody. */
const maxFailures = 100;

/**
 * One sentence for each failure of a check, which names its property itself: given the property, the engine would print
 * its value, secret or not.
 */
export function formatFailures(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, maxFailures).map(({ property, reason }) => toPrintable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}
