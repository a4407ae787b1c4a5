import { writeFileSync } from "node:fs";
import { blocksOf, root } from "../../documents/pages";
import { Clone } from "../../package/clone";
import { pack } from "../../package/packed";
import { LocalRegistry } from "../../package/registry";
import { installVersions } from "../../package/versions";

// On a busy machine, an install takes minutes.
jest.setTimeout(600_000);

/** The files and commands of the page, each named by its runner and itself. */
const parts = blocksOf("docs/testing.md").flatMap(({ comment = "", text }) => {
  const [, runner, name] = /^([\w-]+)\/([\w.-]+)$/.exec(comment) ?? [];
  return runner && name ? [{ runner, name, text }] : [];
});

const partsOf = (runner: string) => parts.filter((part) => part.runner === runner);

const runners = [...new Set(parts.map(({ runner }) => runner))].filter((runner) => runner !== "all");

/** The project of the README, to which the page refers. */
const project = blocksOf("README.md").find(({ text }) => text.includes("cat > index.ts"))?.text ?? "";

let registry: LocalRegistry;
let clone: Clone;

beforeAll(async () => {
  registry = await LocalRegistry.start(root, installVersions().folder);
  clone = await Clone.make([pack("provider")], registry.url);
  await clone.paste(project.replace(/^pulumi .*\n/gm, ""));
});

afterAll(async () => {
  clone.remove();
  await registry.close();
});

test("the page has a snippet for every runner", () => {
  expect(runners).toEqual(["node-test", "node-test-esm", "jest", "jest-esm", "vitest", "mocha"]);
});

test.each(runners)("%s: the test of the page compiles and passes", async (runner) => {
  await clone.paste(`cp -R ../my-edge ../${runner}`);
  // Projects of ES modules have the same files, unless they give their own.
  const sources = ["all", runner.replace(/-esm$/, ""), runner];
  const files = new Map(sources.flatMap((source) => partsOf(source).map(({ name, text }) => [name, text])));
  files.forEach((text, name) => writeFileSync(clone.beside(runner, name), text));
  const printed = await clone.paste(`exec 2>&1\ncd ../${runner}\n${files.get("commands")}\nnpx tsc --noEmit`);
  expect(printed).toMatch(/^\W*pass 1$|1 passed|1 passing/m);
});
