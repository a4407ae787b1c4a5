/** A call failed; the message uses the user's names and holds no secret. */
export class DataSourceFailure extends Error {
  override readonly name = "DataSourceFailure";

  /**
   * @param message Begins with the name of the data source.
   * @param status HTTP status of the platform's answer, if it was one that said no.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}
