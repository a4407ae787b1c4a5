import type { Traits } from "../../core/traits";

const idParts = ["projectId", "regionId", "namespace", "name"] as const;
const required = ["code", "mainMethod", "runtime", "flavor", "timeout"] as const;
const optional = ["autoscaling", "dependencies", "description", "enableApiKey", "envs", "disabled"] as const;

export const traits = {
  id: { form: "<project>/<region>/<namespace>/<name>", example: "12/7/images/resize", parts: idParts },
  returned: [...idParts, ...required, ...optional, "taskTimeoutSeconds", "onDestroy"],
  computed: {
    functionId: [],
    endpoint: [],
    status: "any",
    buildStatus: "any",
    buildMessage: "any",
    deployStatus: "any",
    createdAt: [],
    adopted: [],
  },
  timeLimit: "taskTimeoutSeconds",
  replacedBy: [...idParts, "runtime"],
  adoptedBy: "adopt",
  namedBy: { "envs.*": "envsFrom.*" },
  secretMaps: ["envs"],
  secretIfUndeclared: ["code", "dependencies"],
  loginsIn: ["dependencies"],
  quoting: ["buildMessage"],
  textFiles: { codePath: "code" },
} as const satisfies Traits;
