import * as pulumi from "@pulumi/pulumi";

/**
 * Pulumi prints a `RunError` without a stack trace, but its runner formats the stack all the same. That takes Node.js
 * 20 half a minute if a frame is in the `output.js` of the SDK, so the error has no `stack`.
 */
export function createProgramError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  delete error.stack;
  return error;
}

/**
 * The error of a data source: an argument, an option or a setting is not valid, nothing or too much was found, the call
 * failed, or the answer of the platform cannot be understood. The error has no `stack`, and secrets are removed from
 * its message.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * @param message What is wrong. It begins with the name of the data source.
   * @param status HTTP status with which the platform refused the call, such as 404; undefined for any other failure.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
    delete this.stack;
  }
}
