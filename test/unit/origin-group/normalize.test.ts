import type { JsonObject } from "../../../provider/values/json";
import { containsUnknown, Unknown } from "../../../provider/core/unknown";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { bucket, bucketConfig, edgeapp, group, host, legacyAuth, legacyGroup } from "./groups";

const options = { backup: false, enabled: true };
const a = { source: "a.example.com", ...options };
const standard = { name: "assets", useNext: false, proxyNextUpstream: ["error", "timeout"], sources: [a] };
const s3 = { originType: "s3", config: bucketConfig({ s3AuthType: "cloudSignatureV4" }), ...options };

const rows: [what: string, args: JsonObject, normalized: object][] = [
  ["defaults are filled in", group(), standard],
  [
    "cases are put in the contract's order, once each",
    group({ proxyNextUpstream: ["http_504", "timeout", "http_403", "timeout", "error"] }),
    { ...standard, proxyNextUpstream: ["error", "timeout", "http_403", "http_504"] },
  ],
  ["an empty list of cases stays empty", group({ proxyNextUpstream: [] }), { ...standard, proxyNextUpstream: [] }],
  ["an empty path and the default auth type are left out", group({ path: "", authType: "none" }), standard],
  ["a path stays unchanged", group({ path: "/img" }), { ...standard, path: "/img" }],
  [
    "a null header and the type of a host are left out",
    group({ sources: [host("a.example.com", { hostHeaderOverride: null, originType: "host" })] }),
    standard,
  ],
  [
    "the order of sources stays unchanged",
    group({ sources: [host("b.example.com"), host("a.example.com")] }),
    { ...standard, sources: [{ ...a, source: "b.example.com" }, a] },
  ],
  ["S3: type and auth type", group({ sources: [{ config: bucketConfig() }] }), { ...standard, sources: [s3] }],
  [
    "S3: nulls are dropped",
    group({ sources: [bucket({ s3Region: null }, { hostHeaderOverride: null })] }),
    { ...standard, sources: [s3] },
  ],
  [
    "edge application: nothing is added, nulls are dropped",
    group({ sources: [edgeapp({ appId: "77", s3Region: null })] }),
    { ...standard, sources: [{ originType: "edgeapp", config: { appId: "77" }, ...options }] },
  ],
  [
    "options that are set stay unchanged",
    group({ useNext: true, sources: [host("a", { backup: true, enabled: false, hostHeaderOverride: "w" }), a] }),
    {
      ...standard,
      useNext: true,
      sources: [{ source: "a", backup: true, enabled: false, hostHeaderOverride: "w" }, a],
    },
  ],
  [
    "legacy: no auth type per bucket, nulls are dropped",
    legacyGroup({ s3StorageHostname: null }),
    { ...standard, sources: undefined, authType: "cloudSignatureV4", auth: legacyAuth() },
  ],
  [
    "the arguments of an adoption stay unchanged",
    group({ originGroupId: 7, onDestroy: "restore" }),
    { ...standard, originGroupId: 7, onDestroy: "restore" },
  ],
];

describe("normalization", () => {
  it.each(rows)("%s", (_, args, normalized) => {
    const { inputs, failures } = checkOriginGroup(args);
    expect(failures).toEqual([]);
    expect(inputs).toEqual(normalized);
    expect(Object.values(inputs)).not.toContain(undefined);
  });

  it.each(rows)("%s: is unchanged when normalized again", (_, args) => {
    const { inputs } = checkOriginGroup(args);
    expect(checkOriginGroup({ ...inputs }).inputs).toEqual(inputs);
  });

  it("leaves unknown values where they are and fills in defaults around them", () => {
    const later = new Unknown();
    const { inputs } = checkOriginGroup(
      group({ useNext: later, proxyNextUpstream: ["timeout", later], sources: [host(later), later, bucket()] }),
    );
    expect(inputs).toEqual({
      ...standard,
      useNext: later,
      proxyNextUpstream: ["timeout", later],
      sources: [{ source: later, ...options }, later, s3],
    });
  });

  it.each(["proxyNextUpstream", "sources", "auth", "name"])("an unknown %s stays unknown", (key) => {
    const inputs = checkOriginGroup(group({ [key]: new Unknown() })).inputs as unknown as JsonObject;
    expect(containsUnknown(inputs[key])).toBe(true);
    expect(inputs[key]).toBeInstanceOf(Unknown);
  });

  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["sources of wrong types", { sources: [1, null, "a", []] }],
    ["cases of wrong types", { proxyNextUpstream: [null, 1, {}, "error"] }],
    ["wrong containers", { sources: {}, proxyNextUpstream: 7, auth: "x", config: [] }],
  ])("does not throw for wrong arguments, which the check refuses: %s", (_, args) => {
    expect(checkOriginGroup(args).failures).not.toEqual([]);
  });
});
