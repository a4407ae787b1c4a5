import path from "node:path";
import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { changeGroups, findGroup } from "./setup/platform";
import { captureOutput, readFiles, findWords } from "./setup/search";
import { cloudBucket } from "./setup/sources";
import { engineTest, type TestStack } from "./setup/test-stack";

/** What the platform takes as the name of a bucket or an application, and what a key of an object must not be. */
const hostile = [
  ...["a.b.c", "a:b", "a/b", "a[0].b", "[0]", "[*]", "*", "[]", "{}", '{"a":1}', "null", "true", "10", "2", " a "],
  ...[`"quoted"`, `it's`, "`x`", "ends\\", 'a\\"b', "at [0]", "from first", "a (2)", "a", "${x}", "100%", "---"],
  ...["__proto__", "__secretPaths", "__provider", "constructor", "toString", "valueOf", "hasOwnProperty", "then"],
  ...["after", "source", "config", "id", "length", "4dabf18193072939515e22adb298388d"],
  ...["桶", "حاوية", "ведро", "🪣", "é", "e\u0301", "x".repeat(255), "桶".repeat(255)],
];

/** What a terminal would obey, or a reader would take for another line. */
const misleading = ["a\u001b[2Jb", "a\n    + 7 to create", "a\u202eb", "a\u0007", "<{%evil%}>", "a\u2028b"];

const hosts = ["a.example.com:8443", "xn--bcher-kva.example.com", "192.0.2.7:81", "2001:db8::1"];

function namesOf(stack: TestStack): unknown[] {
  return findGroup(stack.emulator, "group").sources.map((source) => {
    const { source: host, config } = source as {
      source?: string;
      config?: { s3_bucket_name?: string; app_id?: string };
    };
    return host ?? config?.s3_bucket_name ?? config?.app_id;
  });
}

engineTest("sources may have any name that the platform accepts", {}, async (stack) => {
  const all = [
    ...hosts.map((source) => ({ source })),
    ...[...hostile, ...misleading].map((name) => cloudBucket(name)),
    { originType: "edgeapp" as const, config: { appId: "4711" } },
    { originType: "edgeapp" as const, config: { appId: "\u001b]0;title\u0007" } },
  ];
  const names = [...hosts, ...hostile, ...misleading, "4711", "\u001b]0;title\u0007"];
  const declare =
    (sources: typeof all, more: object = {}) =>
    () => {
      // A path for each of them must lead to it.
      const ignoreChanges = sources.map((_, index) => `sources[${index}].backup`);
      const args = { name: "group", sources: sources.map((source) => ({ ...source, ...more })) } as OriginGroupArgs;
      return { sources: new OriginGroup("group", args, { ignoreChanges }).sources };
    };
  const said: string[] = [];
  stack.program = declare(all);
  said.push(await stack.preview(), await stack.up());
  expect(namesOf(stack)).toEqual(names);
  stack.program = declare(all, { backup: true });
  await expectConverged(stack);
  said.push(await stack.refresh());
  stack.program = declare(all.toReversed());
  said.push(await stack.preview(), await stack.up());
  expect(namesOf(stack)).toEqual(names.toReversed());
  await expectConverged(stack);
  const outputs = (await stack.lastOutputs()).sources?.value as { source?: string; config?: object }[];
  expect(outputs.slice(-hosts.length).map(({ source }) => source)).toEqual(hosts.toReversed());

  // As somebody else may have called them, too.
  changeGroups(stack.emulator, ({ sources }) => ({ sources: sources.slice(0, 1) }));
  await stack.refresh();
  said.push(await stack.preview());
  await stack.up();
  expect(namesOf(stack)).toEqual(names.toReversed());

  expect(
    said.filter((text) => /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2028]|^ +\+ 7 to create/m.test(text)),
  ).toEqual([]);
});

const secretNames = ["tests-host.example.com", "tests-secret-bucket", "tests-application-4711"];

const config = { "edgecloud:maxRetries": { value: "1" } };

engineTest("a secret name shows in no key, order, text or file", { config }, async (stack) => {
  let isMoved = false;
  stack.program = () => {
    const [host, bucket, appId] = secretNames.map((name) => pulumi.secret(name));
    const bucketConfig = cloudBucket("").config;
    const secret = [
      { source: host! },
      { config: { ...bucketConfig, s3BucketName: bucket! } },
      pulumi.secret({ originType: "edgeapp" as const, config: { appId: appId! } }),
    ];
    const open = [{ source: "a.example.com" }, { source: "b.example.com", backup: true }];
    // Each secret one has an open one behind it, which names the one before it.
    const sources = isMoved ? [...open, ...secret.toReversed()] : [secret[0], open[0], ...secret.slice(1), open[1]];
    const args = { name: "group", sources: sources as OriginGroupArgs["sources"] };
    new OriginGroup("group", args, { ignoreChanges: ["sources[0].hostHeaderOverride"] });
  };
  const said: Record<string, string> = {};
  const plan = path.join(stack.stack.workspace.workDir, "plan.json");
  const run = async (title: string, operation: "preview" | "up" | "refresh", more: object = {}) => {
    const { failed, text } = await captureOutput((options) => stack.stack[operation]({ ...options, ...more }));
    expect([title, failed]).toEqual([title, false]);
    said[title] = text;
  };
  await stack.preview({ plan });
  said.plan = readFileSync(plan, "utf8");
  await run("up with the plan", "up", { plan });
  expect(namesOf(stack)).toEqual([secretNames[0], "a.example.com", ...secretNames.slice(1), "b.example.com"]);
  await expectConverged(stack);
  await run("refresh", "refresh");
  await expectConverged(stack);

  // Another order, one switched off, and one with another name: what is known of each place no longer fits.
  changeGroups(stack.emulator, ({ sources: [first, ...others] }) => ({
    sources: [...others, { ...first!, enabled: false, source: "tests-host.example.com:8443" }],
  }));
  await run("refresh of drift", "refresh");
  await run("preview of drift", "preview");
  isMoved = true;
  await run("preview of a move", "preview");
  await run("move", "up");
  expect(namesOf(stack)).toEqual(["a.example.com", "b.example.com", ...secretNames.toReversed()]);
  await expectConverged(stack);

  const fault = { method: "PUT", path: "/cdn/origin_groups/1001", times: 9 } as const;
  const echo = { errors: { sources: { [secretNames[1]!]: { config: [`no bucket ${secretNames.join(" or ")}`] } } } };
  stack.emulator.addFault({ ...fault, answer: { status: 400, body: echo } });
  isMoved = false;
  said.failure = (await captureOutput((options) => stack.stack.up(options))).text;
  expect(said.failure).toContain("no bucket [secret]");
  stack.emulator.clearFaults();
  for (const lost of [{ answer: { status: 503 } }, { reset: "after" } as const]) {
    stack.emulator.addFault({ ...fault, ...lost });
    said[`lost ${Object.keys(lost).join()}`] = (await captureOutput((options) => stack.stack.up(options))).text;
    stack.emulator.clearFaults();
    await run(`refresh after a lost ${Object.keys(lost).join()}`, "refresh");
    Object.assign(said, readFiles(stack));
  }
  await stack.up();
  await expectConverged(stack);
  expect(findWords(secretNames, { ...said, ...readFiles(stack) })).toEqual([]);
});
