import { withoutSecrets } from "../../../provider/model/cloud-function";
import { answer, checkInputs, computedOutputs, id, ref, unconfirmed } from "./functions";
import { captureKept, claim, createHandler, finished, lost, taskFailed, turnInto, type Turns } from "./platform";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionState } from "./functions";

const token = "token-7d793037";
const inputs = checkInputs({ description: "mine", envs: { TOKEN: token } });
const built = answer({ description: "mine", envs: { TOKEN: token } });
const broken = { ...built, build_status: "failed", build_message: `line 3: ${token}` };
const known = { ...inputs, ...computedOutputs };
const state: CloudFunctionState = { ...known, buildStatus: "failed" };
const everything = { code_text: built.code_text, main_method: "Resize", flavor: built.flavor, timeout: 30 };

/** The state that is kept of an operation whose build has failed. */
async function brokenStateOf(operation: Promise<unknown>): Promise<CloudFunctionState> {
  const error = await captureKept(operation);
  expect(error).toMatchObject({
    message:
      'it cannot be used, as the last build has failed (buildStatus "failed"). Build: line 3: [secret]. ' +
      "The function stays in the state, and the next `pulumi up` sends it again as a whole",
    cause: { name: "BrokenObjectError" },
  });
  return error.state;
}

describe("a failed build", () => {
  const kept = { ...state, buildMessage: "line 3: [secret]" };

  it.each<[string, Turns]>([
    ["whose task has finished", { creates: [["t-1"]], patches: [["t-1"]], tasks: finished }],
    ["whose answer was lost", { creates: [lost], patches: [lost] }],
  ])("is an error of a creation and of a change %s, and the function stays in the state", async (_, turns) => {
    const creation = createHandler({ ...turns, reads: [broken] });
    expect(await brokenStateOf(creation.handler.create(inputs))).toStrictEqual({ ...kept, claim });
    expect(creation.verbs()).toEqual(["creates"]);
    // What was removed is not declared any more.
    const before = { ...known, description: "old", dependencies: "image" };
    const reads = turnInto({ ...built, description: "old", dependencies: "image" }, broken);
    const change = createHandler({ ...turns, reads });
    expect(await brokenStateOf(change.handler.update(id, before, inputs))).toStrictEqual(kept);
    expect(change.sent).toMatchObject([{ body: { description: "mine", dependencies: "" } }]);
  });

  it.each<[string, CloudFunctionState]>([
    ["the state shows", state],
    ["the state does not show yet", known],
    ["the end of a resumed change shows", { ...known, operation: { kind: "update", tasks: ["t-2"] } }],
    ["is left of a creation that has failed", { ...state, operation: { kind: "create", tasks: ["t-9"] } }],
    ["is found after a creation without an answer", unconfirmed(inputs)],
  ])("is built again as a whole if it %s", async (_, before) => {
    const tasks = { ...finished, "t-9": [taskFailed("build failed")] };
    const world = createHandler({ reads: turnInto(broken, built), patches: [["t-1"]], tasks });
    expect(await world.handler.update(id, before, inputs)).toMatchObject(known);
    expect(world.sent).toEqual([{ verb: "patches", body: { ...everything, description: "mine", envs: inputs.envs } }]);
    const again = createHandler({ reads: [broken], patches: [["t-1"]], tasks });
    expect(await brokenStateOf(again.handler.update(id, before, inputs))).toMatchObject(kept);
  });

  it("of an adopted function shows in the preview and is built again, without others' variables", async () => {
    const envs = { TOKEN: token, THEIRS: "theirs-91c0aa" };
    const theirs = { ...broken, envs, build_message: "line 3: theirs-91c0aa" };
    const adopting = { ...inputs, envs: undefined, adopt: true };
    const preview = await createHandler({ reads: [theirs] }).handler.adoption(adopting);
    expect(preview?.changes).toEqual(['its status, as the last build has failed (buildStatus "failed")']);
    const { handler, sent } = createHandler({ reads: [theirs], patches: [["t-1"]], tasks: finished });
    await brokenStateOf(handler.create(adopting));
    expect(sent).toEqual([{ verb: "patches", body: { ...everything, description: "mine" } }]);
  });

  it("is built again by the update after a read", async () => {
    const { handler } = createHandler({ reads: [broken] });
    const read = await handler.read(id, known);
    expect(handler.diff(id, read!.state, read!.inputs)).toEqual({
      changes: false,
      unfinished: 'is sent again as a whole: the last build has failed (buildStatus "failed")',
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
  expect(unfinished).toBe(reason && `is sent again as a whole: ${reason}`);
});

describe("a message of the platform", () => {
  const dependencies = [
    "require example.com/image v1.2.0",
    "https://robot:hunter2-7d79@packages.example.com/simple",
    "token=npm_7d793037a076018959f4b0d4",
  ].join("\n");
  const harmless = "no example.com/image v1.2.0 at packages.example.com";

  it.each<[string, object, object, string, string?]>([
    ["hides a program's variables", { envs: { TOKEN: token } }, {}, `line 3: ${token}`, "line 3: [secret]"],
    ["hides the platform's variables", {}, { envs: { TOKEN: token } }, `line 3: ${token}`, "line 3: [secret]"],
    ["hides the login of a URL", {}, { dependencies }, "with robot and hunter2-7d79", "with [secret] and [secret]"],
    ["hides a word like a key", { dependencies }, {}, "bad npm_7d793037a076018959f4b0d4", "bad [secret]"],
    ["shows names and versions", {}, { dependencies }, harmless],
  ])("%s", (_, declared, seen, build_message, expected = build_message) => {
    const found = functionKind.toState(ref, answer({ ...seen, build_message }), checkInputs({ ...declared }));
    expect(found.buildMessage).toBe(expected);
  });

  it("hides variables from several sources, and shows everything else", () => {
    const sources = [{ envs: { A: token } }, {}, { envs: { A: "token-of-before" } }, { envs: null }];
    expect(withoutSecrets(`${token}, token-of-before`, ...sources)).toBe("[secret], [secret]");
    expect(withoutSecrets("resize is busy", { envs: { ON: "1", DEBUG: "" } })).toBe("resize is busy");
  });
});
