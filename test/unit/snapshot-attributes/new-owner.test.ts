import { id, snapshotId } from "./snapshots";
import { asFound, claim, done, createHandler, checkInputs, desired } from "./platform";

describe("a destroy", () => {
  const after = async (change: object = {}) =>
    (await createHandler([asFound], [done]).handler.create({ ...desired, ...change })).state;

  it.each([
    ["restores a name that is no longer declared", "new", { name: "as found", tags: { a: null } }],
    ["leaves a name alone that was changed outside of Pulumi since", "theirs", { tags: { a: null } }],
  ])("%s", async (_, name, patch) => {
    const state = await after();
    const { handler, sent } = createHandler([done, { ...done, name }], [asFound]);
    const undeclared = await handler.update(id, state, checkInputs({ tags: { a: "1" } }));
    expect(undeclared.managesName).toBe(false);
    await handler.delete(id, undeclared);
    expect(sent).toEqual([patch]);
  });

  const notice =
    `snapshot ${snapshotId}: the name and the tags that another resource declares now stay as they are; their values from ` +
    "before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi state taint`) " +
    "restores them first if its option deleteBeforeReplace is true";

  it.each([
    ["the name", { name: "new" }, [{ tags: { a: null } }]],
    ["the tag", { tags: { a: "1" } }, [{ name: "as found" }]],
    ["a tag to be removed", { tags: { a: null } }, [{ name: "as found" }]],
    ["everything", { name: "new", tags: { a: "1" } }, []],
    ["all tags", { exclusiveTags: true }, [{ name: "as found" }]],
    ["something else", { tags: { b: "1" } }, [{ name: "as found", tags: { a: null } }]],
  ])("leaves alone what another resource of the program declares: %s", async (_, change, patches) => {
    const { handler, sent } = createHandler([done], [asFound]);
    const other = await createHandler([done], [done]).handler.create(checkInputs(change));
    handler.claims.claim(id, other.state);
    await handler.delete(id, await after());
    expect(sent).toEqual(patches);
    expect(handler.noticed).toEqual([notice]);
  });

  it("restores everything if only the resource itself holds the snapshot", async () => {
    const state = await after();
    const { handler, sent } = createHandler([done], [asFound]);
    handler.claims.claim(id, state);
    await handler.delete(id, state);
    expect([sent, handler.noticed]).toEqual([
      [{ name: "as found", tags: { a: null } }],
      [
        `snapshot ${snapshotId} stays on the platform, and is restored to what was there before: its onDestroy is "restore"`,
      ],
    ]);
  });
});

it("each resource has a claim of its own, which stays the same in an update", async () => {
  const { handler } = createHandler([done]);
  const [first, second] = [await handler.create(desired), await handler.create(desired)];
  expect(first.state.claim).toEqual(claim);
  expect(second.state.claim).not.toBe(first.state.claim);
  expect((await handler.update(id, first.state, desired)).claim).toBe(first.state.claim);
});

it("another owner's tag is removed, and restored on destroy", async () => {
  const { handler, sent } = createHandler([asFound, { ...asFound, tags: [] }], [{ ...asFound, tags: [] }, asFound]);
  const { state } = await handler.create(checkInputs({ tags: { theirs: null } }));
  expect(state).toMatchObject({ tags: { theirs: null }, restorePoint: { tags: { theirs: "x" }, addedTags: [] } });
  await handler.delete(id, state);
  expect(sent).toEqual([{ tags: { theirs: null } }, { tags: { theirs: "x" } }]);
});
