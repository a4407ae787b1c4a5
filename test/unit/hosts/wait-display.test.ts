import { spawnSync } from "node:child_process";
import path from "node:path";
import { reconcile, type Change, type Job, type Step } from "../../../provider/core/reconcile";
import type { WaitDisplay } from "../../../provider/hosts/wait-display";
import { displayOf } from "./displays";
import { steadyClock, useFakeTime, useRealTime } from "./fake-time";

beforeEach(useFakeTime);
afterEach(useRealTime);

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("the line", () => {
  it("has all waits with what they wait for and how long", async () => {
    const { begin, last } = displayOf();
    const resize = begin("resize");
    await pass(11_000);
    const thumbs = begin("thumbs");
    await pass(3_000);
    resize.show("BUILDING task 3f2a RUNNING");
    thumbs.show("task 91bc NEW");
    await pass(0);
    expect(last()).toBe("14 s BUILDING task 3f2a RUNNING: function resize · 3 s task 91bc NEW: function thumbs");
  });

  it("has the seconds and the state first, since Pulumi cuts it at the edge of the terminal", async () => {
    const { begin, last } = displayOf();
    begin("resize-the-pictures-of-all-shops").show("task 3f2a NEW");
    await pass(0);
    expect(last()).toBe("0 s task 3f2a NEW: function resize-the-pictures-of-…");
  });

  it("has whole names if it stays on the screen", async () => {
    const { begin, last } = displayOf({ isLive: false });
    begin("resize-the-pictures-of-all-shops").show("task 3f2a NEW");
    await pass(0);
    expect(last()).toBe("0 s task 3f2a NEW: function resize-the-pictures-of-all-shops");
  });

  it("cuts a name between characters", async () => {
    const { begin, last } = displayOf();
    begin("😀".repeat(24)).show("NEW");
    begin("😀".repeat(25)).show("NEW");
    await pass(0);
    expect(last()).toBe(`0 s NEW: function ${"😀".repeat(24)} · 0 s NEW: function ${"😀".repeat(23)}…`);
  });

  it("groups waits by kind of resource", async () => {
    const { begin, last } = displayOf();
    begin("resize").show("task 3f2a NEW");
    begin("7", "snapshot").show("is locked by task 8");
    begin("thumbs").show("task 91bc NEW");
    await pass(0);
    expect(last()).toBe(
      "0 s task 3f2a NEW: function resize · 0 s task 91bc NEW: function thumbs · 0 s is locked by task 8: snapshot 7",
    );
  });

  it.each([
    [5, ""],
    [6, " · 1 more function"],
    [50, " · 45 more functions"],
  ])("shows up to five of %d waits", async (count, rest) => {
    const { begin, last } = displayOf();
    Array.from({ length: count }, (_, index) => begin(`f${index}`).show("NEW"));
    await pass(0);
    const shown = ["f0", "f1", "f2", "f3", "f4"].map((name) => `0 s NEW: function ${name}`);
    expect(last()).toBe(shown.join(" · ") + rest);
  });

  it("counts whole seconds, rounded down", async () => {
    const { begin, last } = displayOf();
    const wait = begin("resize");
    await pass(1_999);
    wait.show("NEW");
    await pass(0);
    expect(last()).toBe("1 s NEW: function resize");
  });
});

describe("time between lines", () => {
  it("is a second at least, and the last state is shown in the end", async () => {
    const { begin, shown } = displayOf();
    const wait = begin("resize");
    for (let step = 0; step < 25; step++) {
      wait.show(`step ${step}`);
      await pass(100);
    }
    await pass(60_000);
    expect(shown.map(([ms]) => ms)).toEqual([0, 1_000, 2_000, 3_000]);
    expect(shown.at(-1)?.[1]).toBe("3 s step 24: function resize");
  });

  it("is a second at least with many waits too", async () => {
    const { begin, shown } = displayOf();
    const waits = Array.from({ length: 40 }, (_, index) => begin(`f${index}`));
    for (let round = 0; round < 10; round++) {
      for (const wait of waits) {
        wait.show(`round ${round}`);
        await pass(10);
      }
    }
    await pass(5_000);
    const gaps = shown.slice(1).map(([ms], index) => ms - (shown[index]?.[0] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(shown.at(-1)?.[1]).toMatch(/^\d+ s round 9: function f0 · .* · 35 more functions$/);
  });

  it("is not enforced if the last line is older", async () => {
    const { begin, shown } = displayOf();
    const wait = begin("resize");
    wait.show("NEW");
    await pass(5_000);
    wait.show("RUNNING");
    await pass(0);
    expect(shown.map(([ms]) => ms)).toEqual([0, 5_000]);
  });
});

describe("without a terminal", () => {
  it("prints a line only when a state changes, not for the seconds", async () => {
    const { begin, lines } = displayOf({ isLive: false });
    const wait = begin("resize");
    for (const state of ["NEW", "NEW", "NEW", "RUNNING", "RUNNING", "RUNNING"]) {
      wait.show(state);
      await pass(2_000);
    }
    expect(lines()).toEqual(["0 s NEW: function resize", "6 s RUNNING: function resize"]);
  });

  it("a wait that begins or ends changes the line", async () => {
    const { begin, lines } = displayOf({ isLive: false });
    const [resize, thumbs] = [begin("resize"), begin("thumbs")];
    resize.show("NEW");
    await pass(2_000);
    thumbs.show("NEW");
    await pass(2_000);
    resize.end();
    await pass(2_000);
    expect(lines()).toEqual([
      "0 s NEW: function resize",
      "2 s NEW: function resize · 2 s NEW: function thumbs",
      "4 s NEW: function thumbs",
    ]);
  });

  it("a wait like one that has ended is shown again", async () => {
    const { begin, lines } = displayOf({ isLive: false });
    for (let time = 0; time < 2; time++) {
      const wait = begin("resize");
      wait.show("is BUILDING");
      await pass(2_000);
      wait.end();
      await pass(60_000);
    }
    expect(lines()).toEqual(["0 s is BUILDING: function resize", "0 s is BUILDING: function resize"]);
  });

  it("shows the seconds with a terminal only", async () => {
    const { begin, lines } = displayOf();
    const wait = begin("resize");
    for (let look = 0; look < 3; look++) {
      wait.show("NEW");
      await pass(2_000);
    }
    expect(lines().map((line) => line.replace(" NEW: function resize", ""))).toEqual(["0 s", "2 s", "4 s"]);
  });
});

describe("a wait that has ended", () => {
  it("is removed from the line, and its result is returned", async () => {
    const { display, begin, last } = displayOf();
    begin("thumbs").show("NEW");
    expect(await display.track("function", "resize", ({ show }) => Promise.resolve(show("NEW")).then(() => 7))).toBe(7);
    await pass(1_000);
    expect(last()).toBe("0 s NEW: function thumbs");
  });

  it("is removed after an error, too", async () => {
    const { begin, lines } = displayOf();
    const [resize, thumbs] = [begin("resize"), begin("thumbs")];
    resize.show("NEW");
    thumbs.show("NEW");
    await pass(0);
    resize.fail(new Error("no space"));
    await expect(resize.result).rejects.toThrow("no space");
    await pass(1_000);
    expect(lines()).toEqual(["0 s NEW: function resize · 0 s NEW: function thumbs", "1 s NEW: function thumbs"]);
  });

  it("is never shown if it ended before", async () => {
    const { begin, lines } = displayOf();
    const wait = begin("resize");
    wait.show("NEW");
    wait.end();
    await wait.result;
    await pass(60_000);
    expect(lines()).toEqual([]);
  });

  it("leaves no line if there are no other waits, and no timer", async () => {
    const { begin, lines } = displayOf();
    const wait = begin("resize");
    wait.show("NEW");
    await pass(0);
    wait.end();
    await pass(60_000);
    expect(lines()).toEqual(["0 s NEW: function resize"]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("is not in the line if it never showed anything", async () => {
    const { begin, lines } = displayOf();
    begin("resize");
    begin("thumbs").show("NEW");
    await pass(0);
    expect(lines()).toEqual(["0 s NEW: function thumbs"]);
  });
});

describe("a wait", () => {
  it("is counted from its beginning or its first line to its end, whatever its kind", async () => {
    const { display, begin } = displayOf();
    const [resize, thumbs, snapshot] = [begin("resize"), begin("thumbs"), begin("7", "snapshot")];
    expect(display.count).toBe(0);
    resize.begin();
    thumbs.show("NEW");
    resize.show("NEW");
    snapshot.begin();
    expect(display.count).toBe(3);
    resize.end();
    thumbs.fail(new Error("no space"));
    await Promise.allSettled([resize.result, thumbs.result]);
    expect(display.count).toBe(1);
  });

  it("is no longer counted once it has ended", async () => {
    const { display, begin } = displayOf();
    const resize = begin("resize");
    resize.end();
    await resize.result;
    resize.begin();
    resize.show("NEW");
    expect(display.count).toBe(0);
  });

  it("is in no line before there is something to show", async () => {
    const { begin, lines } = displayOf();
    begin("resize").begin();
    begin("thumbs").show("NEW");
    await pass(0);
    expect(lines()).toEqual(["0 s NEW: function thumbs"]);
  });
});

describe("the place in the line", () => {
  it("is for the first five of a kind, and for the next when one of them ends", async () => {
    const { begin } = displayOf();
    const waits = Array.from({ length: 7 }, (_, index) => begin(`f${index}`));
    const snapshot = begin("7", "snapshot");
    const shown = () => waits.map((wait) => wait.isShown());
    // Before any wait has begun, each would be the first.
    expect(shown()).toEqual(Array(7).fill(true));
    [snapshot, ...waits].forEach((wait) => wait.begin());
    expect(shown()).toEqual([true, true, true, true, true, false, false]);
    expect(snapshot.isShown()).toBe(true);
    expect(begin("f7").isShown()).toBe(false);
    waits[2]!.end();
    await waits[2]!.result;
    expect(shown().slice(3)).toEqual([true, true, true, false]);
  });

  it("matches the waits that are shown", async () => {
    const { begin, last } = displayOf();
    const waits = Array.from({ length: 7 }, (_, index) => begin(`f${index}`));
    waits.forEach((wait) => wait.begin());
    waits.forEach((wait) => wait.show(wait.isShown() ? "is shown" : "is not"));
    await pass(0);
    expect(last()?.match(/is shown/g)).toHaveLength(5);
    expect(last()).not.toContain("is not");
  });
});

describe("a reconciliation that waits", () => {
  const jobOf = (display: WaitDisplay, steps: Step<Change>[], timeoutSeconds: number): Job<number, Change> => {
    let looks = 0;
    return {
      ...{ noun: "snapshot", name: "7", timeoutSeconds, waits: display, clock: steadyClock },
      observe: () => Promise.resolve(looks++),
      plan: (look) => steps[Math.min(look, steps.length - 1)]!,
      apply: () => Promise.reject(new Error("nothing is to be sent")),
      isTransient: () => false,
      explain: (error) => error,
      toPartialFailure: (error) => error,
    };
  };

  it("shows each observation, and its timeout names the resource", async () => {
    const { display, lines } = displayOf();
    const waiting = reconcile(jobOf(display, [{ do: "wait", shown: "is locked by task 8" }], 2));
    const failure = expect(waiting).rejects.toThrow("snapshot 7 is locked by task 8; timed out after 2 seconds");
    await pass(5_000);
    await failure;
    expect(lines()).toEqual([0, 1, 2].map((seconds) => `${seconds} s is locked by task 8: snapshot 7`));
  });

  it("shows nothing if there is nothing to wait for", async () => {
    const { display, lines } = displayOf();
    expect((await reconcile(jobOf(display, [{ do: "done" }], 0))).observed).toBe(0);
    await pass(1_000);
    expect(lines()).toEqual([]);
  });
});

test("a display does not keep a process alive", () => {
  const compiled = path.resolve(__dirname, "../../../provider/dist/hosts/wait-display.js");
  const program = `
    const { WaitDisplay } = require(${JSON.stringify(compiled)});
    const display = new WaitDisplay((line) => { console.log(line); show("RUNNING"); }, () => true);
    let show;
    void display.track("function", "resize", (wait) => { show = wait.show; show("NEW"); return new Promise(() => {}); });
    setTimeout(() => {}, 100);
  `;
  const { status, stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 30_000 });
  expect([status, stdout]).toEqual([0, "0 s NEW: function resize\n"]);
});
