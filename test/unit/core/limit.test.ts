import { TimeoutError } from "../../../provider/api/errors";
import { Claims } from "../../../provider/core/claims";
import { limitOf } from "../../../provider/core/limit";
import type { Operation } from "../../../provider/core/reconcile";
import { done, lost, run, send, silentDisplay, wait, type Kept, type Next, type Past, type Seen } from "./jobs";

const working: Operation = { kind: "update", tasks: ["t-1"] };
const context = { claims: new Claims(), waits: silentDisplay(), notice: () => undefined };

/** Waits while something is being made. */
const untilThere = (seen: Seen): Next => (seen === "there" ? done : wait());

describe("in an operation that has a time of its own", () => {
  const limits = { timeoutSeconds: 9, operationSeconds: 10 };
  const outOfTime = new TimeoutError({ message: "the request could not be sent" });

  it("the last look leaves time for its answer, and the error names the whole time", async () => {
    const { end, lookedAt } = await run({ operation: working, looks: ["half"], plan: untilThere, ...limits });
    expect(lookedAt.at(-1)).toBe(9_000);
    expect((end as Kept).error.message).toBe("function resize is being made; timed out after 10 seconds");
  });

  it("a look for which no time is left tells what was waited for", async () => {
    const looks = ["half", "half", outOfTime];
    const { end } = await run({ operation: working, looks, plan: untilThere, ...limits });
    expect((end as Kept).error.message).toBe("function resize is being made; timed out after 10 seconds");
  });

  it("or nothing but that, where nothing was waited for since the last change", async () => {
    const looks = ["half", outOfTime];
    const plan = (seen: string, { accepted }: Past): Next => (seen === "there" || accepted ? done : send("update"));
    const { end } = await run({ looks, plan, answers: [{ tasks: ["t-1"] }], ...limits });
    expect((end as Kept).error).toBe(outOfTime);
  });

  it("a lost answer that no time is left to find out about is told by itself", async () => {
    const first = { kind: "update", isRepeated: true } as const;
    const { end } = await run({ first, answers: [lost], looks: [outOfTime], plan: untilThere, ...limits });
    expect((end as Kept).error).toBe(lost);
  });

  it.each([
    [100, 99],
    [1, 0.9],
  ])("of %d seconds the waits have %d", (timeoutSeconds, ofWaits) => {
    const argument = "taskTimeoutSeconds";
    expect(limitOf({ ...context, timeoutSeconds }, 60, argument)).toEqual({
      timeoutSeconds: ofWaits,
      operationSeconds: timeoutSeconds,
      setting: "customTimeouts, which take precedence over taskTimeoutSeconds",
    });
    expect(limitOf(context, 60, argument)).toEqual({ timeoutSeconds: 60, setting: argument });
  });
});
