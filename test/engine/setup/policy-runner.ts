import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Puts what runs policy packs into a folder: the host of Node.js, which an engine that is built from modules comes without. */
export function writePolicyRunner(folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(__dirname, "node-language-host.js"), path.join(folder, "pulumi-language-nodejs"));
}
