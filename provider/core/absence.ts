import { NotFoundError } from "../api/failures/errors";

/** The error of an update whose object was deleted outside of Pulumi. */
export function createAbsenceError(subject: string): NotFoundError {
  return new NotFoundError({
    message: `${subject} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
  });
}
