import { formatSeconds, formatTable, printHeading, say } from "../terminal";
import { CheckFailed } from "./checks";

/** What came of a step. */
export interface Result {
  readonly title: string;
  readonly proof: string;
  readonly milliseconds: number;
  readonly error?: unknown;
}

/** Prints a table of the steps, and the error of the one that failed. */
export function report(results: readonly Result[]): void {
  printHeading("What the tour proved");
  const rows = results.map(({ title, proof, milliseconds }) => [title, proof, formatSeconds(milliseconds).padStart(6)]);
  say(formatTable([["Step", "Proved", "  Time"], ...rows]));
  const failed = results.find(({ error }) => error);
  if (failed) {
    say(`\nFAILED at "${failed.title}": ${describeError(failed.error)}`);
  }
}

/** Says why a step failed. */
export function describeError(error: unknown): string {
  if (error instanceof CheckFailed) {
    return error.message;
  }
  // Pulumi's errors repeat all of its output, which is on the screen already.
  const isPulumi = error instanceof Error && error.constructor.name.endsWith("CommandError");
  return isPulumi ? "Pulumi failed; its messages are above." : String(error instanceof Error ? error.stack : error);
}
