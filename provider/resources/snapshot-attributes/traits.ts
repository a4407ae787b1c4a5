import type { Traits } from "../../core/traits";

/** What programs, hosts and the schema must know of the properties. */
export const traits = {
  returned: ["projectId", "regionId", "snapshotId", "name", "tags", "exclusiveTags", "onDestroy", "lockTimeoutSeconds"],
  computed: {
    name: [],
    managesName: ["name"],
    allTags: ["tags", "exclusiveTags"],
    status: [],
    lockTaskId: [],
    createdAt: [],
    creatorTaskId: [],
    description: [],
    region: [],
    size: [],
    updatedAt: ["name", "tags", "exclusiveTags"],
    volumeId: [],
    restorePoint: ["name", "tags", "exclusiveTags"],
  },
  replacedBy: ["projectId", "regionId", "snapshotId"],
} as const satisfies Traits;
