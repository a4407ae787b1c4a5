/** What a destroy does with the object: what the program says, else it retains an adopted object and deletes its own. */
export function chooseOnDestroy<Choice extends string>({
  onDestroy,
  adopted,
}: {
  onDestroy?: Choice;
  adopted?: boolean;
}): Choice | "retain" | "delete" {
  return onDestroy ?? (adopted ? "retain" : "delete");
}
