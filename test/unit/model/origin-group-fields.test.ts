import { neutralWords, type Dialect } from "../../../provider/config/dialect";
import type { OriginGroupAnswer } from "../../../provider/api/calls/origin-groups";
import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import {
  readComputedFields,
  readGroup,
  toRequestBody,
  type GroupInputs,
} from "../../../provider/model/origin-group-fields";
import {
  accessKeyId,
  bucket,
  edgeapp,
  group,
  host,
  legacyGroup,
  secretAccessKey,
  vendorSecretKey,
} from "../origin-group/groups";

const neutral: Dialect = neutralWords;
const answerOf = (rest: object): OriginGroupAnswer => ({ id: 7, name: "assets", ...rest });
const only = (...sources: object[]) => group({ sources });

function inputsOf(args: JsonObject): GroupInputs {
  const { inputs, failures } = checkOriginGroup(args);
  expect(failures).toEqual([]);
  return inputs;
}

/** What really goes over the wire. */
function bodyOf(args: JsonObject, dialect = neutral): object {
  return JSON.parse(JSON.stringify(toRequestBody(inputsOf(args), dialect))) as object;
}

const options = { backup: false, enabled: true };
const credentials = { s3_access_key_id: accessKeyId, s3_secret_access_key: secretAccessKey };
const mask = { s3_access_key_id: "SECRET_VALUE", s3_secret_access_key: "SECRET_VALUE" };
const wireStorage = { s3_type: "other", s3_bucket_name: "media", s3_storage_hostname: "storage.example.com" };
const wireBucket = { ...wireStorage, s3_auth_type: "cloudSignatureV4" };
const wireAuth = { s3_type: "cloudvendor", s3_bucket_name: "media", s3_region: "north-1" };
const head = { name: "assets", use_next: false, proxy_next_upstream: ["error", "timeout"] };
const sentHost = { source: "a.example.com", ...options };
const sentBucket = { origin_type: "s3", config: { ...wireBucket, ...credentials }, ...options };
const sentApp = { origin_type: "edgeapp", config: { app_id: "77" }, ...options };

describe("the request body:", () => {
  it.each<[string, JsonObject, object]>([
    ["host", group(), { ...head, sources: [sentHost] }],
    [
      "host with all options",
      only(host("a:80", { backup: true, enabled: false, hostHeaderOverride: "www" }), host("a.example.com")),
      { ...head, sources: [{ source: "a:80", backup: true, enabled: false, host_header_override: "www" }, sentHost] },
    ],
    ["S3, whose type is always given", only({ config: bucket().config }), { ...head, sources: [sentBucket] }],
    ["mixed", only(edgeapp(), host("a.example.com"), bucket()), { ...head, sources: [sentApp, sentHost, sentBucket] }],
    [
      "legacy, without sources",
      legacyGroup({}, { path: "/img" }),
      {
        ...{ ...head, path: "/img", auth_type: "cloudSignatureV4" },
        auth: { ...wireAuth, s3_access_key_id: accessKeyId, s3_secret_access_key: vendorSecretKey },
      },
    ],
    [
      "all of the group's own fields",
      group({ useNext: true, proxyNextUpstream: ["http_403"], path: "/img", originGroupId: 7, onDestroy: "retain" }),
      { name: "assets", use_next: true, proxy_next_upstream: ["http_403"], path: "/img", sources: [sentHost] },
    ],
  ])("%s", (_, args, body) => {
    expect(bodyOf(args)).toEqual(body);
  });
});

const s3Answer = (name: string, rest: object = {}, config: object = {}) => ({
  origin_type: "s3",
  config: { ...wireBucket, s3_bucket_name: name, s3_region: null, ...mask, ...config },
  ...options,
  host_header_override: null,
  ...rest,
});

describe("the inputs of an answer", () => {
  const two = only(bucket(), bucket({ s3BucketName: "film", s3AccessKeyId: "FILM" }));
  const legacyAnswer = (more: object = {}) => ({
    auth_type: "cloudSignatureV4",
    auth: { ...wireAuth, ...mask, ...more },
  });
  const nullGroup = Object.fromEntries(
    ["use_next", "proxy_next_upstream", "auth_type", "path", "auth", "has_related_resources"].map((key) => [key, null]),
  );
  const a = { source: "a.example.com" };
  const twoCases = group({ proxyNextUpstream: ["error", "http_403"] });
  const defaults = { ...head, auth_type: "none", path: "" };
  const bareAnswer = s3Answer("media", {}, { s3_auth_type: undefined, app_id: null });
  const empty = { s3_auth_type: "", s3_region: "", app_id: "" };
  const emptyAnswer = s3Answer("media", { host_header_override: "" }, empty);
  const nullSource = { origin_type: null, config: null, backup: null, enabled: null };

  it.each<[string, object, JsonObject, JsonObject]>([
    ["nothing but what is required", { sources: [a] }, {}, group()],
    ["every optional field null or empty", { ...nullGroup, sources: [{ ...a, ...nullSource }] }, {}, group()],
    ["defaults", { ...defaults, sources: [{ ...sentHost, host_header_override: null }] }, {}, group()],
    ["extra fields", { colour: "red", sources: [{ ...a, weight: 3, origin_type: "host" }] }, {}, group()],
    ["extra fields of a bucket", { sources: [s3Answer("media", {}, { x: 1 })] }, only(bucket()), only(bucket())],
    [
      "extra fields, legacy",
      legacyAnswer({ s3_auth_type: "cloudSignatureV4", extra: "x" }),
      legacyGroup(),
      legacyGroup(),
    ],
    ["a bucket with nothing but what is required", { sources: [bareAnswer] }, only(bucket()), only(bucket())],
    ["empty texts", { sources: [emptyAnswer] }, only(bucket()), only(bucket())],
    ["legacy, without an auth type", { ...legacyAnswer(), auth_type: null }, legacyGroup(), legacyGroup()],
    ["legacy, with empty texts", legacyAnswer({ s3_storage_hostname: "" }), legacyGroup(), legacyGroup()],
    ["cases in another order", { proxy_next_upstream: ["http_403", "error"], sources: [a] }, {}, twoCases],
    ["masked credentials: the known ones", { sources: [s3Answer("media"), s3Answer("film")] }, two, two],
    [
      "masked credentials: by bucket, not by position",
      { sources: [s3Answer("film"), s3Answer("media")] },
      two,
      { ...two, sources: (two.sources as unknown[]).toReversed() },
    ],
    ["legacy: by bucket", legacyAnswer(), legacyGroup(), legacyGroup()],
    [
      "from the legacy form to an S3 source: by bucket",
      { sources: [s3Answer("media")] },
      legacyGroup(),
      only(bucket({ s3SecretAccessKey: vendorSecretKey })),
    ],
    ["edge application", { sources: [{ origin_type: "edgeapp", config: { app_id: "77" } }] }, {}, only(edgeapp())],
  ])("are read: %s", (_, answer, known, args) => {
    const before = known.name ? inputsOf(known) : {};
    expect(readGroup(answerOf(answer), neutral, before)).toEqual(inputsOf(args));
  });

  it.each<[string, object, JsonObject?]>([
    ["another bucket", { sources: [s3Answer("elsewhere")] }, two],
    ["no bucket known", { sources: [s3Answer("media")] }],
    ["credentials in clear text, which the platform does not send", { sources: [sentBucket] }],
  ])("have no credential from the platform: %s", (_, answer, known = undefined) => {
    const text = JSON.stringify(readGroup(answerOf(answer), neutral, known && inputsOf(known)));
    expect(text).not.toMatch(/SECRET_VALUE|s3AccessKeyId|s3SecretAccessKey/);
    expect([accessKeyId, secretAccessKey].filter((value) => text.includes(value))).toEqual([]);
  });
});

it.each<[string, JsonObject, object, object]>([
  ["a standard group", group(), {}, { sources: [sentHost], authType: "none", hasRelatedResources: false }],
  [
    "a group in use",
    group(),
    { has_related_resources: true },
    { sources: [sentHost], authType: "none", hasRelatedResources: true },
  ],
  ["a legacy group", legacyGroup(), {}, { sources: [], authType: "cloudSignatureV4", hasRelatedResources: false }],
])("the outputs that are no inputs, of %s", (_, args, answer, outputs) => {
  expect(readComputedFields(answerOf(answer), inputsOf(args))).toEqual({ originGroupId: 7, ...outputs });
});

describe("a dialect", () => {
  const words = { cloudSignatureV4: "acmeSignatureV4", cloudvendor: "acme", edgeapp: "acmeapp" };
  const vendorBucket = bucket({ s3Type: "cloudvendor", s3Region: "r" });

  it.each<[string, JsonObject, typeof words, object]>([
    ["every word", only(edgeapp(), vendorBucket), words, { sources: [{ origin_type: "acmeapp" }, {}] }],
    ["every word, legacy", legacyGroup(), words, { auth_type: "acmeSignatureV4", auth: { s3_type: "acme" } }],
    [
      "a word that has a second meaning, by its field",
      only(vendorBucket, edgeapp()),
      { ...words, cloudvendor: "s3", edgeapp: "other" },
      { sources: [{ origin_type: "s3", config: { s3_type: "s3" } }, { origin_type: "other" }] },
    ],
  ])("translates to the platform and back: %s", (_, args, dialect, sent) => {
    const body = bodyOf(args, dialect);
    expect(body).toMatchObject(sent);
    expect(JSON.stringify(body)).not.toMatch(/cloudvendor|cloudSignatureV4|edgeapp/);
    expect(readGroup(answerOf(body), dialect, inputsOf(args))).toEqual(inputsOf(args));
  });

  it("translates no value that only happens to be such a word", () => {
    const args = group({ name: "edgeapp", sources: [host("cloudvendor"), bucket({ s3BucketName: "edgeapp" })] });
    const body = bodyOf(args, words);
    const sources = [{ source: "cloudvendor" }, { config: { s3_bucket_name: "edgeapp" } }];
    expect(body).toMatchObject({ name: "edgeapp", sources });
    expect(readGroup(answerOf(body), words, inputsOf(args))).toEqual(inputsOf(args));
  });
});
