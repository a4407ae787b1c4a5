import { readdirSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { CloudFunctionArgs } from "pulumi-edgecloud";
import { expectGolden, goldens } from "../../../engine/setup/expectations";
import { declareFunction } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

const code = (body: string) => `package main\n\nimport "image"\n\nfunc Resize(in image.Image) {\n\t${body}\n}\n`;

const before: Partial<CloudFunctionArgs> = {
  code: code("crop(in)"),
  autoscaling: { minInstances: 1, maxInstances: 5 },
  description: "Resizes.",
  envs: { BUCKET: "thumbs", LEVEL: "info", TOKEN: pulumi.secret("tests-env-token-0001") },
};

/** The change that a pull request makes to `before`. */
const changes: Record<string, Partial<CloudFunctionArgs>> = {
  "function-code-and-envs": {
    ...before,
    code: code("scale(in)"),
    envs: { BUCKET: "thumbs", LEVEL: "debug", TOKEN: pulumi.secret("tests-env-token-0002") },
  },
  "function-runtime": { ...before, runtime: "go1.17.5", autoscaling: { minInstances: 2, maxInstances: 5 } },
  "function-fields-gone": {},
};

/** Removes what differs between runs: dots, times, IDs, and the function's status, which may be ahead of its task. */
function withoutTimes(printed: string): string[] {
  const lines = printed
    .replace(/^@ .*\n/gm, "")
    .replace(/[\d.]+ ?s\b/g, "0 s")
    .replace(/([A-Z]+ )?task [0-9a-f]{4}/g, "task")
    .replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, "ID")
    .split("\n");
  return [...new Set(lines)];
}

const seed = { cloud: { taskLife: { newPolls: 1, runningPolls: 2 } } };

engineTest("goldens: the output that a reviewer sees for a function's changes and waits", { seed }, async (stack) => {
  const declared = declareFunction(before);
  stack.program = declared.program;
  expectGolden("function-create", await stack.preview());
  expectGolden("function-wait", await stack.up(), withoutTimes);
  for (const [golden, args] of Object.entries(changes)) {
    declared.args = args;
    const text = await stack.preview();
    expectGolden(golden, text);
    expect(text).not.toContain("tests-env-token");
  }
});

test("goldens: every file is compared", () => {
  const compared = ["function-create", "function-wait", ...Object.keys(changes)].map((name) => `${name}.txt`);
  const files = readdirSync(goldens).filter((file) => file.startsWith("function-"));
  expect(files.sort()).toEqual(compared.sort());
});
