import { NotFoundError } from "../api/failures/errors";

/** The error of an update whose object somebody has deleted, such as `function 12/7/images/resize`. */
export function explainGone(subject: string): NotFoundError {
  return new NotFoundError({
    message: `${subject} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
  });
}
