import * as pulumi from "@pulumi/pulumi";
import { DataSourceFailure } from "../core/data-source";

/**
 * A data source that has no answer: its arguments cannot be used, what it looks for is not there, or the platform
 * refused or could not be understood. Pulumi prints its message without a stack. The message never holds a secret.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * @param message Begins with the name of the data source.
   * @param status HTTP status of the platform's answer, if it was one that said no: 404 where something is not there.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** The error that a program gets for a failure; anything else stays as it is. */
export function dataSourceError(error: unknown): unknown {
  return error instanceof DataSourceFailure ? new DataSourceError(error.message, error.status) : error;
}
