import { spawnSync } from "node:child_process";
import path from "node:path";
import type { WaitDisplay } from "../../../provider/hosts/wait-display";
import { fakeClock } from "../api/fake-clock";
import { done, lost, run, send, silentDisplay, untilThere, wait, working } from "./jobs";
import type { Kept, Next, Past, Seen } from "./jobs";
import { TimeoutError } from "../../../provider/api/failures/errors";
import { resolveLimit } from "../../../provider/core/job";
import { computePollDelayMs, polling } from "../../../provider/core/reconcile";

test("all waits together poll at most 1000 / turnMs times per second, which leaves time for their calls", () => {
  const violations: number[][] = [];
  for (let waits = 1; waits <= 2_000; waits += 1) {
    for (const waited of [0, 1_000, 5_000, 20_000, 200_000, 600_000]) {
      const nextMs = computePollDelayMs(waited, waits);
      const boundMs = Math.max(2_000, waited / 10, waits * 20);
      // One `expect` for each would take seconds.
      if (!(waits / nextMs <= 1 / polling.turnMs && nextMs + (waits - 1) * polling.queueMs <= boundMs)) {
        violations.push([waits, waited, nextMs]);
      }
    }
  }
  expect(violations).toEqual([]);
});

test("many concurrent sleeps are no leak to Node", () => {
  const compiled = path.resolve(__dirname, "../../../provider/dist/api/transport/stop.js");
  const program = `
    const { systemClock } = require(${JSON.stringify(compiled)});
    void Promise.all(Array.from({ length: 100 }, () => systemClock.sleep(1))).then(() => console.log("awake"));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 300_000 });
  expect([stdout, stderr]).toEqual(["awake\n", ""]);
});

/** A display with this many other waits. */
function displayWith(count: number): WaitDisplay {
  const display = silentDisplay();
  for (let other = 0; other < count; other += 1) {
    void display.track("function", `other-${other}`, ({ begin }) => new Promise(() => begin()));
  }
  return display;
}

describe("among many waits", () => {
  it("the first poll is immediate for up to 142 of them, and always without an operation in progress", async () => {
    const immediate = { looks: ["there"], plan: untilThere };
    const few = await run({ ...immediate, operation: working, waits: displayWith(141) });
    const others = await run({ ...immediate, waits: displayWith(1_000) });
    expect([few.lookedAt, others.lookedAt]).toEqual([[0], [0]]);
  });

  it.each([
    [0, 500],
    [0.5, 1_001],
    [1, 2_002],
  ])(
    "the first poll is at a random time, and later ones at even intervals: random value %d",
    async (fraction, firstMs) => {
      const course = { operation: working, looks: ["half", "half", "there"], waits: displayWith(142) };
      const { lookedAt } = await run({ ...course, plan: untilThere, random: () => fraction });
      expect(lookedAt).toEqual([firstMs, firstMs + 2_002, firstMs + 4_004]);
    },
  );

  it("the first poll is delayed further if more waits begin before it", async () => {
    const waits = displayWith(142);
    const clock = fakeClock();
    const sleep = (ms: number) => {
      if (clock.slept.length === 0) {
        for (let other = 0; other < 57; other += 1) {
          void waits.track("function", `late-${other}`, ({ begin }) => new Promise(() => begin()));
        }
      }
      return clock.sleep(ms);
    };
    await run({ operation: working, plan: untilThere, waits, clock: { ...clock, sleep } });
    expect(clock.slept).toEqual([2_002, 798]);
  });

  it("the last poll is still at the deadline", async () => {
    const course = { looks: ["half"], plan: untilThere, waits: displayWith(1_000) };
    for (const timeoutSeconds of [0, 1, 20]) {
      const { lookedAt } = await run({ ...course, operation: working, timeoutSeconds });
      expect(lookedAt.at(-1)).toBe(timeoutSeconds * 1_000);
    }
  });

  it.each([20, 60])("a grace period of %d s ends with a deadline of 20, and before it", async (seconds) => {
    const over: Next = { do: "fail", error: new Error("over") };
    const plan = () => wait({ reason: "tasks", seconds, then: over });
    const course = { operation: working, plan, waits: displayWith(1_000), timeoutSeconds: 20 };
    expect((await run(course)).end).toMatchObject({ error: { message: "over" } });
  });
});

describe("an operation with its own time limit", () => {
  const limits = { timeoutSeconds: 9, operationSeconds: 10 };
  const outOfTime = new TimeoutError({ message: "the request could not be sent" });

  const overall = "function resize is being made; timed out after 10 seconds";
  const untilSent = (seen: Seen, { accepted }: Past): Next => (seen === "there" || accepted ? done : send("update"));
  it.each<[string, Parameters<typeof run>[0], unknown]>([
    ["its whole limit", { operation: working, looks: ["half"], plan: untilThere }, { message: overall }],
    [
      "what it waited for if no time is left to observe",
      { operation: working, looks: ["half", "half", outOfTime], plan: untilThere },
      { message: overall },
    ],
    [
      "the observation's error if it has waited for nothing since the last change",
      { looks: ["half", outOfTime], plan: untilSent, answers: [{ tasks: ["t-1"] }] },
      outOfTime,
    ],
    [
      "a lost answer if no time is left to find out its outcome",
      { first: { kind: "update", isRepeated: true }, answers: [lost], looks: [outOfTime], plan: untilThere },
      lost,
    ],
  ])("reports %s", async (_, course, error) => {
    const { end } = await run({ ...course, ...limits });
    expect((end as Kept).error).toMatchObject(error as Error);
  });

  it("observes last while there is time for an answer", async () => {
    const { lookedAt } = await run({ operation: working, looks: ["half"], plan: untilThere, ...limits });
    expect(lookedAt.at(-1)).toBe(9_000);
  });

  it.each([
    [100, 99],
    [1, 0.9],
  ])("of %d seconds spends at most %d on waits", (timeoutSeconds, ofWaits) => {
    const argument = "taskTimeoutSeconds";
    expect(resolveLimit({ timeoutSeconds }, 60, argument)).toEqual({
      timeoutSeconds: ofWaits,
      operationSeconds: timeoutSeconds,
      setting: "customTimeouts, which take precedence over taskTimeoutSeconds",
    });
    expect(resolveLimit({}, 60, argument)).toEqual({ timeoutSeconds: 60, setting: argument });
  });
});
