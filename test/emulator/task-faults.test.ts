import type { FaultInput } from "../../emulator/src/index";
import { call, start } from "./client";
import {
  functionPath,
  functionsPath,
  namespaceSeed,
  look,
  newFunction,
  operations,
  startedTasks,
  states,
} from "./function-seed";

const onCreate = { method: "POST", path: functionsPath } as const;

describe("a fault with a life cycle of tasks", () => {
  it("replaces the seed's life cycle for the tasks of its request", async () => {
    const emulator = await start({ seed: namespaceSeed({ cloud: { taskLife: { newPolls: 1, runningPolls: 1 } } }) });
    emulator.addFault({ ...onCreate, tasks: { end: "ERROR" } });
    const [failing] = startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
    expect(await states(emulator, failing, 1)).toEqual(["ERROR"]);
    const [usual] = startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
    expect(await states(emulator, usual, 3)).toEqual(["NEW", "RUNNING", "FINISHED"]);
    expect(emulator.faults()).toMatchObject([{ timesLeft: 0, tasks: { end: "ERROR" } }]);
  });

  it("can be added over HTTP, for several requests", async () => {
    const emulator = await start({ seed: namespaceSeed() });
    const fault = { path: "/cloud/*", times: 2, tasks: { runningMs: 60_000 } };
    expect(await call(emulator, "POST", "/__emulator/faults", fault)).toMatchObject({ status: 201, body: fault });
    startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
    expect(await look(emulator)).toBe("BUILDING building 5");
  });
});

describe("a request whose answer is lost", () => {
  const lost: [what: string, effect: Omit<FaultInput, "path">][] = [
    ["a reset", { reset: "after" }],
    ["a 502", { answer: { status: 502, body: { message: "bad gateway" }, applied: true } }],
    ["half an answer", { broken: "truncated" }],
    ["an answer that is no JSON", { broken: "malformed" }],
  ];

  it.each(lost)("has started its task, which continues: %s", async (_what, effect) => {
    const emulator = await start({ seed: namespaceSeed() });
    emulator.addFault({ ...onCreate, ...effect, tasks: { newMs: 60_000, runningMs: 60_000 } });
    await call(emulator, "POST", functionsPath, newFunction()).catch(() => undefined);
    expect((await call(emulator, "POST", functionsPath, newFunction())).status).toBe(409);
    const seen = [await look(emulator)];
    for (let step = 0; step < 2; step++) {
      emulator.advanceClock(60_000);
      seen.push(await look(emulator));
    }
    expect(seen).toEqual(["404", "BUILDING building 5", "ACTIVE success 5"]);
  });

  it.each(["create", "update", "delete"] as const)("may fail later: %s", async (kind) => {
    const { method, path, body, seed } = operations[kind];
    const emulator = await start({ seed });
    const found = await look(emulator);
    emulator.addFault({ method, path, reset: "after", tasks: { runningMs: 60_000, end: "ERROR" } });
    await expect(call(emulator, method, path, body)).rejects.toThrow(/fetch failed/);
    expect(await look(emulator)).not.toBe(found);
    emulator.advanceClock(60_000);
    expect(await look(emulator)).toBe(found);
  });
});

describe("an invalid life cycle", () => {
  it.each<[object, RegExp]>([
    [{ newMs: 1, newPolls: 1 }, /one of newMs and newPolls/],
    [{ runningMs: 1, runningPolls: 1 }, /one of runningMs and runningPolls/],
    [{ error: "x" }, /need end ERROR/],
    [{ keeps: true, end: "FINISHED" }, /need end ERROR/],
    [{ end: "DONE" }, /end/],
    [{ runningMs: 86_400_001 }, /runningMs/],
    [{ neverKnown: true, unknownPolls: 1 }, /neverKnown goes without unknownPolls, newPolls and runningPolls/],
    [{ tasks: 0 }, /tasks/],
    [{ pauseMs: 1 }, /pauseMs/],
  ])("is refused in a fault and in a seed: %j", async (life, expected) => {
    const emulator = await start();
    expect(() => emulator.addFault({ path: "/cloud/*", tasks: life })).toThrow(expected);
    expect(() => emulator.seed({ cloud: { taskLife: life } })).toThrow(expected);
    expect(emulator.state().cloud.taskLife).toEqual({});
  });

  it.each<[Omit<FaultInput, "path">, RegExp]>([
    [{ reset: "before" }, /tasks: needs a request that is handled/],
    [{ answer: { status: 500 } }, /tasks: needs a request that is handled/],
    [{ answer: { status: 500, applied: true }, reset: "after" }, /one of answer, reset and broken/],
  ])("is refused in a fault: %j", async (effect, expected) => {
    const emulator = await start();
    expect(() => emulator.addFault({ path: functionPath, ...effect, tasks: {} })).toThrow(expected);
  });
});
