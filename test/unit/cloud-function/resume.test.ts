import { PermissionError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { toCreateBody } from "../../../provider/resources/cloud-function/wire";
import { answer, markStarted, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { conflict, captureError, missing, taskFailed, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const claim = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
const settled = { ...inputs, ...computedOutputs, claim };
const pending = markStarted(inputs, "t-1");
const changing: CloudFunctionState = {
  ...inputs,
  ...computedOutputs,
  description: "old",
  operation: { kind: "update", tasks: ["t-1"] },
};
const forbidden = new PermissionError({ message: "no", status: 403 });
const created = { verb: "creates", body: toCreateBody(inputs) };

const update = (turns: Turns, state: CloudFunctionState, change: JsonObject = {}) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.update(id, state, { ...inputs, ...change }) };
};

describe("an update after a wait that ended before its task", () => {
  it("continues the wait, and sends nothing again", async () => {
    const { result, sent, polls } = update({ reads: [ours], tasks: { "t-1": ["RUNNING", "FINISHED"] } }, pending);
    expect(await result).toStrictEqual(settled);
    expect([sent, polls]).toEqual([[], ["t-1", "t-1"]]);
  });

  it("then sends what has changed in the program since", async () => {
    const tasks = { "t-1": ["FINISHED"], "t-2": ["FINISHED"] };
    const reads = (changes: number) => (changes === 0 ? ours : answer({ description: "newer" }));
    const { result, sent } = update({ reads, patches: [["t-2"]], tasks }, pending, {
      description: "newer",
    });
    expect((await result).description).toBe("newer");
    expect(sent).toEqual([{ verb: "patches", body: { description: "newer" } }]);
  });

  it("creates the function again after a failed creation", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const anew = (changes: number) => (changes === 0 ? missing : ours);
    const { result, sent } = update({ reads: anew, creates: [["t-2"]], tasks }, pending);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([created]);
  });

  it("sends a failed update again", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const again = (changes: number) => (changes === 0 ? answer({ description: "old" }) : ours);
    const { result, sent } = update({ reads: again, patches: [["t-2"]], tasks }, changing);
    expect(await result).toStrictEqual({ ...inputs, ...computedOutputs });
    expect(sent).toEqual([{ verb: "patches", body: { description: "mine" } }]);
  });

  it("decides by the function even if the limit is shorter than the grace period for unknown tasks", async () => {
    const { result, clock } = update({ reads: [ours], tasks: {} }, pending, { taskTimeoutSeconds: 1 });
    expect(await result).toStrictEqual({ ...settled, taskTimeoutSeconds: 1 });
    expect(clock.now()).toBe(1_000);
  });

  it("saves the tasks of its new change if the old ones failed and the new ones do not end", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["RUNNING"] };
    const reads = [answer({ description: "old" })];
    const error = await captureError(update({ reads, patches: [["t-2"]], tasks }, changing).result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ state: { description: "old", operation: { kind: "update", tasks: ["t-2"] } } });
  });

  it.each([
    ["is still running", ["RUNNING"], "task t-1 is RUNNING; timed out after 120 seconds", 120_000],
    ["cannot be read", [forbidden], "no (403)", 0],
  ])("fails without a request if its task %s, and leaves the state as it is", async (_, turns, message, ms) => {
    const { result, sent, clock } = update({ reads: [ours], tasks: { "t-1": turns } }, pending);
    const error = await captureError(result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain(message);
    expect(error.message).toContain("the next `pulumi up` resumes the wait without sending anything again");
    expect([sent, clock.now()]).toEqual([[], ms]);
  });
});

describe("a delete after a wait that ended before its task", () => {
  it.each([
    ["finishes", ["RUNNING", "FINISHED"]],
    ["fails", ["RUNNING", taskFailed("no space")]],
  ])("waits for a task that %s, then deletes the function", async (_, turns) => {
    const { handler, verbs, polls } = createHandler({
      reads: (changes) => (changes === 0 ? ours : missing),
      deletes: [["t-2"]],
      tasks: { "t-1": turns, "t-2": ["FINISHED"] },
    });
    await handler.delete(id, pending);
    expect([verbs(), polls]).toEqual([["deletes"], ["t-1", "t-1", "t-2"]]);
  });

  it.each<[string, CloudFunctionState, number]>([
    ["a minute", changing, 60_000],
    ["only taskTimeoutSeconds, if shorter,", { ...changing, taskTimeoutSeconds: 20 }, 20_000],
    ["not at all", { ...changing, taskTimeoutSeconds: 0 }, 0],
    ["a minute, after a creation as well,", pending, 60_000],
  ])("waits %s for a task that is still running, and then lets the platform decide", async (_, state, ms) => {
    for (const word of ["RUNNING", "NEW", "PAUSED"]) {
      const { handler, verbs, clock } = createHandler({
        reads: (changes) => (changes === 0 ? ours : missing),
        deletes: [["t-2"]],
        tasks: { "t-1": [word], "t-2": ["FINISHED"] },
      });
      await handler.delete(id, { ...state, description: "mine" });
      expect(verbs()).toEqual(["deletes"]);
      expect(clock.now()).toBeGreaterThanOrEqual(ms);
      expect(clock.now()).toBeLessThanOrEqual(ms * 1.12);
    }
  });

  it.each([0, 20, 90, 120, 2400])(
    "ends soon after a creation without effect, whatever taskTimeoutSeconds is: %d s",
    async (taskTimeoutSeconds) => {
      for (const state of [markStarted(inputs, "t-1"), unconfirmed(inputs)]) {
        const { handler, sent, clock } = createHandler({ reads: [missing], tasks: { "t-1": ["RUNNING"] } });
        await handler.delete(id, { ...state, taskTimeoutSeconds });
        expect(sent).toEqual([]);
        expect(clock.now()).toBeLessThanOrEqual(2 * 67_000);
      }
    },
  );

  it("reports the platform's message if it is refused while the task is still running", async () => {
    const { handler, clock } = createHandler({ reads: [ours], deletes: [conflict], tasks: { "t-1": ["RUNNING"] } });
    const error = await captureError(handler.delete(id, { ...changing, taskTimeoutSeconds: 2400 }));
    expect(error.message).toContain(conflict.message);
    expect(clock.now()).toBeLessThan(140_000);
  });
});
