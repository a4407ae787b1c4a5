import { TimeoutError } from "../../../provider/api/failures/errors";
import { Claims } from "../../../provider/core/claims";
import { CredentialValues } from "../../../provider/core/credential-values";
import { resolveLimit } from "../../../provider/core/limit";
import type { UnfinishedOperation } from "../../../provider/core/reconcile";
import { done, lost, run, send, silentDisplay, wait, type Kept, type Next, type Past, type Seen } from "./jobs";

const working: UnfinishedOperation = { kind: "update", tasks: ["t-1"] };
const context = {
  claims: new Claims(),
  waits: silentDisplay(),
  credentials: new CredentialValues(),
  notify: () => undefined,
};

/** Waits while something is being made. */
const untilThere = (seen: Seen): Next => (seen === "there" ? done : wait());

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
    expect(resolveLimit({ ...context, timeoutSeconds }, 60, argument)).toEqual({
      timeoutSeconds: ofWaits,
      operationSeconds: timeoutSeconds,
      setting: "customTimeouts, which take precedence over taskTimeoutSeconds",
    });
    expect(resolveLimit(context, 60, argument)).toEqual({ timeoutSeconds: 60, setting: argument });
  });
});
