import { ApiError } from "../../../provider/api/errors";
import type { JsonObject } from "../../../provider/json";
import { PartialFailure } from "../../../provider/pulumi/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { createBody } from "../../../provider/resources/cloud-function/wire";
import { answer, id, inputsOf, told } from "./functions";
import { busy, failureOf, lost, missing, taskFailed, worldOf, type Turns } from "./world";

const inputs = inputsOf({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const settled = { ...inputs, ...told };
/** After a creation whose wait ended before its task. */
const pending: CloudFunctionState = { ...inputs, pendingTasks: ["t-1"] };
/** After a creation of which nobody knows whether it happened. */
const neverSeen: CloudFunctionState = { ...inputs };
const created = { verb: "creates", body: createBody(inputs) };

const update = (turns: Turns, state: CloudFunctionState, change: JsonObject = {}) => {
  const world = worldOf(turns);
  return { ...world, result: world.handler.update(id, state, { ...inputs, ...change }) };
};

describe("an update after a wait that ended before its task", () => {
  it("goes on waiting, and sends nothing again", async () => {
    const { result, sent, polls } = update({ reads: [ours], tasks: { "t-1": ["RUNNING", "FINISHED"] } }, pending);
    expect(await result).toStrictEqual(settled);
    expect([sent, polls]).toEqual([[], ["t-1", "t-1"]]);
  });

  it("follows all of the tasks", async () => {
    const tasks = { "t-1": ["FINISHED"], "t-2": ["RUNNING", "FINISHED"] };
    const { result, polls } = update({ reads: [ours], tasks }, { ...pending, pendingTasks: ["t-1", "t-2"] });
    await result;
    expect(polls).toEqual(["t-1", "t-2", "t-2"]);
  });

  it("then sends what has changed meanwhile in the program", async () => {
    const tasks = { "t-1": ["FINISHED"], "t-2": ["FINISHED"] };
    const newer = answer({ description: "newer" });
    const { result, sent } = update({ reads: [ours, ours, newer], patches: [["t-2"]], tasks }, pending, {
      description: "newer",
    });
    expect((await result).description).toBe("newer");
    expect(sent).toEqual([{ verb: "patches", body: { description: "newer" } }]);
  });

  it("of a creation that has failed creates anew", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const anew = (changes: number) => (changes === 0 ? missing : ours);
    const { result, sent } = update({ reads: anew, creates: [["t-2"]], tasks }, pending);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([created]);
  });

  it("of an update that has failed sends it again", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const state = { ...settled, description: "old", pendingTasks: ["t-1"] };
    const again = (changes: number) => (changes === 0 ? answer({ description: "old" }) : ours);
    const { result, sent } = update({ reads: again, patches: [["t-2"]], tasks }, state);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([{ verb: "patches", body: { description: "mine" } }]);
  });

  it("of a creation in a state that nobody knows goes by the function", async () => {
    const { result, sent } = update({ reads: [ours], tasks: { "t-1": ["PAUSED"] } }, pending);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([]);
  });

  it("of tasks that the platform has forgotten goes by the function", async () => {
    const { result, sent } = update({ reads: [{ ...ours, status: "BUILDING" }, ours], tasks: {} }, pending);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([]);
  });

  it("of forgotten tasks goes by the function also if the limit is shorter than the patience with new tasks", async () => {
    const { result, clock } = update({ reads: [ours], tasks: {} }, pending, { taskTimeoutSeconds: 1 });
    expect(await result).toStrictEqual({ ...settled, taskTimeoutSeconds: 1 });
    expect(clock.now()).toBe(1_000);
  });

  it.each([
    ["still goes on", ["RUNNING"], "task t-1 is RUNNING, still after 120 seconds", 120_000],
    ["cannot be looked at", [busy], "busy (503)", 0],
  ])("whose task %s is an error, sends nothing, and leaves the state as it is", async (_, turns, message, ms) => {
    const { result, sent, clock } = update({ reads: [ours], tasks: { "t-1": turns } }, pending);
    const error = await failureOf(result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain(message);
    expect(error.message).toContain("the next `pulumi up` resumes the wait without sending anything again");
    expect([sent, clock.now()]).toEqual([[], ms]);
  });
});

describe("an update after a creation of which nobody knows whether it happened", () => {
  it("finds what was sent, and sends nothing", async () => {
    const { result, sent } = update({ reads: [ours] }, neverSeen);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([]);
  });

  it("finds what was sent then, and changes it to what is wanted now", async () => {
    const newer = answer({ description: "newer" });
    const { result, sent } = update(
      { reads: [ours, ours, ours, ours, newer], patches: [["t-1"]], tasks: { "t-1": ["FINISHED"] } },
      neverSeen,
      { description: "newer" },
    );
    await result;
    expect(sent).toEqual([{ verb: "patches", body: { description: "newer" } }]);
  });

  it("finds another function, and touches nothing", async () => {
    const theirs = answer({ description: "theirs", code_text: "theirs" });
    const { result, sent } = update({ reads: [theirs] }, neverSeen);
    const error = await failureOf(result);
    expect(error.name).toBe("ConflictError");
    expect(error.message).toContain('has a function "resize" already, and it is another one');
    expect(sent).toEqual([]);
  });

  it("finds nothing, and creates it as it is wanted now", async () => {
    const reads = [missing, missing, answer({ description: "newer" })];
    const { result, sent } = update({ reads, creates: [["t-1"]], tasks: { "t-1": ["FINISHED"] } }, neverSeen, {
      description: "newer",
    });
    expect((await result).functionId).toBe("f-1001");
    expect(sent).toEqual([{ verb: "creates", body: createBody({ ...inputs, description: "newer" }) }]);
  });

  it("that is lost again stays so", async () => {
    const { result } = update({ reads: [missing], creates: [lost] }, neverSeen);
    const error = await failureOf(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: inputs });
  });
});

describe("a delete after a wait that ended before its task", () => {
  it.each([
    ["has finished", ["RUNNING", "FINISHED"]],
    ["has failed", ["RUNNING", taskFailed("no space")]],
  ])("whose task %s by now waits for it, then deletes the function", async (_, turns) => {
    const { handler, verbs, polls } = worldOf({
      reads: (changes) => (changes === 0 ? ours : missing),
      deletes: [["t-2"]],
      tasks: { "t-1": turns, "t-2": ["FINISHED"] },
    });
    await handler.delete(id, pending);
    expect([verbs(), polls]).toEqual([["deletes"], ["t-1", "t-1", "t-2"]]);
  });

  it("whose task has failed is over at once if nothing is left", async () => {
    const { handler, sent, clock } = worldOf({ reads: [missing], tasks: { "t-1": [taskFailed("no space")] } });
    await handler.delete(id, pending);
    expect([sent, clock.now()]).toEqual([[], 0]);
  });

  it("whose task still goes on is an error, and sends nothing", async () => {
    const { handler, sent, clock } = worldOf({ reads: [ours], tasks: { "t-1": ["RUNNING"] } });
    const error = await failureOf(handler.delete(id, pending));
    expect(error.message).toContain("task t-1 is RUNNING, still after 120 seconds");
    expect([sent, clock.now()]).toEqual([[], 120_000]);
  });

  it("whose task still goes on is no fault of our code, of which the host would print the stack", async () => {
    const { handler } = worldOf({ reads: [ours], tasks: { "t-1": ["RUNNING"] } });
    expect(await failureOf(handler.delete(id, pending))).toBeInstanceOf(ApiError);
  });
});
