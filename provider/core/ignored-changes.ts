import { createIsHidden, describeFieldChanges } from "./field-changes";
import type { OperationContext } from "./handler";
import type { PathStep } from "./property-paths";

/**
 * Says that the platform has accepted a change and yet has something else than was sent. `hidden` are properties whose
 * values are not shown.
 */
export function warnOfIgnoredChange(
  { notify, secrets }: Pick<OperationContext, "notify" | "secrets">,
  subject: string,
  [actual, sent]: readonly [object, object],
  hidden: readonly PathStep[] = [],
): void {
  const changes = describeFieldChanges(actual, sent, createIsHidden(hidden, secrets));
  if (changes.length > 0) {
    notify(
      `${subject}: the platform accepted the change but has not made all of it (${changes.join(", ")}). The next ` +
        "`pulumi up` sends again what the program declares; if that does not help, declare what the platform has, or " +
        "change it there",
    );
  }
}
