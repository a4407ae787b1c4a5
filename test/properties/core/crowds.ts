import type { Connection } from "../../../provider/api/connection";
import type { FunctionRef } from "../../../provider/api/calls/functions";
import { answer, checkInputs } from "../../unit/cloud-function/functions";
import { withContext } from "../../unit/core/with-context";
import { silentDisplay } from "../../unit/core/jobs";
import { VirtualTime } from "../../unit/core/virtual-time";
import { TaskHandler } from "../../../provider/tasks/handler";
import { functionKind } from "../../../provider/resources/cloud-function/handler";

/** The interval at which a host sends polls: at most a hundred per second. */
export const pollsApartMs = 10;

/** Many functions that are created by one host. */
export interface Crowd {
  functions: number;
  /** How long the task of each takes. */
  taskMs: number;
  /** How many are started per second. @default all at once */
  perSecond?: number;
  seed?: number;
}

/**
 * Creates all of them in virtual time, behind a gate that lets polls pass one after the other. The time that polls queue
 * there shows by how much the demand exceeds the limit.
 */
export async function create({ functions: count, taskMs, perSecond = Infinity, seed }: Crowd) {
  const time = new VirtualTime(seed);
  const ends = new Map<string, number>();
  let nextLeavesAt = 0;
  const queued: number[] = [];
  const lateness: number[] = [];
  const poll = async () => {
    const leavesAt = Math.max(time.now(), nextLeavesAt);
    nextLeavesAt = leavesAt + pollsApartMs;
    queued.push(leavesAt - time.now());
    await time.sleep(leavesAt - time.now());
  };
  const tasks = {
    get: async (id: string) => {
      await poll();
      const lateMs = time.now() - (ends.get(id) ?? 0);
      if (lateMs >= 0) {
        lateness.push(lateMs);
      }
      return { id, state: lateMs >= 0 ? "FINISHED" : "RUNNING" };
    },
  };
  const functions = {
    create: ({ name }: FunctionRef) => {
      ends.set(name, time.now() + taskMs);
      return Promise.resolve([name]);
    },
    get: async () => {
      await poll();
      return answer();
    },
  };
  const connection = { functions, tasks, scope: {}, taskPath: "/cloud/v1/tasks" } as unknown as Connection;
  const waits = silentDisplay();
  const handler = withContext(new TaskHandler(functionKind, () => connection, time), { waits });
  const inputs = checkInputs({ taskTimeoutSeconds: 2_400 });
  const creations = Array.from({ length: count }, async (_, index) => {
    await time.sleep((index * 1_000) / perSecond);
    return handler.create({ ...inputs, name: `fn-${index}` });
  });
  await time.pass();
  const made = await Promise.all(creations);
  return {
    made: made.length,
    noticed: lateness.length,
    longestLateMs: Math.max(...lateness),
    longestQueueMs: Math.max(...queued),
  };
}
