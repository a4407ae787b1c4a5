// `npm run kept preview` and `npm run kept up`: run the examples again on what `npm start -- --keep` left running.

import { ensureEngine } from "./engine";
import { say } from "./terminal";
import { CheckFailed } from "./tour/checks";
import { KEPT_FOLDER, readKept } from "./tour/keep";
import { preview, up } from "./tour/operations";
import { describeError } from "./tour/report";
import { openStack } from "./tour/stack";

const OPERATIONS: Readonly<Record<string, typeof preview>> = { preview, up };

async function main(): Promise<void> {
  const run = OPERATIONS[process.argv[2] ?? ""];
  const kept = readKept();
  if (!run || !kept) {
    throw new CheckFailed("Usage, after `npm start -- --keep`: npm run kept preview|up");
  }
  const { stack } = await openStack(await ensureEngine(say), KEPT_FOLDER, kept.url);
  await run(stack);
}

main().catch((error: unknown) => {
  say(describeError(error));
  process.exitCode = 1;
});
