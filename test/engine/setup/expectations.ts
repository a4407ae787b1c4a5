import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allCredentials } from "./sources";
import type { TestStack } from "./test-stack";
import { host } from "./host";

/** Another `up` finds nothing to do and changes nothing on the platform. */
export async function expectConverged(stack: TestStack): Promise<void> {
  stack.emulator.clearRequests();
  const text = await stack.up();
  expect(text).toMatch(/\d+ unchanged/);
  expect(text).not.toMatch(/\d+ (created|updated|deleted|replaced)/);
  expect(stack.changes()).toEqual([]);
}

/** The leaves of the inputs that may be hidden from a reviewer. */
const secretLeaf = /^[\s+~-]*(accessKeyId|secretAccessKey|s3AccessKeyId|s3SecretAccessKey)\s*: .*\[secret\]/;

/** In a diff, only credentials are hidden, and these always are. Returns how many lines hide one. */
export function expectOnlyCredentialsHidden(preview: string): number {
  const hidden = preview.split("\n").filter((line) => line.includes("[secret]"));
  expect(hidden.filter((line) => !secretLeaf.test(line))).toEqual([]);
  expect(allCredentials.filter((secret) => preview.includes(secret))).toEqual([]);
  return hidden.length;
}

/** A failed operation has reported exactly the problems that begin like these. */
export function expectProblems(text: string, expected: readonly string[]): void {
  const problems = [...new Set([...text.matchAll(/ has a problem: (.*)$/gm)].map(([, problem = ""]) => problem))];
  const unsaid = expected.filter((start) => !problems.some((problem) => problem.startsWith(start)));
  const unexpected = problems.filter((problem) => !expected.some((start) => problem.startsWith(start)));
  expect({ unsaid, unexpected }).toEqual({ unsaid: [], unexpected: [] });
}

/** Where the goldens of this host are. */
export const goldens = path.resolve(__dirname, "../goldens", host);

/**
 * Compares with `goldens/<host>/<name>.txt`, both passed through `alike`: a run prints times, for instance.
 * `UPDATE_GOLDENS=1 npm run test:engine` writes the files; review their diff.
 */
export function expectGolden(name: string, text: string, alike = (printed: string): unknown => printed): void {
  const file = path.join(goldens, `${name}.txt`);
  if (process.env.UPDATE_GOLDENS === "1") {
    writeFileSync(file, text);
  } else if (!existsSync(file)) {
    throw new Error(`goldens/${host}/${name}.txt is missing; write it with UPDATE_GOLDENS=1`);
  }
  expect(alike(text)).toEqual(alike(readFileSync(file, "utf8")));
}
