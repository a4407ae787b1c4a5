import type { Traits } from "../../core/traits";

/** What programs, hosts and the schema must know of the properties. */
export const traits = {
  returned: [
    "name",
    "useNext",
    "proxyNextUpstream",
    "sources",
    "path",
    "authType",
    "auth",
    "originGroupId",
    "onDestroy",
  ],
  computed: {
    originGroupId: [],
    authType: ["authType", "auth"],
    hasRelatedResources: [],
    adopted: [],
  },
  replacedBy: ["originGroupId"],
  adoptedBy: ["originGroupId"],
  entryNames: { sources: ["source", "config.s3BucketName", "config.appId"] },
  arraySecrets: {
    array: "sources",
    object: "config",
    key: "s3BucketName",
    map: "s3Credentials",
    leaves: { accessKeyId: "s3AccessKeyId", secretAccessKey: "s3SecretAccessKey" },
  },
  secretLeaves: { auth: ["s3AccessKeyId", "s3SecretAccessKey"] },
  deprecated: {
    path: "leave it out and let the origins serve the paths as they are requested",
    authType: 'leave it out and give `sources` an entry { originType: "s3", config: { … } }',
    auth: 'give `sources` an entry { originType: "s3", config: { … } } with the same bucket and credentials',
  },
} as const satisfies Traits;
