import { readFileSync } from "node:fs";
import path from "node:path";
import type { SeedInput } from "../../emulator/src/index";

/** The seed that is shipped as an example. */
export const demoSeed = JSON.parse(
  readFileSync(path.join(__dirname, "../../emulator/seeds/demo.json"), "utf8"),
) as SeedInput;
