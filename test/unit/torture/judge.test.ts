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
  return { kind: "function", id: `id-of-${name}`, name, works: true, content: { name, ...content } };
}

/** One that is as declared. */
function complete(name: string): PlatformObject {
  return fn(name, { runtime: "go1" });
}

function group(id: string, name: string): PlatformObject {
  return { kind: "group", id, name, works: true, content: { name, useNext: false, sources: [] } };
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

function declared(kind: "group" | "function", resource: string, args: Resource["args"]): Resource {
  const runtime = kind === "function" ? { runtime: "go1" } : { sources: [] };
  const none = { aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
  return { slot: resource, kind, resource, args: { ...runtime, ...args }, ...none };
}

interface Case {
  operation?: OperationRecord["operation"];
  options?: OperationRecord["options"];
  isDisturbed?: boolean;
  program: Resource[];
  before: [StateEntry[], PlatformView];
  after: [StateEntry[], PlatformView];
  sent?: string[];
}

function makeRecord({
  operation = "up",
  options = {},
  isDisturbed = false,
  program,
  before,
  after,
  sent = [],
}: Case): OperationRecord {
  const requests = sent.map((request) => {
    const [method, path, name] = request.split(" ");
    return { method, path, body: name === undefined ? null : { name } } as OperationRecord["requests"][number];
  });
  return {
    operation,
    options,
    program: { host: "plugin", resources: program },
    isDisturbed,
    outcome: { isDone: true, text: "" },
    requests,
    before: { state: before[0], platform: before[1] },
    after: { state: after[0], platform: after[1] },
  };
}

const [aa, bb] = [fn("aa"), fn("bb")];
const kept = declared("function", "a", { name: "aa" });
const has = entry("a", "aa");

/** What an operation must not do, and what it is called. */
const wrong: [string, Case, RegExp][] = [
  [
    "a refresh changes something",
    {
      operation: "refresh",
      program: [kept],
      before: [[has], view(aa)],
      after: [[has], view(aa)],
      sent: [`PATCH ${functions}/aa`],
    },
    /refresh sends PATCH/,
  ],
  [
    "a refresh drops what is there",
    { operation: "refresh", program: [kept], before: [[has], view(aa)], after: [[], view(aa)] },
    /refresh drops function aa/,
  ],
  [
    "what nobody manages is deleted",
    { program: [], before: [[], view(aa)], after: [[], view()], sent: [`DELETE ${functions}/aa`] },
    /it is somebody else's/,
  ],
  [
    "what nobody manages is changed",
    { program: [], before: [[], view(aa)], after: [[], view(aa)], sent: [`PATCH ${functions}/aa`] },
    /it is somebody else's/,
  ],
  [
    "what a resource keeps is deleted",
    { program: [kept], before: [[has], view(aa)], after: [[has], view()], sent: [`DELETE ${functions}/aa`] },
    /it belongs to a/,
  ],
  [
    "what is to be retained is deleted",
    {
      program: [],
      before: [[entry("a", "aa", { onDestroy: "retain" })], view(aa)],
      after: [[], view()],
      sent: [`DELETE ${functions}/aa`],
    },
    /was to be retained, and is gone/,
  ],
  [
    "what another resource adopts is deleted by the rename beside it",
    {
      program: [declared("function", "c", { name: "aa", adopt: true }), declared("function", "a", { name: "bb" })],
      before: [[has], view(aa)],
      after: [[entry("a", "bb"), entry("c", "aa")], view(bb)],
      sent: [`POST ${functions} bb`, `DELETE ${functions}/aa`],
    },
    /a resource of the program adopts it; function aa is gone, although another resource has it/,
  ],
  [
    "what is there is created again",
    { program: [kept], before: [[has], view(aa)], after: [[has], view(aa)], sent: [`POST ${functions} aa`] },
    /aa is there already/,
  ],
  [
    "something is created that nobody declares",
    { program: [kept], before: [[has], view(aa)], after: [[has], view(aa)], sent: [`POST ${functions} bb`] },
    /nothing in the program is called bb/,
  ],
  [
    "what was created is not in the state",
    { program: [kept], before: [[], view()], after: [[], view(aa)], sent: [`POST ${functions} aa`] },
    /function aa was created, but is not in the state/,
  ],
  [
    "what was removed from the program is left on the platform",
    { program: [], before: [[has], view(aa)], after: [[], view(aa)] },
    /function aa was left on the platform/,
  ],
  [
    "an ID that another resource adopts is deleted",
    {
      program: [declared("group", "c", { name: "gg", originGroupId: 7 })],
      before: [[groupEntry("a", "7")], view(group("7", "gg"))],
      after: [[groupEntry("c", "7")], view()],
      sent: ["DELETE /cdn/origin_groups/7"],
    },
    /a resource of the program adopts it/,
  ],
  [
    "a group of somebody else is taken over and changed",
    {
      program: [declared("group", "a", { name: "alpha" })],
      before: [[], view(group("1001", "alpha"))],
      after: [[groupEntry("a", "1001")], view(group("1001", "alpha"))],
      sent: ["PUT /cdn/origin_groups/1001"],
    },
    /PUT \/cdn\/origin_groups\/1001: it is somebody else's; group alpha of somebody else was taken over/,
  ],
  [
    "a group of somebody else is taken over as it is",
    {
      program: [declared("group", "a", { name: "alpha" })],
      before: [[], view(group("1001", "alpha"))],
      after: [[groupEntry("a", "1001")], view(group("1001", "alpha"))],
    },
    /group alpha of somebody else was taken over/,
  ],
  [
    "a function of somebody else is taken over and changed",
    {
      program: [kept],
      before: [[], view(aa)],
      after: [[has], view(aa)],
      sent: [`PATCH ${functions}/aa`],
    },
    /function aa of somebody else was taken over/,
  ],
  [
    "a refresh takes over what is adopted by a later `up` only",
    {
      operation: "refresh",
      program: [declared("function", "c", { name: "aa", adopt: true })],
      before: [[], view(aa)],
      after: [[entry("c", "aa", { adopted: true })], view(aa)],
    },
    /function aa of somebody else was taken over/,
  ],
];

/** What no resource of the state has is somebody else's. */
function ledgerOf({ before: [state, platform] }: Case): Ledger {
  return new Ledger(state.length > 0 ? view() : platform);
}

test.each(wrong)("it is wrong if %s", (_, given, message) => {
  expect(() => judgeOperation(makeRecord(given), ledgerOf(given))).toThrow(message);
});

/** What an operation may do although it looks alike. */
const right: [string, Case][] = [
  [
    "what was removed from the program is deleted",
    { program: [], before: [[has], view(aa)], after: [[], view()], sent: [`DELETE ${functions}/aa`] },
  ],
  [
    "what has another name now is replaced",
    {
      program: [declared("function", "a", { name: "bb" })],
      before: [[has], view(aa)],
      after: [[entry("a", "bb")], view(bb)],
      sent: [`DELETE ${functions}/aa`, `POST ${functions} bb`],
    },
  ],
  [
    "`--replace` deletes and creates",
    {
      options: { replace: [has.urn] },
      program: [kept],
      before: [[has], view(aa)],
      after: [[entry("a", "aa", { functionId: "new" })], view({ ...aa, id: "new" })],
      sent: [`DELETE ${functions}/aa`, `POST ${functions} aa`],
    },
  ],
  [
    "a kill leaves something behind",
    { isDisturbed: true, program: [kept], before: [[], view()], after: [[], view(aa)], sent: [`POST ${functions} aa`] },
  ],
  [
    "what the program adopts is changed",
    {
      program: [declared("function", "c", { name: "aa", adopt: true })],
      before: [[], view(aa)],
      after: [[entry("c", "aa", { adopted: true })], view(aa)],
      sent: [`PATCH ${functions}/aa`],
    },
  ],
  [
    "it is not known yet whose a function is",
    {
      isDisturbed: true,
      program: [kept],
      before: [[], view(aa)],
      after: [[entry("a", "aa", { functionId: undefined })], view(aa)],
      sent: [`POST ${functions} aa`],
    },
  ],
];

test.each(right)("it is right if %s", (_, given) => {
  expect(() => judgeOperation(makeRecord(given), ledgerOf(given))).not.toThrow();
});

test("a function of somebody else is not taken over in two steps either", () => {
  const unknown = entry("a", "aa", { functionId: undefined });
  const first = makeRecord({ program: [kept], before: [[], view(aa)], after: [[unknown], view(aa)] });
  const second = makeRecord({ program: [kept], before: [[unknown], view(aa)], after: [[has], view(aa)] });
  const ledger = new Ledger(view(aa));
  judgeOperation(first, ledger);
  ledger.noteOperation(first);
  expect(() => judgeOperation(second, ledger)).toThrow("function aa of somebody else was taken over");
});

test("what a killed process has created may be recognized, changed and kept", () => {
  const made = makeRecord({ isDisturbed: true, program: [kept], before: [[], view()], after: [[], view(aa)] });
  const sent = [`PATCH ${functions}/aa`];
  const found = makeRecord({ program: [kept], before: [[], view(aa)], after: [[has], view(aa)], sent });
  const ledger = new Ledger(view());
  ledger.noteOperation(made);
  expect(() => judgeOperation(found, ledger)).not.toThrow();
});

/** What is not as declared: the program has one function, `aa`. */
const notConverged: [string, StateEntry[], PlatformView, PlatformObject[], RegExp][] = [
  ["a resource is not in the state", [], view(), [], /a is not in the state/],
  ["an object is missing", [has], view(), [], /is not on the platform, but in the state/],
  ["an object differs", [has], view(fn("aa", { runtime: "go2" })), [], /runtime is "go2" and not "go1"/],
  ["the last build has failed", [has], view({ ...complete("aa"), works: false }), [], /the last build has failed/],
  ["the state has another ID", [has], view({ ...complete("aa"), id: "x" }), [], /the state has the ID id-of-aa/],
  ["something is left", [has], view(complete("aa"), bb), [], /function bb \(id-of-bb\) is left/],
  ["something of somebody else is gone", [has], view(complete("aa")), [bb], /function bb of somebody else is gone/],
  ["something of somebody else has changed", [has], view(complete("aa"), complete("bb")), [bb], /bb of .* has changed/],
];

test.each(notConverged)("in the end it is wrong if %s", (_, state, platform, others, message) => {
  const end = { program: { host: "plugin" as const, resources: [kept] }, after: { state, platform } };
  expect(() => judgeConverged(end, new Ledger(view(...others)))).toThrow(message);
});
