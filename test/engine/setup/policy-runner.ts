import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes the program that runs policy packs into a folder; an engine that is built from modules comes without it. */
export function writePolicyRunner(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const runner = require.resolve("@pulumi/pulumi/cmd/run-policy-pack");
  const script = `#!/bin/sh\nexec node "${runner}" "$@"\n`;
  writeFileSync(path.join(folder, "pulumi-analyzer-policy-nodejs"), script, { mode: 0o755 });
}
