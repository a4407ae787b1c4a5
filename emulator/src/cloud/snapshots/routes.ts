import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal, InvalidFields } from "../error-body";
import { livesIn, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { patchSnapshot } from "./patch";
import { afterRead, answerSnapshot, type Snapshot } from "./schema";

const item = `/v1/snapshots/${scopePath}/:id`;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

type Request = FastifyRequest<{ Params: ScopeParams & { id: string } }>;

/** `/cloud/v1/snapshots` (contract 4.3, platform facts "Snapshots"): reading and changing one. */
export function snapshotRoutes(app: FastifyInstance, store: CloudStore): void {
  const find = ({ params }: Request): Snapshot => {
    if (!uuid4.test(params.id)) throw new InvalidFields(new Map([["snapshot_id", ["Not a valid UUID4."]]]));
    const snapshot = store.snapshot(params.id.toLowerCase());
    if (snapshot && livesIn(params, snapshot)) return snapshot;
    throw new CloudRefusal(404, `Snapshot ${params.id} is not found.`);
  };

  app.get(item, (request: Request, reply) =>
    answerOrRefuse(reply, () => {
      const snapshot = find(request);
      store.put(afterRead(snapshot));
      return answerSnapshot(snapshot);
    }),
  );

  app.patch(item, (request: Request, reply) =>
    answerOrRefuse(reply, () => {
      const snapshot = find(request);
      // Before the lock: a body that is wrong stays wrong when the lock is gone, so waiting for that would be in vain.
      const changed = patchSnapshot(snapshot, request.body, store.switches);
      const { id, task_id } = snapshot;
      if (task_id !== null) throw new CloudRefusal(409, `Snapshot ${id} is locked by task ${task_id}.`);
      store.put(changed);
      return answerSnapshot(changed);
    }),
  );

  refuseOtherMethods(app, item, ["GET", "PATCH"]);
}
