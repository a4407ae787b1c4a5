import { PartialFailure } from "../../../provider/core/handler";
import type { SnapshotAttributesState } from "../../../provider/resources/snapshot-attributes/schema";
import { id, taskId } from "./snapshots";
import {
  asFound,
  done,
  captureError,
  createHandler,
  locked,
  lost,
  operation,
  patch,
  restorePoint,
  desired,
} from "./platform";

describe("a change with an unknown outcome", () => {
  /** The state after such a change. */
  async function doubtful(): Promise<SnapshotAttributesState> {
    const { handler } = createHandler([asFound], [lost]);
    return ((await captureError(handler.create(desired))) as PartialFailure).state as SnapshotAttributesState;
  }

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

  it("stays marked after a refresh", async () => {
    const state = await doubtful();
    const found = await createHandler([done]).handler.read(id, state);
    expect(found?.state).toMatchObject({ name: "new", restorePoint, operation, claim: state.claim });
    expect(createHandler([]).handler.diff(id, found?.state ?? state, desired).unfinished).toContain("is sent again");
  });

  it("stays unconfirmed if its answer is lost again", async () => {
    const error = await captureError(createHandler([asFound], [lost]).handler.update(id, await doubtful(), desired));
    expect(error).toMatchObject({ name: "PartialFailure", state: { operation, restorePoint } });
  });

  it("leaves the state as it is if it cannot be sent", async () => {
    const error = await captureError(createHandler([locked]).handler.update(id, await doubtful(), desired));
    expect(error).not.toBeInstanceOf(PartialFailure);
  });

  it("is not called unchanged if a destroy then finds the snapshot locked", async () => {
    const { handler } = createHandler([done, { ...done, task_id: taskId }], [lost]);
    const state = { ...(await doubtful()), lockTimeoutSeconds: 60 };
    const { message } = await captureError(handler.delete(id, state));
    expect(message).toContain("it is not known whether the snapshot was changed");
    expect(message).not.toContain("nothing was changed");
  });

  it("is undone by a destroy as far as it was applied", async () => {
    const { handler, sent } = createHandler([done], [asFound]);
    await handler.delete(id, await doubtful());
    expect(sent).toEqual([{ name: "as found", tags: { a: null } }]);
  });
});
