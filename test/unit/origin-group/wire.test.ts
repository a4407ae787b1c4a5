import { dialectSchema } from "../../../provider/api/calls/dialect";
import type { OriginGroupAnswer } from "../../../provider/api/calls/origin-groups";
import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import type { GroupInputs } from "../../../provider/resources/origin-group/schema";
import { toGroup, toRequestBody } from "../../../provider/resources/origin-group/wire";
import { accessKeyId, bucket, edgeapp, group, host, legacyGroup, secretAccessKey, vendorSecretKey } from "./groups";

const neutral = dialectSchema.parse({});

function inputsOf(args: JsonObject): GroupInputs {
  const { inputs, failures } = checkOriginGroup(args);
  expect(failures).toEqual([]);
  return inputs;
}

/** What really goes over the wire. */
function bodyOf(args: JsonObject): unknown {
  return JSON.parse(JSON.stringify(toRequestBody(inputsOf(args), neutral)));
}

const options = { backup: false, enabled: true };
const credentials = { s3_access_key_id: accessKeyId, s3_secret_access_key: secretAccessKey };
const mask = { s3_access_key_id: "SECRET_VALUE", s3_secret_access_key: "SECRET_VALUE" };
const wireBucket = {
  s3_type: "other",
  s3_bucket_name: "media",
  s3_storage_hostname: "storage.example.com",
  s3_auth_type: "cloudSignatureV4",
};
const wireAuth = { s3_type: "cloudvendor", s3_bucket_name: "media", s3_region: "north-1" };
const head = { name: "assets", use_next: false, proxy_next_upstream: ["error", "timeout"] };

describe("the request body:", () => {
  it.each<[string, JsonObject, object]>([
    ["host", group(), { ...head, sources: [{ source: "a.example.com", ...options }] }],
    [
      "host with all options",
      group({ sources: [host("a:80", { backup: true, enabled: false, hostHeaderOverride: "www" }), host("b")] }),
      {
        ...head,
        sources: [
          { source: "a:80", backup: true, enabled: false, host_header_override: "www" },
          { source: "b", ...options },
        ],
      },
    ],
    [
      "S3, whose type is always given",
      group({ sources: [{ config: bucket().config }] }),
      { ...head, sources: [{ origin_type: "s3", config: { ...wireBucket, ...credentials }, ...options }] },
    ],
    [
      "edge application",
      group({ sources: [edgeapp()] }),
      { ...head, sources: [{ origin_type: "edgeapp", config: { app_id: "77" }, ...options }] },
    ],
    [
      "mixed, in order",
      group({ sources: [edgeapp(), host("a"), bucket()] }),
      {
        ...head,
        sources: [
          { origin_type: "edgeapp", config: { app_id: "77" }, ...options },
          { source: "a", ...options },
          { origin_type: "s3", config: { ...wireBucket, ...credentials }, ...options },
        ],
      },
    ],
    [
      "legacy, without sources",
      legacyGroup({}, { path: "/img" }),
      {
        ...head,
        path: "/img",
        auth_type: "cloudSignatureV4",
        auth: { ...wireAuth, s3_access_key_id: accessKeyId, s3_secret_access_key: vendorSecretKey },
      },
    ],
    [
      "all of the group's own fields",
      group({ useNext: true, proxyNextUpstream: ["http_403"], path: "/img", originGroupId: 7, onDestroy: "retain" }),
      {
        name: "assets",
        use_next: true,
        proxy_next_upstream: ["http_403"],
        path: "/img",
        sources: [{ source: "a.example.com", ...options }],
      },
    ],
  ])("%s", (_, args, body) => {
    expect(bodyOf(args)).toEqual(body);
  });
});

const answerOf = (rest: object): OriginGroupAnswer => ({ id: 7, name: "assets", ...rest });
const s3Answer = (name: string, rest: object = {}) => ({
  origin_type: "s3",
  config: { ...wireBucket, s3_bucket_name: name, s3_region: null, ...mask },
  ...options,
  host_header_override: null,
  ...rest,
});

describe("the inputs of an answer", () => {
  const two = group({ sources: [bucket(), bucket({ s3BucketName: "film", s3AccessKeyId: "FILM" })] });

  it.each<[string, object, JsonObject, JsonObject]>([
    ["nothing but what is required", { sources: [{ source: "a.example.com" }] }, {}, group()],
    [
      "every optional field null or empty",
      {
        use_next: null,
        proxy_next_upstream: null,
        auth_type: null,
        path: null,
        has_related_resources: null,
        auth: null,
        sources: [{ source: "a.example.com", origin_type: null, config: null, backup: null, enabled: null }],
      },
      {},
      group(),
    ],
    [
      "defaults",
      {
        ...head,
        auth_type: "none",
        path: "",
        sources: [{ source: "a.example.com", ...options, host_header_override: null }],
      },
      {},
      group(),
    ],
    [
      "extra fields of the group and of a source",
      { colour: "red", sources: [{ source: "a.example.com", weight: 3, origin_type: "host" }] },
      {},
      group(),
    ],
    [
      "extra fields of a bucket",
      { sources: [{ ...s3Answer("media"), config: { ...s3Answer("media").config, s3_endpoint: "x" } }] },
      group({ sources: [bucket()] }),
      group({ sources: [bucket()] }),
    ],
    [
      "extra fields of the legacy auth",
      {
        auth_type: "cloudSignatureV4",
        auth: { ...wireAuth, ...mask, s3_auth_type: "cloudSignatureV4", s3_endpoint: "x" },
      },
      legacyGroup(),
      legacyGroup(),
    ],
    [
      "cases in another order",
      { proxy_next_upstream: ["http_403", "error"], sources: [{ source: "a.example.com" }] },
      {},
      group({ proxyNextUpstream: ["error", "http_403"] }),
    ],
    ["masked credentials: the known ones", { sources: [s3Answer("media"), s3Answer("film")] }, two, two],
    [
      "masked credentials: by bucket, not by position",
      { sources: [s3Answer("film"), s3Answer("media")] },
      two,
      { ...two, sources: (two.sources as unknown[]).toReversed() },
    ],
    [
      "legacy: by bucket",
      { auth_type: "cloudSignatureV4", auth: { ...wireAuth, ...mask } },
      legacyGroup(),
      legacyGroup(),
    ],
    [
      "from the legacy form to an S3 source: by bucket",
      { sources: [s3Answer("media")] },
      legacyGroup(),
      group({ sources: [bucket({ s3SecretAccessKey: vendorSecretKey })] }),
    ],
    [
      "edge application",
      { sources: [{ origin_type: "edgeapp", config: { app_id: "77" } }] },
      {},
      group({ sources: [edgeapp()] }),
    ],
  ])("are read: %s", (_, answer, known, args) => {
    const before = known.name ? inputsOf(known) : {};
    expect(toGroup(answerOf(answer), before, neutral)).toEqual(inputsOf(args));
  });

  it.each<[string, object]>([
    ["another bucket", { sources: [s3Answer("elsewhere")] }],
    ["no bucket known", { sources: [s3Answer("media")] }],
    [
      "credentials in clear text, which the platform does not send",
      { sources: [{ ...s3Answer("x"), config: { ...wireBucket, ...credentials } }] },
    ],
  ])("have no credential from the platform: %s", (what, answer) => {
    const known = what === "another bucket" ? inputsOf(two) : {};
    const text = JSON.stringify(toGroup(answerOf(answer), known, neutral));
    for (const value of ["SECRET_VALUE", accessKeyId, secretAccessKey, "s3AccessKeyId", "s3SecretAccessKey"]) {
      expect(text).not.toContain(value);
    }
  });

  it("leave out extra fields of a host, so that they cause no drift", () => {
    const { sources } = toGroup(answerOf({ sources: [{ source: "a", weight: 3 }] }), {}, neutral);
    expect(sources).toEqual([{ source: "a", ...options }]);
  });
});
