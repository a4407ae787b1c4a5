import { call, groupsPath, start } from "./client";
import { functionsPath, namespaceSeed, newFunction, startedTasks, states } from "./function-seed";

/** The functions that the README says not to fake: sockets need them. */
const doNotFake = ["nextTick", "setImmediate", "queueMicrotask"] as const;

afterEach(() => jest.useRealTimers());

it("the emulator works with Jest's fake timers, by which its tasks advance", async () => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const emulator = await start({ seed: namespaceSeed({ cloud: { taskLife: { runningMs: 60_000 } } }) });
  expect((await call(emulator, "GET", groupsPath)).status).toBe(200);
  const [task] = startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
  expect(await states(emulator, task, 1)).toEqual(["RUNNING"]);
  jest.advanceTimersByTime(60_000);
  expect(await states(emulator, task, 1)).toEqual(["FINISHED"]);
});
