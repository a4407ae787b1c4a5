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

const file = (name: string, content: string) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

const text = "package main\n\nfunc Resize() {}\n";

// The unit tests of `program/inputs.ts` have all forms and reasons.
engineTest(
  "codePath: compares the content of the file, not its path, and one that is missing fails the preview without a stack " +
    "trace; enableApiKey: true warns",
  {},
  async (stack) => {
    const program = (all: Record<string, Partial<CloudFunctionArgs>>) => () => {
      const made = Object.entries(all).map(
        ([name, args]) => new CloudFunction(name, { ...required, name, code: undefined, ...args }),
      );
      return { code: made[0]!.code };
    };
    stack.program = program({ relative: { codePath: "functions/none.go" } });
    const missing = await failureText(stack.preview());
    expect(missing).toContain(
      `relative: codePath "functions/none.go" does not exist; the path is relative to ${process.cwd()}`,
    );
    expect(missing).not.toMatch(/^ +at /m);

    const relative = { codePath: path.relative(process.cwd(), file("first.go", text)) };
    const key = { code: text, enableApiKey: pulumi.output(true) };
    stack.program = program({ relative, other: relative, "in-place": relative, key });
    expect(await stack.preview()).toContain("func Resize() {}");
    expect(await stack.up()).toContain("warning: key: enableApiKey: the platform has disabled API keys for functions");
    expect((await stack.lastOutputs()).code?.value).toBe(text);
    expect(findFunction(stack.emulator, "relative")?.code_text).toBe(text);
    expect(JSON.stringify(await stack.resources())).not.toMatch(/codePath|first\.go/);

    // Only one has another text; others have it from another place.
    const grown = text.replace("{}", "{ grow() }");
    const same = { codePath: pulumi.output(file("same.go", text)) };
    stack.program = program({
      relative: { codePath: file("grown.go", grown) },
      other: same,
      "in-place": { code: text },
      key,
    });
    const changed = await stack.up(undefined, { diff: true });
    expect(changed).toMatch(/~ 1 updated\n +4 unchanged/);
    expect(diffOf(changed, "relative")).toMatch(/^~ code: .*- func Resize\(\) \{\} \+ func Resize\(\) \{ grow\(\) \}/);
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ relative: [{ code_text: grown }] });
    await expectConverged(stack);
  },
);
