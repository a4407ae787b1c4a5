import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readNamedFile } from "../files";
import { summarize, summarizeNothing } from "./markdown";
import { readPreview } from "./preview";

/** Prints the summary of a file, or of the standard input. A preview that failed has one, too: then this succeeds. */
export async function writeSummary(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { title: { type: "string" } }, allowPositionals: true });
  if (positionals.length > 1) {
    throw new Error("summary takes one file");
  }
  const [file] = positionals;
  const printed = file === undefined ? await text(process.stdin) : readNamedFile(file);
  const markdown =
    printed.trim() === "" ? summarizeNothing(values.title) : summarize(readPreview(printed), values.title);
  process.stdout.write(markdown);
}
