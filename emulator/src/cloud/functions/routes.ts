import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { assertUnlocked, getVisible, registerFaasRoutes } from "../faas-routes";
import { namespacesPath } from "../namespaces/routes";
import { isOpen, toNamespaceKey, type StoredNamespace } from "../namespaces/schema";
import { pageShape, parseQuery, slicePage } from "../page";
import type { Cloud } from "../resources";
import { parseScope } from "../scope";
import { finishFunctionOperation, toFunctionResponse } from "./response";
import { parseFunctionChange, parseNewFunction } from "./body";
import { toFunctionKey, functionSchema, type StoredFunction } from "./schema";

// The list is not published: it has the form of the list of images, without filters.
const listQuery = z.object(pageShape);

/** Registers `/cloud/v1/faas/namespaces/…/functions` (contract 4.5, platform facts "Functions"). */
function registerRoutes(
  app: FastifyInstance,
  cloud: Cloud<{ functions: StoredFunction; namespaces: StoredNamespace }>,
): void {
  const { functions: resources, namespaces } = cloud.objects;
  const answer = (stored: StoredFunction) => toFunctionResponse(stored, resources.getStatus(stored), cloud.switches);

  registerFaasRoutes(app, cloud, {
    title: "Function",
    taskWord: "faas_function",
    collection: `${namespacesPath}/:namespace/functions`,
    resources,
    findPlace: ({ namespace, ...params }) => {
      const scope = parseScope(params);
      const kind = { title: "Namespace", resources: namespaces };
      return { ...scope, namespace: getVisible(kind, toNamespaceKey({ ...scope, name: namespace }), namespace) };
    },
    toKey: ({ namespace, ...scope }, name) => toFunctionKey({ ...scope, namespace: namespace.name, name }),
    parseNew: (body, { namespace }) => {
      const sent = parseNewFunction(body, cloud.switches);
      if (!isOpen(namespace)) {
        assertUnlocked("Namespace", namespace);
      }
      return sent;
    },
    build: ({ namespace, ...scope }, sent, computed) =>
      functionSchema.parse({ ...scope, namespace: namespace.name, ...sent, ...computed }),
    parseChange: (body, { autoscaling }) => parseFunctionChange(body, cloud.switches, autoscaling),
    checkDelete: () => undefined,
    answerList: (found, query) => slicePage(found, parseQuery(listQuery, query), cloud.switches, answer),
    answer,
  });
}

/** A seed has the namespaces of its functions. */
function findSeedProblem(
  { namespace: name, ...scope }: StoredFunction,
  { namespaces }: { readonly namespaces: ReadonlyMap<string, StoredNamespace> },
): string | undefined {
  const found = namespaces.get(toNamespaceKey({ ...scope, name }));
  if (found) {
    return isOpen(found) ? undefined : `namespace: "${name}" is being created or deleted`;
  }
  return `namespace: there is no "${name}" in namespaces for project ${scope.project_id}, region ${scope.region_id}`;
}

/** Functions. */
export const functions = {
  schema: functionSchema,
  keyName: "name",
  toKey: toFunctionKey,
  finish: finishFunctionOperation,
  findSeedProblem,
  registerRoutes,
};
