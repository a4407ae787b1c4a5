import { call, groupsPath, start } from "./client";
import { functionsPath, newFunction, startedTasks, states } from "./function-seed";

/** The functions that the README says not to fake: sockets need them. */
const doNotFake = ["nextTick", "setImmediate", "queueMicrotask"] as const;

afterEach(() => jest.useRealTimers());

it("with Jest's fake timers the emulator answers, and its tasks advance by the fake time", async () => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const emulator = await start({ seed: { cloud: { taskLife: { runningMs: 60_000 } } } });
  expect((await call(emulator, "GET", groupsPath)).status).toBe(200);
  const [task] = startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
  expect(await states(emulator, task, 1)).toEqual(["RUNNING"]);
  jest.advanceTimersByTime(60_000);
  expect(await states(emulator, task, 1)).toEqual(["FINISHED"]);
});
