import type { Traits } from "../../core/traits";

export const traits = {
  id: { form: "<project>/<region>/<name>", example: "12/7/images", parts: ["projectId", "regionId", "name"] },
  returned: ["projectId", "regionId", "name", "description", "envs", "taskTimeoutSeconds", "onDestroy"],
  computed: { namespace: [], status: "any", createdAt: [], adopted: [] },
  timeLimit: "taskTimeoutSeconds",
  replacedBy: ["projectId", "regionId", "name"],
  adoptedBy: "adopt",
  namedBy: { "envs.*": "envsFrom.*" },
  secretMaps: ["envs"],
} as const satisfies Traits;
