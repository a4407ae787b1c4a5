import { stripVTControlCharacters } from "node:util";
import type { Stack } from "@pulumi/pulumi/automation";
import { checkNoSecret } from "./checks";

/** What an operation did. */
export interface Outcome {
  /** Number of resources by kind of change. */
  readonly changes: Readonly<Record<string, number>> | undefined;
  /** What it printed, without colours. */
  readonly text: string;
}

/** `pulumi preview --diff` */
export async function preview(stack: Stack): Promise<Outcome> {
  const { changeSummary, stdout } = await stack.preview({ ...showOutput(), diff: true });
  return { changes: changeSummary, text: toCheckedText(stdout) };
}

/** `pulumi up` */
export async function up(stack: Stack): Promise<Outcome> {
  const { summary, stdout } = await stack.up(showOutput());
  return { changes: summary.resourceChanges, text: toCheckedText(stdout) };
}

/** `pulumi refresh` */
export async function refresh(stack: Stack): Promise<Outcome> {
  const { summary, stdout } = await stack.refresh(showOutput());
  return { changes: summary.resourceChanges, text: toCheckedText(stdout) };
}

/** `pulumi destroy` */
export async function destroy(stack: Stack): Promise<Outcome> {
  const { summary, stdout } = await stack.destroy(showOutput());
  return { changes: summary.resourceChanges, text: toCheckedText(stdout) };
}

/** Options that show Pulumi's own output while it runs. */
function showOutput() {
  const color: "always" | "never" = process.stdout.isTTY && !process.env.NO_COLOR ? "always" : "never";
  const print = (text: string) => void process.stdout.write(text);
  return { color, suppressProgress: true, onOutput: print, onError: print };
}

/** Removes colours. A secret in the output is a failure whatever the operation. */
function toCheckedText(output: string): string {
  const text = stripVTControlCharacters(output);
  checkNoSecret(text);
  return text;
}
