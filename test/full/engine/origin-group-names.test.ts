import path from "node:path";
import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { FaultInput } from "edgecloud-emulator";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { formatKey } from "../../../provider/core/keyed-lists";
import { formatEnginePath } from "../../../provider/core/property-paths";
import { expectConverged } from "../../engine/setup/expectations";
import { changeGroups, findGroup } from "../../engine/setup/platform";
import { captureOperation, readFiles, findWords } from "../../engine/setup/search";
import { cloudBucket } from "../../engine/setup/sources";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

/** What the platform takes as the name of a bucket or an application, and what a key of an object must not be. */
const hostile = [
  ...["a.b.c", "a:b", "a/b", "a[0].b", "[0]", "[*]", "*", "[]", "{}", '{"a":1}', "null", "true", "10", "2", "a b"],
  ...[`"quoted"`, `it's`, "`x`", "ends\\", 'a\\"b', "at [0]", "from first", "a (2)", "a", "${x}", "100%", "---"],
  ...["__proto__", "__secretPaths", "__provider", "constructor", "toString", "valueOf", "hasOwnProperty", "then"],
  ...["after", "source", "config", "id", "length", "4dabf18193072939515e22adb298388d"],
  ...["桶", "حاوية", "ведро", "🪣", "é", "e\u0301", "x".repeat(255), "桶".repeat(255)],
];

/** What Pulumi's colours would obey, or a reader would take for another line. */
const misleading = ["a\u202eb", "<{%evil%}>", "a\u2028b"];

const hosts = ["a.example.com:8443", "xn--bcher-kva.example.com", "192.0.2.7:81", "2001:db8::1"];

const secretNames = ["tests-host.example.com", "tests-secret-bucket", "tests-application-4711"];

/** Three groups have the secret names; what their last change meets is in their names. */
const secretGroups = ["refused", "unavailable", "lost"];

function namesOf(stack: TestStack, group: string): unknown[] {
  return findGroup(stack.emulator, group).sources.map((source) => {
    const { source: host, config } = source as {
      source?: string;
      config?: { s3_bucket_name?: string; app_id?: string };
    };
    return host ?? config?.s3_bucket_name ?? config?.app_id;
  });
}

const openSources = [
  ...hosts.map((source) => ({ source })),
  ...[...hostile, ...misleading].map((name) => cloudBucket(name)),
  { originType: "edgeapp" as const, config: { appId: "4711" } },
  { originType: "edgeapp" as const, config: { appId: "<{%title%}>" } },
];
const openNames = [...hosts, ...hostile, ...misleading, "4711", "<{%title%}>"];

function declareOpen(sources: typeof openSources, more: object): OriginGroup {
  const args = { name: "open", sources: sources.map((source) => ({ ...source, ...more })) } as OriginGroupArgs;
  // As the error for a position would show it: each path must lead to its entry.
  const ignoreChanges = openNames.map((text) => formatEnginePath(["sources", formatKey(text), "backup"]));
  return new OriginGroup("open", args, { ignoreChanges });
}

function declareSecret(name: string, isMoved: boolean): void {
  const [host, bucket, appId] = secretNames.map((text) => pulumi.secret(text));
  const bucketConfig = cloudBucket("").config;
  const secret = [
    { source: host! },
    { config: { ...bucketConfig, s3BucketName: bucket! } },
    pulumi.secret({ originType: "edgeapp" as const, config: { appId: appId! } }),
  ];
  const open = [{ source: "a.example.com" }, { source: "b.example.com", backup: true }];
  // Each secret one has an open one behind it, which names the one before it.
  const sources = isMoved ? [...open, ...secret.toReversed()] : [secret[0], open[0], ...secret.slice(1), open[1]];
  const args = { name, sources: sources as OriginGroupArgs["sources"] };
  new OriginGroup(name, args, { ignoreChanges: ['sources["at [0]"].hostHeaderOverride'] });
}

const config = { "edgecloud:maxRetries": { value: "1" } };

engineTest(
  "sources may have any name, and a secret one shows in no key, order, text or file",
  { config },
  async (stack) => {
    const { emulator } = stack;
    let sources = openSources;
    let more = {};
    let isMoved = false;
    stack.program = () => {
      secretGroups.forEach((name) => declareSecret(name, isMoved));
      return { sources: declareOpen(sources, more).sources };
    };
    const said: Record<string, string> = {};
    const plan = path.join(stack.stack.workspace.workDir, "plan.json");
    const run = async (title: string, operation: "up" | "refresh" | "preview", options: object = {}) => {
      said[title] = await captureOperation(stack, operation, options);
    };
    const expectSecretNames = (names: string[]) => {
      expect(secretGroups.map((name) => namesOf(stack, name))).toEqual(secretGroups.map(() => names));
    };

    said.creation = await stack.preview({ plan });
    said.plan = readFileSync(plan, "utf8");
    await run("up with the plan", "up", { plan });
    expect(namesOf(stack, "open")).toEqual(openNames);
    expectSecretNames([secretNames[0]!, "a.example.com", ...secretNames.slice(1), "b.example.com"]);
    more = { backup: true };
    await expectConverged(stack);
    await run("refresh", "refresh");
    emulator.clearRequests();
    sources = openSources.toReversed();
    more = {};
    await run("another order", "up");
    expect(namesOf(stack, "open")).toEqual(openNames.toReversed());
    // The refresh has left nothing to do for the others.
    expect(stack.changes()).toEqual([`PUT /cdn/origin_groups/${findGroup(emulator, "open").id} 200`]);

    // Of the open names, as somebody else may have called them, too, only one is left. The secret ones get another order,
    // one is switched off, and one has another name: what is known of each place no longer fits.
    changeGroups(emulator, ({ name, sources: [first, ...others] }) => ({
      sources:
        name === "open" ? [first!] : [...others, { ...first!, enabled: false, source: "tests-host.example.com:8443" }],
    }));
    await run("refresh of drift", "refresh");
    await run("preview of drift", "preview");
    isMoved = true;
    await run("move", "up");
    expect(namesOf(stack, "open")).toEqual(openNames.toReversed());
    expectSecretNames(["a.example.com", "b.example.com", ...secretNames.toReversed()]);
    await expectConverged(stack);
    const outputs = (await stack.lastOutputs()).sources?.value as { source?: string; config?: object }[];
    expect(outputs.slice(-hosts.length).map(({ source }) => source)).toEqual(hosts.toReversed());

    const echo = { errors: { sources: { [secretNames[1]!]: { config: [`no bucket ${secretNames.join(" or ")}`] } } } };
    const faults: Omit<FaultInput, "path">[] = [
      { answer: { status: 400, body: echo } },
      { answer: { status: 503 } },
      { reset: "after" },
    ];
    for (const [index, fault] of faults.entries()) {
      const { id } = findGroup(emulator, secretGroups[index]!);
      emulator.addFault({ method: "PUT", path: `/cdn/origin_groups/${id}`, times: 9, ...fault });
    }
    isMoved = false;
    said.failure = await captureOperation(stack, "up", { fails: true });
    expect(said.failure).toContain("no bucket [secret]");
    expect(emulator.unmatchedFaults()).toEqual([]);
    emulator.clearFaults();
    await run("refresh after lost requests", "refresh");
    expect(findWords(secretNames, readFiles(stack))).toEqual([]);
    await stack.up();
    await expectConverged(stack);
    expect(findWords(secretNames, { ...said, ...readFiles(stack) })).toEqual([]);

    // Nobody prints plans, which are JSON.
    expect(
      Object.entries({ ...said, plan: "" }).filter(([, text]) =>
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2028]|^ +\+ 7 to create/m.test(text),
      ),
    ).toEqual([]);
  },
);
