import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CloudError, sendResult, refuseOtherMethods, formatTimestamp } from "./replies";
import type { HasOperation, OperationKind } from "./operation";
import type { Cloud, Resources } from "./resources";
import type { ScopeParams } from "./scope";

/** Parameters of a path; `namespace` is there for what is in one, `name` for a single resource. */
type FaasParams = ScopeParams & { readonly namespace: string; readonly name: string };

interface Named extends HasOperation {
  readonly name: string;
}

/** What the server computes when a resource is created. */
interface Computed<Stored extends Named> {
  readonly id: string;
  readonly created_at: string;
  readonly operation: NonNullable<Stored["operation"]>;
}

/** What is different between the kinds that tasks create, change and delete. What refuses throws a {@link CloudError}. */
interface FaasKind<Stored extends Named, Place, Sent extends { readonly name: string }> {
  /** What it is called in messages. */
  readonly title: string;
  /** Its word in tasks: `faas_function` for `create_faas_function` and `{"faas_functions": [id]}`. */
  readonly taskWord: string;
  /** Path of the collection. */
  readonly collection: string;
  readonly resources: Resources<Stored>;
  /** Finds where the path is. */
  findPlace(params: FaasParams): Place;
  /** Formats the key of a resource, or with an empty name the prefix of all in the place. */
  toKey(place: Place, name: string): string;
  /** Checks a create. */
  parseNew(body: unknown, place: Place): Sent;
  /** Builds what is stored. */
  build(place: Place, sent: Sent, computed: Computed<Stored>): Stored;
  /** Checks a change. */
  parseChange(body: unknown, stored: Stored): object;
  /** Checks a delete. */
  checkDelete(stored: Stored): void;
  /** Builds the answer of the list. */
  answerList(found: readonly Stored[], query: unknown): unknown;
  /** Builds the object of the platform facts. */
  answer(stored: Stored): unknown;
}

/** Refuses what a task is working on. */
export function assertUnlocked(title: string, { name, operation }: Named): void {
  if (!operation) {
    return;
  }
  throw new CloudError(409, `${title} ${name} is locked by task ${operation.tasks.join(", ")}.`);
}

/** Returns what is visible under a key; throws a 404. */
export function getVisible<Stored extends Named>(
  { title, resources }: { readonly title: string; readonly resources: Resources<Stored> },
  key: string,
  name: string,
): Stored {
  const found = resources.findVisible(key);
  if (found) {
    return found;
  }
  throw new CloudError(404, `${title} ${name} is not found.`);
}

/** Registers the routes of a kind; tasks do every change. */
export function registerFaasRoutes<Stored extends Named, Place, Sent extends { readonly name: string }>(
  app: FastifyInstance,
  cloud: Cloud,
  kind: FaasKind<Stored, Place, Sent>,
): void {
  type Call = FastifyRequest<{ Params: FaasParams }>;
  const { collection, resources, title, taskWord } = kind;
  const item = `${collection}/:name`;

  const find = ({ params }: Call) => getVisible(kind, kind.toKey(kind.findPlace(params), params.name), params.name);
  const start = (operation: OperationKind, { fault }: Call, created: Record<string, string[]> | null = null) =>
    cloud.startTasks(`${operation}_${taskWord}`, created, fault?.tasks);

  const create = (request: Call): string[] => {
    const place = kind.findPlace(request.params);
    const sent = kind.parseNew(request.body, place);
    if (resources.find(kind.toKey(place, sent.name))) {
      throw new CloudError(409, `${title} ${sent.name} already exists.`);
    }
    const id = randomUUID();
    const tasks = start("create", request, { [`${taskWord}s`]: [id] });
    const created_at = formatTimestamp(cloud.now());
    resources.put(kind.build(place, sent, { id, created_at, operation: { kind: "create", tasks } }));
    return tasks;
  };
  const update = (request: Call): string[] => {
    const stored = find(request);
    // Checked before the lock: waiting for it would not make a wrong body right.
    const change = kind.parseChange(request.body, stored);
    assertUnlocked(title, stored);
    const tasks = start("update", request);
    resources.put({ ...stored, operation: { kind: "update", tasks, change } });
    return tasks;
  };
  const remove = (request: Call): string[] => {
    const stored = find(request);
    assertUnlocked(title, stored);
    kind.checkDelete(stored);
    const tasks = start("delete", request);
    resources.put({ ...stored, operation: { kind: "delete", tasks } });
    return tasks;
  };
  const list = ({ params, query }: Call) =>
    kind.answerList(resources.listVisible(kind.toKey(kind.findPlace(params), "")), query);

  app.post(collection, (request: Call, reply) => sendResult(reply, () => ({ tasks: create(request) })));
  app.get(collection, (request: Call, reply) => sendResult(reply, () => list(request)));
  app.get(item, (request: Call, reply) => sendResult(reply, () => kind.answer(find(request))));
  app.patch(item, (request: Call, reply) => sendResult(reply, () => ({ tasks: update(request) })));
  app.delete(item, (request: Call, reply) => sendResult(reply, () => ({ tasks: remove(request) })));
  refuseOtherMethods(app, collection, ["GET", "POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}
