import { nextLookMs, pace, systemClock } from "../../../provider/api/wait";

const never = () => {
  throw new Error("nobody draws lots here");
};

describe("the next look", () => {
  it.each([
    [0, 500],
    [0.5, 625],
    [1, 750],
  ])("has jitter after the first: random %d", (random, ms) => {
    const draw = jest.fn(() => random);
    expect(nextLookMs(0, true, draw)).toBe(ms);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it("is as soon after a first look that took its time", () => {
    expect(nextLookMs(4_000, true, () => 1)).toBe(750);
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
  ])("after a wait of %d ms is soon, then every two seconds, then every tenth of the time: %d ms", (waited, ms) => {
    expect(nextLookMs(waited, false, never)).toBeCloseTo(ms, 6);
  });

  it("looks soon at first, then every two seconds, then every tenth of the time that it has taken", () => {
    const slept: number[] = [];
    for (let waited = 0; slept.length < 17; waited += slept.at(-1) ?? 0) {
      slept.push(nextLookMs(waited, slept.length === 0, () => 1));
    }
    const soon = [750, 725, 942.5, 1_225.25, 1_592.825];
    const steady = Array.from({ length: 8 }, () => 2_000);
    expect(slept.slice(0, 13)).toEqual([...soon, ...steady]);
    const waited = slept.map((_, index) => slept.slice(0, index).reduce((sum, ms) => sum + ms, 0));
    expect(slept.slice(13)).toEqual(waited.slice(13).map((ms) => ms * pace.share));
    expect(slept[13]).toBeGreaterThan(2_000);
  });
});

describe("the clock of the system", () => {
  it("sleeps as long as it is told", async () => {
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

  it("goes on, and draws lots from 0 to 1", () => {
    const before = systemClock.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    const lots = Array.from({ length: 100 }, systemClock.random);
    expect(lots.every((lot) => lot >= 0 && lot < 1)).toBe(true);
  });
});
