import { PermissionError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { toCreateBody } from "../../../provider/resources/cloud-function/wire";
import { answer, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { busy, conflict, captureError, lost, missing, taskFailed, createHandler } from "./platform";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs", flavor: "big" });
const finished = { "t-1": ["FINISHED"] };
const claim = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
const notKnown = "it is not known whether the function was created";

describe("a creation whose answer is lost", () => {
  it("takes over a function that is what was sent, with a claim", async () => {
    const { handler, verbs } = createHandler({ creates: [lost], reads: [ours] });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...inputs, ...computedOutputs, claim } });
    expect(verbs()).toEqual(["creates"]);
  });

  it("takes it over if it appears only after a second request was refused", async () => {
    const { handler, verbs } = createHandler({ creates: [lost, conflict], reads: [missing, missing, ours] });
    expect((await handler.create(inputs)).state).toStrictEqual({ ...inputs, ...computedOutputs, claim });
    expect(verbs()).toEqual(["creates", "creates"]);
  });

  it("fails if the function is another one, changes nothing and saves no state", async () => {
    const { handler, verbs } = createHandler({ creates: [lost], reads: [theirs] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "ConflictError" });
    expect(error.message).toMatch(/^name: the namespace "images" already has a function "resize" /);
    expect(error.message).toMatch(/\(differs in: (flavor, description|description, flavor)\)\. Nothing was created/);
    expect(verbs()).toEqual(["creates"]);
  });

  it("is repeated three times at most, and saves what was sent", async () => {
    const { handler, verbs } = createHandler({ creates: [lost], reads: [missing] });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error.id).toBe(id);
    expect(withoutUndefined(error.state)).toStrictEqual(unconfirmed(inputs));
    expect(error.message).toContain(notKnown);
    expect(verbs()).toEqual(["creates", "creates", "creates"]);
  });

  it.each([
    ["a failed GET", [lost], [busy]],
    ["a refusal of the second request", [lost, new PermissionError({ message: "no", status: 403 })], [missing]],
    ["a name that is taken by a function that never appears", [lost, conflict], [missing]],
  ])("saves what was sent after %s", async (_, creates, reads) => {
    const { handler } = createHandler({ creates, reads });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error.id).toBe(id);
    expect(withoutUndefined(error.state)).toStrictEqual(unconfirmed(inputs));
    expect(error.message).toContain(notKnown);
    expect(error.message).toContain("the next `pulumi up` looks for it before creating it again");
  });

  it("saves what was sent if the second task fails, as the first request may still take effect", async () => {
    const tasks = { "t-1": ["NEW", taskFailed("no space")] };
    const { handler } = createHandler({ creates: [lost, ["t-1"]], reads: [missing], tasks });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { ...inputs, operation: { kind: "create" } } });
    expect(error.state).not.toHaveProperty("functionId");
  });
});

describe("a function that is recognised while the platform is still building it", () => {
  const building = { ...ours, status: "BUILDING" };

  it("stays in the state if that takes too long", async () => {
    const { handler } = createHandler({ creates: [lost], reads: [building] });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    const operation = { kind: "create", unconfirmed: true };
    expect(error).toMatchObject({ id, state: { ...inputs, functionId: "f-1001", status: "BUILDING", operation } });
    expect(error.message).toContain("function resize is BUILDING; timed out after 120 seconds");
  });

  it("stays in the state if it can no longer be read", async () => {
    const { handler } = createHandler({ creates: [lost], reads: [building, building, busy] });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { functionId: "f-1001" } });
  });

  it.each([
    ["no status", null],
    ["a status that is final", "active"],
  ])("is reported with its build status if it has %s", async (_, status) => {
    const seen = { ...ours, status, build_status: "building" };
    const error = await captureError(createHandler({ creates: [lost], reads: [seen] }).handler.create(inputs));
    expect(error.message).toContain("function resize is building; timed out after 120 seconds");
  });
});

describe("an update after a creation with an unknown outcome", () => {
  const update = (turns: Parameters<typeof createHandler>[0], change: object = {}) => {
    const world = createHandler(turns);
    return { ...world, result: world.handler.update(id, unconfirmed(inputs), { ...inputs, ...change }) };
  };
  const settled = { ...inputs, ...computedOutputs, claim };

  it("finds what was sent, and sends nothing", async () => {
    const { result, sent } = update({ reads: [ours] });
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([]);
  });

  it("finds what was sent, and changes it to what is declared now", async () => {
    const newer = answer({ description: "newer" });
    const reads = (changes: number) => (changes === 0 ? ours : newer);
    const { result, sent } = update({ reads, patches: [["t-1"]], tasks: finished }, { description: "newer" });
    expect(await result).toStrictEqual({ ...settled, description: "newer" });
    expect(sent).toEqual([{ verb: "patches", body: { description: "newer" } }]);
  });

  it("finds nothing, and creates the function as it is declared now", async () => {
    const reads = (changes: number) => (changes === 0 ? missing : answer({ description: "newer" }));
    const { result, sent } = update({ reads, creates: [["t-1"]], tasks: finished }, { description: "newer" });
    expect((await result).functionId).toBe("f-1001");
    expect(sent).toEqual([{ verb: "creates", body: toCreateBody({ ...inputs, description: "newer" }) }]);
  });

  it("stays unconfirmed if its answer is lost, too", async () => {
    const { result } = update({ reads: [missing], creates: [lost] });
    const error = await captureError(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: unconfirmed(inputs) });
  });

  it("leaves the state as it is if it is refused", async () => {
    const { result } = update({ reads: [missing], creates: [new PermissionError({ message: "no", status: 403 })] });
    const error = await captureError(result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("no (403)");
  });

  it("leaves the new function in the state if the change after it fails", async () => {
    const { result } = update(
      {
        creates: [["t-1"]],
        patches: [["t-2"]],
        reads: (changes) => (changes === 0 ? missing : ours),
        tasks: { ...finished, "t-2": [taskFailed("no space")] },
      },
      { disabled: true },
    );
    const error = await captureError(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { ...computedOutputs, disabled: false } });
  });
});

/** What the state files hold. */
function withoutUndefined(state: unknown): CloudFunctionState {
  return JSON.parse(JSON.stringify(state)) as CloudFunctionState;
}
