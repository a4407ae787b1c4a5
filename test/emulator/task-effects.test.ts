import { call } from "./client";
import { expectCloudError } from "./cloud-error";
import {
  functionPath,
  functionsPath,
  look,
  newFunction,
  operate,
  startedTasks,
  states,
  type Life,
} from "./function-seed";

const before = "ACTIVE success 5";

/** The state of the function while its task is NEW, while it runs, and after each end. */
const effects = [
  {
    kind: "create",
    fresh: "404",
    running: "BUILDING building 7",
    done: "ACTIVE success 7",
    failed: "404",
    kept: "ACTIVE failed 7",
  },
  {
    kind: "update",
    fresh: before,
    running: "UPDATING building 5",
    done: "ACTIVE success 7",
    failed: before,
    kept: "ACTIVE failed 7",
  },
  { kind: "delete", fresh: before, running: "DELETING success 5", done: "404", failed: before, kept: "404" },
] as const;

const ends = [
  ["done", {}],
  ["failed", { end: "ERROR" }],
  ["kept", { end: "ERROR", keeps: true }],
] as const;

describe.each(effects)("a function whose $kind", ({ kind, fresh, running, ...after }) => {
  describe.each(ends)("is %s", (end, life) => {
    it("follows its task by polls, and by the clock without them", async () => {
      const polled = await operate(kind, { newPolls: 1, runningPolls: 1, ...life });
      const timed = await operate(kind, { newMs: 60_000, runningMs: 60_000, ...life });
      for (const expected of [fresh, running, after[end]]) {
        expect([await look(polled.emulator), await look(timed.emulator)]).toEqual([expected, expected]);
        await states(polled.emulator, polled.tasks[0], 1);
        timed.emulator.advanceClock(60_000);
      }
    });

    it("is unlocked afterwards, and its name is free if it is gone", async () => {
      const { emulator } = await operate(kind, { runningMs: 60_000, ...life });
      emulator.advanceClock(60_000);
      emulator.replaceState({ ...emulator.state(), cloud: {} });
      const gone = after[end] === "404";
      expect((await call(emulator, "PATCH", functionPath, {})).status).toBe(gone ? 404 : 200);
      expect((await call(emulator, "POST", functionsPath, newFunction())).status).toBe(gone ? 200 : 409);
      startedTasks(await call(emulator, "DELETE", functionPath));
      expect(emulator.state().functions).toEqual([]);
    });
  });

  it("is locked from the start until its task has ended", async () => {
    const { emulator } = await operate(kind, { newMs: 60_000, runningMs: 60_000 });
    for (const phase of ["NEW", "RUNNING"]) {
      const hidden = kind === "create" && phase === "NEW";
      for (const [method, body] of [
        ["PATCH", {}],
        ["DELETE", undefined],
      ] as const) {
        const answer = await call(emulator, method, functionPath, body);
        expectCloudError(answer, hidden ? [404, "NotFoundError"] : [409, "ConflictError"]);
      }
      const taken = await call(emulator, "POST", functionsPath, newFunction());
      expectCloudError(taken, [409, "ConflictError"]);
      emulator.advanceClock(60_000);
    }
  });
});

describe("the build message", () => {
  const message = async (kind: "create" | "update" | "delete", life: Life) => {
    const { emulator } = await operate(kind, { runningMs: 60_000, ...life });
    const seen: unknown[] = [];
    for (let step = 0; step < 2; step++) {
      const { body } = await call(emulator, "GET", functionPath);
      seen.push((body as { build_message?: unknown }).build_message);
      emulator.advanceClock(60_000);
    }
    return seen;
  };
  const buildMessage = "line 1: syntax error";

  it.each<["create" | "update" | "delete", Life, unknown[]]>([
    ["create", {}, ["", ""]],
    ["create", { buildMessage }, [buildMessage, buildMessage]],
    ["create", { buildMessage, end: "ERROR" }, [buildMessage, undefined]],
    ["create", { buildMessage, end: "ERROR", keeps: true }, [buildMessage, buildMessage]],
    ["delete", { buildMessage, end: "ERROR" }, [buildMessage, buildMessage]],
  ])("is shown during and after a %s with %j", async (kind, life, expected) => {
    expect(await message(kind, life)).toEqual(expected);
  });
});

it("a function has no endpoint and no instances while it is created", async () => {
  const { emulator } = await operate("create", { runningMs: 60_000 });
  const building = { endpoint: "", deploy_status: { total: 1, ready: 0 } };
  expect((await call(emulator, "GET", functionPath)).body).toMatchObject(building);
  emulator.advanceClock(60_000);
  const built = { endpoint: "https://resize-web.functions.example.com", deploy_status: { total: 1, ready: 1 } };
  expect((await call(emulator, "GET", functionPath)).body).toMatchObject(built);
});

describe("several tasks of one request", () => {
  const created = async (emulator: Parameters<typeof call>[0], tasks: string[]) => {
    const found: unknown[] = [];
    for (const task of tasks) {
      found.push((await call(emulator, "GET", `/v1/tasks/${task}`)).body);
    }
    return found as { state: string; error: string | null; created_resources: unknown }[];
  };

  it("take effect when all of them have ended", async () => {
    const { emulator, tasks } = await operate("create", { tasks: 3, newPolls: 1, runningPolls: 1 });
    expect(new Set(tasks).size).toBe(3);
    expect([await look(emulator), emulator.state().functions.length]).toEqual(["404", 1]);
    expect(await states(emulator, tasks[0], 3)).toEqual(["NEW", "RUNNING", "FINISHED"]);
    expect(await look(emulator)).toBe("BUILDING building 7");
    expect(await states(emulator, tasks[2], 3)).toEqual(["NEW", "RUNNING", "FINISHED"]);
    expect(await look(emulator)).toBe("BUILDING building 7");
    expect(await states(emulator, tasks[1], 2)).toEqual(["NEW", "RUNNING"]);
    expect(await look(emulator)).toBe("ACTIVE success 7");
  });

  it("name the created object only in the last one", async () => {
    const { emulator, tasks } = await operate("create", { tasks: 2 });
    const resources = { faas_functions: [emulator.state().functions[0]?.id] };
    const found = (await created(emulator, tasks)).map(({ created_resources }) => created_resources);
    expect(found).toEqual([null, resources]);
  });

  it.each([
    [false, "404"],
    [true, "ACTIVE failed 7"],
  ])("fail in the last one only (keeps: %s)", async (keeps, seen) => {
    const life = { tasks: 3, runningMs: 60_000, end: "ERROR", error: "full", keeps } as const;
    const { emulator, tasks } = await operate("create", life);
    emulator.advanceClock(60_000);
    expect(await created(emulator, tasks)).toMatchObject([
      { state: "FINISHED", error: null, created_resources: null },
      { state: "FINISHED", error: null, created_resources: null },
      { state: "ERROR", error: "full", created_resources: null },
    ]);
    expect(await look(emulator)).toBe(seen);
  });
});
