import * as pulumi from "@pulumi/pulumi";
import { camelCase } from "../../../provider/api/calls/naming";
import {
  getFunction,
  getFunctionNamespace,
  getFunctionOutput,
  getSnapshot,
  getSnapshots,
} from "../../../provider/index";
import { messageOf, platformThatAnswers, platformWithout, queryOf } from "./platform";
import { answeredSnapshot, snapshotId } from "./snapshots";
import { answer, computedOutputs } from "../cloud-function/functions";
import { factsOf } from "../program/runs";

const readOnly = [{ key: "by", value: "system", read_only: true }];
const oldSnapshot = answeredSnapshot({ id: "old", created_at: "2025-06-01T00:00:00Z", tags: readOnly });
const recentSnapshot = answeredSnapshot({ id: "recent", created_at: "2026-06-01T00:00:00+0000" });
const failedSnapshot = answeredSnapshot({
  ...{ id: "failed", name: "manual", status: "error", created_at: "2026-06-01T00:00:00Z" },
});
const otherSnapshot = answeredSnapshot({ id: "other", name: "other", volume_id: "v-2", tags: [] });
const undatedSnapshot = answeredSnapshot({ id: "undated", name: "undated", created_at: null });
const allSnapshots = [recentSnapshot, oldSnapshot, failedSnapshot, otherSnapshot, undatedSnapshot];

const listSnapshots = (snapshots: unknown[] = allSnapshots) =>
  platformThatAnswers(200, { count: snapshots.length, results: snapshots });

describe("getSnapshots", () => {
  it.each([
    ["nothing, in the platform's order", {}, ["recent", "old", "failed", "other", "undated"]],
    ["the volume", { volumeId: "v-2" }, ["other"]],
    ["the status", { status: "error" }, ["failed"]],
    ["a tag of the platform", { tags: { by: "system" } }, ["old"]],
    ["name and tag", { name: "nightly", tags: { team: "data" } }, ["recent"]],
  ])("filters by %s", async (_, args, expected) => {
    const { received } = await listSnapshots();
    expect((await getSnapshots(args)).map(({ id }) => id)).toEqual(expected);
    expect(received[0]?.url).toMatch(/^\/cloud\/v1\/snapshots\/1\/2\?/);
    expect(queryOf(received[0]!)).toEqual({ limit: "1000", offset: "0" });
  });

  it("accepts a bare list too, and leaves out entries that are not snapshots", async () => {
    await platformThatAnswers(200, [oldSnapshot, null, { id: 7 }]);
    expect((await getSnapshots()).map(({ id }) => id)).toEqual(["old"]);
  });

  it("fails if the platform has no such list", async () => {
    await platformThatAnswers(405, { exception_class: "HTTPError", message: "Method GET is not allowed." });
    expect(await messageOf(getSnapshots())).toBe(
      "getSnapshots: reading the list of snapshots of project 1, region 2: Method GET is not allowed. (405)",
    );
  });
});

describe("getSnapshot", () => {
  it("requests the ID, and has every field under its name", async () => {
    const { received } = await platformThatAnswers(200, { ...answeredSnapshot(), later: 1 });
    const snapshot = await getSnapshot({ snapshotId: snapshotId.toUpperCase() });
    expect(received.map(({ url }) => url)).toEqual([`/cloud/v1/snapshots/1/2/${snapshotId}`]);
    const flat = Object.entries(answeredSnapshot()).map(([name, value]) => [camelCase(name), value] as const);
    expect(snapshot).toEqual({
      ...Object.fromEntries(flat),
      tags: [{ key: "team", value: "data", readOnly: false }],
    });
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { id: snapshotId, name: "n", status: "new word", tags: [] });
    const { id, name, status, tags, ...others } = await getSnapshot({ snapshotId });
    expect({ id, name, status, tags }).toEqual({ id: snapshotId, name: "n", status: "new word", tags: [] });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(10);
  });

  it("returns the newest match of filters; one without a date is the oldest", async () => {
    await listSnapshots();
    expect((await getSnapshot({ nameRegex: "undated|other", mostRecent: true })).id).toBe("other");
  });

  it("lists the candidates if several match", async () => {
    await listSnapshots();
    expect(await messageOf(getSnapshot({ nameRegex: "manual|undated" }))).toBe(
      'getSnapshot: 2 snapshots of project 1, region 2 match nameRegex "manual|undated"; ' +
        "add filters, or set mostRecent: true:\n" +
        '  "manual" (id failed, error, created 2026-06-01T00:00:00Z)\n' +
        '  "undated" (id undated, available, created at an unknown time)',
    );
  });

  it.each([
    [{}, "snapshotId is required, unless at least one filter is given: name, nameRegex, volumeId, status, tags"],
    [{ snapshotId: "x" }, "snapshotId must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getSnapshot(args as never))).toBe(`getSnapshot: ${text}`);
  });
});

const ref = { namespace: "images", name: "resize" };
const token = "token-7d793037-of-an-env";

const full = answer({
  envs: { TOKEN: token, BUCKET: "thumbnails" },
  dependencies: "require example.com/image v1.2.0",
  build_message: `exported TOKEN=${token}`,
});

describe("getFunction", () => {
  it("has every field under the property names of the resource", async () => {
    const { received } = await platformThatAnswers(200, { ...full, later: 1 });
    const found = await getFunction(ref);
    expect(received.map(({ url }) => url)).toEqual(["/cloud/v1/faas/namespaces/1/2/images/functions/resize"]);
    expect({ ...found, adopted: false }).toEqual({
      ...computedOutputs,
      projectId: 1,
      regionId: 2,
      ...ref,
      code: full.code_text,
      mainMethod: "Resize",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 30,
      autoscaling: { minInstances: 0, maxInstances: 1 },
      dependencies: "require example.com/image v1.2.0",
      description: "",
      enableApiKey: false,
      envs: { TOKEN: token, BUCKET: "thumbnails" },
      disabled: false,
      buildMessage: "exported TOKEN=[secret]",
    });
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { name: "resize", autoscaling: { max_instances: 3 } });
    const { autoscaling, functionId, projectId, regionId, namespace, name, ...others } = await getFunction(ref);
    expect([projectId, regionId, namespace, name, functionId]).toEqual([1, 2, "images", "resize", "resize"]);
    expect(autoscaling).toEqual({ minInstances: null, maxInstances: 3 });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(16);
  });

  it("fails if the function does not exist", async () => {
    await platformWithout({ exception_class: "NotFoundError", message: "gone" });
    expect(await messageOf(getFunction(ref))).toBe(
      'getFunction: function "resize" of namespace "images" of project 1, region 2 was not found: gone (404). Correct its ID or name, its project or region, or use a key of the account that has it',
    );
  });

  const label = "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash";
  it.each([
    [{}, "getFunction:\n  namespace is required\n  name is required"],
    [{ namespace: "Images", name: "resize" }, `getFunction: namespace ${label}`],
    [{ ...ref, name: "a" }, `getFunction: name ${label}`],
    [{ ...ref, functionId: "x" }, "getFunction: functionId is not a property; remove it"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getFunction(args as never))).toBe(text);
  });
});

describe("getFunctionOutput", () => {
  it("hides the code, the dependencies and each variable, and nothing else", async () => {
    await platformThatAnswers(200, full);
    const found = getFunctionOutput({ namespace: pulumi.output("images"), name: "resize" });
    const isSecret = async (output: pulumi.Output<unknown>) => (await factsOf(output)).isSecret;
    expect(await isSecret(found)).toBe(false);
    expect(await factsOf(found.code)).toEqual({ value: full.code_text, isKnown: true, isSecret: true });
    expect(await isSecret(found.dependencies)).toBe(true);
    const variable = found.envs.apply((envs) => envs?.TOKEN);
    expect(await factsOf(variable)).toEqual({ value: token, isKnown: true, isSecret: true });
    const names = found.envs.apply((envs) => Object.keys(envs ?? {}));
    expect(await factsOf(names)).toMatchObject({ value: ["TOKEN", "BUCKET"], isSecret: false });
    const open = [found.endpoint, found.flavor, found.buildMessage, found.functionId, found.description];
    expect(await Promise.all(open.map((output) => isSecret(output)))).toEqual(open.map(() => false));
  });

  it("has no variables if the platform returns none", async () => {
    await platformThatAnswers(200, { name: "resize" });
    expect(await factsOf(getFunctionOutput(ref).envs)).toMatchObject({ value: null, isSecret: false });
  });
});

describe("the functions of a namespace", () => {
  it.each<[string, unknown, string[]]>([
    ["are none if the platform reports none", undefined, []],
    ["may be null", null, []],
    ["may be empty", [], []],
    ["leave out what is no function", [null, { name: "resize" }, { name: 7 }], ["resize"]],
  ])("%s", async (_, functions, names) => {
    await platformThatAnswers(200, { name: "images", functions });
    expect((await getFunctionNamespace({ name: "images" })).functionNames).toEqual(names);
  });

  it.each([[["resize"]], [[null]], [{ count: 1 }]])("are an error if none can be read: %j", async (functions) => {
    await platformThatAnswers(200, { name: "images", functions });
    expect(await messageOf(getFunctionNamespace({ name: "images" }))).toBe(
      'getFunctionNamespace: reading namespace "images" of project 1, region 2: no function of the namespace "images" ' +
        "has the expected form",
    );
  });
});
