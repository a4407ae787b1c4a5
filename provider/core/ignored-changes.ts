import { createIsHidden, describeFieldChanges } from "./field-changes";
import type { OperationContext } from "./handler";
import type { PathStep } from "./property-paths";

const upAdvice =
  "The next `pulumi up` sends again what the program declares; if that does not help, declare what the platform has, or " +
  "change it there";
/** After a destroy, no resource is left to send it again. */
const restoreAdvice = "It stays as it is: restore the rest there";

/**
 * Says that the platform has accepted a change and yet has something else than was sent; returns whether that is so.
 * `hidden` are properties whose values are not shown.
 */
export function warnOfIgnoredChange(
  { notify, secrets }: Pick<OperationContext, "notify" | "secrets">,
  subject: string,
  [actual, sent]: readonly [object, object],
  { hidden = [], isRestore = false }: { hidden?: readonly PathStep[]; isRestore?: boolean } = {},
): boolean {
  const changes = describeFieldChanges(actual, sent, createIsHidden(hidden, secrets));
  if (changes.length > 0) {
    const advice = isRestore ? restoreAdvice : upAdvice;
    notify(
      `${subject}: the platform accepted the change but has not made all of it (${changes.join(", ")}). ${advice}`,
    );
  }
  return changes.length > 0;
}
