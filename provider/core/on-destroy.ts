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

type OnDestroy = "delete" | "retain" | "restore";

const fates: Record<OnDestroy, string> = { delete: "is deleted", retain: "stays as it is", restore: "is restored" };

/**
 * What a replacement does with the old object if the program changes `onDestroy` together with it: Pulumi removes the
 * old one according to its state. `wanted` may not be known yet.
 */
export function describeLateOnDestroy(noun: string, known: OnDestroy, wanted: unknown): string | undefined {
  return typeof wanted === "string" && wanted !== known
    ? `the old ${noun} ${fates[known]}, because onDestroy: ${JSON.stringify(wanted)} is for the new one. To have it for ` +
        "the old one, first run `pulumi up` with that change alone"
    : undefined;
}

/** What a destroy says of an object that it leaves on the platform. */
export function describeStay(fate: "retain" | "restore"): string {
  const what = fate === "retain" ? "as it is" : "and is restored to what was there before";
  return `stays on the platform, ${what}: its onDestroy is "${fate}"`;
}
