/**
 * What happens to the object on the platform when its resource is destroyed or replaced: unless the program says so, an
 * adopted object stays and any other is deleted.
 */
export function resolveOnDestroy<Choice extends string>(state: {
  onDestroy?: Choice;
  adopted?: boolean;
}): Choice | "delete" | "retain" {
  return state.onDestroy ?? (state.adopted ? "retain" : "delete");
}
