import { ConflictError, OutcomeUnknownError } from "../../../provider/api/failures/errors";
import type { Clock } from "../../../provider/api/transport/stop";
import type { JsonObject } from "../../../provider/values/json";
import { WaitDisplay } from "../../../provider/hosts/wait-display";
import { checkSnapshotAttributes } from "../../../provider/resources/snapshot-attributes/schema";
import { SnapshotAttributesHandler } from "../../../provider/resources/snapshot-attributes/handler";
import { fakeClock } from "../api/fake-clock";
import { withContext } from "../core/with-context";
import { answer, args, createConnection, createEndpoint, snapshotId, taskId, wireTags } from "./snapshots";

export type Turns = Parameters<typeof createEndpoint>[0];

/** A handler for a platform that answers these reads and changes one after the other. */
export function createHandler(reads: Turns, changes?: Turns, otherClock?: Clock) {
  const clock = fakeClock();
  const said: string[] = [];
  const waits = new WaitDisplay(
    (line) => line && said.push(line),
    () => true,
  );
  const world = createEndpoint(reads, changes);
  const handler = withContext(
    new SnapshotAttributesHandler(() => createConnection(world.snapshots), otherClock ?? clock),
    {
      waits,
    },
  );
  return { handler, clock, said, ...world };
}

export const checkInputs = (change: JsonObject) => checkSnapshotAttributes(args(change), {}).inputs;

export const desired = checkInputs({ name: "new", tags: { a: "1" }, lockTimeoutSeconds: 60 });
export const patch = { name: "new", tags: { a: "1" } };
export const asFound = answer({ tags: wireTags({ theirs: "x" }) });
export const locked = { ...asFound, task_id: taskId };
export const done = { ...asFound, name: "new", tags: wireTags({ theirs: "x", a: "1" }) };
export const conflict = new ConflictError({ message: `Snapshot is locked by task ${taskId}.`, status: 409 });
export const lost = new OutcomeUnknownError({ message: "no answer: ECONNRESET" });
export const restorePoint = { name: "as found", declaredName: "new", tags: {}, addedTags: ["a"] };
export const operation = { kind: "update", unconfirmed: true } as const;
export const claim = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
export const lockText = `snapshot ${snapshotId} is locked by task ${taskId}`;

/** The error with which an operation ends. */
export async function captureError(operation: Promise<unknown>): Promise<Error> {
  return operation.then(
    () => Promise.reject(new Error("the operation succeeded")),
    (error: Error) => error,
  );
}
