import { randomUUID } from "node:crypto";
import { formatPlace, SCOPE, TASK_TIMEOUT_SECONDS, WIRE_SCOPE } from "../arguments";
import type { NamedTraits } from "./traits";

/** The namespace of the functions that are in none of the program. */
const NAMESPACE = "images";

const RUNTIME = "go1.16.6";

/** Cloud functions. One that was deleted and made again by hand counts as the same. */
export const fn: NamedTraits = {
  className: "CloudFunction",
  noun: "function",
  letter: "f",
  collection: "/cloud/v1/faas/namespaces/*/*/*/functions",
  methods: { create: "POST", update: "PATCH", destroy: "DELETE" },
  seed: { namespaces: [{ ...WIRE_SCOPE, name: NAMESPACE }] },
  hasTasks: true,
  buildArgs: (_slot, name, version) => ({
    ...SCOPE,
    namespace: NAMESPACE,
    name,
    code: `package main // ${version}`,
    mainMethod: "Resize",
    runtime: RUNTIME,
    flavor: "80mCPU-128MB",
    timeout: 30,
    taskTimeoutSeconds: TASK_TIMEOUT_SECONDS,
    ...(version % 2 === 1 && { description: `version ${version}` }),
    ...(version % 3 !== 0 && { envs: { VERSION: String(version) } }),
  }),
  objects: {
    isKnownBy: "name",
    fixed: ["runtime"],
    proof: "functionId",
    container: "namespace",
    onDestroy: ["delete", "retain"],
    property: "description",
    observe: ({ functions }) =>
      functions.map(({ id, namespace, name, code_text: code, runtime, description, envs, build_status: build }) => ({
        ...{ id, pulumiId: formatPlace(namespace, name), name, proof: id, works: build !== "failed" },
        content: { name, code, runtime, description, envs },
      })),
    buildContent: ({ name, code, runtime, description, envs }) => ({
      ...{ name, code, runtime },
      ...(description !== undefined && { description }),
      ...(envs && { envs }),
    }),
    make: (name) => {
      const place = { id: randomUUID(), ...WIRE_SCOPE, namespace: NAMESPACE, name };
      const code = { code_text: "package byhand", main_method: "ByHand", runtime: RUNTIME };
      return { functions: [{ ...place, ...code, flavor: "80mCPU-128MB", timeout: 30 }] };
    },
    edit: ({ functions }, id, version) => ({
      functions: functions.flatMap((stored) => {
        if (stored.id !== id) {
          return stored;
        }
        const changed = { description: `by hand ${version}`, envs: { BY_HAND: String(version) } };
        return version === undefined ? [] : { ...stored, ...changed };
      }),
    }),
  },
};
