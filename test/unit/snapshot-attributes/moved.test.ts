import type { SnapshotPatch, SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import type { JsonObject } from "../../../provider/values/json";
import { Claims } from "../../../provider/core/claims";
import { SnapshotAttributesHandler } from "../../../provider/resources/snapshot-attributes/handler";
import type { SnapshotAttributesState } from "../../../provider/resources/snapshot-attributes/schema";
import { withContext } from "../core/with-context";
import { checkInputs } from "./platform";
import { answer, createConnection, id, wireTags, type Tags } from "./snapshots";

/** A snapshot that keeps its name and tags, and the resources that manage it from one run of Pulumi to the next. */
function createWorld(tags: Tags = { team: "old" }) {
  let actual = { name: "as found", tags };
  const read = () => Promise.resolve(answer({ name: actual.name, tags: wireTags(actual.tags) }));
  const patch = (_: unknown, { name = actual.name, tags = {} }: SnapshotPatch) => {
    const merged = Object.entries({ ...actual.tags, ...tags }).filter(([, value]) => value !== null);
    actual = { name, tags: Object.fromEntries(merged) as Tags };
    return read();
  };
  const snapshots = { get: read, read, patch } as unknown as SnapshotsEndpoint;
  const states = new Map<string, SnapshotAttributesState>();
  const createHandler = (claims: Claims) =>
    withContext(new SnapshotAttributesHandler(() => createConnection(snapshots)), { claims });
  return {
    read: () => actual,
    change: (tags: Tags) => (actual = { ...actual, tags }),
    /** One run with these resources; each is compared and changed before the next, or all are compared first. */
    up: async (resources: readonly [name: string, args: JsonObject][], comparesFirst = false) => {
      const claims = new Claims();
      const handler = createHandler(claims);
      const claim = (name: string) => states.has(name) && claims.claim(id, states.get(name)!);
      resources.forEach(([name]) => comparesFirst && claim(name));
      for (const [name, args] of resources) {
        claim(name);
        const inputs = checkInputs(args);
        const old = states.get(name);
        const state = old ? await handler.update(id, old, inputs) : (await handler.create(inputs)).state;
        states.set(name, state);
        claim(name);
      }
      const removed = [...states.keys()].filter((name) => !resources.some(([kept]) => kept === name));
      for (const name of removed) {
        await handler.delete(id, states.get(name)!);
        states.delete(name);
      }
    },
    destroy: async (names: readonly string[]) => {
      const handler = createHandler(new Claims());
      for (const name of names) {
        await handler.delete(id, states.get(name)!);
      }
    },
  };
}

type Args = Record<"a" | "b", JsonObject>;

const before: Args = { a: { name: "name-a", tags: { team: "a", keep: "1" } }, b: { tags: { env: "b" } } };
const after: Args = { a: { tags: { keep: "1" } }, b: { name: "name-b", tags: { env: "b", team: "b" } } };
const afterAgain: Args = { a: { name: "name-a", tags: { team: "a2", keep: "1" } }, b: { tags: { env: "b" } } };

const order = (args: Args, names: string) =>
  ([...names] as (keyof Args)[]).map((name) => [name, args[name]] as [string, JsonObject]);
const orders = ["ab", "ba"].flatMap((first) =>
  ["ab", "ba"].flatMap((last) => [true, false].map((comparesFirst) => ({ first, last, comparesFirst }))),
);

describe.each(orders)(
  "a name and a tag that move: changed $first, destroyed $last, compared first: $comparesFirst",
  ({ first, last, comparesFirst }) => {
    it.each<[string, Tags]>([
      ["changed", { team: "old" }],
      ["added", {}],
    ])("belong to the other resource, and destroy restores what the first one %s", async (_, tags) => {
      const world = createWorld(tags);
      await world.up(order(before, "ab"));
      await world.up(order(after, first), comparesFirst);
      expect(world.read()).toEqual({ name: "name-b", tags: { keep: "1", env: "b", team: "b" } });
      await world.destroy([...last]);
      expect(world.read()).toEqual({ name: "as found", tags });
    });

    it("and move back and forth", async () => {
      const world = createWorld();
      await world.up(order(before, "ab"));
      await world.up(order(after, first), comparesFirst);
      await world.up(order(afterAgain, first), comparesFirst);
      await world.up(order(after, first), comparesFirst);
      expect(world.read()).toEqual({ name: "name-b", tags: { keep: "1", env: "b", team: "b" } });
      await world.destroy([...last]);
      expect(world.read()).toEqual({ name: "as found", tags: { team: "old" } });
    });

    it("and are restored if their new resource is removed first", async () => {
      const world = createWorld();
      await world.up(order(before, "ab"));
      await world.up(order(after, first), comparesFirst);
      await world.up([["a", after.a]]);
      expect(world.read()).toEqual({ name: "as found", tags: { keep: "1", team: "old" } });
      await world.destroy(["a"]);
      expect(world.read()).toEqual({ name: "as found", tags: { team: "old" } });
    });

    it("but what somebody else writes later stays", async () => {
      const world = createWorld();
      await world.up(order(before, "ab"));
      await world.up(order(after, first), comparesFirst);
      await world.up([...order({ ...after, b: { tags: { env: "b" } } }, first)]);
      world.change({ ...world.read().tags, team: "theirs" });
      await world.destroy([...last]);
      expect(world.read().tags).toEqual({ team: "theirs" });
    });
  },
);
