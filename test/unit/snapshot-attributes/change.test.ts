import { NotFoundError, UnavailableError, ValidationError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import type { SnapshotAttributesState } from "../../../provider/resources/snapshot-attributes/schema";
import { steadyClock, useFakeTime, useRealTime } from "../hosts/fake-time";
import { id, snapshotId, taskId } from "./snapshots";
import {
  asFound,
  captureError,
  checkInputs,
  claim,
  conflict,
  createHandler,
  desired,
  done,
  locked,
  lockText,
  lost,
  operation,
  patch,
  restorePoint,
  type Turns,
} from "./platform";

const undone = { name: "as found", tags: { a: null } };
const unknownOutcome = "it is not known whether the snapshot was changed";
const refusal = (...fields: { location: string[]; message: string }[]) =>
  new ValidationError({ message: "invalid", status: 400, fields });

/** The state after the creation of what is desired, with this change. */
const created = async (change: object = {}) =>
  (await createHandler([asFound], [done]).handler.create({ ...desired, ...change })).state;

/** The error of an operation that saves in the state what was found. */
async function captureKept(operation: Promise<unknown>) {
  const error = await captureError(operation);
  expect(error).toBeInstanceOf(PartialFailure);
  expect(error).toHaveProperty("id", id);
  return { message: error.message, state: (error as PartialFailure).state as SnapshotAttributesState };
}

/** Creates to the end, for which a minute is enough, and collects the progress lines. */
async function createWatched(reads: Turns, changes?: Turns) {
  useFakeTime();
  try {
    const world = createHandler(reads, changes, steadyClock);
    const creation = world.handler.create(desired);
    await jest.advanceTimersByTimeAsync(60_000);
    return { ...world, ...(await creation) };
  } finally {
    useRealTime();
  }
}

describe("a change", () => {
  it("observes, sends once, and saves what was found", async () => {
    const { handler, sent, looks, clock } = createHandler([asFound], [done]);
    const { id: given, state } = await handler.create(desired);
    expect(given).toBe(id);
    const managed = { name: "new", managesName: true, tags: { a: "1" } };
    expect(state).toMatchObject({ ...managed, restorePoint, status: "available", claim });
    expect([sent, looks(), clock.slept]).toEqual([[patch], 1, []]);
  });

  it("that the platform refuses is reported with the user's property names", async () => {
    const tags = { location: ["tags", "cost_center"], message: "Too many." };
    const { handler } = createHandler([asFound], [refusal({ location: ["name"], message: "Bad." }, tags)]);
    await expect(handler.create(desired)).rejects.toThrow("name: Bad.\ntags.cost_center: Too many. (400)");
  });

  it("of a snapshot that is being deleted fails, and a destroy needs none", async () => {
    const { handler, sent } = createHandler([{ ...done, status: "deleting" }]);
    await expect(handler.update(id, await created(), checkInputs({ name: "newer" }))).rejects.toThrow(
      `snapshot ${snapshotId} is in status "deleting" and can no longer be changed`,
    );
    await handler.delete(id, await created());
    expect(sent).toEqual([]);
  });

  it("of a snapshot that does not exist fails, and it is gone for refresh and destroy", async () => {
    const { handler } = createHandler([new NotFoundError({ message: "no such", status: 404 })]);
    const state = await created();
    await expect(handler.create(desired)).rejects.toThrow(
      `snapshotId: project 12 has no snapshot ${snapshotId} in region 7`,
    );
    await expect(handler.update(id, state, desired)).rejects.toThrow(
      `snapshot ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
    );
    expect(await handler.read(id, state)).toBeUndefined();
    await expect(handler.delete(id, state)).resolves.toBeUndefined();
  });

  it("gives each resource a claim of its own, which stays the same in an update", async () => {
    const { handler } = createHandler([done]);
    const [first, second] = [await handler.create(desired), await handler.create(desired)];
    expect(second.state.claim).not.toBe(first.state.claim);
    expect((await handler.update(id, first.state, desired)).claim).toBe(first.state.claim);
  });
});

/** The ID as the live display shortens it. */
const notNow = "cannot be changed at the moment";
const shownLock = (seconds: number) => `${seconds} s is locked by task ${taskId}: snapshot ${snapshotId}`;

describe("a lock", () => {
  it("is waited for, with progress", async () => {
    const { sent, looks, said } = await createWatched([locked, locked, asFound], [done]);
    expect([sent, looks(), said]).toEqual([[patch], 3, [shownLock(0), shownLock(1)]]);
  });

  it("is waited for if it appears after the observation, and the change is computed again", async () => {
    const changedMeanwhile = { ...asFound, name: "new" };
    const { state, sent, said } = await createWatched([asFound, locked, changedMeanwhile], [conflict, done]);
    expect(sent).toEqual([patch, { tags: { a: "1" } }]);
    const refused = `0 s ${notNow}: ${conflict.message}: snapshot ${snapshotId}`;
    expect(said).toEqual([refused, shownLock(1)]);
    expect(state.restorePoint).toEqual(restorePoint);
  });

  it.each([
    ["the lock is visible", [locked], [], lockText],
    ["the change is refused", [asFound], [conflict], `snapshot ${snapshotId} ${notNow}: ${conflict.message}`],
  ])("is an error with advice if it does not end, and no state is saved: %s", async (_, reads, changes, text) => {
    const { handler, clock } = createHandler(reads, changes);
    const error = await captureError(handler.create({ ...desired, lockTimeoutSeconds: 30 }));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({
      name: "TimeoutError",
      message: `${text}; timed out after 30 seconds; nothing was changed. Try again later, or raise lockTimeoutSeconds`,
    });
    expect(clock.now()).toBe(30_000);
  });
});

describe("a lost answer", () => {
  it("succeeds if the change is there", async () => {
    const { handler, sent } = createHandler([asFound, done], [lost]);
    const { state } = await handler.create(desired);
    expect(state).toMatchObject({ name: "new", restorePoint, claim });
    expect(state).not.toHaveProperty("operation.unconfirmed");
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["is not there", asFound],
    ["cannot be read", new UnavailableError({ message: "busy", status: 503 })],
  ])("saves what was found if the change %s", async (_, second) => {
    const { message, state } = await captureKept(createHandler([asFound, second], [lost]).handler.create(desired));
    expect(state).toMatchObject({ name: "as found", tags: { a: "1" }, restorePoint, operation, claim });
    expect(message).toContain(lost.message);
    expect(message).toContain(`; ${unknownOutcome}. The next \`pulumi up\` sends everything again`);
  });

  it("saves the tags declared before and now after an update", async () => {
    const next = checkInputs({ tags: { b: "2", theirs: "y" } });
    const { state } = await captureKept(createHandler([done], [lost]).handler.update(id, await created(), next));
    expect(state).toMatchObject({
      managesName: false,
      tags: { a: "1", b: "2", theirs: "y" },
      restorePoint: { name: "as found", tags: { theirs: "x" }, addedTags: ["a", "b"] },
    });
  });

  it("fails a destroy, and the next destroy completes it", async () => {
    await expect(createHandler([done], [lost]).handler.delete(id, await created())).rejects.toThrow(
      `${lost.message}; ${unknownOutcome}. Run the same command again`,
    );
    const next = createHandler([asFound]);
    await next.handler.delete(id, await created());
    expect(next.sent).toEqual([]);
  });
});

describe("a change with an unknown outcome", () => {
  /** The state after such a change. */
  const doubtful = async () => (await captureKept(createHandler([asFound], [lost]).handler.create(desired))).state;

  it.each([
    ["is there", done],
    ["is not", asFound],
  ])("is sent again once as a whole, whether it %s", async (_, seen) => {
    const { handler, sent } = createHandler([seen], [done]);
    const state = await doubtful();
    const after = await handler.update(id, state, desired);
    expect(sent).toEqual([patch]);
    expect(after).toMatchObject({ name: "new", restorePoint, claim: state.claim });
    expect(after).not.toHaveProperty("operation.unconfirmed");
    const next = createHandler([done]);
    await next.handler.update(id, after, desired);
    expect(next.sent).toEqual([]);
  });

  it("stays marked after a refresh, and if its answer is lost again", async () => {
    const state = await doubtful();
    const { handler } = createHandler([done]);
    const found = (await handler.read(id, state))!;
    expect(found.state).toMatchObject({ name: "new", restorePoint, operation, claim: state.claim });
    expect(handler.diff(id, found.state, desired).unfinished).toContain("is sent again");
    const again = await captureKept(createHandler([asFound], [lost]).handler.update(id, state, desired));
    expect(again.state).toMatchObject({ operation, restorePoint });
  });

  it("is not called unchanged if a destroy then finds the snapshot locked", async () => {
    const { handler } = createHandler([done, { ...done, task_id: taskId }], [lost]);
    const { message } = await captureError(handler.delete(id, { ...(await doubtful()), lockTimeoutSeconds: 60 }));
    expect(message).toContain(unknownOutcome);
    expect(message).not.toContain("nothing was changed");
  });

  it("is undone by a destroy as far as it was applied", async () => {
    const { handler, sent } = createHandler([done], [asFound]);
    await handler.delete(id, await doubtful());
    expect(sent).toEqual([undone]);
  });
});

describe("a destroy", () => {
  it("that cannot restore the name says how to leave it as it is", async () => {
    const refused = refusal({ location: ["name"], message: "Bad." });
    const error = await captureError(createHandler([done], [refused]).handler.delete(id, await created()));
    expect(error.message).toBe(
      "name: Bad. (400). The platform refuses what the snapshot had before. To leave the name and the tags as " +
        'they are, declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try again',
    );
  });

  it("that a lock outlasts says how to give it more time, as its limit is in the state", async () => {
    const { handler } = createHandler([{ ...done, task_id: taskId }]);
    const error = await captureError(handler.delete(id, await created({ lockTimeoutSeconds: 30 })));
    expect(error.message).toBe(
      `${lockText}; timed out after 30 seconds; nothing was changed. Try again later, or declare the resource as before, ` +
        "raise lockTimeoutSeconds, run `pulumi up`, and try again",
    );
  });

  it("with onDestroy: retain sends no request", async () => {
    const { handler, looks } = createHandler([new Error("not asked")]);
    await handler.delete(id, await created({ onDestroy: "retain" }));
    expect(looks()).toBe(0);
  });

  it("waits for a limited time even if the state has no limit", async () => {
    const state = { ...(await created()), lockTimeoutSeconds: undefined as never };
    const { handler, clock } = createHandler([{ ...done, task_id: taskId }, done], [asFound]);
    await handler.delete(id, state);
    expect(clock.now()).toBeGreaterThan(0);
  });

  const notice =
    `snapshot ${snapshotId}: the name and the tags that another resource declares now stay as they are; their values from ` +
    "before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi state taint`) " +
    "restores them first if its option deleteBeforeReplace is true";

  it.each([
    ["the name", { name: "new" }, [{ tags: { a: null } }]],
    ["everything", { name: "new", tags: { a: "1" } }, []],
    ["something else", { tags: { b: "1" } }, [undone]],
  ])("leaves alone what another resource of the program declares: %s", async (_, change, patches) => {
    const { handler, sent } = createHandler([done], [asFound]);
    const other = await createHandler([done], [done]).handler.create(checkInputs(change));
    handler.claims.claim(id, other.state);
    await handler.delete(id, await created());
    expect(sent).toEqual(patches);
    expect(handler.noticed).toEqual([notice]);
  });
});
