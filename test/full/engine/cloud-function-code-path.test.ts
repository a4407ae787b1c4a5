import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { bodiesByName, required, findFunction } from "../../engine/setup/functions";
import { diffOf } from "../../engine/setup/previews";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const folder = mkdtempSync(path.join(tmpdir(), "function-code-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

/** A program with functions of which each has the code of its arguments; the first one's is an output. */
const program = (all: Record<string, Partial<CloudFunctionArgs>>) => () => {
  const made = Object.entries(all).map(
    ([name, args]) => new CloudFunction(name, { ...required, name, code: undefined, ...args }),
  );
  return { code: made[0]!.code };
};

const text = "package main\n\nfunc Resize() {}\n";
const grown = "package main\n\nfunc Resize() { grow() }\n";

const warningOf = (name: string) =>
  `warning: ${name}: enableApiKey: the platform has disabled API keys for functions for now and does not ` +
  "support functions with authorization.";

engineTest(
  "codePath: compares the content of the file, not its path; enableApiKey: true warns at preview and up",
  {},
  async (stack) => {
    const first = file("first.go", text);
    const relative = { codePath: path.relative(process.cwd(), first) };
    const warned = {
      key: { code: text, enableApiKey: true },
      later: { code: text, enableApiKey: pulumi.output(true) },
    };
    const others = { ...warned, "no-key": { code: text, enableApiKey: false } };
    const names = ["relative", "absolute", "same", "output", "promise", "in-place"];
    stack.program = program({ ...Object.fromEntries(names.map((name) => [name, relative])), ...others });
    const preview = await stack.preview();
    expect(preview).toContain("func Resize() {}");
    const up = await stack.up();
    for (const printed of [preview, up]) {
      expect(printed).toContain(warningOf("key"));
      expect(printed).toContain(warningOf("later"));
      expect(printed).not.toContain("warning: no-key");
    }
    expect((await stack.lastOutputs()).code?.value).toBe(text);
    expect(findFunction(stack.emulator, "relative")?.code_text).toBe(text);
    expect(findFunction(stack.emulator, "key")?.enable_api_key).toBe(true);
    expect(findFunction(stack.emulator, "later")?.enable_api_key).toBe(true);
    expect(JSON.stringify(await stack.resources())).not.toMatch(/codePath|first\.go/);

    const same = file("same.go", text);
    const all = {
      relative,
      absolute: { codePath: first },
      same: { codePath: same },
      output: { codePath: pulumi.output(same) },
      promise: { codePath: Promise.resolve(same) },
      "in-place": { code: text },
      ...others,
    };
    stack.program = program(all);
    await expectConverged(stack);

    stack.program = program({ ...all, same: { codePath: file("grown.go", grown) } });
    const changed = await stack.up(undefined, { diff: true });
    expect(diffOf(changed, "same")).toMatch(/^~ code: /);
    expect(diffOf(changed, "same")).toMatch(/- func Resize\(\) \{\} \+ func Resize\(\) \{ grow\(\) \}/);
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ same: [{ code_text: grown }] });
    await expectConverged(stack);
  },
);

// The unit tests of `program-file.ts` have all reasons.
engineTest("codePath: an unusable path or file fails the preview", {}, async (stack) => {
  const rows: [args: object, problem: string][] = [
    [
      { codePath: "functions/none.go" },
      `resize: codePath "functions/none.go" does not exist; the path is relative to ${process.cwd()}`,
    ],
    [{ codePath: file("empty.go", "") }, "code must not be empty"],
    [{ codePath: pulumi.output("functions/none.go") }, `"functions/none.go" does not exist`],
  ];
  for (const [args, problem] of rows) {
    stack.program = program({ resize: args });
    const failure = await failureText(stack.preview());
    expect(failure).toContain(problem);
    expect(failure).not.toMatch(/^ +at /m);
  }
  expect(stack.requests()).toEqual([]);
});
