import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { sendResult, refuseOtherMethods, CloudError, InvalidFieldsError, formatTimestamp } from "../replies";
import { slicePage, pageShape, parseQuery } from "../page";
import { isInScope, parseScope, scopePath, type ScopeParams } from "../scope";
import type { Cloud } from "../resources";
import { parseNewSnapshot, patchSnapshot } from "./body";
import {
  finishSnapshotOperation,
  withRunningOperation,
  countRead,
  toSnapshotResponse,
  snapshotSchema,
  type Snapshot,
} from "./schema";

const collection = `/v1/snapshots/${scopePath}`;
const item = `${collection}/:id`;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const listQuery = z.object(pageShape);

type SnapshotCloud = Cloud<{ snapshots: Snapshot }>;
type Collection = FastifyRequest<{ Params: ScopeParams }>;
type Item = FastifyRequest<{ Params: ScopeParams & { id: string } }>;

function createSnapshot(cloud: SnapshotCloud, { params, body, fault }: Collection): string[] {
  const scope = parseScope(params);
  const sent = parseNewSnapshot(body);
  const id = randomUUID();
  const tasks = cloud.startTasks("create_snapshot", { snapshots: [id] }, fault?.tasks);
  const now = formatTimestamp(cloud.now());
  const computed = { id, created_at: now, updated_at: now, creator_task_id: tasks.at(-1) };
  cloud.objects.snapshots.put({
    ...snapshotSchema.parse({ ...scope, ...sent, ...computed }),
    operation: { kind: "create", tasks },
  });
  return tasks;
}

/** The snapshot as a client sees it; undefined in other scopes. */
function viewSnapshot(cloud: SnapshotCloud, params: ScopeParams, stored: Snapshot): Snapshot | undefined {
  return isInScope(params, stored)
    ? withRunningOperation(stored, cloud.objects.snapshots.getStatus(stored))
    : undefined;
}

function findSnapshot(cloud: SnapshotCloud, { params }: Item): { stored: Snapshot; seen: Snapshot } {
  if (!uuid4.test(params.id)) {
    throw new InvalidFieldsError(new Map([["snapshot_id", ["Not a valid UUID4."]]]));
  }
  const stored = cloud.objects.snapshots.findVisible(params.id.toLowerCase());
  const seen = stored && viewSnapshot(cloud, params, stored);
  if (stored && seen) {
    return { stored, seen };
  }
  throw new CloudError(404, `Snapshot ${params.id} is not found.`);
}

// The list is not published: it has the form of the list of images, without filters. It does not count as a lock poll.
function listSnapshots(cloud: SnapshotCloud, { params, query }: Collection) {
  const found = cloud.objects.snapshots.listVisible().flatMap((stored) => viewSnapshot(cloud, params, stored) ?? []);
  return slicePage(found, parseQuery(listQuery, query), cloud.switches, toSnapshotResponse);
}

function assertUnlocked({ id, task_id }: Snapshot): void {
  if (task_id !== null) {
    throw new CloudError(409, `Snapshot ${id} is locked by task ${task_id}.`);
  }
}

function readSnapshot(cloud: SnapshotCloud, request: Item) {
  const { stored, seen } = findSnapshot(cloud, request);
  if (request.method !== "HEAD") {
    cloud.objects.snapshots.put(countRead(stored));
  }
  return toSnapshotResponse(seen);
}

function updateSnapshot(cloud: SnapshotCloud, request: Item) {
  const { stored, seen } = findSnapshot(cloud, request);
  // Checked before the lock: waiting for it would not make a wrong body right.
  const changed = patchSnapshot(stored, request.body, cloud.switches, cloud.now());
  assertUnlocked(seen);
  cloud.objects.snapshots.put(changed);
  return toSnapshotResponse(changed);
}

function deleteSnapshot(cloud: SnapshotCloud, request: Item): string[] {
  const { stored, seen } = findSnapshot(cloud, request);
  assertUnlocked(seen);
  const tasks = cloud.startTasks("delete_snapshot", null, request.fault?.tasks);
  cloud.objects.snapshots.put({ ...stored, operation: { kind: "delete", tasks } });
  return tasks;
}

/** Registers `/cloud/v1/snapshots` (contract 4.3, platform facts "Snapshots"); tasks create and delete. */
function registerRoutes(app: FastifyInstance, cloud: SnapshotCloud): void {
  app.get(collection, (request: Collection, reply) => sendResult(reply, () => listSnapshots(cloud, request)));
  app.post(collection, (request: Collection, reply) =>
    sendResult(reply, () => ({ tasks: createSnapshot(cloud, request) })),
  );
  app.get(item, (request: Item, reply) => sendResult(reply, () => readSnapshot(cloud, request)));
  app.patch(item, (request: Item, reply) => sendResult(reply, () => updateSnapshot(cloud, request)));
  app.delete(item, (request: Item, reply) => sendResult(reply, () => ({ tasks: deleteSnapshot(cloud, request) })));
  refuseOtherMethods(app, collection, ["GET", "POST"]);
  refuseOtherMethods(app, item, ["GET", "PATCH", "DELETE"]);
}

/** Snapshots. */
export const snapshots = {
  schema: snapshotSchema,
  keyName: "id",
  /** UUIDs are compared in lower case. */
  toKey: ({ id }: Snapshot) => id.toLowerCase(),
  finish: finishSnapshotOperation,
  registerRoutes,
};
