import { AuthenticationError, PermissionError } from "../api/failures/errors";
import { ConfigError } from "../config/config";

/** A failed operation, in the user's terms and without secrets. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    message: string,
    /** Whether the message is complete; if not, this is a bug in this package, and the stack is shown. */
    readonly isExpected: boolean,
    /** Present if the object exists although the operation did not finish. */
    readonly partial?: { id: string; state: object; sent?: readonly string[] },
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
