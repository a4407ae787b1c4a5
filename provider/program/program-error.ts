import * as pulumi from "@pulumi/pulumi";

/**
 * Creates an error that Pulumi prints without a stack trace. It has no `stack`: Pulumi's runner would format it for its
 * traces, which takes Node.js 20 half a minute for a frame in `node_modules/@pulumi/output.ts`, as source maps call it.
 */
export function createProgramError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  delete error.stack;
  return error;
}

/**
 * The error of a data source: an argument is not valid, nothing was found, the platform refused the call, or its answer
 * cannot be understood. Pulumi prints the message without a stack trace, and the error has no `stack`. The message
 * never contains a secret.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * @param message What is wrong. It begins with the name of the data source.
   * @param status HTTP status with which the platform refused the call, such as 404 if something does not exist.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
    delete this.stack;
  }
}
