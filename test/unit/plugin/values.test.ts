import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { parseProperties, toStruct } from "../../../provider/hosts/plugin/protocol";
import type { JsonObject } from "../../../provider/values/json";
import { tries } from "../../tries";
import { hideSecrets, openProperties, withCredentialsOf, withoutCredentials } from "../../../provider/core/secrets";
import { Secret, Unknown } from "../../../provider/core/tree";
import { traits as ofFunction } from "../../../provider/resources/cloud-function/traits";
import { traits } from "../../../provider/resources/origin-group/traits";
import { silentDisplay } from "../core/jobs";
import { openStored } from "../hosts/things";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { resources } from "../../../provider/resources/index";

const secretEnvelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const outputEnvelope = { "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4" };

/** The properties that arrive if the engine sends this value. */
function received(value: object): unknown {
  return parseProperties(Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]));
}

it.each<[string, object, unknown]>([
  ["a secret", { a: { ...secretEnvelope, value: "x" } }, { a: new Secret("x") }],
  ["a secret inside a list", { a: [{ b: { ...secretEnvelope, value: 1 } }] }, { a: [{ b: new Secret(1) }] }],
  ["an output that is known", { a: { ...outputEnvelope, value: { b: 1 } } }, { a: { b: 1 } }],
  ["an output that is secret", { a: { ...outputEnvelope, value: "x", secret: true } }, { a: new Secret("x") }],
  ["null", { a: null }, { a: null }],
])("opens %s", (_, sent, expected) => {
  expect(received(sent)).toEqual(expected);
});

it.each<[string, unknown]>([
  ["text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["truth value", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["list", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ["output", { ...outputEnvelope }],
  ["secret output", { ...outputEnvelope, secret: true }],
])("recognizes an unknown %s", (_, sent) => {
  const { a } = received({ a: sent }) as { a: unknown };
  expect(a instanceof Secret ? a.value : a).toBeInstanceOf(Unknown);
});

const json = fc
  .jsonValue()
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !JSON.stringify(value).includes("__proto__"));
const anyValue = fc.array(
  fc.record({
    value: json,
    entries: fc.array(
      fc.oneof(
        json,
        json.map((inner) => new Secret(inner)),
      ),
      { maxLength: 3 },
    ),
  }),
);

it("values survive a round trip", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(parseProperties(Struct.deserializeBinary(toStruct({ value }).serializeBinary()))).toEqual({ value });
    }),
    tries(100),
  );
});

it("undefined values are left out, and half surrogate pairs are replaced", () => {
  expect(parseProperties(toStruct({ a: undefined, b: "x\ud800y", c: [undefined] }))).toEqual({
    b: "x\ufffdy",
    c: [null],
  });
});

it("an object of the user is never sent as an envelope of the engine", () => {
  expect(parseProperties(toStruct({ a: { ...secretEnvelope, value: "x" } }))).toEqual({ a: { value: "x" } });
});

const secret = (value: unknown) => new Secret(value);
const bucket = (s3BucketName: string, rest: object = {}) => ({ config: { s3BucketName, ...rest } });

describe("what is hidden", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "declared secrets, whether given as secret or not",
      {
        sources: [bucket("x", { s3AccessKeyId: "k", s3SecretAccessKey: "s" })],
        auth: { s3AccessKeyId: "k", s3Type: "o" },
      },
      {},
      {
        sources: [bucket("x", { s3AccessKeyId: secret("k"), s3SecretAccessKey: secret("s") })],
        auth: { s3AccessKeyId: secret("k"), s3Type: "o" },
      },
    ],
    [
      "values that the user marks as secret",
      { name: "a", path: "/p" },
      { name: secret("a"), path: "/p" },
      { name: secret("a"), path: "/p" },
    ],
    [
      "the same entry at another position",
      { sources: [{ source: "b" }, { source: "a", hostHeaderOverride: "h" }] },
      { sources: [{ source: "a", hostHeaderOverride: secret("h") }] },
      { sources: [{ source: "b" }, { source: "a", hostHeaderOverride: secret("h") }] },
    ],
    [
      "a whole list",
      { sources: [{ source: "a" }] },
      { sources: secret([{ source: "a" }]) },
      { sources: secret([{ source: "a" }]) },
    ],
    ["nothing else", { name: "a", sources: [{ source: "a" }] }, {}, { name: "a", sources: [{ source: "a" }] }],
  ])("%s", (_, values, given, expected) => {
    expect(hideSecrets(values, openProperties(given, traits).secrets, traits)).toEqual(expected);
    expect(openProperties(expected, traits).values).toEqual(values);
  });

  it("hides variables that only the platform knows", () => {
    const known = { ...openProperties({}, ofFunction).secrets, declared: { envs: { A: "1" } } };
    expect(hideSecrets({ envs: { A: "2", B: "theirs" }, name: "f" }, known, ofFunction)).toEqual({
      envs: { A: "2", B: secret("theirs") },
      name: "f",
    });
  });
});

describe("credentials of the inputs", () => {
  const inputs = {
    sources: [bucket("x", { s3AccessKeyId: "kx", s3SecretAccessKey: "sx" }), bucket("y", { s3AccessKeyId: "ky" })],
    auth: { s3AccessKeyId: "k", s3BucketName: "z" },
  };

  it("are left out of the state", () => {
    expect(withoutCredentials(inputs, traits)).toEqual({
      sources: [bucket("x"), bucket("y")],
      auth: { s3BucketName: "z" },
    });
  });

  it("are added to the state by the name of their bucket", () => {
    const state = { sources: [bucket("y"), { source: "a" }, bucket("x"), bucket("new")], auth: { s3BucketName: "z" } };
    expect(withCredentialsOf(state, inputs, traits)).toEqual({
      sources: [inputs.sources[1], { source: "a" }, inputs.sources[0], bucket("new")],
      auth: inputs.auth,
    });
  });

  it("do not replace those that the state has", () => {
    const state = { sources: [bucket("x", { s3AccessKeyId: "own" })] };
    expect(withCredentialsOf(state, inputs, traits)).toEqual({
      sources: [bucket("x", { s3AccessKeyId: "own", s3SecretAccessKey: "sx" })],
    });
  });
});

const unknown = expect.any(Unknown) as unknown;

const hostContext = { notify: () => undefined, waits: silentDisplay() };

type Before = Parameters<typeof openStored>[0];

/** The outputs that the preview of a resource shows. */
function predictOutputs(inputs: JsonObject, resource: keyof typeof resources, before?: Before) {
  const definition = resources[resource] as ConstructorParameters<typeof PluginResource>[0];
  const { traits } = definition;
  const stored = before && openStored(before, traits);
  return new PluginResource(definition, new HostSettings()).predict(
    openProperties(inputs, traits),
    hostContext,
    stored,
  );
}

const newGroup = { name: "a", useNext: true };
const unknownOfGroup = { originGroupId: unknown, authType: unknown, hasRelatedResources: unknown, adopted: unknown };
const madeGroup = { originGroupId: 7, authType: "none", hasRelatedResources: true, adopted: false };
const madeFunction = { inputs: { code: "a" }, outputs: { code: "a", status: "ACTIVE", endpoint: "https://f" } };
it.each<[string, JsonObject, keyof typeof resources, Before | undefined, object]>([
  ["of a new group are unknown", newGroup, "OriginGroup", undefined, { ...newGroup, ...unknownOfGroup }],
  ["of an adopted group have its ID", { originGroupId: 7 }, "OriginGroup", undefined, { originGroupId: 7 }],
  [
    "stay known if an update does not change them",
    newGroup,
    "OriginGroup",
    { inputs: { name: "a", useNext: false }, outputs: { name: "a", useNext: false, ...madeGroup } },
    { ...newGroup, ...madeGroup },
  ],
  [
    "of a changed function may have another status, but not another address",
    { code: "b" },
    "CloudFunction",
    madeFunction,
    { status: unknown, endpoint: "https://f" },
  ],
  [
    "of an unchanged function that is sent again may have another status",
    { code: "a" },
    "CloudFunction",
    madeFunction,
    { status: unknown, endpoint: "https://f" },
  ],
])("the outputs that the platform returns %s", (_, inputs, resource, before, expected) => {
  expect(predictOutputs(inputs, resource, before)).toMatchObject(expected);
});

it.each([
  ["another timeout of the resource itself", { lockTimeoutSeconds: 5 }, []],
  ["other tags", { tags: { a: "1" } }, ["allTags", "updatedAt"]],
  ["a name", { name: "new" }, ["managesName", "updatedAt"]],
])("the unknown outputs of a snapshot after a change: %s", (_, change, expected) => {
  const outputs = { name: "x", managesName: false, allTags: [], updatedAt: "t", status: "available" };
  const inputs = { snapshotId: "s", lockTimeoutSeconds: 600 };
  const predicted = predictOutputs({ ...inputs, ...change }, "SnapshotAttributes", { inputs, outputs });
  const unknowns = Object.keys(outputs).filter((key) => predicted[key] instanceof Unknown);
  expect(unknowns.sort()).toEqual(expected.sort());
});
