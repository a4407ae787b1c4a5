import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, markStarted, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { busy, conflict, captureError, lost, missing, taskFailed, createHandler, type Turns } from "./platform";

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

  it("waits until the function is gone", async () => {
    const reads = [answer(), answer(), answer({ status: "deleting" }), missing];
    const { result, looks, verbs } = remove({ deletes: [["t-1"]], reads, tasks: finished });
    await result;
    expect([looks(), verbs()]).toEqual([4, ["deletes"]]);
  });

  it("times out if the function is still there", async () => {
    const { result, clock } = remove({ deletes: [["t-1"]], reads: [answer()], tasks: finished });
    const error = await captureError(result);
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(error.message).toContain("function resize is still there; timed out after 120 seconds");
    expect(error.message).toContain(advice);
    expect(clock.now()).toBe(120_000);
  });

  it("succeeds if the function is gone", async () => {
    const { result, sent, clock } = remove({ reads: [missing] });
    await expect(result).resolves.toBeUndefined();
    expect([sent, clock.slept]).toEqual([[], []]);
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
  it("succeeds if the deletion was carried out", async () => {
    const { result, verbs } = remove({ deletes: [lost], reads: untilDeleted });
    await expect(result).resolves.toBeUndefined();
    expect(verbs()).toHaveLength(1);
  });

  it("repeats a deletion that was not carried out, and follows its tasks", async () => {
    const reads = (changes: number) => (changes < 2 ? answer() : missing);
    const { result, polls } = remove({ deletes: [lost, ["t-1"]], reads, tasks: finished });
    await expect(result).resolves.toBeUndefined();
    expect(polls).toEqual(["t-1"]);
  });

  it("waits for a deletion that is still running", async () => {
    const reads = [answer(), answer({ status: "deleting" }), answer({ status: "deleting" }), missing];
    const { result, looks } = remove({ deletes: [lost, conflict, conflict], reads });
    await expect(result).resolves.toBeUndefined();
    expect(looks()).toBe(4);
  });

  it("fails after three attempts", async () => {
    const { result, verbs } = remove({ deletes: [lost], reads: [answer()] });
    expect((await captureError(result)).message).toBe(`${lost.message}. ${advice}`);
    expect(verbs()).toHaveLength(3);
  });
});

describe("a task in ERROR", () => {
  const failing = { deletes: [["t-1"]], tasks: { "t-1": [taskFailed("in use")] } };

  it("is an error if the function remains", async () => {
    const error = await captureError(remove({ ...failing, reads: [answer()] }).result);
    expect(error.name).toBe("TaskFailedError");
    expect(error.message).toContain("task t-1 failed: in use");
  });

  it("is no error if the function is gone", async () => {
    await expect(remove({ ...failing, reads: untilDeleted }).result).resolves.toBeUndefined();
  });

  it("is reported even if the function cannot be read afterwards", async () => {
    const reads = (changes: number) => (changes === 0 ? answer() : busy);
    const error = await captureError(remove({ ...failing, reads }).result);
    expect(error.message).toContain("task t-1 failed: in use");
  });
});

describe("a task that runs for too long", () => {
  const slow = { deletes: [["t-1"]], tasks: { "t-1": ["RUNNING"] } };

  it("is an error with advice", async () => {
    const { result, clock } = remove({ ...slow, reads: [answer()] });
    const error = await captureError(result);
    expect(error.name).toBe("TimeoutError");
    expect(error.message).toContain("task t-1 is RUNNING; timed out after 120 seconds");
    expect(error.message).toContain(advice);
    expect(clock.now()).toBe(120_000);
  });

  it("is no error if the function is gone", async () => {
    const { result, clock } = remove({ ...slow, reads: untilDeleted });
    await expect(result).resolves.toBeUndefined();
    expect(clock.now()).toBeLessThan(36_000);
  });
});

describe("a resource whose function was never observed", () => {
  const neverSeen = unconfirmed(inputs);
  const theirs = answer({ code_text: "theirs" });

  it("leaves another owner's function alone, and notifies the user", async () => {
    const { result, sent, handler } = remove({ reads: [theirs] }, neverSeen);
    await expect(result).resolves.toBeUndefined();
    expect(sent).toEqual([]);
    expect(handler.noticed).toEqual([
      'function "resize" stays on the platform: it is not the one that this resource created',
    ]);
  });

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

  it("deletes a function with the content that it has sent", async () => {
    const { result, verbs } = remove({ reads: untilDeleted, deletes: [["t-1"]], tasks: finished }, neverSeen);
    await result;
    expect(verbs()).toEqual(["deletes"]);
  });

  it("deletes nothing if no function appears within a minute", async () => {
    const { result, sent, clock } = remove({ reads: [missing] }, neverSeen);
    await expect(result).resolves.toBeUndefined();
    expect(sent).toEqual([]);
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
  });

  it("waits for the function to appear, and then deletes it", async () => {
    const { result, verbs } = remove(
      { reads: [missing, missing, answer(), missing], deletes: [["t-2"]], tasks: { "t-2": ["FINISHED"] } },
      neverSeen,
    );
    await result;
    expect(verbs()).toEqual(["deletes"]);
  });

  it("fails to delete it if it cannot be read", async () => {
    const { result, sent } = remove({ reads: [busy] }, neverSeen);
    expect(await captureError(result)).toBe(busy);
    expect(sent).toEqual([]);
  });

  it("owns what its finished task has created, whatever the content, and deletes it", async () => {
    const tasks = { ...finished, "t-0": ["FINISHED"] };
    const reads = (changes: number) => (changes === 0 ? theirs : missing);
    const { result, verbs } = remove({ reads, deletes: [["t-1"]], tasks }, markStarted(inputs, "t-0"));
    await result;
    expect(verbs()).toEqual(["deletes"]);
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
