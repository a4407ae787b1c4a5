import type { Traits } from "../../core/traits";

const idParts = ["projectId", "regionId", "snapshotId"] as const;

export const traits = {
  id: { form: "<project>/<region>/<snapshot>", example: "12/7/5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31", parts: idParts },
  returned: [...idParts, "name", "tags", "exclusiveTags", "onDestroy", "lockTimeoutSeconds"],
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
  },
  timeLimit: "lockTimeoutSeconds",
  replacedBy: idParts,
} as const satisfies Traits;
