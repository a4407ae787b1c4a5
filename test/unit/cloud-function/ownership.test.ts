import { PartialFailure } from "../../../provider/core/handler";
import type { TaskTurn } from "../api/task-endpoints";
import { answer, markStarted, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { claim, captureError, missing, taskFailed, createHandler } from "./platform";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ code_text: "theirs" });
const pending = markStarted(inputs, "t-1");

/** What has become of the task of a creation that did not succeed; the name may belong to another owner by now. */
const unproven: [string, Record<string, TaskTurn[]>][] = [
  ["failed", { "t-1": [taskFailed("no space")] }],
  ["is no longer known", {}],
  ["is in an unknown state", { "t-1": ["PAUSED"] }],
];

describe.each(unproven)("a creation whose task %s", (_, tasks) => {
  it("does not entitle the resource to change another owner's function", async () => {
    const { handler, sent } = createHandler({ reads: [theirs], tasks });
    const error = await captureError(handler.update(id, pending, inputs));
    expect(error.message).toContain('already has a function "resize" (differs in: description, code)');
    expect(sent).toEqual([]);
  });

  it("does not entitle the resource to delete another owner's function, and the user is notified", async () => {
    const { handler, sent } = createHandler({ reads: [theirs], tasks });
    await handler.delete(id, pending);
    expect(sent).toEqual([]);
    expect(handler.noticed).toEqual([
      'function "resize" stays on the platform: it is not the one that this resource created',
    ]);
  });

  it("owns the function if its content is what was sent", async () => {
    const { handler, sent } = createHandler({ reads: [ours], tasks });
    expect(await handler.update(id, pending, inputs)).toStrictEqual({ ...inputs, ...computedOutputs, claim });
    expect(sent).toEqual([]);
  });
});

it("a creation whose task has failed does not save another owner's function", async () => {
  const tasks = { "t-1": ["NEW", taskFailed("no space")] };
  const { handler } = createHandler({ creates: [["t-1"]], reads: [theirs], tasks });
  const error = await captureError(handler.create(inputs));
  expect(error).not.toBeInstanceOf(PartialFailure);
  expect(error.message).toContain("task t-1 failed: no space");
  expect(error.message).toContain('already has a function "resize" (differs in: description, code)');
});

it("an accepted creation owns the function in any task state and with any content", async () => {
  const normalised = answer({ description: "Mine" });
  const { handler, verbs } = createHandler({ creates: [["t-1"]], reads: [normalised], tasks: { "t-1": ["PAUSED"] } });
  expect((await handler.create(inputs)).state).toStrictEqual({
    ...inputs,
    ...computedOutputs,
    description: "Mine",
    claim,
  });
  expect(verbs()).toEqual(["creates"]);
});

it("a refresh drops a creation whose task has failed and whose name another owner has", async () => {
  const { handler } = createHandler({ reads: [theirs], tasks: { "t-1": [taskFailed("no space")] } });
  expect(await handler.read(id, pending)).toBeUndefined();
});

it("a refresh takes over the function of a finished task, even if the platform has normalized it", async () => {
  const normalised = answer({ description: "Mine" });
  const { handler } = createHandler({ reads: [normalised], tasks: { "t-1": ["FINISHED"] } });
  expect((await handler.read(id, pending))?.state).toStrictEqual({
    ...inputs,
    ...computedOutputs,
    description: "Mine",
  });
});

it.each([
  ["task has finished", pending, { "t-1": ["FINISHED"] }, theirs],
  ["outcome is unknown, with the content that was sent,", unconfirmed(inputs), {}, ours],
])("a delete of a creation whose %s deletes the function", async (_, state, tasks, found) => {
  const { handler, verbs } = createHandler({
    reads: (changes) => (changes === 0 ? found : missing),
    deletes: [["t-2"]],
    tasks: { ...tasks, "t-2": ["FINISHED"] },
  });
  await handler.delete(id, state);
  expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
});
