import { PartialFailure } from "../../../provider/pulumi/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import type { TaskTurn } from "../api/task-endpoints";
import { answer, id, inputsOf, told } from "./functions";
import { failureOf, missing, taskFailed, worldOf } from "./world";

const inputs = inputsOf({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ code_text: "theirs" });
/** After a creation whose wait ended before its task. */
const pending: CloudFunctionState = { ...inputs, pendingTasks: ["t-1"] };

/** How the task of that creation ended meanwhile, without finishing well; then somebody else has taken the name. */
const unproven: [string, Record<string, TaskTurn[]>][] = [
  ["failed", { "t-1": [taskFailed("no space")] }],
  ["is forgotten", {}],
  ["is in a state that nobody knows", { "t-1": ["PAUSED"] }],
];

describe.each(unproven)("a creation whose task %s", (_, tasks) => {
  it("gives no right to change a function of somebody else", async () => {
    const { handler, sent } = worldOf({ reads: [theirs], tasks });
    const error = await failureOf(handler.update(id, pending, inputs));
    expect(error.message).toContain('has a function "resize" already, and it is another one');
    expect(sent).toEqual([]);
  });

  it("gives no right to delete it", async () => {
    const { handler, sent } = worldOf({ reads: [theirs], tasks });
    await handler.delete(id, pending);
    expect(sent).toEqual([]);
  });

  it("is taken for its result if it is what was sent", async () => {
    const { handler, sent } = worldOf({ reads: [ours], tasks });
    expect(await handler.update(id, pending, inputs)).toStrictEqual({ ...inputs, ...told });
    expect(sent).toEqual([]);
  });
});

it("a refresh drops a creation whose task has failed and whose name is somebody else's", async () => {
  const { handler } = worldOf({ reads: [theirs], tasks: { "t-1": [taskFailed("no space")] } });
  expect(await handler.read(id, pending)).toBeUndefined();
});

it("a refresh takes the function of a task that has finished, whatever the platform has made of it", async () => {
  const normalised = answer({ description: "Mine" });
  const { handler } = worldOf({ reads: [normalised], tasks: { "t-1": ["FINISHED"] } });
  expect((await handler.read(id, pending))?.state).toMatchObject({ ...told, description: "Mine" });
});

it("a create whose task is forgotten takes over nothing of somebody else", async () => {
  const { handler, verbs } = worldOf({ creates: [["t-1"]], reads: [theirs] });
  const error = await failureOf(handler.create({ ...inputs, disabled: true }));
  expect(error).not.toBeInstanceOf(PartialFailure);
  expect(error.message).toContain("it is another one");
  expect(verbs()).toEqual(["creates"]);
});

it("a delete waits for a function that may still come, although its task is not known for a moment", async () => {
  const { handler, verbs, looks, clock } = worldOf({
    reads: [missing, missing, ours, missing],
    deletes: [["t-2"]],
    tasks: { "t-2": ["FINISHED"] },
  });
  await handler.delete(id, { ...pending, taskTimeoutSeconds: 0 });
  expect([verbs(), looks(), clock.slept.length]).toEqual([["deletes"], 4, 1]);
});
