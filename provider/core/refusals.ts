import { messageOf, OutcomeUnknownError } from "../api/failures/errors";

/** What is shown of an object while the platform refuses to change it. */
export const refusalTexts = {
  create: "could not be created",
  update: "cannot be changed at the moment",
  delete: "cannot be deleted at the moment",
} as const;

/** A refusal that a look was to explain, or a lost answer that it was to find out about, after the look has failed. */
export function withObserveError(refusal: Error, error: unknown): Error {
  return refusal instanceof OutcomeUnknownError
    ? new OutcomeUnknownError({ message: `${refusal.message}; reading it failed, too: ${messageOf(error)}` })
    : refusal;
}
