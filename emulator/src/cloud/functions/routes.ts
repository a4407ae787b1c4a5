import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal, InvalidFields } from "../error-body";
import { cloudMoment } from "../moment";
import { scopeOf, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { answerFunction } from "./answer";
import { parseChange, parseCreate } from "./body";
import { resourceName } from "./fields";
import { functionKey, functionSchema, type FunctionKey, type StoredFunction } from "./schema";

const collection = `/v1/faas/namespaces/${scopePath}/:namespace/functions`;
const item = `${collection}/:name`;

type Create = FastifyRequest<{ Params: ScopeParams & { namespace: string } }>;
type Item = FastifyRequest<{ Params: ScopeParams & { namespace: string; name: string } }>;

/** The namespace of a path; throws for one that cannot be (contract 4.5). */
function placeOf({ namespace, ...scope }: Create["params"]): Omit<FunctionKey, "name"> {
  const { success, error } = resourceName.safeParse(namespace);
  if (success) return { ...scopeOf(scope), namespace };
  throw new InvalidFields(new Map([["namespace", error.issues.map(({ message }) => message)]]));
}

function createFunction(store: CloudStore, { params, body, fault }: Create): string[] {
  const place = placeOf(params);
  const sent = parseCreate(body, store.switches);
  const key = { ...place, name: sent.name };
  if (store.functionAt(functionKey(key))) throw new CloudRefusal(409, `Function ${sent.name} exists already.`);
  const id = randomUUID();
  const created_at = cloudMoment(store.now());
  const tasks = store.startTasks("create_faas_function", { faas_functions: [id] }, fault?.tasks);
  store.putFunction({
    ...functionSchema.parse({ ...place, ...sent, id, created_at }),
    operation: { kind: "create", tasks },
  });
  return tasks;
}

/** A function that can be seen: one that is being created cannot be while its tasks are NEW. */
function find(store: CloudStore, { params: { name, ...place } }: Item): StoredFunction {
  const stored = store.functionAt(functionKey({ ...placeOf(place), name }));
  const hidden = stored?.operation?.kind === "create" && store.standing(stored.operation)?.phase === "waiting";
  if (stored && !hidden) return stored;
  throw new CloudRefusal(404, `Function ${name} is not found.`);
}

function refuseBusy({ name, operation }: StoredFunction): void {
  if (!operation) return;
  throw new CloudRefusal(409, `Function ${name} is locked by task ${operation.tasks.join(", ")}.`);
}

function changeFunction(store: CloudStore, request: Item): string[] {
  const stored = find(store, request);
  // Before the lock: a body that is wrong stays wrong when the lock is gone, so waiting for that would be in vain.
  const change = parseChange(request.body, store.switches, stored.autoscaling);
  refuseBusy(stored);
  const tasks = store.startTasks("update_faas_function", null, request.fault?.tasks);
  store.putFunction({ ...stored, operation: { kind: "update", tasks, change } });
  return tasks;
}

function deleteFunction(store: CloudStore, request: Item): string[] {
  const stored = find(store, request);
  refuseBusy(stored);
  const tasks = store.startTasks("delete_faas_function", null, request.fault?.tasks);
  store.putFunction({ ...stored, operation: { kind: "delete", tasks } });
  return tasks;
}

/** `/cloud/v1/faas/namespaces` (contract 4.5, platform facts "Functions"): every change is done by tasks. */
export function functionRoutes(app: FastifyInstance, store: CloudStore): void {
  app.post(collection, (request: Create, reply) =>
    answerOrRefuse(reply, () => ({ tasks: createFunction(store, request) })),
  );
  app.get(item, (request: Item, reply) =>
    answerOrRefuse(reply, () => {
      const stored = find(store, request);
      return answerFunction(stored, store.standing(stored.operation), store.switches);
    }),
  );
  app.patch(item, (request: Item, reply) => answerOrRefuse(reply, () => ({ tasks: changeFunction(store, request) })));
  app.delete(item, (request: Item, reply) => answerOrRefuse(reply, () => ({ tasks: deleteFunction(store, request) })));
  refuseOtherMethods(app, collection, ["POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}
