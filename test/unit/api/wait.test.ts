import { waitFor, waitLimits, type Look } from "../../../provider/api/wait";
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
    const progress = jest.fn();
    expect(await waitFor({ look: pendingFor(0).look, timeoutSeconds: 0, progress, clock })).toBe("free");
    expect(clock.slept).toEqual([]);
    expect(progress).not.toHaveBeenCalled();
  });

  it("looks soon at first, then ever less often, at most every few seconds", async () => {
    const clock = fakeClock();
    await waitFor({ look: pendingFor(8).look, timeoutSeconds: 600, clock });
    expect(clock.slept).toEqual([500, 750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000]);
  });

  it.each([
    [0, 0.5],
    [0.5, 0.75],
    [1, 1],
  ])("with jitter over the upper half: random %d", async (random, factor) => {
    const clock = fakeClock(() => random);
    await waitFor({ look: pendingFor(10).look, timeoutSeconds: 600, clock });
    expect(clock.slept[0]).toBe(waitLimits.firstDelayMs * factor);
    expect(clock.slept[9]).toBe(waitLimits.longestDelayMs * factor);
  });

  it("says how it stands after each look that is not the last", async () => {
    const texts: string[] = [];
    await waitFor({
      look: pendingFor(3).look,
      timeoutSeconds: 60,
      progress: (text) => texts.push(text),
      clock: fakeClock(),
    });
    expect(texts).toEqual([
      "snapshot 7 is locked by task 8; waiting, 0 of at most 60 seconds",
      "snapshot 7 is locked by task 8; waiting, 0 of at most 60 seconds",
      "snapshot 7 is locked by task 8; waiting, 1 of at most 60 seconds",
    ]);
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
    expect(clock.slept).toEqual([4_000, 500, 4_000, 750, 4_000]);
  });

  it("ends with the error of a look", async () => {
    const look = () => Promise.reject(new Error("gone"));
    await expect(waitFor({ look, timeoutSeconds: 10, clock: fakeClock() })).rejects.toThrow("gone");
  });

  it("takes its time from the system where no clock is given", async () => {
    const { look, looks } = pendingFor(1);
    jest.useFakeTimers({ doNotFake: ["performance"] });
    const result = waitFor({ look, timeoutSeconds: 10 });
    await jest.advanceTimersByTimeAsync(waitLimits.firstDelayMs);
    jest.useRealTimers();
    expect(await result).toBe("free");
    expect(looks()).toBe(2);
  });
});
