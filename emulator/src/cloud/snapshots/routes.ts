import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal, InvalidFields } from "../error-body";
import { cloudMoment } from "../moment";
import { pageOf, pageShape, parseQuery } from "../page";
import { livesIn, scopeOf, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { parseNewSnapshot } from "./create";
import { underWay } from "./operation";
import { patchSnapshot } from "./patch";
import { afterRead, answerSnapshot, snapshotSchema, type Snapshot } from "./schema";

const collection = `/v1/snapshots/${scopePath}`;
const item = `${collection}/:id`;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const listQuery = z.object(pageShape);

type Collection = FastifyRequest<{ Params: ScopeParams }>;
type Item = FastifyRequest<{ Params: ScopeParams & { id: string } }>;

function createSnapshot(store: CloudStore, { params, body, fault }: Collection): string[] {
  const place = scopeOf(params);
  const sent = parseNewSnapshot(body);
  const id = randomUUID();
  const tasks = store.startTasks("create_snapshot", { snapshots: [id] }, fault?.tasks);
  const now = cloudMoment(store.now());
  const computed = { id, created_at: now, updated_at: now, creator_task_id: tasks.at(-1) };
  store.put({ ...snapshotSchema.parse({ ...place, ...sent, ...computed }), operation: { kind: "create", tasks } });
  return tasks;
}

/** A snapshot as it is seen from a project and region; one that is being created cannot be while its tasks are NEW. */
function seenFrom(store: CloudStore, params: ScopeParams, stored: Snapshot): Snapshot | undefined {
  const standing = store.standing(stored.operation);
  const hidden = stored.operation?.kind === "create" && standing?.phase === "waiting";
  return !hidden && livesIn(params, stored) ? underWay(stored, standing) : undefined;
}

function find(store: CloudStore, { params }: Item): { stored: Snapshot; seen: Snapshot } {
  if (!uuid4.test(params.id)) throw new InvalidFields(new Map([["snapshot_id", ["Not a valid UUID4."]]]));
  const stored = store.snapshot(params.id.toLowerCase());
  const seen = stored && seenFrom(store, params, stored);
  if (stored && seen) return { stored, seen };
  throw new CloudRefusal(404, `Snapshot ${params.id} is not found.`);
}

// The list is not published: it has the form of the list of images, and no filters. It brings no lock closer to its end.
function listSnapshots(store: CloudStore, { params, query }: Collection) {
  const found = store.snapshots().flatMap((stored) => seenFrom(store, params, stored) ?? []);
  return pageOf(found, parseQuery(listQuery, query), store.switches, answerSnapshot);
}

function refuseLocked({ id, task_id }: Snapshot): void {
  if (task_id !== null) throw new CloudRefusal(409, `Snapshot ${id} is locked by task ${task_id}.`);
}

function readSnapshot(store: CloudStore, request: Item) {
  const { stored, seen } = find(store, request);
  if (request.method !== "HEAD") store.put(afterRead(stored));
  return answerSnapshot(seen);
}

function changeSnapshot(store: CloudStore, request: Item) {
  const { stored, seen } = find(store, request);
  // Before the lock: a body that is wrong stays wrong when the lock is gone, so waiting for that would be in vain.
  const changed = patchSnapshot(stored, request.body, store.switches, store.now());
  refuseLocked(seen);
  store.put(changed);
  return answerSnapshot(changed);
}

function deleteSnapshot(store: CloudStore, request: Item): string[] {
  const { stored, seen } = find(store, request);
  refuseLocked(seen);
  const tasks = store.startTasks("delete_snapshot", null, request.fault?.tasks);
  store.put({ ...stored, operation: { kind: "delete", tasks } });
  return tasks;
}

/** `/cloud/v1/snapshots` (contract 4.3, platform facts "Snapshots"); creating and deleting are done by tasks. */
export function snapshotRoutes(app: FastifyInstance, store: CloudStore): void {
  app.get(collection, (request: Collection, reply) => answerOrRefuse(reply, () => listSnapshots(store, request)));
  app.post(collection, (request: Collection, reply) =>
    answerOrRefuse(reply, () => ({ tasks: createSnapshot(store, request) })),
  );
  app.get(item, (request: Item, reply) => answerOrRefuse(reply, () => readSnapshot(store, request)));
  app.patch(item, (request: Item, reply) => answerOrRefuse(reply, () => changeSnapshot(store, request)));
  app.delete(item, (request: Item, reply) => answerOrRefuse(reply, () => ({ tasks: deleteSnapshot(store, request) })));
  refuseOtherMethods(app, collection, ["GET", "POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}
