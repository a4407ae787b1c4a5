import { readFileSync } from "node:fs";
import path from "node:path";

const manifest = JSON.parse(readFileSync(path.join(__dirname, "../package.json"), "utf8")) as { version: string };

/** The version of the emulator. */
export const { version } = manifest;
