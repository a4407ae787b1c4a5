import { call, start } from "./client";
import { expectCloudError } from "./cloud-error";
import { problems } from "./fields/check";
import { taskFields } from "./fields/task";
import { look, operate, operations, states, type Life } from "./function-seed";

const unknown = "77777777-7777-4777-8777-777777777777";
const twoMinutes: Life = { newMs: 60_000, runningMs: 60_000 };
const otherNames: Life = { newState: "QUEUED", state: "PAUSED", endState: "ARCHIVED" };
const twoPolls: Life = { newPolls: 2, runningPolls: 2 };

describe("the life cycle of a task", () => {
  it.each<[string, Life, unknown[]]>([
    ["nothing", {}, ["FINISHED", "FINISHED"]],
    ["polls that see NEW", { newPolls: 2 }, ["NEW", "NEW", "FINISHED"]],
    ["polls that see RUNNING", { runningPolls: 2 }, ["RUNNING", "RUNNING", "FINISHED"]],
    ["polls that get 404", { unknownPolls: 2, newPolls: 1, runningPolls: 1 }, [404, 404, "NEW", "RUNNING", "FINISHED"]],
    ["an unknown state", { ...twoPolls, state: "PAUSED" }, ["NEW", "NEW", "PAUSED", "PAUSED", "FINISHED"]],
    [
      "other names for all states",
      { ...twoPolls, ...otherNames },
      ["QUEUED", "QUEUED", "PAUSED", "PAUSED", "ARCHIVED"],
    ],
    ["an end in ERROR", { runningPolls: 1, end: "ERROR" }, ["RUNNING", "ERROR", "ERROR"]],
    ["a time that is never reached", { newMs: 86_400_000 }, ["NEW", "NEW", "NEW"]],
    ["polls, then a time", { newPolls: 1, runningMs: 600_000 }, ["NEW", "RUNNING", "RUNNING"]],
  ])("advances by polls: %s", async (_what, life, expected) => {
    const { emulator, tasks } = await operate("create", life);
    expect(await states(emulator, tasks[0], expected.length)).toEqual(expected);
  });

  it.each<[string, Life, Record<number, string>]>([
    ["NEW", { newMs: 60_000 }, { 0: "NEW", 30_000: "NEW", 60_000: "FINISHED" }],
    ["RUNNING", { runningMs: 60_000 }, { 0: "RUNNING", 60_000: "FINISHED" }],
    ["both", twoMinutes, { 0: "NEW", 60_000: "RUNNING", 90_000: "RUNNING", 120_000: "FINISHED" }],
    ["a time, then polls", { newMs: 60_000, runningPolls: 1 }, { 0: "NEW", 60_000: "RUNNING", 60_001: "FINISHED" }],
  ])("advances by the clock: %s", async (_what, life, expected) => {
    const { emulator, tasks } = await operate("create", life);
    let now = 0;
    for (const [at, state] of Object.entries(expected)) {
      emulator.advanceClock(Number(at) - now);
      now = Number(at);
      expect([at, ...(await states(emulator, tasks[0], 1))]).toEqual([at, state]);
    }
  });

  it.each(["create", "update", "delete"] as const)("may never show the end of a %s", async (kind) => {
    const { emulator, tasks } = await operate(kind, { runningMs: 60_000, endState: "QUEUED" });
    emulator.advanceClock(60_000);
    const found = { create: "ACTIVE success 7", update: "ACTIVE success 7", delete: "404" };
    expect(await look(emulator)).toBe(found[kind]);
    const { body } = await call(emulator, "GET", `/cloud/v1/tasks/${tasks[0]}`);
    expect(problems(body, taskFields("faas_functions"))).toEqual([]);
    expect(body).toMatchObject({ state: "QUEUED", error: null, created_resources: null, finished_on: null });
    expect(emulator.state().functions[0]?.operation).toBeUndefined();
  });

  it("may hide the task, although its operation runs and ends", async () => {
    const { emulator, tasks } = await operate("create", { newMs: 60_000, runningMs: 60_000, neverKnown: true });
    const seen: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      seen.push(...(await states(emulator, tasks[0], 2)), await look(emulator));
      emulator.advanceClock(60_000);
    }
    expect(seen).toEqual([404, 404, "404", 404, 404, "BUILDING building 7", 404, 404, "ACTIVE success 7"]);
    const copy = await start({ seed: emulator.state() });
    expect(await states(copy, tasks[0], 1)).toEqual([404]);
  });

  it("advances by polls of the task, not by other or refused requests", async () => {
    const { emulator, tasks } = await operate("create", { unknownPolls: 1, runningPolls: 1 });
    const path = `/cloud/v1/tasks/${tasks[0]}`;
    emulator.addFault({ path, answer: { status: 503 } });
    expect((await call(emulator, "GET", path)).status).toBe(503);
    await call(emulator, "GET", path, undefined, { key: "wrong" });
    await call(emulator, "GET", `/cloud/v1/tasks/${unknown}`);
    emulator.state();
    expect(await states(emulator, tasks[0], 3)).toEqual([404, "RUNNING", "FINISHED"]);
  });
});

describe("a task (platform facts)", () => {
  it.each(["create", "update", "delete"] as const)("has every field in every state of a %s", async (kind) => {
    const task_type = `${kind}_faas_function`;
    const { emulator, tasks } = await operate(kind, { newPolls: 1, runningPolls: 1 });
    const resources = kind === "create" ? { faas_functions: [emulator.state().functions[0]?.id] } : null;
    for (const [state, created_resources] of [
      ["NEW", null],
      ["RUNNING", null],
      ["FINISHED", resources],
    ] as const) {
      const { body } = await call(emulator, "GET", `/cloud/v1/tasks/${tasks[0]}`);
      expect(problems(body, taskFields("faas_functions"))).toEqual([]);
      expect(body).toMatchObject({ id: tasks[0], state, task_type, error: null, created_resources });
      expect((body as { finished_on: unknown }).finished_on === null).toBe(state !== "FINISHED");
    }
  });

  it.each<[string | undefined, string]>([
    [undefined, "The task failed."],
    ["no capacity", "no capacity"],
    ["", ""],
  ])("shows its error (%s) and no created object in ERROR", async (error, expected) => {
    const { emulator, tasks } = await operate("create", { end: "ERROR", ...(error !== undefined && { error }) });
    const { body } = await call(emulator, "GET", `/cloud/v1/tasks/${tasks[0]}`);
    expect(problems(body, taskFields("faas_functions"))).toEqual([]);
    expect(body).toMatchObject({ state: "ERROR", error: expected, created_resources: null });
  });

  it("is the same at both paths, which count the same polls", async () => {
    const { emulator, tasks } = await operate("create", { newPolls: 1, runningPolls: 1 });
    const seen: unknown[] = [];
    for (const prefix of ["/v1", "/cloud/v1", "/v1"]) {
      seen.push(((await call(emulator, "GET", `${prefix}/tasks/${tasks[0]}`)).body as { state: string }).state);
    }
    expect(seen).toEqual(["NEW", "RUNNING", "FINISHED"]);
    const [bare, below] = [
      await call(emulator, "GET", `/v1/tasks/${tasks[0]?.toUpperCase()}`),
      await call(emulator, "GET", `/cloud/v1/tasks/${tasks[0]}`),
    ];
    expect(bare.body).toEqual(below.body);
  });

  it.each(["/v1", "/cloud/v1"])("has the cloud's error format below %s", async (prefix) => {
    const { emulator, tasks } = await operate("create", {});
    for (const id of [unknown, "5", "__proto__"]) {
      expectCloudError(await call(emulator, "GET", `${prefix}/tasks/${id}`), [404, "NotFoundError"]);
    }
    const answer = await call(emulator, "GET", `${prefix}/tasks/${tasks[0]}`, undefined, { key: "wrong" });
    expectCloudError(answer, [401, "token_not_valid"]);
  });

  it("is not started by a refused request", async () => {
    const { method, path, seed } = operations.create;
    const emulator = await start({ seed });
    expect((await call(emulator, method, path, {})).status).toBe(400);
    expect([emulator.state().tasks, emulator.state().functions]).toEqual([[], []]);
  });
});
