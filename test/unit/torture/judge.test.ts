import {
  judgeConverged,
  judgeOperation,
  Ledger,
  type Around,
  type Held,
  type Resource,
  type Seen,
  type Thing,
} from "../../../tools/torture";

const functions = "/cloud/v1/faas/namespaces/12/7/images/functions";

function thing(name: string, content: object = {}): Thing {
  return { kind: "function", id: `id-of-${name}`, name, works: true, content: { name, ...content } };
}

/** One that is as declared. */
function whole(name: string): Thing {
  return thing(name, { runtime: "go1" });
}

function group(id: string, name: string): Thing {
  return { kind: "group", id, name, works: true, content: { name, useNext: false, sources: [] } };
}

function seen(...things: Thing[]): Seen {
  return { things: new Map(things.map((one) => [`${one.kind} ${one.id}`, one])), snapshots: new Map() };
}

/** A resource of the state that has the function of that name. */
function held(resource: string, name: string, outputs: Held["outputs"] = {}): Held {
  const urn = `urn:pulumi:dev::torture::edgecloud:index:CloudFunction::${resource}`;
  const id = `12/7/images/${name}`;
  const all = { name, runtime: "go1", functionId: `id-of-${name}`, adopted: false, ...outputs };
  return { urn, kind: "function", host: "plugin", id, outputs: all, isTainted: false };
}

function heldGroup(resource: string, id: string): Held {
  const urn = `urn:pulumi:dev::torture::edgecloud:index:OriginGroup::${resource}`;
  return { urn, kind: "group", host: "plugin", id, outputs: { adopted: false }, isTainted: false };
}

function declared(kind: "group" | "function", resource: string, args: Resource["args"]): Resource {
  const runtime = kind === "function" ? { runtime: "go1" } : { sources: [] };
  const none = { aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
  return { slot: resource, kind, resource, args: { ...runtime, ...args }, ...none };
}

interface Case {
  operation?: Around["operation"];
  options?: Around["options"];
  isDisturbed?: boolean;
  program: Resource[];
  before: [Held[], Seen];
  after: [Held[], Seen];
  sent?: string[];
}

function around({
  operation = "up",
  options = {},
  isDisturbed = false,
  program,
  before,
  after,
  sent = [],
}: Case): Around {
  const requests = sent.map((request) => {
    const [method, path, name] = request.split(" ");
    return { method, path, body: name === undefined ? null : { name } } as Around["requests"][number];
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

const [aa, bb] = [thing("aa"), thing("bb")];
const kept = declared("function", "a", { name: "aa" });
const has = held("a", "aa");

/** What an operation must not do, and what it is called. */
const wrong: [string, Case, RegExp][] = [
  [
    "a refresh changes something",
    {
      operation: "refresh",
      program: [kept],
      before: [[has], seen(aa)],
      after: [[has], seen(aa)],
      sent: [`PATCH ${functions}/aa`],
    },
    /refresh sends PATCH/,
  ],
  [
    "a refresh drops what is there",
    { operation: "refresh", program: [kept], before: [[has], seen(aa)], after: [[], seen(aa)] },
    /refresh drops function aa/,
  ],
  [
    "what nobody manages is deleted",
    { program: [], before: [[], seen(aa)], after: [[], seen()], sent: [`DELETE ${functions}/aa`] },
    /it is somebody else's/,
  ],
  [
    "what nobody manages is changed",
    { program: [], before: [[], seen(aa)], after: [[], seen(aa)], sent: [`PATCH ${functions}/aa`] },
    /it is somebody else's/,
  ],
  [
    "what a resource keeps is deleted",
    { program: [kept], before: [[has], seen(aa)], after: [[has], seen()], sent: [`DELETE ${functions}/aa`] },
    /it belongs to a/,
  ],
  [
    "what is to be retained is deleted",
    {
      program: [],
      before: [[held("a", "aa", { onDestroy: "retain" })], seen(aa)],
      after: [[], seen()],
      sent: [`DELETE ${functions}/aa`],
    },
    /was to be retained, and is gone/,
  ],
  [
    "what another resource adopts is deleted by the rename beside it",
    {
      program: [declared("function", "c", { name: "aa", adopt: true }), declared("function", "a", { name: "bb" })],
      before: [[has], seen(aa)],
      after: [[held("a", "bb"), held("c", "aa")], seen(bb)],
      sent: [`POST ${functions} bb`, `DELETE ${functions}/aa`],
    },
    /a resource of the program adopts it; function aa is gone, although another resource has it/,
  ],
  [
    "what is there is created again",
    { program: [kept], before: [[has], seen(aa)], after: [[has], seen(aa)], sent: [`POST ${functions} aa`] },
    /aa is there already/,
  ],
  [
    "something is created that nobody declares",
    { program: [kept], before: [[has], seen(aa)], after: [[has], seen(aa)], sent: [`POST ${functions} bb`] },
    /nothing in the program is called bb/,
  ],
  [
    "what was created is not in the state",
    { program: [kept], before: [[], seen()], after: [[], seen(aa)], sent: [`POST ${functions} aa`] },
    /function aa was created, but is not in the state/,
  ],
  [
    "what was removed from the program is left on the platform",
    { program: [], before: [[has], seen(aa)], after: [[], seen(aa)] },
    /function aa was left on the platform/,
  ],
  [
    "an ID that another resource adopts is deleted",
    {
      program: [declared("group", "c", { name: "gg", originGroupId: 7 })],
      before: [[heldGroup("a", "7")], seen(group("7", "gg"))],
      after: [[heldGroup("c", "7")], seen()],
      sent: ["DELETE /cdn/origin_groups/7"],
    },
    /a resource of the program adopts it/,
  ],
];

/** What no resource of the state has is somebody else's. */
function ledgerOf({ before: [state, platform] }: Case): Ledger {
  return new Ledger(state.length > 0 ? seen() : platform);
}

test.each(wrong)("it is wrong if %s", (_, given, message) => {
  expect(() => judgeOperation(around(given), ledgerOf(given))).toThrow(message);
});

/** What an operation may do although it looks alike. */
const right: [string, Case][] = [
  [
    "what was removed from the program is deleted",
    { program: [], before: [[has], seen(aa)], after: [[], seen()], sent: [`DELETE ${functions}/aa`] },
  ],
  [
    "what has another name now is replaced",
    {
      program: [declared("function", "a", { name: "bb" })],
      before: [[has], seen(aa)],
      after: [[held("a", "bb")], seen(bb)],
      sent: [`DELETE ${functions}/aa`, `POST ${functions} bb`],
    },
  ],
  [
    "`--replace` deletes and creates",
    {
      options: { replace: [has.urn] },
      program: [kept],
      before: [[has], seen(aa)],
      after: [[held("a", "aa", { functionId: "new" })], seen({ ...aa, id: "new" })],
      sent: [`DELETE ${functions}/aa`, `POST ${functions} aa`],
    },
  ],
  [
    "a kill leaves something behind",
    { isDisturbed: true, program: [kept], before: [[], seen()], after: [[], seen(aa)], sent: [`POST ${functions} aa`] },
  ],
  [
    "what the program adopts is changed",
    {
      program: [declared("function", "c", { name: "aa", adopt: true })],
      before: [[], seen(aa)],
      after: [[held("c", "aa", { adopted: true })], seen(aa)],
      sent: [`PATCH ${functions}/aa`],
    },
  ],
];

test.each(right)("it is right if %s", (_, given) => {
  expect(() => judgeOperation(around(given), ledgerOf(given))).not.toThrow();
});

/** What is not as declared: the program has one function, `aa`. */
const notConverged: [string, Held[], Seen, Thing[], RegExp][] = [
  ["a resource is not in the state", [], seen(), [], /a is not in the state/],
  ["an object is missing", [has], seen(), [], /is not on the platform, but in the state/],
  ["an object differs", [has], seen(thing("aa", { runtime: "go2" })), [], /runtime is "go2" and not "go1"/],
  ["the last build has failed", [has], seen({ ...whole("aa"), works: false }), [], /the last build has failed/],
  ["the state has another ID", [has], seen({ ...whole("aa"), id: "x" }), [], /the state has the ID id-of-aa/],
  ["something is left", [has], seen(whole("aa"), bb), [], /function bb \(id-of-bb\) is left/],
  ["something of somebody else is gone", [has], seen(whole("aa")), [bb], /function bb of somebody else is gone/],
  ["something of somebody else has changed", [has], seen(whole("aa"), whole("bb")), [bb], /bb of .* has changed/],
];

test.each(notConverged)("in the end it is wrong if %s", (_, state, platform, others, message) => {
  const end = { program: { host: "plugin" as const, resources: [kept] }, after: { state, platform } };
  expect(() => judgeConverged(end, new Ledger(seen(...others)))).toThrow(message);
});
