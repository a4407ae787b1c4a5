/** The host that serves the resources of this run: jest runs some files once for each. */
export const host = (globalThis as { pulumiHost?: "plugin" }).pulumiHost ?? "dynamic";

/** What is expected where the two hosts differ. */
export function byHost<T>(expected: { dynamic: T; plugin: T }): T {
  return expected[host];
}
