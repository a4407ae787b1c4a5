import { startEmulator, type Emulator } from "edgecloud-emulator";
import fc from "fast-check";
import { args } from "../../unit/cloud-function/functions";
import { EngineModel, type Declared, type Outcome, type Run } from "./engine-model";
import { tries } from "../tries";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

/** What a resource declares of its function: the rest is the same for all. */
type Edit = Record<string, { name: string; adopt?: boolean; after?: string[]; onDestroy?: string }>;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ seed: { namespaces: [{ project_id: 12, region_id: 7, name: "images" }] } });
});

afterAll(() => emulator.close());

afterEach(() => {
  emulator.replaceState({ ...emulator.state(), functions: [] });
  emulator.clearRequests();
});

const engine = () =>
  new EngineModel(cloudFunction, {
    "edgecloud:baseUrl": emulator.url,
    "edgecloud:apiKey": "demo-key",
  });

/** A program; each function has the name of its resource as description. */
const programOf = (edit: Edit): Declared[] =>
  Object.entries(edit).map(([resource, { name, adopt, after = [], onDestroy = "delete" }]) => ({
    resource,
    args: args({ name, description: resource, onDestroy, ...(adopt && { adopt }) }),
    dependsOn: after,
  }));

const onPlatform = () => new Map(emulator.state().functions.map(({ name, ...rest }) => [name, rest]));

/** Names of functions that a DELETE was accepted for. */
const deleted = () =>
  emulator
    .requests()
    .filter(({ method, status }) => method === "DELETE" && status === 200)
    .map(({ path }) => path.split("/").at(-1) as string);

/** Corrects the edit as the errors say, to the letter. */
function correct(edit: Edit, { errors }: Outcome): Edit {
  const next = structuredClone(edit);
  for (const [resource, message] of errors) {
    const own = next[resource] as Edit[string];
    if (/already has a function/.test(message)) {
      // Nobody is told to do what is done already.
      expect(own.adopt).toBeUndefined();
      expect(message).toContain("Nothing was created");
      own.adopt = true;
    } else if (/adopt:? is true, but .* has no function/.test(message)) {
      delete own.adopt;
    } else {
      throw new Error(`no advice: ${message}`);
    }
  }
  return next;
}

/** The edit that the refusal of a handover asks for first; undefined if it is none. */
function findFirstEdit(before: Edit, edit: Edit, [resource, message]: [string, string]): Edit | undefined {
  const [, other = ""] = /the resource "(\w+)"/.exec(message) ?? [];
  if (message.includes("cannot hand over")) {
    const former = message.includes("gives up what") ? resource : other;
    expect(before[former]?.onDestroy).toBeUndefined();
    return { ...before, [former]: { ...(before[former] as Edit[string]), onDestroy: "retain" } };
  }
  const free = (name: string) => ({ [name]: { name: `free-${name}` } });
  return message.includes("two runs") ? { ...edit, ...free(resource), ...free(other) } : undefined;
}

/** The functions that the program wants as they are: those that it adopts, and those whose resource has not changed. */
function wantedOf(before: Edit, edit: Edit): Map<string, string> {
  const there = onPlatform();
  const names = Object.entries(edit).flatMap(([resource, { name, adopt }]) =>
    adopt || before[resource]?.name === name ? [name] : [],
  );
  return new Map(names.flatMap((name) => (there.has(name) ? [[name, there.get(name)?.id as string] as const] : [])));
}

/** Runs an edit until it is through, doing what the errors say. Returns the runs that it took, and the last edit. */
async function converge(model: EngineModel, previous: Edit, first: Edit, run: Run): Promise<[number, Edit]> {
  let [before, edit, runs] = [previous, first, 0];
  for (let isThrough = false; !isThrough;) {
    expect(runs).toBeLessThan(12);
    emulator.clearRequests();
    const wanted = wantedOf(before, edit);
    const preview = await model.preview(programOf(edit), run);
    const firstEdit = preview.errors[0] && findFirstEdit(before, edit, preview.errors[0]);
    if (firstEdit) {
      const [taken, last] = await converge(model, before, firstEdit, run);
      [before, runs] = [last, runs + taken];
      continue;
    }
    const outcome = preview.errors.length > 0 ? preview : await model.up(programOf(edit), run);
    expect(deleted().filter((name) => wanted.has(name))).toEqual([]);
    for (const [name, id] of wanted) {
      expect([name, onPlatform().get(name)?.id]).toEqual([name, id]);
    }
    isThrough = outcome.errors.length === 0;
    runs += 1;
    edit = correct(edit, outcome);
  }
  forgetRetained(before, edit);
  const declared = Object.entries(edit).map(([resource, { name }]) => [name, resource]);
  const found = [...onPlatform()].map(([name, { description }]) => [name, description]);
  expect(found.sort()).toEqual(declared.sort());
  emulator.clearRequests();
  expect((await model.up(programOf(edit), run)).errors).toEqual([]);
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  return [runs, edit];
}

/** Removes what was retained for another resource that does not take it in the end. */
function forgetRetained(before: Edit, edit: Edit): void {
  const kept = Object.values(before).flatMap(({ name, onDestroy }) => (onDestroy === "retain" ? [name] : []));
  const declared = Object.values(edit).map(({ name }) => name);
  const isLeft = (name: string) => kept.includes(name) && !declared.includes(name);
  const { functions, ...others } = emulator.state();
  emulator.replaceState({ ...others, functions: functions.filter(({ name }) => !isLeft(name)) });
}

/** Runs edits one after the other. Returns how many runs each took. */
async function history(edits: Edit[], run: Run): Promise<number[]> {
  const model = engine();
  const all: number[] = [];
  let before: Edit = {};
  for (const edit of edits) {
    const [runs, last] = await converge(model, before, edit, run);
    all.push(runs);
    before = last;
  }
  await model.destroy();
  expect(emulator.state().functions).toEqual([]);
  return all;
}

/** Runs with classes of the package, and with a language whose programs leave it to the host. */
const runs: [string, Run][] = [true, false].flatMap((isSerial) => {
  const how = isSerial ? "one step after the other" : "at once";
  return [
    [`a class, ${how}`, { isSerial, deleteBeforeReplace: true }],
    [`a class with deleteBeforeReplace: false, ${how}`, { isSerial, deleteBeforeReplace: false }],
    [`another language, ${how}`, { isSerial }],
  ] satisfies [string, Run][];
});

const renamed = { name: "aa2" };
const adopting = { name: "aa", adopt: true };

describe.each(runs)("%s", (_, run) => {
  it.each<[string, Edit]>([
    ["before it", { c: adopting, a: renamed }],
    ["after it", { a: renamed, c: adopting }],
    ["before it, which waits for that", { c: adopting, a: { ...renamed, after: ["c"] } }],
    ["after it, and depends on it", { a: renamed, c: { ...adopting, after: ["a"] } }],
  ])(
    "refuses to adopt a renamed function in a resource declared %s, and retaining it first works",
    async (__, edit) => {
      expect(await history([{ a: { name: "aa" } }, edit], run)).toEqual([1, 2]);
    },
  );

  it.each<[string, Edit]>([
    ["two functions", { a: { name: "bb", adopt: true }, b: { name: "aa", adopt: true } }],
    ["two, one after the other", { a: { name: "bb", adopt: true }, b: { name: "aa", adopt: true, after: ["a"] } }],
    ["a ring of 3", { a: { name: "bb", adopt: true }, b: { name: "cc", adopt: true }, c: { name: "aa", adopt: true } }],
  ])("%s that adopt each other's functions are refused until all of them are retained", async (__, edit) => {
    const before = Object.fromEntries(Object.keys(edit).map((resource) => [resource, { name: resource.repeat(2) }]));
    const ways = Object.keys(edit).length;
    expect(await history([before, edit], run)).toEqual([1, ways + 1]);
  });

  it("renames, adoptions and removals never lose a declared object, and the advice works", async () => {
    const name = fc.constantFrom("aa", "bb", "cc", "dd");
    const own = fc.record({ name, adopt: fc.constantFrom(undefined, true), isAfter: fc.boolean() });
    const edits = fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), own), {
        minLength: 1,
        maxLength: 3,
        comparator: ([one, { name: first }], [other, { name: second }]) => one === other || first === second,
      })
      .map((all): Edit =>
        Object.fromEntries(
          all.map(([resource, { isAfter, ...of }], index) => [
            resource,
            { ...of, ...(isAfter && { after: all.slice(0, index).map(([earlier]) => earlier) }) },
          ]),
        ),
      );
    const before = { a: { name: "aa" }, b: { name: "bb" }, c: { name: "cc" } };
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (edit) => {
        emulator.replaceState({ ...emulator.state(), functions: [] });
        await history([before, ...edit], run);
      }),
      tries(5),
    );
  });
});
