import { formatPlace, SCOPE, TASK_TIMEOUT_SECONDS, WIRE_SCOPE } from "../arguments";
import type { NamedTraits } from "./traits";

/** Namespaces of functions. */
export const namespace: NamedTraits = {
  className: "FunctionNamespace",
  noun: "namespace",
  letter: "n",
  collection: "/cloud/v1/faas/namespaces/*/*",
  methods: { create: "POST", update: "PATCH", destroy: "DELETE" },
  hasTasks: true,
  buildArgs: (_slot, name, version) => ({
    ...SCOPE,
    name,
    taskTimeoutSeconds: TASK_TIMEOUT_SECONDS,
    ...(version % 2 === 0 && { description: `version ${version}` }),
    ...(version % 3 !== 1 && { envs: { VERSION: String(version) } }),
  }),
  objects: {
    isKnownBy: "name",
    fixed: [],
    proof: "namespace",
    onDestroy: ["delete", "retain"],
    property: "description",
    observe: ({ namespaces }) =>
      namespaces.map(({ name, created_at, description, envs, status }) => ({
        ...{
          id: `${name} of ${created_at}`,
          pulumiId: formatPlace(name),
          name,
          proof: name,
          works: status !== "Failed",
        },
        content: { name, description, envs },
      })),
    buildContent: ({ name, description, envs }) => ({
      name,
      ...(description !== undefined && { description }),
      ...(envs && { envs }),
    }),
    make: (name) => ({ namespaces: [{ ...WIRE_SCOPE, name, created_at: new Date().toISOString() }] }),
    edit: ({ namespaces }, id, version) => ({
      namespaces: namespaces.flatMap((stored) => {
        if (`${stored.name} of ${stored.created_at}` !== id) {
          return stored;
        }
        const changed = { description: `by hand ${version}`, envs: { BY_HAND: String(version) } };
        return version === undefined ? [] : { ...stored, ...changed };
      }),
    }),
  },
};
