import { ConflictError, OutcomeUnknownError } from "./errors";

/** How often a change is sent again whose answer was lost. */
const repeats = 2;

/** Counts the lost answers of one change that is sent until the platform takes it. */
export class Losses {
  private count = 0;

  /** Whether the answer of any attempt was lost. */
  get any(): boolean {
    return this.count > 0;
  }

  /** Whether the change may be sent again after a failure: it is refused for the moment, or was not lost too often. */
  allowsRepeatAfter(error: unknown): error is ConflictError | OutcomeUnknownError {
    if (error instanceof OutcomeUnknownError) {
      this.count += 1;
      return this.count <= repeats;
    }
    return error instanceof ConflictError;
  }
}
