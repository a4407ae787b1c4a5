import { startEmulator } from "edgecloud-emulator";
import { getOriginGroup, getOriginGroups } from "../../../provider/index";
import { messageOf, platformThatAnswers, queryOf, setEnvironment } from "./platform";

const keys = { s3_access_key_id: "SECRET_VALUE", s3_secret_access_key: "SECRET_VALUE" };
const bucket = { s3_type: "cloudvendor", s3_bucket_name: "media", s3_region: "north-1", s3_storage_hostname: null };

const website = {
  id: 9,
  name: "website",
  use_next: true,
  proxy_next_upstream: ["http_503", "error"],
  auth_type: "none",
  path: "",
  sources: [
    { source: "a.example.com:8443", backup: false, enabled: true, host_header_override: "www.example.com" },
    { origin_type: "s3", config: { ...bucket, ...keys, later: 1 }, backup: true, enabled: true },
    { origin_type: "edgeapp", config: { app_id: "4711" }, enabled: false },
  ],
  has_related_resources: true,
};
const legacy = { id: 7, name: "web", auth_type: "cloudSignatureV4", auth: { ...bucket, ...keys }, path: "/v1" };
const bare = { id: 8, name: "Website", sources: [{ source: "bare.example.com" }] };
const all = [website, legacy, bare];

const listing = (groups: object[] = all) => platformThatAnswers(200, groups);

const wholeWebsite = {
  originGroupId: 9,
  name: "website",
  useNext: true,
  proxyNextUpstream: ["error", "http_503"],
  sources: [
    { source: "a.example.com:8443", backup: false, enabled: true, hostHeaderOverride: "www.example.com" },
    {
      originType: "s3",
      config: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "north-1", s3AuthType: "cloudSignatureV4" },
      backup: true,
      enabled: true,
    },
    { originType: "edgeapp", config: { appId: "4711" }, backup: false, enabled: false },
  ],
  path: null,
  authType: "none",
  auth: null,
  hasRelatedResources: true,
};

describe("getOriginGroup", () => {
  it("has every field under the resource's property names, without credentials", async () => {
    const { received } = await platformThatAnswers(200, website);
    const group = await getOriginGroup({ originGroupId: 9 });
    expect(received.map(({ url }) => url)).toEqual(["/cdn/origin_groups/9"]);
    expect(group).toEqual(wholeWebsite);
    expect(JSON.stringify(group)).not.toMatch(/SECRET_VALUE|accessKey/i);
  });

  it("has the bucket of the legacy form, without credentials", async () => {
    await platformThatAnswers(200, legacy);
    expect(await getOriginGroup({ originGroupId: 7 })).toMatchObject({
      authType: "cloudSignatureV4",
      auth: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "north-1" },
      sources: [],
      path: "/v1",
    });
    expect(JSON.stringify(await getOriginGroup({ originGroupId: 7 }))).not.toContain("SECRET_VALUE");
  });

  it("has the defaults for fields that the platform does not return", async () => {
    await platformThatAnswers(200, bare);
    expect(await getOriginGroup({ originGroupId: 8 })).toEqual({
      originGroupId: 8,
      name: "Website",
      useNext: false,
      proxyNextUpstream: ["error", "timeout"],
      sources: [{ source: "bare.example.com", backup: false, enabled: true }],
      path: null,
      authType: "none",
      auth: null,
      hasRelatedResources: false,
    });
  });

  it("returns the group with exactly that name", async () => {
    const { received } = await listing();
    expect((await getOriginGroup({ name: "web" })).originGroupId).toBe(7);
    expect(queryOf(received[0]!)).toEqual({ name: "web", limit: "1000", offset: "0" });
  });

  it("fails if no group has exactly that name", async () => {
    await listing([website]);
    expect(await messageOf(getOriginGroup({ name: "web" }))).toBe('getOriginGroup: no origin group has the name "web"');
  });

  it.each([
    [{}, "originGroupId is required, unless at least one filter is given: name"],
    [{ originGroupId: 1, name: "a" }, "originGroupId cannot be combined with name"],
    [{ originGroupId: 0 }, "originGroupId must be at least 1"],
  ])("rejects %j", async (args, text) => {
    const { received } = await listing();
    expect(await messageOf(getOriginGroup(args as never))).toBe(`getOriginGroup: ${text}`);
    expect(received).toEqual([]);
  });
});

describe("getOriginGroups", () => {
  it.each([
    ["nothing, sorted by ID", {}, [7, 8, 9]],
    ["the exact name", { name: "website" }, [9]],
    ["a pattern", { nameRegex: "^[Ww]ebsite$" }, [8, 9]],
    ["a host", { source: "a.example.com:8443" }, [9]],
    ["a bucket, in either form", { source: "media" }, [7, 9]],
    ["not being used", { hasRelatedResources: false }, [7, 8]],
    ["several at once", { nameRegex: "web", hasRelatedResources: false }, [7]],
  ])("filters by %s even if the platform does not", async (_, args, expected) => {
    await listing();
    expect((await getOriginGroups(args)).map(({ originGroupId }) => originGroupId)).toEqual(expected);
  });

  it("has groups of the deprecated form by their bucket, which the platform's filter may not know", async () => {
    const emulator = await startEmulator();
    const place = { ...bucket, s3_type: "other", s3_storage_hostname: "s3.example.com" };
    const config = { ...place, s3_access_key_id: "access-key-1", s3_secret_access_key: "secret-key-of-media" };
    emulator.seed({
      originGroups: [
        { id: 7, name: "legacy", auth_type: "cloudSignatureV4", auth: config },
        { id: 8, name: "bucket", sources: [{ origin_type: "s3", config }] },
        { id: 9, name: "host", sources: [{ source: "a.example.com" }] },
      ],
    });
    setEnvironment({ API_KEY: "demo-key", BASE_URL: emulator.url });
    const found = await getOriginGroups({ source: "media" }).finally(() => emulator.close());
    expect(found.map(({ name }) => name)).toEqual(["legacy", "bucket"]);
  });

  it("sends the platform the filters that it supports, and reads all pages", async () => {
    const { received } = await platformThatAnswers(200, { count: 1, next: null, previous: null, results: [website] });
    const args = { name: "website", source: "media", hasRelatedResources: true, nameRegex: "w" };
    expect(await getOriginGroups(args)).toEqual([wholeWebsite]);
    expect(received.map(queryOf)).toEqual([
      { name: "website", has_related_resources: "true", limit: "1000", offset: "0" },
    ]);
  });
});

test("a result has the neutral terms in place of those of the dialect", async () => {
  const dialect = { cloudSignatureV4: "vendorSignature", cloudvendor: "vendor", edgeapp: "app" };
  const config = { ...bucket, s3_type: "vendor", s3_auth_type: "vendorSignature" };
  const sources = [
    { origin_type: "s3", config },
    { origin_type: "app", config: { app_id: "1" } },
  ];
  await platformThatAnswers(200, { id: 1, name: "a", sources });
  process.env.EDGECLOUD_DIALECT = JSON.stringify(dialect);
  expect((await getOriginGroup({ originGroupId: 1 })).sources).toMatchObject([
    { originType: "s3", config: { s3Type: "cloudvendor", s3AuthType: "cloudSignatureV4" } },
    { originType: "edgeapp", config: { appId: "1" } },
  ]);
});
