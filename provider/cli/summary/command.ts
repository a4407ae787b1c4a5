import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { explainFileError } from "../../config/small-file";
import { summarize } from "./markdown";
import { readPreview } from "./preview";

/** Prints the summary of a file, or of the standard input. A preview that failed has one, too: then this succeeds. */
export async function writeSummary(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { title: { type: "string" } }, allowPositionals: true });
  if (positionals.length > 1) {
    throw new Error("summary takes one file");
  }
  const [file] = positionals;
  const printed = file === undefined ? await text(process.stdin) : readNamedFile(file);
  process.stdout.write(summarize(printed.trim() === "" ? undefined : readPreview(printed), values.title));
}

function readNamedFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} ${explainFileError((error as NodeJS.ErrnoException).code)}`, { cause: error });
  }
}
