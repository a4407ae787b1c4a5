import fc from "fast-check";
import { followTasks } from "../../../provider/api/tasks";
import { fakeClock } from "./fake-clock";
import { taskUntil } from "./task-endpoints";

/**
 * For tasks that take 2 s to 10 min the wait ends at most 10 % or 2 s after the task does, with at most 50 polls for
 * the longest.
 */
const shortest = 2_000;
const longest = 600_000;

async function follow(durationMs: number, random: () => number, state?: string) {
  const clock = fakeClock(random);
  const { tasks, polls } = taskUntil(durationMs, clock.now, state);
  const following = followTasks(tasks, { ids: ["t"], timeoutSeconds: 2400, clock });
  await following.catch((error: Error) => expect(error.name).toBe("TaskFailedError"));
  return { lateMs: clock.now() - durationMs, polls: polls() };
}

async function assertBounds(durationMs: number, random: () => number, state?: string) {
  const { lateMs, polls } = await follow(durationMs, random, state);
  expect(lateMs).toBeGreaterThanOrEqual(0);
  // A rounding of the tenth is no lateness: a millionth of a millisecond.
  expect(lateMs).toBeLessThanOrEqual(Math.max(2_000, durationMs / 10) + 1e-6);
  expect(polls).toBeLessThanOrEqual(50);
}

const jitter = fc.double({ min: 0, max: 1, noNaN: true });

test("any task from 2 s to 10 min, with any jitter", async () => {
  const duration = fc.double({ min: shortest, max: longest, noNaN: true });
  await fc.assert(
    fc.asyncProperty(duration, fc.array(jitter, { minLength: 1, maxLength: 60 }), (durationMs, draws) => {
      let draw = 0;
      return assertBounds(durationMs, () => draws[draw++ % draws.length] ?? 0);
    }),
    { numRuns: 1_000 },
  );
});

test("every whole second from 2 s to 10 min, with the extremes of jitter", async () => {
  for (let durationMs = shortest; durationMs <= longest; durationMs += 1_000) {
    await assertBounds(durationMs, () => 0);
    await assertBounds(durationMs, () => 1);
  }
}, 30_000);

test("the longest, with any jitter", async () => {
  await fc.assert(
    fc.asyncProperty(jitter, (random) => assertBounds(longest, () => random)),
    { numRuns: 500 },
  );
});

test("a task that fails is noticed as soon", async () => {
  for (const durationMs of [shortest, 13_000, 20_001, 59_999, longest]) {
    await assertBounds(durationMs, () => 0.5, "ERROR");
  }
});

test("a task shorter than that is noticed within 2 s too", async () => {
  for (const durationMs of [0, 1, 499, 500, 501, 1_000, 1_999]) {
    const { lateMs, polls } = await follow(durationMs, () => 1);
    expect(lateMs).toBeLessThanOrEqual(2_000);
    expect(polls).toBeLessThanOrEqual(4);
  }
});

test("each of many tasks of one wait is asked for at most 50 times", async () => {
  const clock = fakeClock(() => 0);
  const { tasks, polls } = taskUntil(longest, clock.now);
  await followTasks(tasks, { ids: ["a", "b", "c"], timeoutSeconds: 2400, clock });
  expect(polls()).toBeLessThanOrEqual(150);
});
