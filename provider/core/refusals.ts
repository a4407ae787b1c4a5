import { describeError, OutcomeUnknownError } from "../api/failures/errors";

/** What the display says of an object while the platform refuses to change it. */
export const refusalTexts = {
  create: "could not be created",
  update: "cannot be changed at the moment",
  delete: "cannot be deleted at the moment",
} as const;

/** What the display says of an object after a request to change it was not answered. */
export const lostAnswerTexts = {
  create: "may or may not have been created",
  update: "may or may not have been changed",
  delete: "may or may not have been deleted",
} as const;

/** The error to report if observing fails after a refusal or a lost answer. */
export function createObserveError(refusal: Error, error: unknown): Error {
  return refusal instanceof OutcomeUnknownError
    ? new OutcomeUnknownError({ message: `${refusal.message}; reading it also failed: ${describeError(error)}` })
    : refusal;
}
