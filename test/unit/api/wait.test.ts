import { pace, waitFor, type Look } from "../../../provider/api/wait";
import { fakeClock } from "./fake-clock";

/** Looks that show something pending so many times, and then the end. */
function pendingFor(times: number): { look: () => Promise<Look<string>>; looks: () => number } {
  let looks = 0;
  const look = () =>
    Promise.resolve(looks++ < times ? { pending: "snapshot 7 is locked by task 8" } : { done: "free" });
  return { look, looks: () => looks };
}

const never = pendingFor(Infinity).look;

describe("a wait", () => {
  it("ends at the first look if there is nothing to wait for", async () => {
    const clock = fakeClock();
    expect(await waitFor({ look: pendingFor(0).look, timeoutSeconds: 0, clock })).toBe("free");
    expect(clock.slept).toEqual([]);
  });

  it("looks soon at first, then every two seconds, then every tenth of the time that it has taken", async () => {
    const clock = fakeClock();
    await waitFor({ look: pendingFor(17).look, timeoutSeconds: 600, clock });
    const soon = [750, 725, 942.5, 1_225.25, 1_592.825];
    const steady = Array.from({ length: 8 }, () => 2_000);
    expect(clock.slept.slice(0, 13)).toEqual([...soon, ...steady]);
    const waited = clock.slept.map((_, index) => clock.slept.slice(0, index).reduce((sum, ms) => sum + ms, 0));
    expect(clock.slept.slice(13)).toEqual(waited.slice(13).map((ms) => ms * pace.share));
    expect(clock.slept[13]).toBeGreaterThan(2_000);
  });

  it.each([
    [0, 500],
    [0.5, 625],
    [1, 750],
  ])("has jitter in the first delay, and in no other: random %d", async (random, firstMs) => {
    const draw = jest.fn(() => random);
    const clock = fakeClock(draw);
    await waitFor({ look: pendingFor(10).look, timeoutSeconds: 600, clock });
    expect(clock.slept[0]).toBe(firstMs);
    expect(clock.slept[1]).toBe(pace.baseDelayMs + pace.growth * firstMs);
    expect(clock.slept[9]).toBe(pace.shortWaitDelayMs);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it.each([0, 1, 7, 600])(
    "of %d seconds ends with a look at the deadline and says what it waited for",
    async (limit) => {
      const clock = fakeClock(() => 0.3);
      let last = -1;
      const look = () => ((last = clock.now()), never());
      await expect(waitFor({ look, timeoutSeconds: limit, clock })).rejects.toMatchObject({
        name: "TimeoutError",
        message: `snapshot 7 is locked by task 8, still after ${limit} second${limit === 1 ? "" : "s"}`,
      });
      expect(last).toBeCloseTo(limit * 1000, 5);
    },
  );

  it("counts the time that looking takes", async () => {
    const clock = fakeClock();
    const look = async () => (await clock.sleep(4_000), { pending: "slow" });
    await expect(waitFor({ look, timeoutSeconds: 10, clock })).rejects.toThrow("slow, still after 10 seconds");
    expect(clock.slept).toEqual([4_000, 750, 4_000, 1_250, 4_000]);
  });

  it("ends with the error of a look", async () => {
    const look = () => Promise.reject(new Error("gone"));
    await expect(waitFor({ look, timeoutSeconds: 10, clock: fakeClock() })).rejects.toThrow("gone");
  });

  it("takes its time from the system where no clock is given", async () => {
    const { look, looks } = pendingFor(1);
    jest.useFakeTimers({ doNotFake: ["performance"] });
    const result = waitFor({ look, timeoutSeconds: 10 });
    await jest.advanceTimersByTimeAsync(pace.firstDelayMs + pace.jitterMs);
    jest.useRealTimers();
    expect(await result).toBe("free");
    expect(looks()).toBe(2);
  });
});
