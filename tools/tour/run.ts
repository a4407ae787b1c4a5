// `npm start`, once everything is installed and compiled.

import { parseArgs } from "node:util";
import { ensureEngine } from "../engine";
import { say } from "../terminal";
import { runTour } from "./index";

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
  const engine = await ensureEngine(say);
  process.exitCode = (await runTour(engine, { isKept: values.keep })) ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  // Ends by `exit`, so that the emulator is ended too.
  process.once(signal, () => process.exit(130));
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
