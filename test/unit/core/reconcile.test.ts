import { TimeoutError } from "../../../provider/api/failures/errors";
import { fakeClock } from "../api/fake-clock";
import {
  busy,
  create,
  done,
  forbidden,
  Kept,
  lost,
  refused,
  run,
  send,
  sendOnce,
  untilThere,
  wait,
  working,
} from "./jobs";
import type { Next, Past, Seen } from "./jobs";

const broken = new Error("broken");

describe("reconcile", () => {
  it("observes once and sends nothing if the object is already as desired", async () => {
    const { end, events, slept } = await run({ looks: ["there"], plan: untilThere, timeoutSeconds: 0 });
    expect(end).toEqual({ observed: "there", progress: { lostAnswers: 0 } });
    expect([events, slept]).toEqual([["look"], []]);
  });

  it("observes, sends the change, and observes again", async () => {
    const plan = sendOnce(send("update"));
    const { end, events } = await run({ looks: ["old", "new"], answers: [{ tasks: ["t-1"] }], plan });
    const accepted = { kind: "update" };
    const progress = { operation: working, accepted, initial: "old", lostAnswers: 0 };
    expect(end).toEqual({ observed: "new", progress });
    expect(events).toEqual(["look", "update", "look"]);
  });

  it.each<[string, Parameters<typeof run>[0], string[]]>([
    ["sends a first change without observing before it", { first: create, plan: untilThere }, ["create", "look"]],
    [
      "does not observe again if the answer already shows the object",
      { first: create, answers: [{ observed: "there" }], plan: untilThere },
      ["create"],
    ],
    [
      "observes again if the plan waits after an answer that showed the object",
      { first: create, answers: [{ observed: "half" }], plan: untilThere },
      ["create", "look"],
    ],
  ])("%s", async (_, course, expected) => {
    const { end, events } = await run(course);
    expect(end).toMatchObject({ observed: "there" });
    expect(events).toEqual(expected);
  });

  it("follows the tasks of the state, then those of its own change", async () => {
    const plan = sendOnce(send("update"));
    const { lookedFor } = await run({ operation: working, answers: [{ tasks: ["t-2"] }], plan });
    expect(lookedFor).toEqual([working, { kind: "update", tasks: ["t-2"] }]);
  });

  it("forgets dropped tasks, but not that an operation is in progress", async () => {
    const plan = (seen: Seen): Next => (seen === "stuck" ? { do: "dropTasks" } : done);
    const { end, lookedFor } = await run({ operation: working, looks: ["stuck", "there"], plan });
    expect(lookedFor).toEqual([working, { kind: "update", tasks: [] }]);
    expect(end).toMatchObject({ progress: { operation: { kind: "update", tasks: [] } } });
  });

  it("uses the system's timers if no clock is given", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"] });
    const running = run({ looks: ["half", "there"], plan: untilThere, hasClock: false });
    await jest.advanceTimersByTimeAsync(750);
    jest.useRealTimers();
    expect((await running).events).toEqual(["look", "look"]);
  });
});

describe("the deadline", () => {
  it.each([0, 1, 7, 600])(
    "after %d seconds is the time of the last observation, and its error names the reason",
    async (limit) => {
      const { end, lookedAt, now } = await run({ looks: ["half"], plan: untilThere, timeoutSeconds: limit });
      expect(end).toBeInstanceOf(TimeoutError);
      const seconds = `${limit} second${limit === 1 ? "" : "s"}`;
      expect((end as Error).message).toBe(`function resize is being made; timed out after ${seconds}`);
      expect(lookedAt.at(-1)).toBeCloseTo(limit * 1000, 5);
      expect(now()).toBe(lookedAt.at(-1));
    },
  );

  it("is reported with the plan's own reason if it gives one", async () => {
    const plan = (): Next => ({ do: "wait", shown: "BUILDING", why: "task 8 is RUNNING" });
    const { end } = await run({ plan, timeoutSeconds: 5 });
    expect((end as Error).message).toBe("task 8 is RUNNING; timed out after 5 seconds");
  });

  it("is not delayed by slow observations", async () => {
    const clock = fakeClock();
    const plan = (): Next => {
      void clock.sleep(4_000);
      return wait();
    };
    const { end } = await run({ plan, clock, timeoutSeconds: 10 });
    expect((end as Error).message).toContain("timed out after 10 seconds");
    expect(clock.slept).toEqual([4_000, 750, 4_000, 1_250, 4_000]);
  });

  it("restarts with each accepted change, as does the poll interval", async () => {
    const looks = (_: number, now: number) => (now < 50_000 ? "old" : now < 100_000 ? "half" : "there");
    const plan = (seen: Seen, { accepted }: Past): Next =>
      seen === "there" ? done : seen === "half" && !accepted ? send("update") : wait();
    const { end, slept, now } = await run({ looks, plan });
    expect(end).toMatchObject({ observed: "there" });
    expect(now()).toBeGreaterThan(100_000);
    expect(slept.filter((ms) => ms === 750)).toHaveLength(2);
  });

  it("restarts when tasks are dropped", async () => {
    const plan = (_: Seen, { operation }: Past): Next =>
      operation?.tasks?.length ? wait({ reason: "tasks", seconds: 40, then: { do: "dropTasks" } }) : wait();
    const { end, now } = await run({ operation: working, plan });
    expect((end as Kept).error).toBeInstanceOf(TimeoutError);
    expect(now()).toBeGreaterThanOrEqual(100_000);
    expect(now()).toBeLessThan(105_000);
  });
});

describe("a grace period", () => {
  const over: Next = { do: "fail", error: broken };
  const patient = (reason: string, seconds = 30): Next => wait({ reason, seconds, then: over });

  it("ends with its next step, at the first observation after it has expired", async () => {
    const { end, lookedAt } = await run({ plan: () => patient("a") });
    expect(end).toBe(broken);
    expect(lookedAt.at(-1)).toBeGreaterThanOrEqual(30_000);
    expect(lookedAt.at(-2)).toBeLessThan(30_000);
  });

  it("of 0 seconds expires at once", async () => {
    const { end, slept } = await run({ plan: () => patient("a", 0) });
    expect([end, slept]).toEqual([broken, []]);
  });

  it.each<[string, Next]>([
    ["another reason", patient("b")],
    ["a wait without a grace period", wait()],
    ["dropping the tasks", { do: "dropTasks" }],
  ])("restarts after %s", async (_, other) => {
    let turns = 0;
    const clock = fakeClock();
    const plan = () => {
      turns += 1;
      return turns === 12 ? other : patient("a");
    };
    const { end } = await run({ plan, clock, timeoutSeconds: 600 });
    expect(end).toBe(broken);
    const between = clock.slept.slice(0, 11).reduce((sum, ms) => sum + ms, 0);
    expect(between).toBeGreaterThan(15_000);
    expect(clock.now()).toBeGreaterThan(between + 30_000);
  });

  it.each<[string, Error | Seen, Partial<Parameters<typeof run>[0]>]>([
    ["observations fail with a transient error", busy, { operation: working }],
    ["a change is refused", "free", { answers: [refused], mayPass: () => true }],
  ])("continues while %s", async (_, between, course) => {
    const looks = (__: number, now: number) => (now > 10_000 && now < 20_000 ? between : "half");
    const plan = (seen: Seen) => (seen === "free" ? send("update") : patient("a"));
    const { end, now } = await run({ ...course, looks, plan });
    expect(end instanceof Kept ? end.error : end).toBe(broken);
    expect(now()).toBeLessThan(33_000);
  });

  it.each([0.001, 0.002, 0.003])("ends in place of a time limit of %d s, though time always passes", async (limit) => {
    let readings = 0;
    const time = fakeClock();
    const clock = { ...time, now: () => time.now() + readings++ };
    const { end } = await run({ plan: () => patient("a"), clock, timeoutSeconds: limit });
    expect(end).toBe(broken);
  });

  it("is a time-out of its own if nothing comes after it", async () => {
    const plan = () => wait({ reason: "appearance", seconds: 30 });
    const { end } = await run({ plan, timeoutSeconds: 600 });
    expect((end as Error).message).toBe("function resize is being made; timed out after 30 seconds");
  });

  it.each([undefined, 600])(
    "restarts after an accepted change, with customTimeouts of %p",
    async (operationSeconds) => {
      const looks = (sent: number, now: number) => (sent === 0 && now > 20_000 ? "free" : "half");
      const plan = (seen: Seen) => (seen === "free" ? send("update") : patient("a"));
      const { lookedAt, now } = await run({ looks, plan, operationSeconds });
      const takenAt = lookedAt.find((ms) => ms > 20_000) ?? 0;
      expect(now()).toBeGreaterThanOrEqual(takenAt + 30_000);
    },
  );
});

describe("a failed reconcile", () => {
  const failing = (isFinal?: boolean): Next => ({ do: "fail", error: broken, isFinal });

  it("saves nothing if no operation is in progress, or the failure is final", async () => {
    expect((await run({ plan: () => failing() })).end).toBe(broken);
    expect((await run({ operation: working, plan: () => failing(true) })).end).toBe(broken);
  });

  it("saves the operation, the accepted change, the lost answers, the initial and the last observation", async () => {
    const answers = [lost, { tasks: ["t-1"] }];
    const looks = ["old", "other", "half"];
    const plan = (seen: Seen): Next => (seen === "half" ? failing() : send("update"));
    const { end } = await run({ looks, answers, plan });
    const past = { operation: working, accepted: { kind: "update" }, initial: "old", lostAnswers: 1 };
    expect(end).toEqual(expect.objectContaining({ error: broken, past, seen: "half" }));
  });

  it("saves the operation of the state if this run has sent nothing", async () => {
    const { end } = await run({ operation: working, plan: () => wait(), timeoutSeconds: 5 });
    expect(end).toMatchObject({ past: { operation: working, lostAnswers: 0 }, seen: "there" });
    expect((end as Kept).past.accepted).toBeUndefined();
  });

  it("saves no observation if there was none", async () => {
    const { end } = await run({ first: create, answers: [{ tasks: ["t-1"] }], looks: [forbidden], plan: () => done });
    expect(end).toMatchObject({ error: forbidden, seen: undefined });
  });
});
