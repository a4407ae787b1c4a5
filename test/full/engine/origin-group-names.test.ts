import path from "node:path";
import { readFileSync } from "node:fs";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { formatKey } from "../../../provider/core/keyed-lists";
import { formatEnginePath } from "../../../provider/core/property-paths";
import { expectConverged } from "../../engine/setup/expectations";
import { changeGroups, findGroup } from "../../engine/setup/platform";
import { captureOperation } from "../../engine/setup/search";
import { cloudBucket } from "../../engine/setup/sources";
import { engineTest } from "../../engine/setup/test-stack";

/** What the platform takes as the name of a bucket or an application, and what a key of an object must not be. */
const hostile = [
  ...["a.b.c", "a:b", "a/b", "a[0].b", "[0]", "[*]", "*", "[]", "{}", '{"a":1}', "null", "true", "10", "2", "a b"],
  ...[`"quoted"`, `it's`, "`x`", "ends\\", 'a\\"b', "at [0]", "from first", "a (2)", "a", "${x}", "100%", "---"],
  ...["__proto__", "__secrets", "__provider", "constructor", "toString", "valueOf", "hasOwnProperty", "then"],
  ...["after", "source", "config", "id", "length", "4dabf18193072939515e22adb298388d"],
  ...["桶", "حاوية", "ведро", "🪣", "é", "e\u0301", "x".repeat(255), "桶".repeat(255)],
];

/** What Pulumi's colours would obey, or a reader would take for another line. */
const misleading = ["a\u202eb", "<{%evil%}>", "a\u2028b"];

const hosts = ["a.example.com:8443", "xn--bcher-kva.example.com", "192.0.2.7:81", "2001:db8::1"];

const all = [
  ...hosts.map((source) => ({ source })),
  ...[...hostile, ...misleading].map((name) => cloudBucket(name)),
  ...["4711", "<{%title%}>"].map((appId) => ({ originType: "edgeapp" as const, config: { appId } })),
];
const names = [...hosts, ...hostile, ...misleading, "4711", "<{%title%}>"];

/** As the error for a position would show it: each path must lead to its entry. */
const ignoreChanges = names.map((text) => formatEnginePath(["sources", formatKey(text), "backup"]));

engineTest("sources may have any name", {}, async (stack) => {
  const { emulator } = stack;
  const storedNames = () =>
    findGroup(emulator, "open").sources.map((source) => {
      const { source: host, config } = source as { source?: string; config?: Record<string, string> };
      return host ?? config?.s3_bucket_name ?? config?.app_id;
    });
  let sources = all;
  let more = {};
  stack.program = () => {
    const args = { name: "open", sources: sources.map((source) => ({ ...source, ...more })) } as OriginGroupArgs;
    return { sources: new OriginGroup("open", args, { ignoreChanges }).sources };
  };
  const plan = path.join(stack.stack.workspace.workDir, "plan.json");
  const said = [await stack.preview({ plan })];
  expect(readFileSync(plan, "utf8")).toContain("resourcePlans");
  said.push(await captureOperation(stack, "up", { plan }));
  expect(storedNames()).toEqual(names);
  more = { backup: true };
  await expectConverged(stack);
  said.push(await captureOperation(stack, "refresh"));
  sources = all.toReversed();
  more = {};
  said.push(await captureOperation(stack, "up"));
  expect(storedNames()).toEqual(names.toReversed());

  // Somebody else leaves only one.
  changeGroups(emulator, ({ sources: [first] }) => ({ sources: [first!] }));
  said.push(await captureOperation(stack, "refresh"), await captureOperation(stack, "up"));
  expect(storedNames()).toEqual(names.toReversed());
  await expectConverged(stack);
  const outputs = (await stack.lastOutputs()).sources?.value as { source?: string }[];
  expect(outputs.slice(-hosts.length).map(({ source }) => source)).toEqual(hosts.toReversed());
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2028]|^ +\+ 7 to create/m;
  expect(said.filter((text) => obeyed.test(text))).toEqual([]);
});
