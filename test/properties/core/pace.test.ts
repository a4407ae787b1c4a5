import fc from "fast-check";
import type { Connection } from "../../../provider/api/connection";
import { PartialFailure } from "../../../provider/core/handler";
import { fakeClock } from "../../unit/api/fake-clock";
import { taskUntil } from "../../unit/api/task-endpoints";
import { answer, checkInputs } from "../../unit/cloud-function/functions";
import { withContext } from "../../unit/core/with-context";
import { silentDisplay } from "../../unit/core/jobs";
import { tries } from "../tries";
import { TaskHandler } from "../../../provider/tasks/handler";
import { functionKind } from "../../../provider/resources/cloud-function/handler";

/**
 * For tasks that take 2 s to 10 min a creation ends at most 10 % or 2 s after its task does, with at most 50 polls for
 * the longest, and at most 50 GETs of the function.
 */
const shortest = 2_000;
const longest = 600_000;

const waits = silentDisplay();
const inputs = checkInputs({ taskTimeoutSeconds: 2_400 });

/** Creates a function whose tasks take that long. */
async function create(durationMs: number, random: () => number, state?: string, ids = ["t"]) {
  const clock = fakeClock(random);
  const { tasks, polls } = taskUntil(durationMs, clock.now, state);
  let looks = 0;
  const get = () => {
    looks += 1;
    return Promise.resolve(answer());
  };
  const functions = { create: () => Promise.resolve(ids), get };
  const connection = { functions, tasks, scope: {}, taskPath: "/cloud/v1/tasks" } as unknown as Connection;
  const creation = withContext(new TaskHandler(functionKind, () => connection, clock), { waits }).create(inputs);
  const end: unknown = await creation.catch((error: unknown) => error);
  expect(end instanceof Error).toBe(state === "ERROR");
  expect(end instanceof PartialFailure ? end.cause.name : "TaskFailedError").toBe("TaskFailedError");
  return { lateMs: clock.now() - durationMs, polls: polls(), looks };
}

async function assertBounds(durationMs: number, random: () => number, state?: string) {
  const { lateMs, polls, looks } = await create(durationMs, random, state);
  expect(lateMs).toBeGreaterThanOrEqual(0);
  // Allows a millionth of a millisecond for the rounding of the tenth.
  expect(lateMs).toBeLessThanOrEqual(Math.max(2_000, durationMs / 10) + 1e-6);
  expect(Math.max(...polls)).toBeLessThanOrEqual(50);
  expect(looks).toBeLessThanOrEqual(50);
}

const jitter = fc.double({ min: 0, max: 1, noNaN: true });

test("the end of any task from 2 s to 10 min is noticed in time, with any jitter", async () => {
  const duration = fc.double({ min: shortest, max: longest, noNaN: true });
  await fc.assert(
    fc.asyncProperty(duration, fc.array(jitter, { minLength: 1, maxLength: 60 }), (durationMs, draws) => {
      let draw = 0;
      return assertBounds(durationMs, () => draws[draw++ % draws.length] ?? 0);
    }),
    tries(200),
  );
});

test("the end is noticed in time for each whole second from 2 s to 10 min, at both extremes of jitter", async () => {
  for (let durationMs = shortest; durationMs <= longest; durationMs += 1_000) {
    await assertBounds(durationMs, () => 0);
    await assertBounds(durationMs, () => 1);
  }
});

test("the end of the longest task is noticed in time, with any jitter", async () => {
  await fc.assert(
    fc.asyncProperty(jitter, (random) => assertBounds(longest, () => random)),
    tries(100),
  );
});

test("the failure of a task is noticed as soon as a success", async () => {
  for (const durationMs of [shortest, 13_000, 20_001, 59_999, longest]) {
    await assertBounds(durationMs, () => 0.5, "ERROR");
  }
});

test("the end of a task shorter than 2 s is noticed within 2 s, too", async () => {
  for (const durationMs of [0, 1, 499, 500, 501, 1_000, 1_999]) {
    const { lateMs, polls } = await create(durationMs, () => 1);
    expect(lateMs).toBeLessThanOrEqual(2_000);
    expect(Math.max(...polls)).toBeLessThanOrEqual(4);
  }
});

test("each of several tasks of one change is polled at most 50 times", async () => {
  const { polls } = await create(longest, () => 0, "FINISHED", ["a", "b", "c"]);
  expect(polls).toHaveLength(3);
  expect(Math.max(...polls)).toBeLessThanOrEqual(50);
});
