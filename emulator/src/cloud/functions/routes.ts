import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { pageShape, parseQuery, slicePage } from "../page";
import { sendResult, refuseOtherMethods } from "../replies";
import { CloudError, InvalidFieldsError } from "../error-body";
import { formatTimestamp } from "../timestamp";
import { parseScope, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { toFunctionResponse } from "./response";
import { parseFunctionChange, parseNewFunction } from "./body";
import { resourceName } from "./fields";
import { toFunctionKey, functionSchema, type FunctionKey, type StoredFunction } from "./schema";

const collection = `/v1/faas/namespaces/${scopePath}/:namespace/functions`;
const item = `${collection}/:name`;

const listQuery = z.object(pageShape);

type List = FastifyRequest<{ Params: ScopeParams & { namespace: string } }>;
type Create = List;
type Item = FastifyRequest<{ Params: ScopeParams & { namespace: string; name: string } }>;

/** Parses scope and namespace of a path (contract 4.5); throws a `CloudError`. */
function parseNamespace({ namespace, ...scope }: Create["params"]): Omit<FunctionKey, "name"> {
  const { success, error } = resourceName.safeParse(namespace);
  if (success) {
    return { ...parseScope(scope), namespace };
  }
  throw new InvalidFieldsError(new Map([["namespace", error.issues.map(({ message }) => message)]]));
}

function createFunction(store: CloudStore, { params, body, fault }: Create): string[] {
  const scope = parseNamespace(params);
  const sent = parseNewFunction(body, store.switches);
  const key = { ...scope, name: sent.name };
  if (store.findFunction(toFunctionKey(key))) {
    throw new CloudError(409, `Function ${sent.name} already exists.`);
  }
  const id = randomUUID();
  const created_at = formatTimestamp(store.now());
  const tasks = store.startTasks("create_faas_function", { faas_functions: [id] }, fault?.tasks);
  store.putFunction({
    ...functionSchema.parse({ ...scope, ...sent, id, created_at }),
    operation: { kind: "create", tasks },
  });
  return tasks;
}

/** A function is hidden while the tasks of its creation are NEW. */
function isHidden(store: CloudStore, { operation }: StoredFunction): boolean {
  return operation?.kind === "create" && store.getOperationStatus(operation)?.phase === "waiting";
}

function findFunction(store: CloudStore, { params: { name, ...scope } }: Item): StoredFunction {
  const stored = store.findFunction(toFunctionKey({ ...parseNamespace(scope), name }));
  if (stored && !isHidden(store, stored)) {
    return stored;
  }
  throw new CloudError(404, `Function ${name} is not found.`);
}

function answerFunction(store: CloudStore, stored: StoredFunction) {
  return toFunctionResponse(stored, store.getOperationStatus(stored.operation), store.switches);
}

// The list is not published: it has the form of the list of images, without filters.
function listFunctions(store: CloudStore, { params, query }: List) {
  const found = store.listFunctions(parseNamespace(params)).filter((stored) => !isHidden(store, stored));
  return slicePage(found, parseQuery(listQuery, query), store.switches, (stored) => answerFunction(store, stored));
}

function assertUnlocked({ name, operation }: StoredFunction): void {
  if (!operation) {
    return;
  }
  throw new CloudError(409, `Function ${name} is locked by task ${operation.tasks.join(", ")}.`);
}

function updateFunction(store: CloudStore, request: Item): string[] {
  const stored = findFunction(store, request);
  // Checked before the lock: waiting for it would not make a wrong body right.
  const change = parseFunctionChange(request.body, store.switches, stored.autoscaling);
  assertUnlocked(stored);
  const tasks = store.startTasks("update_faas_function", null, request.fault?.tasks);
  store.putFunction({ ...stored, operation: { kind: "update", tasks, change } });
  return tasks;
}

function deleteFunction(store: CloudStore, request: Item): string[] {
  const stored = findFunction(store, request);
  assertUnlocked(stored);
  const tasks = store.startTasks("delete_faas_function", null, request.fault?.tasks);
  store.putFunction({ ...stored, operation: { kind: "delete", tasks } });
  return tasks;
}

/** Registers `/cloud/v1/faas/namespaces` (contract 4.5, platform facts "Functions"); tasks do every change. */
export function registerFunctionRoutes(app: FastifyInstance, store: CloudStore): void {
  app.post(collection, (request: Create, reply) =>
    sendResult(reply, () => ({ tasks: createFunction(store, request) })),
  );
  app.get(collection, (request: List, reply) => sendResult(reply, () => listFunctions(store, request)));
  app.get(item, (request: Item, reply) => sendResult(reply, () => answerFunction(store, findFunction(store, request))));
  app.patch(item, (request: Item, reply) => sendResult(reply, () => ({ tasks: updateFunction(store, request) })));
  app.delete(item, (request: Item, reply) => sendResult(reply, () => ({ tasks: deleteFunction(store, request) })));
  refuseOtherMethods(app, collection, ["GET", "POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}
