import * as pulumi from "@pulumi/pulumi";

/** Creates an error that Pulumi prints without a stack trace. */
export function createProgramError(message: string): pulumi.RunError {
  return dropStack(new pulumi.RunError(message));
}

/**
 * Drops the stack of an error that is printed without it. Pulumi's runner also formats every frame for its traces.
 * Source maps yield frames such as `node_modules/@pulumi/output.ts`, and the runner's pattern, which expects a slash
 * after the package's name, takes minutes for those in Node.js 20.
 */
function dropStack<Kind extends Error>(error: Kind): Kind {
  delete error.stack;
  return error;
}

const mark = "__pulumiEdgecloudDataSourceError";

/**
 * The error of a data source: an argument is not valid, nothing was found, the platform refused the call, or its answer
 * cannot be understood. Pulumi prints the message without a stack trace, and the error has no `stack`. The message never
 * contains a secret.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * Makes `instanceof` recognize the errors of every copy of this package that a project has.
   * @internal
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && mark in value;
  }

  /**
   * @param message What is wrong. It begins with the name of the data source.
   * @param status HTTP status with which the platform refused the call, such as 404 if something does not exist.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
    dropStack(this);
  }
}

// On the prototype, so that it does not show where the error is printed.
Object.defineProperty(DataSourceError.prototype, mark, { value: true });
