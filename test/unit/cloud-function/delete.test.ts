import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { busy, conflict, captureError, lost, missing, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ taskTimeoutSeconds: 120 });
const state: CloudFunctionState = { ...inputs, ...computedOutputs };
const finished = { "t-1": ["FINISHED"] };
const advice =
  "The function may be deleted nevertheless, although it stays in the state. Run the same command again to see it " +
  "through; before any other `pulumi up`, run `pulumi refresh`";
const untilDeleted = (changes: number) => (changes === 0 ? answer() : missing);

const remove = (turns: Turns, of = state) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.delete(id, of) };
};

describe("a delete", () => {
  it("observes, sends once, follows the tasks, and checks that the function is gone", async () => {
    const tasks = { "t-1": ["NEW", "FINISHED"], "t-2": ["FINISHED"] };
    const { result, sent, polls, looks } = remove({ deletes: [["t-1", "t-2"]], reads: untilDeleted, tasks });
    await expect(result).resolves.toBeUndefined();
    expect([sent, polls]).toEqual([[{ verb: "deletes" }], ["t-1", "t-2", "t-1"]]);
    expect(looks()).toBe(3);
  });

  it("times out if the function is still there", async () => {
    const { result, clock } = remove({ deletes: [["t-1"]], reads: [answer()], tasks: finished });
    const error = await captureError(result);
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(error.message).toContain("function resize is still there; timed out after 120 seconds");
    expect(error.message).toContain(advice);
    expect(clock.now()).toBe(120_000);
  });

  it("succeeds if the function disappears after the observation", async () => {
    const { result, verbs } = remove({ deletes: [missing], reads: [answer()] });
    await expect(result).resolves.toBeUndefined();
    expect(verbs()).toEqual(["deletes"]);
  });

  it("fails without a request if the function cannot be read", async () => {
    const { result, sent } = remove({ reads: [busy] });
    expect(await captureError(result)).toBe(busy);
    expect(sent).toEqual([]);
  });

  it("fails if it is refused", async () => {
    const { result, verbs } = remove({ deletes: [busy], reads: [answer()] });
    expect(await captureError(result)).toBe(busy);
    expect(verbs()).toEqual(["deletes"]);
  });
});

describe("a function that cannot be deleted at the moment", () => {
  it("is waited for", async () => {
    const deletes = [conflict, conflict, ["t-1"]];
    const reads = (changes: number) => (changes < 3 ? answer() : missing);
    const { result, verbs } = remove({ deletes, reads, tasks: finished });
    await expect(result).resolves.toBeUndefined();
    expect(verbs()).toHaveLength(3);
  });

  it("fails with the platform's reason after too long", async () => {
    const { result, clock } = remove({ deletes: [conflict], reads: [answer({ status: "updating" })] });
    expect(await captureError(result)).toMatchObject({
      name: "TimeoutError",
      message: `function resize cannot be deleted at the moment: ${conflict.message}; timed out after 120 seconds`,
    });
    expect(clock.now()).toBe(120_000);
  });
});

describe("a lost answer", () => {
  it("fails after three attempts", async () => {
    const { result, verbs } = remove({ deletes: [lost], reads: [answer()] });
    expect((await captureError(result)).message).toBe(`${lost.message}. ${advice}`);
    expect(verbs()).toHaveLength(3);
  });
});

describe("a resource whose function was never observed", () => {
  const neverSeen = unconfirmed(inputs);
  const theirs = answer({ code_text: "theirs" });

  it("leaves another owner's function alone after a refresh, too", async () => {
    const { handler, sent } = createHandler({ reads: [theirs], deletes: [["t-1"]], tasks: finished });
    const refreshed = await handler.read(id, neverSeen);
    await handler.delete(id, refreshed?.state ?? neverSeen).catch(() => undefined);
    expect(sent).toEqual([]);
  });

  it("does not update another owner's function after a refresh, either", async () => {
    const { handler, sent } = createHandler({ reads: [theirs], patches: [["t-1"]], tasks: finished });
    const refreshed = await handler.read(id, neverSeen);
    await handler.update(id, refreshed?.state ?? neverSeen, inputs).catch(() => undefined);
    expect(sent).toEqual([]);
  });
});

it("an invalid ID is an error, and nothing is sent", async () => {
  const { handler, sent } = createHandler({});
  expect((await captureError(handler.delete("resize", state))).message).toContain(
    '"resize" is not the ID of a function',
  );
  expect(sent).toEqual([]);
});

it("a destroy that gives up on a creation without a visible function names its task", async () => {
  const begunCreation = { ...inputs, adopted: false, operation: { kind: "create", tasks: ["t-1"] } } as const;
  const { handler, sent } = createHandler({ reads: [missing], tasks: { "t-1": ["RUNNING"] } });
  await handler.delete(id, begunCreation);
  expect(sent).toEqual([]);
  expect(handler.noticed).toEqual([
    'function "resize" is not on the platform, but its creation has not finished there (task t-1). If it appears ' +
      "later, delete it there",
  ]);
});

it("a destroy that deletes the function of an unfinished creation shows no notice", async () => {
  const begunCreation = { ...inputs, adopted: false, operation: { kind: "create", tasks: ["t-1"] } } as const;
  const reads = (changes: number) => (changes === 0 ? answer() : missing);
  const { handler, verbs } = createHandler({ reads, deletes: [[]], tasks: { "t-1": ["RUNNING"] } });
  await handler.delete(id, begunCreation);
  expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
});
