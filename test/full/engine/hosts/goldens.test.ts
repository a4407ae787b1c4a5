import { readdirSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, type CloudFunctionArgs, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectGolden, expectOnlyCredentialsHidden, goldens } from "../../../engine/setup/expectations";
import { declareFunction, required } from "../../../engine/setup/functions";
import { sectionOf } from "../../../engine/setup/previews";
import { cloudBucket, credentials, rotated } from "../../../engine/setup/sources";
import { engineTest } from "../../../engine/setup/test-stack";

const primary = { source: "a.example.com" };
const media = cloudBucket("media");
const reserve = { source: "b.example.com:8443", backup: true };
const added = { source: "c.example.com" };
const others = Array.from({ length: 499 }, (_, index) => ({ source: `host-${index}.example.com` }));

/** The sources before a pull request. */
const before = [primary, media, reserve];

/** What pull requests change of one group, with a golden of the whole preview each: pages show most of them. */
const pages: Record<string, { sources: OriginGroupArgs["sources"]; hidden: number }> = {
  "added-source-first": { sources: [added, primary, media, reserve], hidden: 0 },
  "added-bucket": { sources: [primary, media, reserve, cloudBucket("logs")], hidden: 2 },
  "rotated-credential": {
    sources: [primary, cloudBucket("media", { ...credentials, secretAccessKey: rotated.secretAccessKey }), reserve],
    hidden: 1,
  },
};

/** What one pull request changes: groups with their arguments before and after it. */
const groups: Record<string, [Partial<OriginGroupArgs>, Partial<OriginGroupArgs>]> = {
  flag: [{}, { sources: [primary, media, { ...reserve, backup: false }] }],
  rename: [{}, { name: "static" }],
  "added-source": [{}, { sources: [primary, media, reserve, added] }],
  "added-to-500": [{ sources: [...others, media] }, { sources: [added, ...others, media] }],
  "removed-source": [{}, { sources: [primary, media] }],
  "removed-bucket": [{}, { sources: [primary, reserve] }],
  reorder: [{}, { sources: [reserve, media, primary] }],
  "changed-bucket": [{}, { sources: [primary, cloudBucket("films"), reserve] }],
};

const code = (body: string) => `package main\n\nimport "image"\n\nfunc Resize(in image.Image) {\n\t${body}\n}\n`;

const functionBefore: Partial<CloudFunctionArgs> = {
  code: code("crop(in)"),
  autoscaling: { minInstances: 1, maxInstances: 5 },
  description: "Resizes.",
  envs: { BUCKET: "thumbs", LEVEL: "info", TOKEN: pulumi.secret("tests-env-token-0001") },
};

/** The same for functions. */
const functions: Record<string, Partial<CloudFunctionArgs>> = {
  "code-and-envs": {
    ...functionBefore,
    code: code("scale(in)"),
    envs: { BUCKET: "thumbs", LEVEL: "debug", TOKEN: pulumi.secret("tests-env-token-0002") },
  },
  runtime: { ...functionBefore, runtime: "go1.17.5", autoscaling: { minInstances: 2, maxInstances: 5 } },
  "fields-gone": {},
};

function declareAll(isChanged: boolean): void {
  for (const [name, args] of Object.entries(groups)) {
    new OriginGroup(name, { name, useNext: true, sources: before, ...args[isChanged ? 1 : 0] });
  }
  for (const [name, args] of Object.entries(functions)) {
    new CloudFunction(name, { ...required, name, ...(isChanged ? args : functionBefore) });
  }
}

/** The engine prints a message when it comes, above or below the number of changes. */
function withMessagesLast(text: string): string[] {
  const isMessage = (line: string) => line.startsWith("origin group ");
  return text.split("\n").sort((one, other) => Number(isMessage(one)) - Number(isMessage(other)));
}

/** A preview of many resources in one order and without their IDs, both of which differ between runs. */
function sortResources(text: string): string {
  const isMessage = (line: string) => /^(origin group|function) /.test(line);
  const [messages, others] = [true, false].map((is) => text.split("\n").filter((line) => isMessage(line) === is));
  const [shown = "", counts = ""] = others!.join("\n").split(/^(?=Resources:\n)/m);
  const [stack = "", ...resources] = shown.replaceAll(/^ +\[id=\d+\]\n/gm, "").split(/^(?= {4}[-+~])/m);
  const nameOf = (resource: string) => /::([^:]*)\]$/m.exec(resource)?.[1] ?? "";
  const sorted = resources.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return [stack, ...sorted, ...messages!.sort().map((line) => `${line}\n`), counts].join("");
}

engineTest(
  "goldens: the diff that a reviewer sees of groups and functions, leaf by leaf, also below 500 sources",
  { seed: { plan: { originsLimit: 1000 } } },
  async (stack) => {
    let sources: OriginGroupArgs["sources"] = before;
    const declareAssets = () => void new OriginGroup("assets", { name: "assets", useNext: true, sources });
    stack.program = declareAssets;
    const create = await stack.preview();
    expectGolden("create", create);
    expect(expectOnlyCredentialsHidden(create)).toBe(2);
    await stack.up();
    for (const [golden, change] of Object.entries(pages)) {
      sources = change.sources;
      const text = await stack.preview();
      expectGolden(golden, text, withMessagesLast);
      expect([golden, expectOnlyCredentialsHidden(text)]).toEqual([golden, change.hidden]);
    }

    stack.program = () => declareAll(false);
    await stack.up();
    stack.program = () => declareAll(true);
    const changes = await stack.preview();
    expectGolden("changes", sortResources(changes));
    expectOnlyCredentialsHidden(
      Object.keys(groups)
        .map((name) => sectionOf(changes, name))
        .join("\n"),
    );
    expect(changes).not.toContain("tests-env-token");
  },
);

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

engineTest(
  "goldens: the output that a user sees while a function is created",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 2 } } } },
  async (stack) => {
    stack.program = declareFunction(functionBefore).program;
    expectGolden("function-create", await stack.preview());
    expectGolden("function-wait", await stack.up(), withoutTimes);
  },
);

test("goldens: every file is compared", () => {
  const compared = ["create", "changes", "function-create", "function-wait", ...Object.keys(pages)];
  expect(readdirSync(goldens).sort()).toEqual(compared.map((name) => `${name}.txt`).sort());
});
