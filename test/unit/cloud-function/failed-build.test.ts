import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { claim, captureError, lost, taskFailed, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ description: "mine", envs: { TOKEN: "token-7d793037" } });
const envs = { TOKEN: "token-7d793037", THEIRS: "theirs-91c0aa" };
const built = answer({ description: "mine", envs: inputs.envs });
const broken = { ...built, build_status: "failed", build_message: "line 3: token-7d793037" };
const finished = { "t-1": ["FINISHED"] };
const known = { ...inputs, ...computedOutputs };
const state: CloudFunctionState = { ...known, buildStatus: "failed" };
const everything = { code_text: built.code_text, main_method: "Resize", flavor: built.flavor, timeout: 30 };
const patch = { verb: "patches", body: { ...everything, description: "mine", envs: inputs.envs } };
const cannotBeCalled =
  'it cannot be called, as the last build has failed (buildStatus "failed"). Build: line 3: [secret]. ' +
  "The function stays in the state, and the next `pulumi up` builds it again";

/** The state that is kept of an operation whose build has failed. */
async function brokenStateOf(operation: Promise<unknown>): Promise<CloudFunctionState> {
  const error = await captureError(operation);
  expect(error).toBeInstanceOf(PartialFailure);
  expect(error).toMatchObject({ id, message: cannotBeCalled, cause: { name: "BrokenFunctionError" } });
  return JSON.parse(JSON.stringify(error.state)) as CloudFunctionState;
}

describe("a failed build", () => {
  const kept = { ...state, buildMessage: "line 3: [secret]" };

  it.each<[string, Turns]>([
    ["whose task has finished", { creates: [["t-1"]], tasks: finished }],
    ["whose answer was lost", { creates: [lost] }],
  ])("is an error of a creation %s, and the function stays in the state", async (_, turns) => {
    const { handler, verbs } = createHandler({ ...turns, reads: [broken] });
    expect(await brokenStateOf(handler.create(inputs))).toStrictEqual({ ...kept, claim });
    expect(verbs()).toEqual(["creates"]);
  });

  it.each<[string, Turns]>([
    ["whose task has finished", { patches: [["t-1"]], tasks: finished }],
    ["whose answer was lost", { patches: [lost] }],
  ])("is an error of a change %s, and what was removed is not declared any more", async (_, turns) => {
    const before = { ...known, description: "old", dependencies: "image" };
    const reads = (changes: number) =>
      changes === 0 ? { ...built, description: "old", dependencies: "image" } : broken;
    const { handler, sent } = createHandler({ ...turns, reads });
    expect(await brokenStateOf(handler.update(id, before, inputs))).toStrictEqual(kept);
    expect(sent).toMatchObject([{ body: { description: "mine", dependencies: "" } }]);
  });

  it.each<[string, CloudFunctionState]>([
    ["the state shows", state],
    ["the state does not show yet", known],
    ["the end of a resumed change shows", { ...known, operation: { kind: "update", tasks: ["t-0"] } }],
    ["is left of a creation that has failed", { ...state, operation: { kind: "create", tasks: ["t-9"] } }],
    ["is found after a creation without an answer", unconfirmed(inputs)],
  ])("is built again as a whole if it %s", async (_, before) => {
    const tasks = { ...finished, "t-0": ["FINISHED"], "t-9": [taskFailed("build failed")] };
    const world = createHandler({ reads: (changes) => (changes === 0 ? broken : built), patches: [["t-1"]], tasks });
    expect(await world.handler.update(id, before, inputs)).toMatchObject(known);
    expect(world.sent).toEqual([patch]);
    const again = createHandler({ reads: [broken], patches: [["t-1"]], tasks });
    expect(await brokenStateOf(again.handler.update(id, before, inputs))).toMatchObject(kept);
  });

  it("of an adopted function shows in the preview and is built again, without others' variables", async () => {
    const theirs = { ...broken, envs, build_message: "line 3: theirs-91c0aa" };
    const adopting = { ...inputs, envs: undefined, adopt: true };
    const preview = await createHandler({ reads: [theirs] }).handler.adoption(adopting);
    expect(preview?.changes).toEqual(['its build, as the last build has failed (buildStatus "failed")']);
    const { handler, sent } = createHandler({ reads: [theirs], patches: [["t-1"]], tasks: finished });
    await brokenStateOf(handler.create(adopting));
    expect(sent).toEqual([{ verb: "patches", body: { ...everything, description: "mine" } }]);
  });

  it("is built again by the update after a read", async () => {
    const { handler } = createHandler({ reads: [broken] });
    const read = await handler.read(id, known);
    expect(handler.diff(id, read!.state, read!.inputs)).toEqual({
      changes: false,
      unfinished: 'is built again: the last build has failed (buildStatus "failed")',
    });
  });
});

it.each<[string, Partial<CloudFunctionState>, string | undefined]>([
  ["a build", { buildStatus: "BUILD_FAILED" }, 'the last build has failed (buildStatus "BUILD_FAILED")'],
  ["a function", { status: "Error" }, 'it has the status "Error"'],
  ["a disabled function", { status: "INACTIVE", disabled: true }, undefined],
  ["words that nobody knows", { status: "PARKED", buildStatus: "not failed" }, undefined],
  ["no words", { status: undefined, buildStatus: undefined }, undefined],
])("the state's %s decides whether it is built again", (_, words, reason) => {
  const { handler } = createHandler({});
  const { unfinished } = handler.diff(id, { ...known, ...words }, { ...inputs, disabled: words.disabled });
  expect(unfinished).toBe(reason && `is built again: ${reason}`);
});
