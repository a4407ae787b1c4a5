import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { assertUnlocked, getVisible, registerFaasRoutes } from "../faas-routes";
import { namespacesPath } from "../namespaces/routes";
import { isOpen, toNamespaceKey } from "../namespaces/schema";
import { pageShape, parseQuery, slicePage } from "../page";
import { parseScope } from "../scope";
import type { CloudStore } from "../store";
import { toFunctionResponse } from "./response";
import { parseFunctionChange, parseNewFunction } from "./body";
import { toFunctionKey, functionSchema, type StoredFunction } from "./schema";

// The list is not published: it has the form of the list of images, without filters.
const listQuery = z.object(pageShape);

/** Registers `/cloud/v1/faas/namespaces/…/functions` (contract 4.5, platform facts "Functions"). */
export function registerFunctionRoutes(app: FastifyInstance, store: CloudStore): void {
  const answer = (stored: StoredFunction) =>
    toFunctionResponse(stored, store.functions.getStatus(stored), store.switches);

  registerFaasRoutes(app, store, {
    title: "Function",
    taskWord: "faas_function",
    collection: `${namespacesPath}/:namespace/functions`,
    resources: store.functions,
    findPlace: ({ namespace, ...params }) => {
      const scope = parseScope(params);
      const kind = { title: "Namespace", resources: store.namespaces };
      return { ...scope, namespace: getVisible(kind, toNamespaceKey({ ...scope, name: namespace }), namespace) };
    },
    toKey: ({ namespace, ...scope }, name) => toFunctionKey({ ...scope, namespace: namespace.name, name }),
    parseNew: (body, { namespace }) => {
      const sent = parseNewFunction(body, store.switches);
      if (!isOpen(namespace)) {
        assertUnlocked("Namespace", namespace);
      }
      return sent;
    },
    build: ({ namespace, ...scope }, sent, computed) =>
      functionSchema.parse({ ...scope, namespace: namespace.name, ...sent, ...computed }),
    parseChange: (body, { autoscaling }) => parseFunctionChange(body, store.switches, autoscaling),
    checkDelete: () => undefined,
    answerList: (found, query) => slicePage(found, parseQuery(listQuery, query), store.switches, answer),
    answer,
  });
}
