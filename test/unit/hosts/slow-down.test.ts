import { performance } from "node:perf_hooks";
import type { WaitDisplay } from "../../../provider/hosts/wait-display";
import { displayOf } from "./displays";
import { useFakeTime, useRealTime } from "./fake-time";

beforeEach(useFakeTime);
afterEach(useRealTime);

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("while the platform asks to slow down", () => {
  const slowFor = (display: WaitDisplay, ms: number) => display.showSlowDown(performance.now() + ms);

  it("the line begins with that and a countdown", async () => {
    const { display, begin, lines } = displayOf();
    begin("resize").show("NEW");
    slowFor(display, 2_500);
    await pass(5_000);
    expect(lines()).toEqual([
      "slowed down by the platform, 3 s; 0 s NEW: function resize",
      "slowed down by the platform, 2 s; 1 s NEW: function resize",
      "slowed down by the platform, 1 s; 2 s NEW: function resize",
      "3 s NEW: function resize",
    ]);
  });

  it("there is a line even without other waits, until calls are sent again", async () => {
    const { display, lines } = displayOf();
    slowFor(display, 2_000);
    await pass(60_000);
    expect(lines()).toEqual(["slowed down by the platform, 2 s", "slowed down by the platform, 1 s"]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("a longer request restarts the seconds", async () => {
    const { display, last } = displayOf();
    slowFor(display, 5_000);
    await pass(2_000);
    slowFor(display, 60_000);
    await pass(1_000);
    expect(last()).toBe("slowed down by the platform, 59 s");
  });

  it("a time that is over before a line is due is not shown", async () => {
    const { display, begin, lines } = displayOf();
    begin("resize").show("NEW");
    await pass(0);
    slowFor(display, 100);
    await pass(5_100);
    expect(lines()).toEqual(["0 s NEW: function resize", "1 s NEW: function resize"]);
  });

  it("it is shown once without a terminal, until none has waited for five seconds", async () => {
    const { display, begin, lines } = displayOf({ isLive: false });
    const resize = begin("resize");
    resize.show("NEW");
    for (const ms of [12_000, 1_000, 3_000]) {
      slowFor(display, ms);
      await pass(2_000);
    }
    resize.show("RUNNING");
    await pass(6_000);
    slowFor(display, 4_000);
    await pass(60_000);
    expect(lines()).toEqual([
      "slowed down by the platform, 12 s; 0 s NEW: function resize",
      "6 s RUNNING: function resize",
      "slowed down by the platform, 4 s; 12 s RUNNING: function resize",
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("it is shown alone without a terminal if there are no other waits", async () => {
    const { display, lines } = displayOf({ isLive: false });
    slowFor(display, 12_000);
    await pass(20_000);
    expect(lines()).toEqual(["slowed down by the platform, 12 s"]);
  });
});
