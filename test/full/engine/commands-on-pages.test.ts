import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { commandsOf, documents } from "../../documents/pages";
import { engine } from "../../engine/setup/engine";

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
