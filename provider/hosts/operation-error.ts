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
