import { AuthenticationError, PermissionError } from "../api/failures/errors";
import { ConfigError } from "../config/config";

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
