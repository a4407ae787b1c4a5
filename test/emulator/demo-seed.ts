import type { SeedJson } from "../../emulator/src/index";
import demo from "../../emulator/seeds/demo.json";

/** The seed that is shipped as an example, with the type that TypeScript reads from the file. */
export const demoSeed: SeedJson = demo;
