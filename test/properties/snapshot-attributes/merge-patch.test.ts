import { startEmulator, type Emulator } from "edgecloud-emulator";
import fc from "fast-check";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import type { SnapshotAttributesState } from "../../../provider/resources/snapshot-attributes/schema";
import { withContext } from "../../unit/core/with-context";
import { ref, snapshotId } from "../../unit/snapshot-attributes/snapshots";
import { tries } from "../tries";

type Tags = Record<string, string>;
/** `null`: the tag is to be removed. */
type Wanted = Record<string, string | null>;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

/** Few keys, so that declared, foreign and read-only tags meet; among them keys that every object inherits. */
const keys = ["a", "b", "c", "team", "constructor", "toString", "ключ", "x/y:z"];
const readOnlyKeys = ["fixed", "valueOf", "d"];
const value = fc.oneof(
  fc.constantFrom("1", "2", "3"),
  fc
    .string({ minLength: 1, maxLength: 8, unit: "grapheme" })
    .filter((text) => text === text.trim() && !/\p{Cc}/u.test(text)),
);
const tagsOf = (allowed: string[]): fc.Arbitrary<Tags> =>
  fc.dictionary(fc.constantFrom(...allowed), value, { noNullPrototype: true });
const name = fc.constantFrom(undefined, "first", "second", "a.b-c_d");

const wantedTags: fc.Arbitrary<Wanted> = fc.dictionary(
  fc.constantFrom(...keys),
  fc.option(value, { nil: null, freq: 4 }),
  { noNullPrototype: true },
);

const step = fc.record({
  tags: fc.option(wantedTags, { nil: undefined }),
  name,
  exclusiveTags: fc.boolean(),
  refresh: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The tags that should exist. */
const there = (tags: Wanted = {}): Tags =>
  Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== null));

/** These tags without those that are to be removed. */
const withoutGone = (tags: Tags, wanted: Wanted = {}): Tags =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => !Object.hasOwn(wanted, key) || wanted[key] !== null));

const list = (tags: Tags, read_only: boolean) =>
  Object.entries(tags).map(([key, text]) => ({ key, value: text, read_only }));

function seed(foreign: Tags, readOnly: Tags): void {
  const snapshot = { id: snapshotId, project_id: ref.projectId, region_id: ref.regionId, name: "as found" };
  emulator.replaceState({ snapshots: [{ ...snapshot, tags: [...list(readOnly, true), ...list(foreign, false)] }] });
}

/** What the platform stores: the user's tags and the read-only ones. */
function stored() {
  const [snapshot] = emulator.state().snapshots;
  const of = (readOnly: boolean) =>
    Object.fromEntries(
      (snapshot?.tags ?? []).filter((it) => it.read_only === readOnly).map((it) => [it.key, it.value]),
    );
  return { name: snapshot?.name, tags: of(false), readOnly: of(true) };
}

type Stored = ReturnType<typeof stored>;

function handlerOn(platform: Emulator) {
  const settings: Record<string, string> = {
    "edgecloud:apiKey": "demo-key",
    "edgecloud:baseUrl": platform.url,
    "edgecloud:maxRetries": "0",
  };
  const connection = connect(loadConfig((key) => settings[key], {}));
  return withContext(snapshotAttributes.createHandler(() => connection));
}

/** Declares one step after the other; `expectAfter` gets what was stored and declared before the step. */
async function run(steps: Step[], expectAfter?: (step: Step, before: Stored, declaredBefore: Wanted) => void) {
  const handler = handlerOn(emulator);
  let known: { id: string; state: SnapshotAttributesState } | undefined;
  let declaredBefore: Wanted = {};
  for (const current of steps) {
    const { refresh, ...declared } = current;
    const { inputs, failures } = handler.check({ ...ref, ...declared });
    expect(failures).toEqual([]);
    const before = stored();
    if (!known) {
      known = await handler.create(inputs);
    } else if (handler.diff(known.id, known.state, inputs).changes) {
      known = { id: known.id, state: await handler.update(known.id, known.state, inputs) };
    }
    expectAfter?.(current, before, declaredBefore);
    expect(handler.diff(known.id, known.state, inputs)).toEqual({ changes: false });
    const read = await handler.read(known.id, known.state);
    expect(read).toEqual({ inputs, state: known.state });
    known = refresh ? { id: known.id, state: read!.state } : known;
    declaredBefore = declared.tags ?? {};
  }
  return { handler, ...known! };
}

test("any sequence of declarations leaves exactly the declared tags and untouched others, and destroy restores all", async () => {
  await fc.assert(
    fc.asyncProperty(
      tagsOf(keys),
      tagsOf(readOnlyKeys),
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (foreign, readOnly, steps) => {
        seed(foreign, readOnly);
        const { handler, id, state } = await run(
          steps,
          ({ tags, exclusiveTags, name: wanted }, before, declaredBefore) => {
            const others = Object.entries(before.tags).filter(([key]) => !Object.hasOwn(declaredBefore, key));
            const untouched = exclusiveTags ? {} : withoutGone(Object.fromEntries(others), tags);
            expect(stored()).toEqual({
              name: wanted ?? before.name,
              tags: { ...untouched, ...there(tags) },
              readOnly,
            });
          },
        );
        await handler.delete(id, state);
        expect(stored()).toEqual({ name: "as found", tags: foreign, readOnly });
      },
    ),
    tries(40),
  );
});

test("tags of other owners stay between changes, and after destroy", async () => {
  const declared = step.map((it) => ({ ...it, exclusiveTags: false }));
  await fc.assert(
    fc.asyncProperty(tagsOf(keys), tagsOf(["x", "y"]), declared, declared, async (found, theirs, first, second) => {
      seed(found, {});
      const { handler, id, state } = await run([first]);
      const [snapshot] = emulator.state().snapshots;
      emulator.replaceState({ snapshots: [{ ...snapshot!, tags: [...snapshot!.tags, ...list(theirs, false)] }] });
      expect((await handler.read(id, state))?.inputs.tags ?? {}).toEqual(first.tags ?? {});
      const { tags, name, exclusiveTags } = second;
      const wanted = handler.check({ ...ref, tags, name, exclusiveTags }).inputs;
      const after = await handler.update(id, state, wanted);
      expect(stored().tags).toMatchObject({ ...theirs, ...there(second.tags) });
      await handler.delete(id, after);
      expect(stored()).toMatchObject({ name: "as found", tags: { ...found, ...theirs } });
    }),
    tries(30),
  );
});
