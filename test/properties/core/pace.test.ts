import fc from "fast-check";
import type { Connection } from "../../../provider/api/connection";
import { PartialFailure } from "../../../provider/core/handler";
import { polling } from "../../../provider/core/reconcile";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import { TaskHandler } from "../../../provider/tasks/handler";
import { fakeClock } from "../../unit/api/fake-clock";
import { answerPolls, taskUntil } from "../../unit/api/task-endpoints";
import { answer, checkInputs } from "../../unit/cloud-function/functions";
import { silentDisplay } from "../../unit/core/jobs";
import { withContext } from "../../unit/core/with-context";
import { tries } from "../tries";
import { VirtualTime } from "./virtual-time";

type Calls = Record<"functions" | "pollTasks", object>;

function handlerOf({ functions, pollTasks }: Calls, clock: ReturnType<typeof fakeClock> | VirtualTime) {
  const connection = { functions, pollTasks, scope: {}, taskPath: "/cloud/v1/tasks" } as unknown as Connection;
  return withContext(new TaskHandler(functionKind, () => connection, clock), { waits: silentDisplay() });
}

const inputs = checkInputs({ taskTimeoutSeconds: 2_400 });
/** Allows a millionth of a millisecond for the rounding of a tenth. */
const roundingMs = 1e-6;
const longestMs = 600_000;

test("the end of one change is noticed within 2 s or a tenth of its time, with at most 50 polls of each task", async () => {
  const duration = fc.oneof(fc.double({ min: 0, max: longestMs, noNaN: true }), fc.constant(longestMs));
  const jitters = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });
  const state = fc.constantFrom("FINISHED", "FINISHED", "ERROR");
  const taskIds = fc.constantFrom(["a"], ["a"], ["a", "b", "c"]);
  await fc.assert(
    fc.asyncProperty(duration, jitters, state, taskIds, async (durationMs, draws, end, ids) => {
      let draw = 0;
      const clock = fakeClock(() => draws[draw++ % draws.length] ?? 0);
      const { pollTasks, polls } = taskUntil(durationMs, clock.now, end);
      let looks = 0;
      const get = () => Promise.resolve(answer()).finally(() => (looks += 1));
      const creation = handlerOf({ functions: { create: () => Promise.resolve(ids), get }, pollTasks }, clock);
      const failure: unknown = await creation.create(inputs).then(
        () => undefined,
        (error: unknown) => (error instanceof PartialFailure ? error.cause : error),
      );
      expect(failure).toEqual(end === "ERROR" ? expect.objectContaining({ name: "TaskFailedError" }) : undefined);
      const lateMs = clock.now() - durationMs;
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(Math.max(2_000, durationMs / 10) + roundingMs);
      expect(polls()).toHaveLength(ids.length);
      expect(Math.max(...polls(), looks)).toBeLessThanOrEqual(50);
    }),
    tries(500),
  );
});

/** The interval at which a host sends polls: at most a hundred per second. */
const pollsApartMs = 10;

/** Many functions that are created by one host. */
interface Crowd {
  functions: number;
  taskSeconds: number;
  /** How many are started per second. */
  perSecond: number;
}

/**
 * Creates all of them in virtual time, behind a gate that lets polls pass one after the other. The time that polls queue
 * there shows by how much the demand exceeds the limit.
 */
async function createCrowd({ functions: count, taskSeconds, perSecond }: Crowd) {
  const time = new VirtualTime();
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
  const pollTasks = answerPolls(async (id) => {
    await poll();
    const lateMs = time.now() - (ends.get(id) ?? 0);
    if (lateMs >= 0) {
      lateness.push(lateMs);
    }
    return { id, state: lateMs >= 0 ? "FINISHED" : "RUNNING" };
  });
  const functions = {
    create: ({ name }: { name: string }) => {
      ends.set(name, time.now() + taskSeconds * 1_000);
      return Promise.resolve([name]);
    },
    get: () => poll().then(() => answer()),
  };
  const handler = handlerOf({ functions, pollTasks }, time);
  const creations = Array.from({ length: count }, async (_, index) => {
    await time.sleep((index * 1_000) / perSecond);
    return handler.create({ ...inputs, name: `fn-${index}` });
  });
  await time.pass();
  const made = await Promise.all(creations);
  return { made: made.length, lateness, longestQueueMs: Math.max(...queued) };
}

const crowds: Crowd[] = [1, 10, 40, 100, 1_000].flatMap((functions) =>
  [5, 60, 600].flatMap((taskSeconds) => [Infinity, 20].map((perSecond) => ({ functions, taskSeconds, perSecond }))),
);

/**
 * However many functions a host waits for, it notices the end of each task within the largest of a tenth of its duration,
 * two seconds, and 20 ms per function, although it sends at most a hundred polls per second.
 */
test.each(crowds)(
  "each end is noticed in time: $functions functions, tasks of $taskSeconds s, $perSecond started per second",
  async (crowd) => {
    const { functions, taskSeconds } = crowd;
    const { made, lateness, longestQueueMs } = await createCrowd(crowd);
    expect([made, lateness.length]).toEqual([functions, functions]);
    expect(Math.max(...lateness)).toBeLessThanOrEqual(Math.max(taskSeconds * 100, 2_000, functions * 20) + roundingMs);
    // The functions that are polled at once after their start are too few for a long queue.
    const firstLooks = Math.min(functions, Math.floor(polling.shortWaitDelayMs / polling.turnMs));
    const queueMs = Math.max(firstLooks * pollsApartMs, functions * polling.queueMs);
    expect(longestQueueMs).toBeLessThanOrEqual(queueMs + roundingMs);
  },
);
