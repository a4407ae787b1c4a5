import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../documents/free-port";
import { blocksOf, commandsOf, documents } from "../documents/pages";
import { Clone } from "./setup/clone";
import { engine } from "./setup/engine";
import { expectGolden } from "./setup/expectations";

const page = "docs/first-stack.md";
const preparation = "done by the set-up of the tests";
const shellBlocks = blocksOf(page).filter(({ language }) => language === "bash");

/** What the refresh has printed; where the language host is found on PATH, the engine warns of it. */
function driftIn(printed: string): string {
  const [refresh = ""] = /^Previewing refresh [^]*? unchanged\n/m.exec(printed) ?? [];
  return refresh.replace(/^warning: using .*\n/gm, "");
}

/** Two groups are created at the same time, so either may be the first. */
const withoutIds = (printed: string) => printed.replace(/\[id=\d+\]/, "[id]");

test("first stack: the page's commands converge, repair drift and clean up", async () => {
  await Clone.use("newcomer", async (clone) => {
    const script = shellBlocks.filter(({ comment }) => comment !== preparation).map(({ text }) => text);
    const printed = await clone.paste(script.join("\n").replaceAll("8080", await freePort()));
    expect(printed).toMatch(/\+ 4 created/);
    expect(printed).toMatch(/^\s*4 unchanged$/m);
    expect(driftIn(printed)).toContain("~ useNext: true => false");
    expectGolden("../drift", driftIn(printed), withoutIds);
    expect(printed).toMatch(/~ 1 updated/);
    expect(printed).toMatch(/- 4 deleted/);
    expect(printed).not.toContain("ExampleSecretAccessKey");
    expect(await readdir(clone.at())).not.toContain("my-stack");
  });
});

test("the tests of the quickstart pass, with mocks and on the emulator, without a login", async () => {
  await Clone.use("newcomer", async (clone) => {
    expect(await clone.paste("npm test", "examples/quickstart")).toMatch(/^\W*pass 2$/m);
  });
});

test("first stack: the page asks for what the tests' set-up prepares", () => {
  const prepared = shellBlocks.filter(({ comment }) => comment === preparation);
  expect(prepared.map(({ text }) => text)).toEqual(["npm ci\nnpm run build\n"]);
});

/** What `--help` shows only to those who try experiments; the pipelines' tests run it. */
const hiddenOptions = new Set(["--plan"]);

test("every Pulumi command and option on a page exists", async () => {
  const options = new Map<string, Set<string>>();
  for (const command of documents.flatMap((file) => commandsOf(file, "pulumi"))) {
    const [, name = ""] =
      /^pulumi ((?:config|stack|plugin|package|deployment settings) [a-z-]+|[a-z-]+)/.exec(command) ?? [];
    const named = [...command.matchAll(/ (--[a-z][\w-]*)/g)].map(([, option = ""]) => option);
    options.set(name, new Set([...(options.get(name) ?? []), ...named]));
  }
  expect(options.size).toBeGreaterThan(8);
  const pulumi = path.join(engine.root, "bin", "pulumi");
  for (const [name, named] of options) {
    const { stdout } = await promisify(execFile)(pulumi, [...name.split(" "), "--help"]);
    const [, usage = ""] = /^Usage:\n([^]*?)\n(Available Commands|Flags)/m.exec(stdout) ?? [];
    expect(usage.split(/[\s,]+/)).toContain(name.split(" ").at(-1));
    const unknown = [...named].filter(
      (option) => !hiddenOptions.has(option) && !new RegExp(`${option}\\b`).test(stdout),
    );
    expect({ name, unknown }).toEqual({ name, unknown: [] });
  }
});
