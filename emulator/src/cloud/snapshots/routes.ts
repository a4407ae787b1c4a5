import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { sendResult, refuseOtherMethods } from "../replies";
import { CloudError, InvalidFieldsError } from "../error-body";
import { formatTimestamp } from "../timestamp";
import { slicePage, pageShape, parseQuery } from "../page";
import { isInScope, parseScope, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { parseNewSnapshot } from "./create";
import { withRunningOperation } from "./operation";
import { patchSnapshot } from "./patch";
import { countRead, toSnapshotResponse, snapshotSchema, type Snapshot } from "./schema";

const collection = `/v1/snapshots/${scopePath}`;
const item = `${collection}/:id`;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const listQuery = z.object(pageShape);

type Collection = FastifyRequest<{ Params: ScopeParams }>;
type Item = FastifyRequest<{ Params: ScopeParams & { id: string } }>;

function createSnapshot(store: CloudStore, { params, body, fault }: Collection): string[] {
  const scope = parseScope(params);
  const sent = parseNewSnapshot(body);
  const id = randomUUID();
  const tasks = store.startTasks("create_snapshot", { snapshots: [id] }, fault?.tasks);
  const now = formatTimestamp(store.now());
  const computed = { id, created_at: now, updated_at: now, creator_task_id: tasks.at(-1) };
  store.snapshots.put({
    ...snapshotSchema.parse({ ...scope, ...sent, ...computed }),
    operation: { kind: "create", tasks },
  });
  return tasks;
}

/** The snapshot as a client sees it; undefined in other scopes. */
function viewSnapshot(store: CloudStore, params: ScopeParams, stored: Snapshot): Snapshot | undefined {
  return isInScope(params, stored) ? withRunningOperation(stored, store.snapshots.getStatus(stored)) : undefined;
}

function findSnapshot(store: CloudStore, { params }: Item): { stored: Snapshot; seen: Snapshot } {
  if (!uuid4.test(params.id)) {
    throw new InvalidFieldsError(new Map([["snapshot_id", ["Not a valid UUID4."]]]));
  }
  const stored = store.snapshots.findVisible(params.id.toLowerCase());
  const seen = stored && viewSnapshot(store, params, stored);
  if (stored && seen) {
    return { stored, seen };
  }
  throw new CloudError(404, `Snapshot ${params.id} is not found.`);
}

// The list is not published: it has the form of the list of images, without filters. It does not count as a lock poll.
function listSnapshots(store: CloudStore, { params, query }: Collection) {
  const found = store.snapshots.listVisible().flatMap((stored) => viewSnapshot(store, params, stored) ?? []);
  return slicePage(found, parseQuery(listQuery, query), store.switches, toSnapshotResponse);
}

function assertUnlocked({ id, task_id }: Snapshot): void {
  if (task_id !== null) {
    throw new CloudError(409, `Snapshot ${id} is locked by task ${task_id}.`);
  }
}

function readSnapshot(store: CloudStore, request: Item) {
  const { stored, seen } = findSnapshot(store, request);
  if (request.method !== "HEAD") {
    store.snapshots.put(countRead(stored));
  }
  return toSnapshotResponse(seen);
}

function updateSnapshot(store: CloudStore, request: Item) {
  const { stored, seen } = findSnapshot(store, request);
  // Checked before the lock: waiting for it would not make a wrong body right.
  const changed = patchSnapshot(stored, request.body, store.switches, store.now());
  assertUnlocked(seen);
  store.snapshots.put(changed);
  return toSnapshotResponse(changed);
}

function deleteSnapshot(store: CloudStore, request: Item): string[] {
  const { stored, seen } = findSnapshot(store, request);
  assertUnlocked(seen);
  const tasks = store.startTasks("delete_snapshot", null, request.fault?.tasks);
  store.snapshots.put({ ...stored, operation: { kind: "delete", tasks } });
  return tasks;
}

/** Registers `/cloud/v1/snapshots` (contract 4.3, platform facts "Snapshots"); tasks create and delete. */
export function registerSnapshotRoutes(app: FastifyInstance, store: CloudStore): void {
  app.get(collection, (request: Collection, reply) => sendResult(reply, () => listSnapshots(store, request)));
  app.post(collection, (request: Collection, reply) =>
    sendResult(reply, () => ({ tasks: createSnapshot(store, request) })),
  );
  app.get(item, (request: Item, reply) => sendResult(reply, () => readSnapshot(store, request)));
  app.patch(item, (request: Item, reply) => sendResult(reply, () => updateSnapshot(store, request)));
  app.delete(item, (request: Item, reply) => sendResult(reply, () => ({ tasks: deleteSnapshot(store, request) })));
  refuseOtherMethods(app, collection, ["GET", "POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}
