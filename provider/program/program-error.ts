import * as pulumi from "@pulumi/pulumi";

/**
 * Creates an error that Pulumi prints without a stack trace. The error has no `stack`: Pulumi's runner would format a
 * stack all the same, which takes Node.js 20 half a minute if a frame is in the `output.js` of the SDK.
 */
export function createProgramError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  delete error.stack;
  return error;
}

/**
 * The error of a data source: an argument, an option or a setting is not valid, nothing or too much was found, the call
 * failed, or the answer of the platform cannot be understood. Pulumi prints the message without a stack trace, and the
 * error has no `stack`. Secrets are removed from the message.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * @param message What is wrong. It begins with the name of the data source.
   * @param status HTTP status with which the platform refused the call, such as 404 if something does not exist;
   * undefined if it did not refuse the call.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
    delete this.stack;
  }
}
