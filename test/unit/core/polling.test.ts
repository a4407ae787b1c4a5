import { spawnSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../provider/api/transport/stop";
import type { WaitDisplay } from "../../../provider/hosts/wait-display";
import { fakeClock } from "../api/fake-clock";
import { done, lost, run, send, silentDisplay, untilThere, wait, working } from "./jobs";
import type { Kept, Next, Past } from "./jobs";
import { TimeoutError } from "../../../provider/api/failures/errors";
import { resolveLimit } from "../../../provider/core/waits";
import { isCrowded, computePollDelayMs, polling } from "../../../provider/core/reconcile";

describe("the next poll of a single object", () => {
  it.each([
    [0, 500],
    [0.5, 625],
    [1, 750],
  ])("is at a random time at first: %d", (fraction, ms) => {
    expect(computePollDelayMs(0, 1, fraction)).toBe(ms);
  });

  it("is as early after a slow first poll", () => {
    expect(computePollDelayMs(4_000, 1, 1)).toBe(750);
  });

  it.each([
    [0, 500],
    [750, 725],
    [1_475, 942.5],
    [5_000, 2_000],
    [20_000, 2_000],
    [20_010, 2_001],
    [600_000, 60_000],
  ])("after a wait of %d ms is due in %d ms", (waited, ms) => {
    expect(computePollDelayMs(waited, 1)).toBeCloseTo(ms, 6);
  });
});

describe("the next poll of one object among many", () => {
  it.each([
    [40, 0, 500],
    [40, 1, 750],
    [100, 0.5, 700],
    [1_000, 0, 500],
    [1_000, 0.04, 560],
    [1_000, 1, 14_000],
  ])("is at a random time within the time that all of them take: %d, random %d", (waits, fraction, ms) => {
    expect(computePollDelayMs(0, waits, fraction)).toBe(ms);
  });

  it.each([
    [40, 0, 560],
    [40, 10_000, 1_766],
    [100, 10_000, 1_406],
    [1_000, 10_000, 14_000],
    [1_000, 600_000, 54_006],
  ])("leaves time for the calls of the others: %d, after %d ms", (waits, waited, ms) => {
    expect(computePollDelayMs(waited, waits)).toBe(ms);
  });

  test("is made at most 1000 / turnMs times per second for all, and leaves room for their calls", () => {
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

  it.each([
    [142, false],
    [143, true],
  ])("takes turns from the beginning if their number stretches every wait: %d", (waits, crowded) => {
    expect(isCrowded(waits)).toBe(crowded);
  });
});

describe("the clock of the system", () => {
  it("sleeps for the given time", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"] });
    let isAwake = false;
    const sleeping = systemClock.sleep(750).then(() => (isAwake = true));
    await jest.advanceTimersByTimeAsync(749);
    expect(isAwake).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    await sleeping;
    expect(isAwake).toBe(true);
  });

  it("does not report many concurrent sleeps as a leak", () => {
    const compiled = path.resolve(__dirname, "../../../provider/dist/api/transport/stop.js");
    const program = `
      const { systemClock } = require(${JSON.stringify(compiled)});
      void Promise.all(Array.from({ length: 100 }, () => systemClock.sleep(1))).then(() => console.log("awake"));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 30_000 });
    expect([stdout, stderr]).toEqual(["awake\n", ""]);
  });

  it("advances as fast as time", async () => {
    const beforeBoth = performance.now();
    const before = systemClock.now();
    const afterBoth = performance.now();
    await sleep(20);
    const shortest = performance.now() - afterBoth;
    const passed = systemClock.now() - before;
    const longest = performance.now() - beforeBoth;
    expect(passed).toBeGreaterThanOrEqual(shortest);
    expect(passed).toBeLessThanOrEqual(longest);
  });
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
  it("the first poll is immediate for up to 142 of them", async () => {
    const { lookedAt } = await run({ operation: working, looks: ["there"], plan: untilThere, waits: displayWith(141) });
    expect(lookedAt).toEqual([0]);
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

  it("a job without an operation in progress observes at once, however many waits there are", async () => {
    const { lookedAt } = await run({ looks: ["there"], plan: untilThere, waits: displayWith(1_000) });
    expect(lookedAt).toEqual([0]);
  });

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

  it("a grace period as long as the deadline takes precedence over it, although the first poll is delayed", async () => {
    const over: Next = { do: "fail", error: new Error("over") };
    const plan = () => wait({ reason: "tasks", seconds: 20, then: over });
    const course = { operation: working, plan, waits: displayWith(1_000), timeoutSeconds: 20 };
    expect((await run(course)).end).toMatchObject({ error: { message: "over" } });
  });

  it("an ended one no longer counts", async () => {
    const waits = displayWith(3);
    await run({ operation: working, looks: ["half", "there"], plan: untilThere, waits });
    expect(waits.count).toBe(3);
  });
});

describe("an operation with its own time limit", () => {
  const limits = { timeoutSeconds: 9, operationSeconds: 10 };
  const outOfTime = new TimeoutError({ message: "the request could not be sent" });

  it("observes last while there is time for an answer, and names the whole limit in the error", async () => {
    const { end, lookedAt } = await run({ operation: working, looks: ["half"], plan: untilThere, ...limits });
    expect(lookedAt.at(-1)).toBe(9_000);
    expect((end as Kept).error.message).toBe("function resize is being made; timed out after 10 seconds");
  });

  it("reports what it waited for if no time is left for an observation", async () => {
    const looks = ["half", "half", outOfTime];
    const { end } = await run({ operation: working, looks, plan: untilThere, ...limits });
    expect((end as Kept).error.message).toBe("function resize is being made; timed out after 10 seconds");
  });

  it("reports the observation's error if it waited for nothing since the last change", async () => {
    const looks = ["half", outOfTime];
    const plan = (seen: string, { accepted }: Past): Next => (seen === "there" || accepted ? done : send("update"));
    const { end } = await run({ looks, plan, answers: [{ tasks: ["t-1"] }], ...limits });
    expect((end as Kept).error).toBe(outOfTime);
  });

  it("reports a lost answer if no time is left to find out its outcome", async () => {
    const first = { kind: "update", isRepeated: true } as const;
    const { end } = await run({ first, answers: [lost], looks: [outOfTime], plan: untilThere, ...limits });
    expect((end as Kept).error).toBe(lost);
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
