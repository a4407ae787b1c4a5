import type { Traits } from "../../core/traits";
import { groupLists } from "../../model/source-lists";

const fields = ["name", "useNext", "proxyNextUpstream", "sources", "path", "authType", "auth"] as const;

const credentials = [
  "sources.*.config.s3AccessKeyId",
  "sources.*.config.s3SecretAccessKey",
  "auth.s3AccessKeyId",
  "auth.s3SecretAccessKey",
] as const;

/** What programs, hosts and the schema need to know about the properties. */
export const traits = {
  id: { form: "<number of the group>", example: "1001", parts: ["originGroupId"] },
  returned: [...fields, "originGroupId", "onDestroy"],
  computed: {
    originGroupId: [],
    authType: ["authType", "auth"],
    hasRelatedResources: [],
    adopted: [],
  },
  replacedBy: ["originGroupId"],
  adoptedBy: "originGroupId",
  ...groupLists,
  credentials,
  namedBy: Object.fromEntries(credentials.map((path) => [path, `${path}From`])),
  deprecated: {
    path: "leave it out and let the origins serve the paths as they are requested",
    authType: 'leave it out and give `sources` an entry { originType: "s3", config: { … } }',
    auth: 'give `sources` an entry { originType: "s3", config: { … } } with the same bucket and credentials',
  },
} as const satisfies Traits;
