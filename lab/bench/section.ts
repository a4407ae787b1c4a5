import type { Engine } from "#tools/engine";
import type { NodeRelease } from "./node";

/** What each section measures with. */
export interface Setup {
  readonly engine: Engine;
  readonly node: NodeRelease;
}

/** A part of the page that measures on its own terms; `sections.ts` lists them all. */
export interface Section<Result = unknown> {
  /** Its name on the command line (`--only`) and among the results. */
  readonly name: string;
  measure(setup: Setup): Promise<Result>;
  /** Its Markdown, from a heading of the second level on. */
  format(result: Result): string[];
  /** Its pictures, by their file in `docs`. */
  draw?(result: Result): Readonly<Record<string, string>>;
}
