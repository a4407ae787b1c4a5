import { readdirSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { CloudFunctionArgs } from "pulumi-edgecloud";
import { expectGolden, goldens } from "./setup/expectations";
import { declaring } from "./setup/functions";
import { engineTest } from "./setup/test-stack";

const code = (body: string) => `package main\n\nimport "image"\n\nfunc Resize(in image.Image) {\n\t${body}\n}\n`;

const before: Partial<CloudFunctionArgs> = {
  code: code("crop(in)"),
  autoscaling: { minInstances: 1, maxInstances: 5 },
  description: "Resizes.",
  envs: { BUCKET: "thumbs", LEVEL: "info", TOKEN: pulumi.secret("tests-env-token-0001") },
};

/** What a pull request does to `before`. */
const changes: Record<string, Partial<CloudFunctionArgs>> = {
  "function-code-and-envs": {
    ...before,
    code: code("scale(in)"),
    envs: { BUCKET: "thumbs", LEVEL: "debug", TOKEN: pulumi.secret("tests-env-token-0002") },
  },
  "function-runtime": { ...before, runtime: "go1.17.5", autoscaling: { minInstances: 2, maxInstances: 5 } },
  "function-fields-gone": {},
};

engineTest("goldens: what a reviewer sees of a function's changes", {}, async (stack) => {
  const declared = declaring(before);
  stack.program = declared.program;
  expectGolden("function-create", await stack.preview());
  await stack.up();
  for (const [golden, args] of Object.entries(changes)) {
    declared.args = args;
    const text = await stack.preview();
    expectGolden(golden, text);
    expect(text).not.toContain("tests-env-token");
  }
});

test("goldens: every file of a function is compared", () => {
  const compared = ["function-create", ...Object.keys(changes)].map((name) => `${name}.txt`);
  const files = readdirSync(goldens).filter((file) => file.startsWith("function-"));
  expect(files.sort()).toEqual(compared.sort());
});
