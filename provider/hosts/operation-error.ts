import type { Failure } from "../core/check";
import { toPrintable } from "../core/engine-text";
import type { Tree } from "./operation";

/** The error of an operation, in the user's terms and without secrets. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    message: string,
    /** Whether the message explains the error. If not, hosts report the stack where they can. */
    readonly isExpected: boolean,
    /** The state of an operation that did not finish. The engine stores it, and the next run resumes the operation. */
    readonly partial?: { id: string; state: Tree },
  ) {
    super(message);
  }
}

const maxFailures = 100;

/** Puts the property in the text: if a field named it, the engine would also print its value, perhaps a secret. */
export function formatFailures(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, maxFailures).map(({ property, reason }) => toPrintable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}
