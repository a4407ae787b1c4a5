import { managedElsewhereText } from "../../../provider/core/claims";
import { answer, checkInputs, computedOutputs, id, markStarted, unconfirmed } from "./functions";
import {
  busy,
  captureError,
  conflict,
  createHandler,
  finished,
  lost,
  missing,
  taskFailed,
  turnInto,
  type Turns,
} from "./platform";
import type { CloudFunctionState } from "./functions";

const inputs = checkInputs({ taskTimeoutSeconds: 120 });
const state: CloudFunctionState = { ...inputs, ...computedOutputs };
const advice =
  "The function may be deleted nevertheless, although it stays in the state. Run the same command again to see it " +
  "through; before any other `pulumi up`, run `pulumi refresh`";
const notVisible =
  'function "resize" is not on the platform, but its creation may not have finished. If it appears, delete it there';
const gone: Turns = { reads: turnInto(answer(), missing), deletes: [["t-1"]], tasks: finished };

const remove = (turns: Turns, of: CloudFunctionState = state, at = id) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.delete(at, of) };
};

describe("a delete", () => {
  it("observes, sends once, follows the tasks, and checks that the function is gone", async () => {
    const tasks = { "t-1": ["NEW", "FINISHED"], "t-2": ["FINISHED"] };
    const { result, sent, polls, looks } = remove({ ...gone, deletes: [["t-1", "t-2"]], tasks });
    await expect(result).resolves.toBeUndefined();
    expect([sent, polls, looks()]).toEqual([[{ verb: "deletes" }], ["t-1", "t-2", "t-1"], 2]);
  });

  it("waits for a limited time even if the state has no limit", async () => {
    const old = { ...state, taskTimeoutSeconds: undefined as never };
    const { result, clock } = remove({ ...gone, tasks: { "t-1": ["RUNNING", "FINISHED"] } }, old);
    await result;
    expect(clock.now()).toBeGreaterThan(0);
  });

  it("times out if the function is still there", async () => {
    const { result, clock } = remove({ ...gone, reads: [answer()] });
    const message = `function resize is still there; timed out after 120 seconds. ${advice}`;
    expect(await captureError(result)).toMatchObject({ message });
    expect(clock.now()).toBe(120_000);
  });

  it.each<[string, Turns, string[], Error | undefined]>([
    ["succeeds if the function disappears after the observation", { deletes: [missing] }, ["deletes"], undefined],
    ["fails without a request if the function cannot be read", { reads: [busy] }, [], busy],
    ["fails if it is refused", { deletes: [busy] }, ["deletes"], busy],
  ])("%s", async (_, turns, sent, error) => {
    const { result, verbs } = remove({ reads: [answer()], ...turns });
    expect(await result.catch((caught: unknown) => caught)).toBe(error);
    expect(verbs()).toEqual(sent);
  });

  it("fails after three lost answers", async () => {
    const { result, verbs } = remove({ deletes: [lost], reads: [answer()] });
    expect((await captureError(result)).message).toBe(`${lost.message}. ${advice}`);
    expect(verbs()).toHaveLength(3);
  });
});

describe("a delete of an unfinished creation", () => {
  it("names its task if it gives up without a visible function, after two minutes at most", async () => {
    const pending = { ...markStarted(inputs, "t-1"), taskTimeoutSeconds: 2400 };
    const { result, sent, clock, handler } = remove({ reads: [missing], tasks: { "t-1": ["RUNNING"] } }, pending);
    await result;
    expect([sent, handler.noticed]).toEqual([[], [notVisible]]);
    expect(clock.now()).toBeLessThanOrEqual(2 * 67_000);
  });

  it("waits for a function that its finished creation does not show yet", async () => {
    let looks = 0;
    const reads = (changes: number) => (changes > 0 || looks++ < 3 ? missing : answer());
    const { result, verbs, handler } = remove({ ...gone, reads }, markStarted(inputs, "t-1"));
    await result;
    expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
  });

  it("ends as soon as a function that was there is gone, although another delete was the one that was accepted", async () => {
    const reads = (changes: number) => (changes > 0 ? missing : answer());
    const { result, verbs, clock, handler } = remove(
      { ...gone, reads, deletes: [conflict] },
      markStarted(inputs, "t-1"),
    );
    await result;
    expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
    expect(clock.now()).toBeLessThan(1_000);
  });

  it.each<[string, Turns["tasks"], string[]]>([
    ["has finished and shows none", finished, [notVisible]],
    ["has failed", { "t-1": [taskFailed("no space")] }, []],
  ])("says of a missing function that it may appear only if its creation %s", async (_, tasks, notices) => {
    const { result, sent, handler } = remove({ reads: [missing], tasks }, markStarted(inputs, "t-1"));
    await result;
    expect([sent, handler.noticed]).toEqual([[], notices]);
  });

  it("deletes its function without a notice after a minute, whatever its task does", async () => {
    const tasks = { ...finished, "t-0": ["RUNNING"] };
    const { result, verbs, clock, handler } = remove({ ...gone, tasks }, markStarted(inputs, "t-0"));
    await result;
    expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThanOrEqual(67_200);
  });

  it("does not delete another owner's function, and the user is notified", async () => {
    for (const old of [markStarted(inputs, "t-9"), unconfirmed(inputs)]) {
      const { result, sent, handler } = remove({ ...gone, reads: [answer({ code_text: "theirs" })] }, old);
      await result;
      const notice = 'function "resize" stays on the platform: it is not the one that this resource created';
      expect([sent, handler.noticed]).toEqual([[], [notice]]);
    }
  });
});

describe("on destroy, the function", () => {
  it.each<[string, Partial<CloudFunctionState>]>([
    ["adopted", { adopted: true }],
    ["adopted, with onDestroy: retain", { adopted: true, onDestroy: "retain" }],
    ["created by the resource, with onDestroy: retain", { adopted: false, onDestroy: "retain" }],
  ])("stays, without any request: %s", async (_, change) => {
    const { result, sent, looks, handler } = remove({}, { ...state, ...change });
    await result;
    const notice = 'function "resize" stays on the platform, as it is: its onDestroy is "retain"';
    expect([sent, looks(), handler.noticed]).toEqual([[], 0, [notice]]);
    expect(handler.claims.deleted.has(id)).toBe(false);
  });

  it.each<[string, Partial<CloudFunctionState>]>([
    ["adopted, with onDestroy: delete", { adopted: true, onDestroy: "delete" }],
    ["created by the resource", { adopted: false }],
  ])("is deleted: %s", async (_, change) => {
    const { result, verbs, handler } = remove(gone, { ...state, ...change });
    await result;
    expect([verbs(), handler.claims.deleted.has(id)]).toEqual([["deletes"], true]);
  });

  it.each<[string, CloudFunctionState]>([
    ["created", state],
    ["adopted before", { ...state, adopted: true, onDestroy: "delete" }],
    ["with an unknown outcome", unconfirmed(inputs)],
  ])("stays for another resource of the program that manages it: %s", async (_, old) => {
    const { handler, sent, looks } = createHandler({});
    handler.claims.claim(id, { claim: "bbbb0002" });
    await handler.delete(id, old);
    expect([sent, looks(), handler.claims.deleted.has(id)]).toEqual([[], 0, false]);
    expect(handler.noticed).toEqual([`function "resize" ${managedElsewhereText}`]);
  });
});
