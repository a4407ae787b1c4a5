/** What a destroy does: what the program says; by default it retains an adopted object and deletes any other. */
export function chooseOnDestroy<Choice extends string>({
  onDestroy,
  adopted,
}: {
  onDestroy?: Choice;
  adopted?: boolean;
}): Choice | "retain" | "delete" {
  return onDestroy ?? (adopted ? "retain" : "delete");
}
