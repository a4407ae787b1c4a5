import type { UnfinishedOperation } from "../../../provider/core/reconcile";
import type { WaitDisplay } from "../../../provider/hosts/wait-display";
import { fakeClock } from "../api/fake-clock";
import { done, run, send, silentDisplay, wait, type Next, type Past, type Seen } from "./jobs";

const working: UnfinishedOperation = { kind: "update", tasks: ["t-1"] };

/** Waits while something is being made. */
const untilThere = (seen: Seen): Next => (seen === "there" ? done : wait());

/** A display with this many other waits. */
function displayWith(count: number, noun = "function"): WaitDisplay {
  const display = silentDisplay();
  for (let other = 0; other < count; other += 1) {
    void display.track(noun, `other-${other}`, ({ begin }) => new Promise(() => begin()));
  }
  return display;
}

describe("an observation", () => {
  it("is marked as a poll only after the first pause", async () => {
    const { lookedHow } = await run({ looks: ["half", "half", "there"], plan: untilThere });
    expect(lookedHow.map(({ isPoll }) => isPoll)).toEqual([false, true, true]);
  });

  it("after a change without a wait is not marked as a poll", async () => {
    const plan = (_: Seen, { accepted }: Past): Next => (accepted ? done : send("update"));
    const { lookedHow } = await run({ looks: ["old", "new"], plan });
    expect(lookedHow.map(({ isPoll }) => isPoll)).toEqual([false, false]);
  });

  it.each([
    [4, "function", true],
    [5, "function", false],
    [5, "snapshot", true],
  ])(
    "knows whether the progress line shows its object: beside %d waits of the kind %s",
    async (count, noun, isShown) => {
      const course = { looks: ["half", "there"], plan: untilThere, waits: displayWith(count, noun) };
      for (const operation of [undefined, working]) {
        const { lookedHow } = await run({ ...course, operation });
        expect(lookedHow.map((look) => look.isShown)).toEqual([isShown, isShown]);
      }
    },
  );
});

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
      const course = {
        operation: working,
        looks: ["half", "half", "there"],
        plan: untilThere,
        waits: displayWith(142),
      };
      const { lookedAt, lookedHow } = await run({ ...course, random: () => fraction });
      expect(lookedAt).toEqual([firstMs, firstMs + 2_002, firstMs + 4_004]);
      expect(lookedHow.map(({ isPoll }) => isPoll)).toEqual([true, true, true]);
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
