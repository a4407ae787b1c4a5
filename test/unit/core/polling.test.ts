import { spawnSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../provider/api/transport/clock";
import { isCrowded, computePollDelayMs, polling } from "../../../provider/core/polling";

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
    [500, 650],
    [750, 725],
    [1_475, 942.5],
    [5_000, 2_000],
    [5_001, 2_000],
    [19_999, 2_000],
    [20_000, 2_000],
    [20_010, 2_001],
    [600_000, 60_000],
  ])("after a wait of %d ms is due in %d ms", (waited, ms) => {
    expect(computePollDelayMs(waited, 1)).toBeCloseTo(ms, 6);
  });

  it("is soon at first, then every two seconds, then after a tenth of the time waited", () => {
    const slept: number[] = [];
    for (let waited = 0; slept.length < 17; waited += slept.at(-1) ?? 0) {
      slept.push(computePollDelayMs(waited, 1, slept.length === 0 ? 1 : undefined));
    }
    const soon = [750, 725, 942.5, 1_225.25, 1_592.825];
    const steady = Array.from({ length: 8 }, () => 2_000);
    expect(slept.slice(0, 13)).toEqual([...soon, ...steady]);
    const waited = slept.map((_, index) => slept.slice(0, index).reduce((sum, ms) => sum + ms, 0));
    expect(slept.slice(13)).toEqual(waited.slice(13).map((ms) => ms * polling.share));
    expect(slept[13]).toBeGreaterThan(2_000);
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
    [1_000, 0, 14_000],
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
    const compiled = path.resolve(__dirname, "../../../provider/dist/api/transport/clock.js");
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

  it("gives random numbers from 0 to 1", () => {
    const fractions = Array.from({ length: 100 }, systemClock.random);
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
  });
});
