import type { Emulator } from "../../emulator/src/index";
import { call, start } from "./client";
import {
  functionPath,
  functionSeed,
  look,
  namespaceSeed,
  newFunction,
  operate,
  operations,
  startedTasks,
  states,
} from "./function-seed";

const taskId = "88888888-8888-4888-8888-888888888888";

/** An emulator that starts with the state of another one. */
async function copyOf(emulator: Emulator): Promise<Emulator> {
  const other = await start({ seed: emulator.state() });
  expect(other.state()).toEqual(emulator.state());
  return other;
}

describe("the state during a task", () => {
  it.each(["create", "update", "delete"] as const)(
    "is a valid seed during a %s, and advances by polls",
    async (kind) => {
      const polls = { unknownPolls: 2, newPolls: 2, runningPolls: 2 };
      const { emulator, tasks } = await operate(kind, { ...polls, end: "ERROR", keeps: true });
      let copy = await copyOf(emulator);
      const [seen, copied]: [unknown[], unknown[]] = [[], []];
      for (let poll = 0; poll < 7; poll++) {
        seen.push(...(await states(emulator, tasks[0], 1)), await look(emulator));
        copied.push(...(await states(copy, tasks[0], 1)), await look(copy));
        copy = await copyOf(copy);
      }
      expect(copied).toEqual(seen);
      expect(seen).toEqual(expect.arrayContaining([404, "NEW", "RUNNING", "ERROR"]));
    },
  );

  it.each(["create", "update", "delete"] as const)(
    "is a valid seed during a %s, and advances by the clock",
    async (kind) => {
      const { emulator, tasks } = await operate(kind, { newMs: 60_000, runningMs: 60_000, tasks: 2 });
      emulator.advanceClock(90_000);
      const copy = await copyOf(emulator);
      expect(copy.state()).toMatchObject({
        clock: { advancedMs: 90_000 },
        functions: [{ operation: { kind, tasks } }],
      });
      for (const each of [emulator, copy]) {
        const running = await look(each);
        each.advanceClock(30_000);
        expect(await look(each)).not.toBe(running);
        expect(await states(each, tasks[1], 1)).toEqual(["FINISHED"]);
      }
    },
  );

  it("keeps every value of a pending change", async () => {
    const envs = JSON.parse('{"__proto__":"1"}') as Record<string, string>;
    const change = { timeout: 1805, envs, autoscaling: { max_instances: 9 }, disabled: true };
    const emulator = await start({ seed: functionSeed({}, { taskLife: { runningMs: 60_000 } }) });
    startedTasks(await call(emulator, "PATCH", functionPath, change));
    const copy = await copyOf(emulator);
    copy.advanceClock(60_000);
    const { body } = await call(copy, "GET", functionPath);
    const autoscaling = { min_instances: 0, max_instances: 9 };
    expect(body).toMatchObject({ timeout: 1805, autoscaling, status: "INACTIVE" });
    expect(Object.entries((body as { envs: object }).envs)).toEqual([["__proto__", "1"]]);
  });
});

describe("tasks of a seed", () => {
  it("start when the seed is applied", async () => {
    const emulator = await start({ seed: { tasks: [{ id: taskId, life: { runningMs: 60_000 } }] } });
    emulator.advanceClock(59_000);
    expect(await states(emulator, taskId, 1)).toEqual(["RUNNING"]);
    emulator.advanceClock(1_000);
    expect(await states(emulator, taskId, 1)).toEqual(["FINISHED"]);
    emulator.reset();
    expect(await states(emulator, taskId, 1)).toEqual(["RUNNING"]);
    const odd = { user_id: 7, task_type: "odd", created_resources: { volumes: ["a"] } };
    emulator.seed({ tasks: [{ id: taskId.replace(/^8/, "9"), ...odd }] });
    const { body } = await call(emulator, "GET", `/v1/tasks/${taskId.replace(/^8/, "9")}`);
    expect(body).toMatchObject({ state: "FINISHED", ...odd });
  });

  it("can work on a function of the seed", async () => {
    const tasks = [{ id: taskId, life: { runningPolls: 1 } }];
    const operation = { kind: "update" as const, tasks: [taskId], change: { timeout: 9 } };
    const emulator = await start({ seed: { ...functionSeed({ operation }), tasks } });
    expect(await look(emulator)).toBe("UPDATING building 5");
    await states(emulator, taskId, 1);
    expect(await look(emulator)).toBe("ACTIVE success 9");
  });
});

describe("the emulator's clock", () => {
  it("is advanced over HTTP, without a key", async () => {
    const { emulator, tasks } = await operate("create", { runningMs: 60_000 });
    const advance = (body: unknown) => call(emulator, "POST", "/__emulator/clock", body, { key: "none" });
    expect(await advance({ advanceMs: 40_000 })).toMatchObject({ status: 204 });
    expect(await states(emulator, tasks[0], 1)).toEqual(["RUNNING"]);
    expect(await advance({ advanceMs: 20_000 })).toMatchObject({ status: 204 });
    expect(await states(emulator, tasks[0], 1)).toEqual(["FINISHED"]);
    expect(emulator.state().clock).toEqual({ advancedMs: 60_000 });
  });

  const wrong = [-1, 0.5, "1", 1e12].map((advanceMs) => ({ advanceMs }));

  it.each<unknown>([{}, ...wrong, { advanceMs: 1, to: 2 }, [], "{"])("refuses %j", async (body) => {
    const emulator = await start();
    const answer = await call(emulator, "POST", "/__emulator/clock", body);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) as string } });
    expect(emulator.state().clock).toEqual({ advancedMs: 0 });
  });

  it("follows real time, and returns to it by a reset or another state", async () => {
    const emulator = await start({ seed: namespaceSeed({ cloud: { taskLife: { runningMs: 100 } } }) });
    const { method, path, body } = operations.create;
    const [task] = startedTasks(await call(emulator, method, path, body));
    while ((await states(emulator, task, 1))[0] === "RUNNING") {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await look(emulator)).toBe("ACTIVE success 7");
    emulator.advanceClock(5);
    const place = { project_id: 1, region_id: 2, namespace: "web" };
    emulator.seed({ functions: [{ ...place, ...newFunction({ name: "other" }) } as never] });
    expect(emulator.state().clock).toEqual({ advancedMs: 5 });
    emulator.replaceState({});
    expect(emulator.state().clock).toEqual({ advancedMs: 0 });
    emulator.advanceClock(5);
    emulator.reset();
    expect(emulator.state().clock).toEqual({ advancedMs: 0 });
  });
});
