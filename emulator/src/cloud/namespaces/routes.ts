import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseBody } from "../body";
import { CloudError } from "../replies";
import { registerFaasRoutes } from "../faas-routes";
import { toFunctionResponse } from "../functions/response";
import type { StoredFunction } from "../functions/schema";
import { pageShape, parseQuery, slicePage } from "../page";
import type { Cloud } from "../resources";
import { parseScope, scopePath } from "../scope";
import {
  finishNamespaceOperation,
  resolveStatus,
  namespaceChange,
  namespaceSchema,
  newNamespace,
  toNamespaceKey,
  type StoredNamespace,
} from "./schema";

/** Path of the namespaces of a project and region. */
export const namespacesPath = `/v1/faas/namespaces/${scopePath}`;

// Which values the platform takes is not published.
const orders = ["name.asc", "name.desc", "created_at.asc", "created_at.desc"] as const;

const listQuery = z.object({ ...pageShape, search: z.string().default(""), order_by: z.enum(orders).optional() });

function sortBy(order: (typeof orders)[number] | undefined, found: readonly StoredNamespace[]) {
  if (order === undefined) {
    return found;
  }
  const [field, direction] = order.split(".") as ["name" | "created_at", "asc" | "desc"];
  const sign = direction === "asc" ? 1 : -1;
  return found.toSorted((one, other) => sign * (one[field] < other[field] ? -1 : Number(one[field] > other[field])));
}

function sumUp(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of counts.flatMap((of) => Object.entries(of))) {
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return Object.fromEntries(sums);
}

/** Registers `/cloud/v1/faas/namespaces` (platform facts "Namespaces of functions"). */
function registerRoutes(
  app: FastifyInstance,
  cloud: Cloud<{ namespaces: StoredNamespace; functions: StoredFunction }>,
): void {
  const { functions, namespaces: resources } = cloud.objects;
  const prefixOf = (namespace: StoredNamespace) => `${toNamespaceKey(namespace)}/`;

  const answer = (stored: StoredNamespace) => {
    const { name, description, envs, created_at } = stored;
    const seen = functions.listVisible(prefixOf(stored));
    const objects = seen.map((found) => toFunctionResponse(found, functions.getStatus(found), cloud.switches));
    const deployed = sumUp(objects.map(({ deploy_status }) => deploy_status));
    const status = resolveStatus(stored, resources.getStatus(stored));
    return { name, description, envs, status, created_at, functions: objects, functions_deploy_status: deployed };
  };

  registerFaasRoutes(app, cloud, {
    title: "Namespace",
    taskWord: "faas_namespace",
    collection: namespacesPath,
    resources,
    findPlace: parseScope,
    toKey: (scope, name) => toNamespaceKey({ ...scope, name }),
    parseNew: (body) => parseBody(newNamespace, body),
    build: (scope, sent, { created_at, operation }) =>
      namespaceSchema.parse({ ...scope, ...sent, created_at, operation }),
    parseChange: (body) => parseBody(namespaceChange, body),
    checkDelete: (stored) => {
      const inside = functions.list(prefixOf(stored)).map(({ name }) => name);
      if (inside.length > 0) {
        throw new CloudError(409, `Namespace ${stored.name} must be empty. It has functions: ${inside.join(", ")}.`);
      }
    },
    answerList: (all, query) => {
      const { search, order_by, ...page } = parseQuery(listQuery, query);
      const found = all.filter(({ name }) => name.includes(search.toLowerCase()));
      return slicePage(sortBy(order_by, found), page, cloud.switches, answer);
    },
    answer,
  });
}

/** Namespaces of functions. */
export const namespaces = {
  schema: namespaceSchema,
  keyName: "name",
  toKey: toNamespaceKey,
  finish: finishNamespaceOperation,
  registerRoutes,
};
