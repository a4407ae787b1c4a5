import type { Traits } from "../../core/traits";

/** What programs, hosts and the schema must know of the properties. */
export const traits = {
  returned: [
    "projectId",
    "regionId",
    "namespace",
    "name",
    "code",
    "mainMethod",
    "runtime",
    "flavor",
    "timeout",
    "autoscaling",
    "dependencies",
    "description",
    "enableApiKey",
    "envs",
    "disabled",
    "taskTimeoutSeconds",
    "onDestroy",
  ],
  computed: {
    functionId: [],
    endpoint: [],
    status: "any",
    buildStatus: "any",
    buildMessage: "any",
    deployStatus: "any",
    createdAt: [],
    adopted: [],
    operation: "any",
  },
  replacedBy: ["projectId", "regionId", "namespace", "name", "runtime"],
  secretMaps: ["envs"],
  secretIfUndeclared: ["code", "dependencies"],
  textFiles: { codePath: "code" },
} as const satisfies Traits;
