import type { EmulatorState } from "edgecloud-emulator";
import type { NamedTraits } from "./traits";

type Group = EmulatorState["originGroups"][number];

/** Origin groups. */
export const group: NamedTraits = {
  className: "OriginGroup",
  noun: "origin group",
  letter: "g",
  collection: "/cdn/origin_groups",
  methods: { create: "POST", update: "PUT", destroy: "DELETE" },
  hasTasks: false,
  buildArgs: (_slot, name, version) => ({
    name,
    ...(version % 2 === 0 && { useNext: true }),
    sources: [...(version % 3 === 0 ? [] : [buildBucket(version)]), { source: `v${version}.example.com` }],
  }),
  objects: {
    isKnownBy: "id",
    fixed: [],
    onDestroy: ["delete", "retain", "restore"],
    property: "useNext",
    observe: ({ originGroups }) =>
      originGroups.map(({ id, name, use_next: useNext, sources }) => {
        const content = { name, useNext, sources: (sources ?? []).map(describeStored) };
        return { id: String(id), pulumiId: String(id), name, works: true, content };
      }),
    buildContent: ({ name, useNext = false, sources = [] }) => {
      const described = sources.map(({ source, config }) =>
        config ? `s3 ${config.s3BucketName} ${config.s3AccessKeyId} ${config.s3SecretAccessKey}` : source,
      );
      return { name, useNext, sources: described };
    },
    make: (name) => ({ originGroups: [{ name, sources: [{ source: "by-hand.example.com" }] }] }),
    edit: ({ originGroups }, id, version) => ({
      originGroups: originGroups.flatMap((stored) => {
        if (String(stored.id) !== id) {
          return stored;
        }
        return version === undefined ? [] : change(stored, version);
      }),
    }),
  },
};

function buildBucket(version: number) {
  const s3AccessKeyId = `access-key-${version}-0001`;
  const s3SecretAccessKey = `secret/access+key/${version}/0001`;
  return {
    originType: "s3",
    config: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "north-1", s3AccessKeyId, s3SecretAccessKey },
  };
}

function describeStored(source: NonNullable<Group["sources"]>[number]): string | undefined {
  const { source: address, config } = source as { source?: string; config?: Record<string, string> };
  return config ? `s3 ${config.s3_bucket_name} ${config.s3_access_key_id} ${config.s3_secret_access_key}` : address;
}

/** Leaves the credentials of buckets alone: a refresh could not see them. */
function change(stored: Group, version: number) {
  const buckets = (stored.sources ?? []).filter((source) => "config" in source && source.config);
  return {
    ...stored,
    use_next: !stored.use_next,
    sources: [...buckets, { source: `by-hand-${version}.example.com`, backup: false, enabled: true }],
  };
}
