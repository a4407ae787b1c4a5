import {
  judgeConverged,
  judgeOperation,
  Ledger,
  type OperationRecord,
  type PlatformObject,
  type PlatformView,
  type Resource,
  type StateEntry,
} from "../../../lab/torture";

const functions = "/cloud/v1/faas/namespaces/12/7/images/functions";

function fn(name: string, content: object = {}): PlatformObject {
  return {
    ...{ kind: "function", id: `id-of-${name}`, proof: `id-of-${name}`, pulumiId: `12/7/images/${name}` },
    ...{ name, works: true },
    content: { name, ...content },
  };
}

/** One that is as declared. */
function complete(name: string): PlatformObject {
  return fn(name, { runtime: "go1" });
}

function group(id: string, name: string): PlatformObject {
  return { kind: "group", id, pulumiId: id, name, works: true, content: { name, useNext: false, sources: [] } };
}

function view(...objects: PlatformObject[]): PlatformView {
  return { objects: new Map(objects.map((one) => [`${one.kind} ${one.id}`, one])), snapshots: new Map() };
}

/** A resource of the state that has the function of that name. */
function entry(resource: string, name: string, outputs: StateEntry["outputs"] = {}): StateEntry {
  const urn = `urn:pulumi:dev::torture::edgecloud:index:CloudFunction::${resource}`;
  const id = `12/7/images/${name}`;
  const all = { name, runtime: "go1", functionId: `id-of-${name}`, adopted: false, ...outputs };
  return { urn, kind: "function", host: "plugin", id, outputs: all, isTainted: false };
}

function groupEntry(resource: string, id: string): StateEntry {
  const urn = `urn:pulumi:dev::torture::edgecloud:index:OriginGroup::${resource}`;
  return { urn, kind: "group", host: "plugin", id, outputs: { adopted: false }, isTainted: false };
}

function declared(kind: "group" | "namespace" | "function", resource: string, args: Resource["args"]): Resource {
  const runtime = kind === "function" ? { namespace: "images", runtime: "go1" } : { sources: [] };
  const none = { aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
  return { slot: resource, kind, resource, args: { ...runtime, ...args }, ...none };
}

type Moment = [state: StateEntry[], platform: PlatformView];

/** An operation on this program that began and ended like this. */
function makeRecord(
  program: Resource[],
  [state, platform]: Moment,
  [stateAfter, platformAfter]: Moment,
  sent: string[] = [],
  more: Partial<OperationRecord> = {},
): OperationRecord {
  const requests = sent.map((request) => {
    const [method, path, name] = request.split(" ");
    return { method, path, body: name === undefined ? null : { name } } as OperationRecord["requests"][number];
  });
  return {
    ...{ operation: "up", options: {}, isDisturbed: false, outcome: { isDone: true, text: "" } },
    program: { host: "plugin", resources: program },
    requests,
    before: { state, platform },
    after: { state: stateAfter, platform: platformAfter },
    ...more,
  };
}

const [aa, bb, alpha] = [fn("aa"), fn("bb"), group("1001", "alpha")];
const kept = declared("function", "a", { name: "aa" });
const adopting = declared("function", "c", { name: "aa", adopt: true });
const has = entry("a", "aa");
const nothing: Moment = [[], view()];
const foreign: Moment = [[], view(aa)];
const own: Moment = [[has], view(aa)];
const foreignGroup: Moment = [[], view(alpha)];
const takenGroup: Moment = [[groupEntry("a", "1001")], view(alpha)];
const refresh = { operation: "refresh" } as const;

/** What an operation must not do, and what it is called. A false alarm would show in the random histories. */
const wrong: [what: string, message: RegExp, ...Parameters<typeof makeRecord>][] = [
  ["a refresh changes something", /refresh sends PATCH/, [kept], own, own, [`PATCH ${functions}/aa`], refresh],
  ["a refresh drops what is there", /refresh drops function aa/, [kept], own, foreign, [], refresh],
  ["what nobody manages is deleted", /it is somebody else's/, [], foreign, nothing, [`DELETE ${functions}/aa`]],
  ["what nobody manages is changed", /it is somebody else's/, [], foreign, foreign, [`PATCH ${functions}/aa`]],
  ["what a resource keeps is deleted", /it belongs to a/, [kept], own, [[has], view()], [`DELETE ${functions}/aa`]],
  [
    "what is to be retained is deleted",
    /was to be retained, and is gone/,
    [],
    [[entry("a", "aa", { onDestroy: "retain" })], view(aa)],
    nothing,
    [`DELETE ${functions}/aa`],
  ],
  [
    "what another resource adopts is deleted by the rename beside it",
    /a resource of the program adopts it; function aa is gone, although another resource has it/,
    [adopting, declared("function", "a", { name: "bb" })],
    own,
    [[entry("a", "bb"), entry("c", "aa")], view(bb)],
    [`POST ${functions} bb`, `DELETE ${functions}/aa`],
  ],
  ["what is there is created again", /aa is there already/, [kept], own, own, [`POST ${functions} aa`]],
  ["what nobody declares is created", /nothing in .* is called bb/, [kept], own, own, [`POST ${functions} bb`]],
  [
    "what was created is not in the state",
    /function aa was created, but is not in the state/,
    [kept],
    nothing,
    foreign,
    [`POST ${functions} aa`],
  ],
  ["what was removed is left on the platform", /function aa was left on the platform/, [], own, foreign],
  [
    "a group of somebody else is taken over and changed",
    /PUT \/cdn\/origin_groups\/1001: it is somebody else's; group alpha of somebody else was taken over/,
    [declared("group", "a", { name: "alpha" })],
    foreignGroup,
    takenGroup,
    ["PUT /cdn/origin_groups/1001"],
  ],
];

test.each(wrong)("it is wrong if %s", (_, message, ...operation) => {
  const record = makeRecord(...operation);
  // What no resource of the state has is somebody else's.
  const isTheirs = ({ id }: PlatformObject) => record.before.state.length === 0 || id === "theirs";
  const ledger = new Ledger(view(...[...record.before.platform.objects.values()].filter(isTheirs)));
  expect(() => judgeOperation(record, ledger)).toThrow(message);
});

test("a function of somebody else is not taken over in two steps either", () => {
  const unknown: Moment = [[entry("a", "aa", { functionId: undefined })], view(aa)];
  const first = makeRecord([kept], foreign, unknown);
  const ledger = new Ledger(view(aa));
  judgeOperation(first, ledger);
  ledger.noteOperation(first);
  const second = makeRecord([kept], unknown, own);
  expect(() => judgeOperation(second, ledger)).toThrow("function aa of somebody else was taken over");
});

/** What is not as declared: the program has one function, `aa`. */
const notConverged: [string, StateEntry[], PlatformView, PlatformObject[], RegExp][] = [
  ["a resource is not in the state", [], view(), [], /a is not in the state/],
  ["an object is missing", [has], view(), [], /is not on the platform, but in the state/],
  ["an object differs", [has], view(fn("aa", { runtime: "go2" })), [], /runtime is "go2" and not "go1"/],
  ["the last build has failed", [has], view({ ...complete("aa"), works: false }), [], /the last build has failed/],
  [
    "the state has another ID",
    [has],
    view({ ...complete("aa"), proof: "x" }),
    [],
    /the state has the functionId id-of-aa/,
  ],
  ["something is left", [has], view(complete("aa"), bb), [], /function bb \(id-of-bb\) is left/],
  ["something of somebody else is gone", [has], view(complete("aa")), [bb], /function bb of somebody else is gone/],
  ["something of somebody else has changed", [has], view(complete("aa"), complete("bb")), [bb], /bb of .* has changed/],
];

test.each(notConverged)("in the end it is wrong if %s", (_, state, platform, others, message) => {
  const end = { program: { host: "plugin" as const, resources: [kept] }, after: { state, platform } };
  expect(() => judgeConverged(end, new Ledger(view(...others)))).toThrow(message);
});
