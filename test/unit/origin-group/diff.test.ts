import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { withContext } from "../core/with-context";
import type { GroupInputs } from "../../../provider/model/origin-group-fields";
import type { OriginGroupInputs, OriginGroupState } from "../../../provider/resources/origin-group/schema";
import { bucket, bucketConfig, edgeapp, group, host, legacyGroup, otherAuth } from "./groups";
import { Unknown } from "../../../provider/core/tree";

const handler = withContext(
  originGroup.createHandler(() => {
    throw new Error("a comparison needs no connection");
  }),
);

function inputsOf(args: JsonObject): OriginGroupInputs {
  const { inputs, failures } = checkOriginGroup(args);
  expect(failures).toEqual([]);
  return inputs;
}

/** The state after `up` of these arguments; the group has the ID 7. */
function stateAfter(args: JsonObject, kept: Partial<OriginGroupState> = {}): OriginGroupState {
  const inputs = inputsOf(args);
  return {
    ...inputs,
    originGroupId: 7,
    sources: inputs.sources ?? [],
    authType: inputs.authType ?? "none",
    hasRelatedResources: false,
    adopted: inputs.originGroupId !== undefined,
    ...kept,
  };
}

const diff = (before: JsonObject, after: JsonObject) => handler.diff("7", stateAfter(before), inputsOf(after));

const [a, b] = [host("a.example.com"), host("b.example.com")];
const media = bucket();
const film = bucket({ s3BucketName: "film" });
const two = group({ sources: [a, b] });
const buckets = group({ sources: [media, film] });

const withCases = (...cases: string[]) => group({ proxyNextUpstream: cases });

const equal: [what: string, before: JsonObject, after: JsonObject][] = [
  ["the same arguments", group(), group()],
  ["the order of cases", withCases("http_403", "error"), withCases("error", "http_403")],
  ["a case given twice", withCases("error"), withCases("error", "error")],
  [
    "defaults written out",
    group(),
    group({
      useNext: false,
      proxyNextUpstream: ["timeout", "error"],
      authType: "none",
      path: "",
      sources: [host("a.example.com", { originType: "host", backup: false, enabled: true, hostHeaderOverride: null })],
    }),
  ],
  ["defaults no longer written out", group({ useNext: false, path: "" }), group()],
  [
    "defaults of a bucket written out",
    group({ sources: [{ config: bucketConfig() }] }),
    group({ sources: [bucket({ s3AuthType: "cloudSignatureV4", s3Region: null })] }),
  ],
  ["the legacy form", legacyGroup(), legacyGroup({ s3StorageHostname: null }, { path: "" })],
  ["the ID of the same group", group(), group({ originGroupId: 7 })],
  ["the ID left out", group({ originGroupId: 7 }), group()],
];

const changed: [what: string, before: JsonObject, after: JsonObject][] = [
  ["name", group(), group({ name: "other" })],
  ["useNext", group(), group({ useNext: true })],
  ["a case added", group(), group({ proxyNextUpstream: ["error", "timeout", "http_403"] })],
  ["all cases removed", group(), group({ proxyNextUpstream: [] })],
  ["path set", group(), group({ path: "/img" })],
  ["onDestroy set", group(), group({ onDestroy: "retain" })],
  ["a source added", group(), two],
  ["the order of sources", two, group({ sources: [b, a] })],
  ["a source renamed", group(), group({ sources: [b] })],
  ["backup set", two, group({ sources: [a, { ...b, backup: true }] })],
  ["enabled set", two, group({ sources: [a, { ...b, enabled: false }] })],
  ["hostHeaderOverride set", group(), group({ sources: [{ ...a, hostHeaderOverride: "www" }] })],
  ["the form of a source", group(), group({ sources: [media] })],
  ["the bucket", group({ sources: [media] }), group({ sources: [film] })],
  ["the storage", group({ sources: [media] }), group({ sources: [bucket({ s3StorageHostname: "s.example.com" })] })],
  ["the region", group({ sources: [media] }), group({ sources: [bucket({ s3Region: "north-1" })] })],
  ["s3AuthType", group({ sources: [media] }), group({ sources: [bucket({ s3AuthType: "other" })] })],
  ["an access key", buckets, group({ sources: [bucket({ s3AccessKeyId: "ROTATED" }), film] })],
  ["a secret key", buckets, group({ sources: [bucket({ s3SecretAccessKey: "r".repeat(40) }), film] })],
  ["the order of buckets", buckets, group({ sources: [film, media] })],
  ["the application", group({ sources: [edgeapp()] }), group({ sources: [edgeapp({ appId: "78" })] })],
  ["standard to legacy", group(), legacyGroup()],
  ["a legacy key", legacyGroup(), legacyGroup({ s3AccessKeyId: "ROTATED" })],
  ["the legacy storage", legacyGroup(), legacyGroup(otherAuth)],
];

describe("diff", () => {
  it.each(equal)("equal: %s", (_, before, after) => {
    expect(diff(before, after)).toEqual({ changes: false });
  });

  it.each(changed)("changes in place, there and back: %s", (_, before, after) => {
    expect({ ...diff(before, after), effects: undefined }).toEqual({ changes: true });
    expect({ ...diff(after, before), effects: undefined }).toEqual({ changes: true });
  });

  it.each([{ name: new Unknown() }, { sources: [new Unknown()] }])("changes for what is not known yet: %o", (later) => {
    expect(diff(group(), group(later))).toMatchObject({ changes: true });
  });

  it.each(["assets", "other"])("another originGroupId replaces, with the name %s", (name) => {
    const [before, after] = [group({ originGroupId: 7 }), group({ name, originGroupId: 8 })];
    const replaced = { changes: true, replaces: ["originGroupId"] };
    expect(diff(before, after)).toMatchObject({ ...replaced, deletesLast: false });
    // Of a group that is deleted, the next one may need the name.
    const deleted = { ...before, onDestroy: "delete" };
    expect(diff(deleted, after)).toMatchObject({ ...replaced, deletesLast: name !== "assets", givesUp: true });
  });

  it("replaces for an unknown originGroupId", () => {
    expect(diff(group(), group({ originGroupId: new Unknown() }))).toMatchObject({ replaces: ["originGroupId"] });
  });

  it("replaces a created group for an originGroupId unless it is its own", () => {
    expect(diff(group(), group({ originGroupId: 8 }))).toMatchObject({ replaces: ["originGroupId"] });
  });
});

describe("restore in a diff", () => {
  const found = (sources: JsonObject[]) => inputsOf(group({ sources })) as GroupInputs;
  const restoring = (restorePoint?: GroupInputs) =>
    handler.diff(
      "7",
      stateAfter(group({ originGroupId: 7, onDestroy: "retain" }), { restorePoint }),
      inputsOf(group({ originGroupId: 7, onDestroy: "restore" })),
    );

  it("is possible for a group found without buckets", () => {
    expect(restoring(found([a, edgeapp()]))).toEqual({ changes: true });
  });

  it("is a problem if the resource did not adopt the group", () => {
    expect(restoring().problem?.message).toBe(
      'onDestroy cannot be "restore": the resource did not adopt the group, so there is nothing to put back. Use "delete" or "retain"',
    );
  });

  it("is an error of a destroy that does not know what to restore, and deletes nothing", async () => {
    const state = stateAfter(group({ originGroupId: 7, onDestroy: "restore" }));
    await expect(handler.delete("7", state)).rejects.toThrow('onDestroy cannot be "restore"');
  });

  it.each<[string, GroupInputs, string]>([
    ["buckets", found([a, media, film]), "the buckets media, film"],
    ["the legacy form", inputsOf(legacyGroup()), "the bucket media"],
  ])("is a problem if the group was found with %s", (_, restorePoint, what) => {
    expect(restoring(restorePoint).problem?.message).toBe(
      `onDestroy cannot be "restore": the group was found with ${what}, whose credentials the platform does not ` +
        'reveal. Use "retain" or "delete"',
    );
  });
});

it("a new onDestroy comes too late for the old group if another one is adopted", () => {
  const after = inputsOf(group({ originGroupId: 8, onDestroy: "retain" }));
  expect(handler.diff("7", stateAfter(group()), after).effects).toMatch(
    /^the old group is deleted, because onDestroy: "retain" is for the new one\./,
  );
  const retained = stateAfter(group({ onDestroy: "retain" }));
  expect(handler.diff("7", retained, inputsOf(group({ originGroupId: 8 }))).effects).toMatch(
    /^the old group stays as it is, because removing onDestroy comes too late for it\. To/,
  );
});

describe("the order of sources", () => {
  const [c, off] = [host("c.example.com"), host("a.example.com", { enabled: false })];
  const describeOrder = (before: JsonObject[], after: JsonObject[]) =>
    diff(group({ sources: before }), group({ sources: after })).effects;

  it.each<[string, JsonObject[], JsonObject[], string]>([
    ["of sources that change places", [a, b], [b, a], "b.example.com → a.example.com"],
    ["with a new source at the top", [a, b], [c, off, b], "c.example.com → a.example.com (off) → b.example.com"],
    ["of buckets", [media, film], [film, a, { ...media, backup: true }], "film → a.example.com → media (backup)"],
  ])("%s is said in one line", (_, before, after, expected) => {
    expect(describeOrder(before, after)).toBe(`the order of sources becomes ${expected}`);
  });

  it.each<[string, JsonObject[], JsonObject[]]>([
    ["that stays", [a, b], [off, b]],
    ["with a new source at the end", [a, b], [a, b, c]],
    ["without one that is removed", [a, b, c], [b, c]],
    ["of a host and a bucket with the same name", [media, host("media")], [media, host("media")]],
    ["with one in the place of another", [a, b, c], [a, host("d.example.com"), c]],
  ])("%s is not", (_, before, after) => {
    expect(describeOrder(before, after)).toBeUndefined();
  });

  it("of more than twenty is cut off", () => {
    const many = [...Array(25).keys()].map((number) => host(`h${number}.example.com`));
    const [said = ""] = [describeOrder(many, many.toReversed())];
    expect(said.split(" → ")).toHaveLength(21);
    expect(said).toMatch(/ → h5\.example\.com → 5 more$/);
  });

  it("is that of known names where a preview does not know all yet", () => {
    const inputs = inputsOf(group({ sources: [{ source: new Unknown() }, b] }));
    expect(handler.diff("7", stateAfter(two), inputs).effects).toBeUndefined();
    const more = inputsOf(group({ sources: [b, { source: new Unknown() }, a] }));
    expect(handler.diff("7", stateAfter(two), more).effects).toMatch(/becomes b\.example\.com → … → a\.example\.com$/);
  });

  it("is nothing to say in a refresh of an unchanged group", () => {
    expect(diff(two, two).effects).toBeUndefined();
  });
});
