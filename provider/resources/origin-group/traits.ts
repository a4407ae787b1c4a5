import type { Traits } from "../../core/traits";
import { credentials } from "../../model/origin-group";
import { groupLists } from "../../model/source-lists";

const fields = ["name", "useNext", "proxyNextUpstream", "sources", "path", "authType", "auth"] as const;

const credentialPaths = ["sources.*.config", "auth"].flatMap((path) => credentials.map((name) => `${path}.${name}`));

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
  credentials: credentialPaths,
  namedBy: Object.fromEntries(credentialPaths.map((path) => [path, `${path}From`])),
  deprecated: {
    path: "leave it out and let the origins serve the paths as they are requested",
    authType: 'leave it out and give `sources` an entry { originType: "s3", config: { … } }',
    auth: 'give `sources` an entry { originType: "s3", config: { … } } with the same bucket and credentials',
  },
} as const satisfies Traits;
