import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { bodiesByName, diffOf, required, findFunction } from "./setup/functions";
import { engineTest, failureText } from "./setup/test-stack";

const folder = mkdtempSync(path.join(tmpdir(), "function-code-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

/** A program whose function has the code of the given arguments. */
const program = (args: Partial<CloudFunctionArgs>) => () => {
  const { code } = new CloudFunction("resize", { ...required, code: undefined, ...args });
  return { code };
};

engineTest("codePath: compares the content of the file, not its path", {}, async (stack) => {
  const first = file("first.go", "package main\n\nfunc Resize() {}\n");
  stack.program = program({ codePath: path.relative(process.cwd(), first) });
  expect(await stack.preview()).toContain("func Resize() {}");
  expect((await stack.outputs()).code?.value).toBe("package main\n\nfunc Resize() {}\n");
  expect(findFunction(stack.emulator)?.code_text).toBe("package main\n\nfunc Resize() {}\n");
  expect(JSON.stringify(await stack.resources())).not.toMatch(/codePath|first\.go/);

  const same = file("same.go", "package main\n\nfunc Resize() {}\n");
  for (const codePath of [first, same, pulumi.output(same), Promise.resolve(same)]) {
    stack.program = program({ codePath });
    expect(await stack.preview()).toMatch(/2 unchanged/);
  }
  stack.program = program({ code: "package main\n\nfunc Resize() {}\n" });
  await expectConverged(stack);

  file("same.go", "package main\n\nfunc Resize() { grow() }\n");
  stack.program = program({ codePath: same });
  const preview = await stack.preview();
  expect(diffOf(preview)).toMatch(/^~ code: /);
  expect(diffOf(preview)).toMatch(/- func Resize\(\) \{\} \+ func Resize\(\) \{ grow\(\) \}/);
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({
    resize: [{ code_text: "package main\n\nfunc Resize() { grow() }\n" }],
  });
  await expectConverged(stack);
});

engineTest("codePath: an unusable path or file fails the preview", {}, async (stack) => {
  const code = file("code.go", "package main");
  const latin1 = file("latin1.go", Buffer.from("// \xfcber", "latin1"));
  const rows: [args: object, problem: string][] = [
    [{ codePath: code, code: "package main" }, "resize: codePath and code are both given; leave one of them out"],
    [
      { codePath: "functions/none.go" },
      `resize: codePath "functions/none.go" cannot be read: no such file; the path is relative to ${process.cwd()}`,
    ],
    [{ codePath: path.join(folder, "none.go") }, `none.go" cannot be read: no such file`],
    [{ codePath: folder }, "cannot be read: "],
    [{ codePath: latin1 }, `latin1.go" is not UTF-8 text`],
    [{ codePath: "" }, "resize: codePath must be the path of a file"],
    [{ codePath: 7 }, "resize: codePath must be the path of a file"],
    [{ codePath: file("empty.go", "") }, "code must have at least 1 character, has 0"],
    [{ codePath: pulumi.output("functions/none.go") }, `"functions/none.go" cannot be read: no such file`],
  ];
  for (const [args, problem] of rows) {
    stack.program = program(args);
    const failure = await failureText(stack.preview());
    expect(failure).toContain(problem);
    expect(failure).not.toMatch(/^ +at /m);
  }
  expect(stack.requests()).toEqual([]);
});

engineTest("enableApiKey: true warns at preview and up, also as an output", {}, async (stack) => {
  const warning =
    "warning: resize: enableApiKey: the platform has disabled API keys for functions for now and does not " +
    "support functions with authorization.";
  for (const enableApiKey of [true, pulumi.output(true)]) {
    stack.program = program({ code: "package main", enableApiKey });
    expect(await stack.preview()).toContain(warning);
    expect(await stack.up()).toContain(warning);
  }
  expect(findFunction(stack.emulator)?.enable_api_key).toBe(true);
  stack.program = program({ code: "package main", enableApiKey: false });
  expect(await stack.preview()).not.toContain("warning");
});
