import { readFileSync } from "node:fs";
import type { SeedInput } from "edgecloud-emulator";

/** The demo account that the emulator is shipped with. */
export const demoSeed = JSON.parse(
  readFileSync(require.resolve("edgecloud-emulator/seeds/demo.json"), "utf8"),
) as SeedInput;
