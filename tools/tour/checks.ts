import type { Stack } from "@pulumi/pulumi/automation";
import { API_KEY } from "./emulator-process";
import { SECRETS } from "./program";
import { STREAM } from "./seed";

/** A promise of the tour that was not kept. */
export class CheckFailed extends Error {}

/** Throws if the condition does not hold. */
export function check(condition: unknown, message: string): asserts condition {
  if (!condition) {
    throw new CheckFailed(message);
  }
}

/**
 * Checks that resources were changed in exactly these ways.
 * @param summary Number of resources by kind of change.
 */
export function checkKinds(summary: Readonly<Record<string, number>> | undefined, kinds: readonly string[]): void {
  const found = Object.keys(summary ?? {}).filter((kind) => summary?.[kind]);
  const isSame = found.length === kinds.length && kinds.every((kind) => found.includes(kind));
  check(isSame, `expected only "${kinds.join('" and "')}", Pulumi says ${JSON.stringify(summary ?? {})}`);
}

/** Checks that a stack has no resources left. */
export async function checkEmptyState(stack: Stack): Promise<void> {
  const { deployment } = (await stack.exportStack()) as { deployment: { resources?: unknown[] } };
  check((deployment.resources ?? []).length === 0, "resources are left in the state");
}

/** Checks that a text holds no secret of the tour. */
export function checkNoSecret(text: string): void {
  for (const secret of [API_KEY, STREAM.token, ...Object.values(SECRETS)]) {
    check(!text.includes(secret), `Pulumi printed the secret "${secret}"`);
  }
}

/** The properties that a diff adds, removes or changes, such as `~ backup: false => true`. */
export function listChangedProperties(text: string): string[] {
  // Pulumi pads names to align the colons.
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/ +: /, ": "));
  return lines.filter((line) => /^[~+-] *\w+: .*[^[{]$/.test(line));
}
