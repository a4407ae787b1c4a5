import { spawnSync } from "node:child_process";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { ShownWait, WaitDisplay } from "../../../provider/hosts/wait-display";
import { displayOf } from "./displays";
import { useFakeTime, useRealTime } from "./fake-time";

beforeEach(useFakeTime);
afterEach(useRealTime);

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

const many = (count: number): [string, string][] => Array.from({ length: count }, (_, index) => [`f${index}`, "NEW"]);

describe("the line", () => {
  it("has all waits with what they wait for and how long", async () => {
    const { begin, last } = displayOf();
    const resize = begin("resize");
    await pass(11_000);
    const thumbs = begin("thumbs");
    await pass(3_999);
    resize.show("BUILDING task 3f2a RUNNING");
    thumbs.show("task 91bc NEW");
    await pass(0);
    expect(last()).toBe("14 s BUILDING task 3f2a RUNNING: function resize · 3 s task 91bc NEW: function thumbs");
  });

  const five = many(5).map(([name]) => `0 s NEW: function ${name}`);

  // Pulumi cuts the line at the edge of the terminal.
  it.each<[string, [name: string, state: string, noun?: string][], string]>([
    [
      "waits of every kind of resource",
      [
        ["resize", "task 3f2a NEW"],
        ["7", "is locked by task 8", "snapshot"],
      ],
      "0 s task 3f2a NEW: function resize · 0 s is locked by task 8: snapshot 7",
    ],
    ["five waits", many(5), five.join(" · ")],
    ["five of 50 waits", many(50), [...five, "45 more"].join(" · ")],
  ])("has %s", async (_, waits, line) => {
    const { begin, last } = displayOf();
    waits.map(([name, state, noun]) => ({ state, ...begin(name, noun) })).forEach(({ show, state }) => show(state));
    await pass(0);
    expect(last()).toBe(line);
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
    for (const step of [() => resize.show("NEW"), () => thumbs.show("NEW"), () => resize.end()]) {
      step();
      await pass(2_000);
    }
    const [first, second] = ["NEW: function resize", "NEW: function thumbs"];
    expect(lines()).toEqual([`0 s ${first}`, `2 s ${first} · 2 s ${second}`, `4 s ${second}`]);
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
});

describe("a wait that has ended", () => {
  it("is removed from the line, and its result is returned, or its error", async () => {
    const { display, begin, lines } = displayOf();
    const [resize, thumbs] = [begin("resize"), begin("thumbs")];
    [resize, thumbs].forEach(({ show }) => show("NEW"));
    await pass(0);
    resize.fail(new Error("no space"));
    await expect(resize.result).rejects.toThrow("no space");
    expect(await display.track("function", "crop", ({ show }) => Promise.resolve(show("NEW")).then(() => 7))).toBe(7);
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

  it.each([
    ["clears the line of a terminal", true, ["0 s NEW: function resize", ""]],
    ["prints nothing without a terminal", false, ["0 s NEW: function resize"]],
  ])("%s if there are no other waits, and leaves no timer", async (_, isLive, expected) => {
    const { begin, lines } = displayOf({ isLive });
    const wait = begin("resize");
    wait.show("NEW");
    await pass(0);
    wait.end();
    await pass(60_000);
    expect(lines()).toEqual(expected);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("a wait", () => {
  it("is counted from its beginning or its first line to its end, whatever its kind", async () => {
    const { display, begin } = displayOf();
    const [resize, thumbs, snapshot] = [begin("resize"), begin("thumbs"), begin("7", "snapshot")];
    expect(display.all.size).toBe(0);
    resize.begin();
    thumbs.show("NEW");
    resize.show("NEW");
    snapshot.begin();
    expect(display.all.size).toBe(3);
    resize.end();
    thumbs.fail(new Error("no space"));
    await Promise.allSettled([resize.result, thumbs.result]);
    resize.begin();
    resize.show("NEW");
    expect(display.all.size).toBe(1);
  });

  it("is in no line before there is something to show", async () => {
    const { begin, lines } = displayOf();
    begin("resize").begin();
    begin("thumbs").show("NEW");
    await pass(0);
    expect(lines()).toEqual(["0 s NEW: function thumbs"]);
  });
});

test("displays of one host count the waits of all, and each shows its own", async () => {
  const all = new Set<ShownWait>();
  const [one, other] = [displayOf({ all }), displayOf({ all })];
  const [resize, thumbs] = [one.begin("resize"), other.begin("thumbs")];
  [resize, thumbs].forEach(({ show }) => show("NEW"));
  await pass(0);
  expect([one.display.all.size, other.display.all.size]).toEqual([2, 2]);
  resize.end();
  await pass(0);
  expect([one.lines(), other.lines()]).toEqual([["0 s NEW: function resize", ""], ["0 s NEW: function thumbs"]]);
});

test("a display does not keep a process alive", () => {
  const compiled = path.resolve(__dirname, "../../../provider/dist/hosts/wait-display.js");
  const program = `
    const { WaitDisplay } = require(${JSON.stringify(compiled)});
    const display = new WaitDisplay((line) => { console.log(line); show("RUNNING"); clearInterval(alive); }, () => true);
    let show;
    const alive = setInterval(() => {}, 1000);
    void display.track("function", "resize", (wait) => { show = wait.show; show("NEW"); return new Promise(() => {}); });
  `;
  const { status, stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 300_000 });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ s NEW: function resize\n$/)]);
});

describe("while the platform asks to slow down", () => {
  const slow = "slowed down by the platform";
  const slowFor = (display: WaitDisplay, ms: number) => display.showSlowDown(performance.now() + ms);

  it("the line begins with that and a countdown", async () => {
    const { display, begin, lines } = displayOf();
    begin("resize").show("NEW");
    slowFor(display, 2_500);
    await pass(5_000);
    const slowed = [3, 2, 1].map((left) => `${slow}, ${left} s; ${3 - left} s NEW: function resize`);
    expect(lines()).toEqual([...slowed, "3 s NEW: function resize"]);
  });

  it("there is a line even without other waits, which is cleared when calls are sent again", async () => {
    const { display, lines } = displayOf();
    slowFor(display, 2_000);
    await pass(60_000);
    expect(lines()).toEqual([`${slow}, 2 s`, `${slow}, 1 s`, ""]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("a longer request restarts the seconds", async () => {
    const { display, last } = displayOf();
    slowFor(display, 5_000);
    await pass(2_000);
    slowFor(display, 60_000);
    await pass(1_000);
    expect(last()).toBe(`${slow}, 59 s`);
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
});
