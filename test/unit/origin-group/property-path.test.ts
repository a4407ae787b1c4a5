import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { toPropertyPath } from "../../../provider/resources/origin-group/wire";
import { bucket, edgeapp, group, host, legacyGroup } from "./groups";

const mixed = checkOriginGroup(
  group({ sources: [host("a.example.com:80"), bucket(), edgeapp(), host("b.example.com")] }),
).inputs;
const nameless = {
  ...mixed,
  sources: [...(mixed.sources ?? []), { originType: "s3" as const, backup: false, enabled: true }],
};
const twice = { ...mixed, sources: [...(mixed.sources ?? []), ...(mixed.sources ?? [])] };
const legacy = checkOriginGroup(legacyGroup()).inputs;

describe("the property of a location in an error body (section 7)", () => {
  it.each([
    [["name"], mixed, "name"],
    [["source"], mixed, "sources"],
    [["sources"], mixed, "sources"],
    [["auth_type"], legacy, "authType"],
    [["auth"], legacy, "auth"],
    [["auth", "s3_type"], legacy, "auth.s3Type"],
    [["auth", "s3_bucket_name"], legacy, "auth.s3BucketName"],
    [["auth", "s3_access_key_id"], legacy, "auth.s3AccessKeyId"],
    [["auth", "s3_secret_access_key"], legacy, "auth.s3SecretAccessKey"],
    [["auth", "s3_region"], legacy, "auth.s3Region"],
    [["auth", "s3_storage_hostname"], legacy, "auth.s3StorageHostname"],
    [["proxy_next_upstream"], mixed, "proxyNextUpstream"],
    [["use_next"], mixed, "useNext"],
    [["sources", "a.example.com:80", "source"], mixed, 'sources[0].source ("a.example.com:80")'],
    [["sources", "b.example.com", "backup"], mixed, "sources[3].backup"],
    [["sources", "b.example.com", "enabled"], mixed, "sources[3].enabled"],
    [["sources", "b.example.com", "host_header_override"], mixed, "sources[3].hostHeaderOverride"],
    [["sources", "media", "config"], mixed, "sources[1].config"],
    [["sources", "media", "config", "s3_region"], mixed, "sources[1].config.s3Region"],
    [["sources", "media", "origin_type"], mixed, "sources[1].originType"],
    [["sources", "77", "config"], mixed, "sources[2].config"],
    [["sources", "s3_entry_4", "config"], nameless, "sources[4].config"],
    [["sources", "b.example.com"], mixed, "sources[3]"],
    [["sources", "a.example.com:80", "source"], twice, 'sources[4].source ("a.example.com:80")'],
    [["sources", "media", "config"], twice, "sources[5].config"],
    [["sources", "elsewhere.example.com", "source"], mixed, 'sources ("elsewhere.example.com").source'],
    [["sources", "s3_entry_9", "config"], mixed, 'sources ("s3_entry_9").config'],
    [["sources", "x", "source"], legacy, 'sources ("x").source'],
  ])("%j", (location, inputs, path) => {
    expect(toPropertyPath(location, inputs)).toBe(path);
  });
});
