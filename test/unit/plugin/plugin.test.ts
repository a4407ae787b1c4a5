import { isDeepStrictEqual } from "node:util";
import type { handleUnaryCall, ServerUnaryCall } from "@grpc/grpc-js";
import { CheckRequest, type CheckResponse } from "@pulumi/pulumi/proto/provider_pb";
import fc from "fast-check";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { dataSources } from "../../../provider/data";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { silentDisplay } from "../core/jobs";
import type { JsonObject } from "../../../provider/values/json";
import { tries } from "../../tries";
import { computeDetailedDiff } from "../../../provider/hosts/plugin/detailed-diff";
import { Secret } from "../../../provider/core/tree";
import { traits } from "../../../provider/resources/origin-group/traits";
import { formatFailures } from "../../../provider/hosts/operation-error";
import { PluginService } from "../../../provider/hosts/plugin/plugin-service";

const storage = { s3Type: "other", s3BucketName: "media", s3StorageHostname: "s3.example.com" };
const bucket = { ...storage, s3AuthType: "cloudSignatureV4" };

/** A group as an import reads it: without credentials. */
const asRead = {
  name: "assets",
  useNext: false,
  proxyNextUpstream: ["error", "timeout"],
  sources: [{ originType: "s3", config: bucket, backup: false, enabled: true }],
};

let emulator: Emulator;

beforeAll(async () => (emulator = await startEmulator()));
afterAll(() => emulator.close());

async function check(olds: object, news: object): Promise<string[]> {
  const settings = new HostSettings();
  const config: Record<string, string> = { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": emulator.url };
  settings.configure((key) => config[key]);
  const runContext = { urn: "urn:pulumi:dev::test::edgecloud:index:OriginGroup::assets", isPreview: true };
  const surroundings = { notify: () => undefined, waits: silentDisplay(), runContext };
  const { failures } = await new PluginResource(originGroup, settings).check({ ...olds }, { ...news }, surroundings);
  return formatFailures(failures);
}

test("what an import has read is no failure yet", async () => {
  expect(await check(asRead, asRead)).toEqual([]);
});

test("credentials that ignoreChanges takes away are missing with what to do", async () => {
  expect(await check(asRead, { ...asRead, name: "other" })).toEqual(
    ["s3AccessKeyId", "s3SecretAccessKey"].map(
      (name) =>
        `sources[0].config.${name} is required. If the program gives it, \`ignoreChanges\` takes sources as the platform ` +
        "returns it, without credentials: remove sources from ignoreChanges",
    ),
  );
});

test.each([
  ["a new group", {}],
  ["another bucket", { ...asRead, sources: [] }],
])("credentials of %s are missing because the program does not give them", async (_, olds) => {
  const failures = await check(olds, { ...asRead, name: "other" });
  expect(failures).toEqual([
    "sources[0].config.s3AccessKeyId is required",
    "sources[0].config.s3SecretAccessKey is required",
  ]);
});

test("arguments that are nested too deep are refused in a secret, too", async () => {
  let nested: unknown = "x";
  for (let level = 0; level < 200; level += 1) {
    nested = [nested];
  }
  expect(await check({}, { ...asRead, sources: new Secret(nested) })).toEqual([
    "the arguments are nested more than 100 levels deep",
  ]);
});

test("lists that ignoreChanges takes from a state of the dynamic provider are opened, and no others", async () => {
  const sources = { "a.example.com": { backup: false, enabled: true } };
  const old = { name: "assets", useNext: false, proxyNextUpstream: { error: true }, sources };
  expect(await check(old, { ...old, name: "other" })).toEqual([]);
  const failures = ["proxyNextUpstream must be an array, not an object", "sources must be an array, not an object"];
  expect(await check(asRead, { ...old, name: "other" })).toEqual(failures);
});

const host = (source: string, rest: object = {}) => ({ source, backup: false, ...rest });
const bucketOf = (s3BucketName: string, rest: object = {}) => ({ originType: "s3", config: { s3BucketName, ...rest } });
const app = (appId: string) => ({ originType: "edgeapp", config: { appId } });

const [a, b, c] = [host("a"), host("b"), host("c")];

it.each<[string, unknown, unknown, object]>([
  ["nothing changes", [a, b], [a, b], {}],
  ["one is put in front", [a, b], [c, a, b], { "sources[0]": "add" }],
  ["one is put in between", [a, b], [a, c, b], { "sources[1]": "add" }],
  ["one is put at the end", [a, b], [a, b, c], { "sources[2]": "add" }],
  ["the first is removed", [a, b, c], [b, c], { "sources[0]": "delete" }],
  ["the last is removed", [a, b, c], [a, b], { "sources[2]": "delete" }],
  ["one changes in its place", [a, b], [a, host("b", { backup: true })], { "sources[1].backup": "update" }],
  ["one gets a field", [a], [host("a", { enabled: true })], { "sources[0].enabled": "add" }],
  ["one loses a field", [host("a", { enabled: true })], [a], { "sources[0].enabled": "delete" }],
  ["one is replaced by another in its place", [a, b], [a, c], { "sources[1].source": "update" }],
  [
    "one moves because of another, and changes",
    [a, b],
    [c, host("a", { backup: true }), b],
    { "sources[0].source": "update", "sources[1]": "add" },
  ],
  ["two swap places", [a, b], [b, a], { "sources[0]": "add", "sources[1]": "delete" }],
  ["the last becomes the first", [a, b, c], [c, a, b], { "sources[0]": "add", "sources[2]": "delete" }],
  [
    "a bucket is identified by its name",
    [bucketOf("x", { s3Region: "r" }), a],
    [a, bucketOf("x", { s3Region: "r" })],
    { "sources[0]": "add", "sources[1]": "delete" },
  ],
  ["a key is rotated", [bucketOf("x", { k: 1 })], [bucketOf("x", { k: 2 })], { "sources[0].config.k": "update" }],
  ["an application is identified by its ID", [app("1"), app("2")], [app("2")], { "sources[0]": "delete" }],
  ["all are removed", [a], undefined, { sources: "delete" }],
  ["all are new", undefined, [a], { sources: "add" }],
  ["there is one more of the same name", [a], [a, a], { "sources[1]": "add" }],
  ["entries without a name are compared by position", [{}, { backup: true }], [{}], { "sources[1]": "delete" }],
])("sources: %s", (_, before, after, expected) => {
  const inputs = (sources: unknown): JsonObject => (sources === undefined ? {} : { sources });
  expect(Object.fromEntries(computeDetailedDiff(inputs(before), inputs(after), traits))).toEqual(expected);
});

it.each<[string, JsonObject, JsonObject, object]>([
  ["a field", { useNext: true }, { useNext: false }, { useNext: "update" }],
  ["one of a set of enum values", { cases: ["a", "c"] }, { cases: ["a", "b", "c"] }, { "cases[1]": "add" }],
  ["a key that is not a plain name", { envs: { "a.b": "1" } }, { envs: { "a.b": "2" } }, { 'envs["a.b"]': "update" }],
  ["a key with a backslash", { tags: { "a\\b": "1" } }, { tags: { "a\\b": "2" } }, { 'tags["a\\b"]': "update" }],
  ["a key that every object inherits", { tags: {} }, { tags: { constructor: "1" } }, { "tags.constructor": "add" }],
  ["another type", { path: "/x" }, { path: ["/x"] }, { path: "update" }],
])("other properties: %s", (_, before, after, expected) => {
  expect(Object.fromEntries(computeDetailedDiff(before, after, traits))).toEqual(expected);
});

it("two lists of 20,000 entries differ in each of them", () => {
  const long = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => host(`${prefix}${index}`));
  expect(computeDetailedDiff({ sources: long("a") }, { sources: long("b") }, traits).size).toBe(20_000);
});

it("no change of a list goes unseen, whatever moves", () => {
  const entries = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.boolean()), { maxLength: 6 });
  const toSources = (list: [string, boolean][]) => ({ sources: list.map(([name, backup]) => host(name, { backup })) });
  fc.assert(
    fc.property(entries, entries, (old, now) => {
      const changes = computeDetailedDiff(toSources(old), toSources(now), traits);
      expect(changes.size > 0).toBe(!isDeepStrictEqual(old, now));
    }),
    tries(300),
  );
});

function answer(call: "check" | "checkConfig", request: CheckRequest): Promise<unknown> {
  const { calls } = new PluginService({ version: "1", schema: "", resources: { originGroup }, dataSources }, "");
  const handle = calls[call] as handleUnaryCall<CheckRequest, CheckResponse>;
  return new Promise((resolve) =>
    handle({ request } as ServerUnaryCall<CheckRequest, CheckResponse>, (error, response) =>
      resolve(error ?? response?.toObject().failuresList.map(({ reason }) => reason)),
    ),
  );
}

it.each([
  ["default", false],
  ["default_0_1_0", false],
  ["default_1_0_0_rc_1_https_//example.com/plugins", false],
  ["default_https_//example.com/plugins", false],
  ["default_eu", true],
  ["default_2", true],
  ["defaults", true],
  ["eu", true],
])("a provider named %s is one of the program: %s", async (name, expected) => {
  const urn = `urn:pulumi:dev::project::pulumi:providers:edgecloud::${name}`;
  const news = Struct.fromJavaScript({ apiKey: "demo-key", baseUrl: "nowhere" });
  const [failure] = (await answer("checkConfig", new CheckRequest().setUrn(urn).setNews(news))) as string[];
  const key = expected ? `baseUrl of Provider "${name}"` : "edgecloud:baseUrl";
  expect(failure).toMatch(`${key} must be an http or https URL`);
});

it("takes a setting of a provider that is null for one that is not given", async () => {
  const urn = "urn:pulumi:dev::project::pulumi:providers:edgecloud::eu";
  const news = Struct.fromJavaScript({ apiKey: null, baseUrl: "https://api.example.com" });
  const failures = await answer("checkConfig", new CheckRequest().setUrn(urn).setNews(news));
  expect(failures).toEqual([expect.stringContaining("apiKey")]);
});

it("says what there is if it does not have what is asked for", async () => {
  const request = new CheckRequest().setType("edgecloud:index:constructor").setNews(new Struct());
  const details =
    "the package edgecloud has no resource edgecloud:index:constructor; it has edgecloud:index:originGroup";
  expect(await answer("check", request)).toMatchObject({ details });
});
