import { NotFoundError, UnavailableError, ValidationError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import { steadyClock, useFakeTime, useRealTime } from "../hosts/fake-time";
import { id, snapshotId, taskId } from "./snapshots";
import {
  asFound,
  claim,
  conflict,
  done,
  captureError,
  createHandler,
  checkInputs,
  locked,
  lockText,
  lost,
  operation,
  patch,
  restorePoint,
  desired,
  type Turns,
} from "./platform";

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
    const { id: created, state } = await handler.create(desired);
    expect(created).toBe(id);
    expect(state).toMatchObject({
      name: "new",
      managesName: true,
      tags: { a: "1" },
      restorePoint,
      status: "available",
    });
    expect([sent, looks(), clock.slept]).toEqual([[patch], 1, []]);
  });

  it("sends nothing if nothing differs, even if the snapshot is locked or being deleted", async () => {
    for (const seen of [done, { ...done, task_id: taskId }, { ...done, status: "deleting" }]) {
      const { handler, sent, clock } = createHandler([seen]);
      const { state } = await handler.create(desired);
      expect(state).toMatchObject({
        status: seen.status,
        restorePoint: { name: "new", tags: { a: "1" }, addedTags: [] },
      });
      expect(state.lockTaskId).toBe(seen.task_id ?? undefined);
      expect([sent, clock.slept]).toEqual([[], []]);
    }
  });
});

/** The ID as the live display shortens it. */
const shownId = `${snapshotId.slice(0, 23)}…`;

describe("a lock", () => {
  it("is waited for, with progress", async () => {
    const { sent, looks, said } = await createWatched([locked, locked, asFound], [done]);
    expect([sent, looks()]).toEqual([[patch], 3]);
    expect(said).toEqual([
      `0 s is locked by task ${taskId}: snapshot ${shownId}`,
      `1 s is locked by task ${taskId}: snapshot ${shownId}`,
    ]);
  });

  it("is waited for if it appears after the observation, and the change is computed again", async () => {
    const changedMeanwhile = { ...asFound, name: "new" };
    const { state, sent, said } = await createWatched([asFound, locked, changedMeanwhile], [conflict, done]);
    expect(sent).toEqual([patch, { tags: { a: "1" } }]);
    expect(said).toEqual([
      `0 s cannot be changed at the moment: ${conflict.message}: snapshot ${shownId}`,
      `1 s is locked by task ${taskId}: snapshot ${shownId}`,
    ]);
    expect(state.restorePoint).toEqual(restorePoint);
  });

  it.each([
    ["the lock is visible", [locked], [], lockText, 60],
    [
      "the change is refused",
      [asFound],
      [conflict],
      `snapshot ${snapshotId} cannot be changed at the moment: ${conflict.message}`,
      30,
    ],
  ])(
    "is an error that names the task if it does not end, and no state is saved: %s",
    async (_, reads, changes, text, limit) => {
      const { handler, clock } = createHandler(reads, changes);
      const error = await captureError(handler.create({ ...desired, lockTimeoutSeconds: limit }));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(error).toMatchObject({
        name: "TimeoutError",
        message: `${text}; timed out after ${limit} seconds; nothing was changed. Try again later, or raise lockTimeoutSeconds`,
      });
      expect(clock.now()).toBe(limit * 1000);
    },
  );

  it("ends the change after a minute with the platform's message if it is invisible, and saves no state", async () => {
    const { handler, clock } = createHandler([asFound], [conflict]);
    const error = await captureError(handler.create({ ...desired, lockTimeoutSeconds: 600 }));
    expect(error).toBe(conflict);
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
  });

  it("is waited for after a refusal, and so is a refusal after it", async () => {
    const turns = Array.from({ length: 24 }, () => locked);
    const { handler, sent, clock } = createHandler([asFound, ...turns, asFound], [conflict, conflict, done]);
    await handler.create({ ...desired, lockTimeoutSeconds: 600 });
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(sent).toHaveLength(3);
  });

  it("is not waited for with 0 seconds", async () => {
    const { handler, clock } = createHandler([locked]);
    await expect(handler.create({ ...desired, lockTimeoutSeconds: 0 })).rejects.toThrow("timed out after 0 seconds");
    expect(clock.slept).toEqual([]);
  });

  it("is waited for by a destroy, too, but not if nothing has to change", async () => {
    const { state } = await createHandler([asFound], [done]).handler.create(desired);
    const restoring = createHandler([{ ...done, task_id: taskId }, done], [asFound]);
    await restoring.handler.delete(id, state);
    expect(restoring.sent).toEqual([{ name: "as found", tags: { a: null } }]);
    const nothing = createHandler([locked]);
    await nothing.handler.delete(id, state);
    expect(nothing.clock.slept).toEqual([]);
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
    const { handler } = createHandler([asFound, second], [lost]);
    const error: unknown = await handler.create(desired).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { name: "as found", tags: { a: "1" }, restorePoint, operation, claim } });
    expect((error as Error).message).toContain(lost.message);
    expect((error as Error).message).toContain(
      "; it is not known whether the snapshot was changed. The next `pulumi up` sends everything again",
    );
  });

  it("saves the tags declared before and now after an update", async () => {
    const { state } = await createHandler([asFound], [done]).handler.create(desired);
    const { handler } = createHandler([done], [lost]);
    const next = checkInputs({ tags: { b: "2", theirs: "y" } });
    const error: unknown = await handler.update(id, state, next).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      state: {
        managesName: false,
        tags: { a: "1", b: "2", theirs: "y" },
        restorePoint: { name: "as found", tags: { theirs: "x" }, addedTags: ["a", "b"] },
      },
    });
  });

  it("fails a destroy, and the next destroy completes it", async () => {
    const { state } = await createHandler([asFound], [done]).handler.create(desired);
    await expect(createHandler([done], [lost]).handler.delete(id, state)).rejects.toThrow(
      "no answer: ECONNRESET; it is not known whether the snapshot was changed. Run the same command again",
    );
    const next = createHandler([asFound]);
    await next.handler.delete(id, state);
    expect(next.sent).toEqual([]);
  });
});

describe("a snapshot that", () => {
  it.each(["deleting", "deleted", "error_deleting"])(
    "is %s accepts no changes, and needs none on destroy",
    async (status) => {
      const { state } = await createHandler([asFound], [done]).handler.create(desired);
      const { handler, sent } = createHandler([{ ...done, status }]);
      await expect(handler.update(id, state, checkInputs({ name: "newer" }))).rejects.toThrow(
        `snapshot ${snapshotId} is in status "${status}" and can no longer be changed. Remove the resource from the program, ` +
          'or give another snapshotId; with onDestroy: "retain" it can always be destroyed',
      );
      await handler.delete(id, state);
      expect(sent).toEqual([]);
    },
  );

  it.each(["available", "error", "creating", "backing-up", "restoring", "unmanaging", "new word"])(
    "is %s is changed like any other",
    async (status) => {
      const { handler, sent } = createHandler([{ ...asFound, status }], [{ ...done, status }]);
      expect((await handler.create(desired)).state.status).toBe(status);
      expect(sent).toHaveLength(1);
    },
  );

  it("does not exist cannot be changed, and is gone for refresh and destroy", async () => {
    const gone = new NotFoundError({ message: "no such", status: 404 });
    const { state } = await createHandler([asFound], [done]).handler.create(desired);
    const { handler } = createHandler([gone]);
    await expect(handler.create(desired)).rejects.toThrow(
      `snapshotId: project 12 has no snapshot ${snapshotId} in region 7`,
    );
    await expect(handler.update(id, state, desired)).rejects.toThrow(
      `snapshot ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
    );
    expect(await handler.read(id, state)).toBeUndefined();
    await expect(handler.delete(id, state)).resolves.toBeUndefined();
  });

  it("refuses values leads to the platform's messages with the user's property names", async () => {
    const fields = [
      { location: ["name"], message: "Bad." },
      { location: ["tags", "cost_center"], message: "Too many." },
    ];
    const refused = new ValidationError({ message: "invalid", status: 400 }, fields);
    const { handler } = createHandler([asFound], [refused]);
    await expect(handler.create(desired)).rejects.toThrow("name: Bad.\ntags.cost_center: Too many. (400)");
  });
});

it("a destroy that cannot restore the name says how to leave it as it is", async () => {
  const { state } = await createHandler([asFound], [done]).handler.create(desired);
  const fields = [{ location: ["name"], message: "Bad." }];
  const refused = new ValidationError({ message: "invalid", status: 400 }, fields);
  const error = await captureError(createHandler([done], [refused]).handler.delete(id, state));
  expect(error.message).toBe(
    "name: Bad. (400). The platform does not take back what the snapshot had before. To leave the name and the tags as " +
      'they are, declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try again',
  );
});

it("a destroy with onDestroy: retain sends no request", async () => {
  const { state } = await createHandler([asFound], [done]).handler.create({ ...desired, onDestroy: "retain" });
  const { handler, looks } = createHandler([new Error("not asked")]);
  await handler.delete(id, state);
  expect(looks()).toBe(0);
});
