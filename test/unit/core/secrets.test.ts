import fc from "fast-check";
import { readPrivate, withPrivate } from "../../../provider/core/hidden-properties";
import { withKeyedLists } from "../../../provider/core/keyed-lists";
import { hideSecrets, openProperties, type KnownSecrets } from "../../../provider/core/secrets";
import type { Traits } from "../../../provider/core/traits";
import { mapLeaves, reveal, Secret, Unknown } from "../../../provider/core/tree";
import { traits as ofFunction } from "../../../provider/resources/cloud-function/traits";
import { traits as ofGroup } from "../../../provider/resources/origin-group/traits";
import { createIsHidden, describeFieldChanges } from "../../../provider/core/field-changes";
import { Fingerprints } from "../../../provider/core/fingerprints";
import { tries } from "../../tries";
import { toPrintable, toEngineJson } from "../../../provider/core/engine-text";
import type { UnfinishedOperation } from "../../../provider/core/job";
import type { JsonObject } from "../../../provider/values/json";
import { describeUnfinished } from "../../../provider/core/notices";

describe("a value is a secret", () => {
  const listHidden = (properties: JsonObject, known: KnownSecrets, traits: Traits) => {
    const found: string[] = [];
    mapLeaves(hideSecrets(properties, known, traits), (leaf, path) => {
      found.push(...(leaf instanceof Secret ? [path.join(".")] : []));
    });
    return found;
  };
  const a = { source: "a.example.com", hostHeaderOverride: new Secret("h") };
  const given = { path: new Secret("/p"), name: new Secret("known-text"), sources: [a] };
  const marked = openProperties(given, ofGroup).secrets;

  it.each<[string, JsonObject, string[]]>([
    ["at a path that is marked, with all below it", { path: { inside: "any" } }, ["path"]],
    [
      "and not at the same property of another entry",
      { sources: ["b.example.com", "a.example.com"].map((source) => ({ source, hostHeaderOverride: "any" })) },
      ["sources.1.hostHeaderOverride"],
    ],
    ["wherever a known text stands", { hostHeader: "known-text" }, ["hostHeader"]],
    ["and not where the text is only a part", { hostHeader: "a known-text" }, []],
    [
      "if it is a credential",
      { sources: [{ config: { s3SecretAccessKey: "any" } }] },
      ["sources.0.config.s3SecretAccessKey"],
    ],
  ])("%s", (_, properties, expected) => {
    expect(listHidden(properties, marked, ofGroup)).toEqual(expected);
  });

  it.each<[string, JsonObject, string[]]>([
    ["a variable, and none that is declared", { envs: { OTHER: "any", TOKEN: "any" } }, ["envs.OTHER"]],
    ["code, and no other argument", { code: "any", runtime: "any" }, ["code"]],
    ["but no empty text", { code: "" }, []],
  ])("if it is undeclared and may be one: %s", (_, properties, expected) => {
    const known = { ...openProperties({}, ofFunction).secrets, declared: { envs: { TOKEN: "1" } } };
    expect(listHidden(properties, known, ofFunction)).toEqual(expected);
  });
});

it.each<[string, JsonObject, JsonObject]>([
  ["a claim, which spares most resources an encryption", { claim: "12345678" }, { __claim: "12345678" }],
  [
    "a claim apart from the rest",
    { claim: "12345678", operation: { kind: "update" } },
    { __claim: "12345678", __private: new Secret({ operation: { kind: "update" } }) },
  ],
  ["credentials", { credentials: { key: "k" } }, { __private: new Secret({ credentials: { key: "k" } }) }],
  ["nothing", {}, {}],
])("what no output shows is stored beside outputs, and one secret but for a claim: %s", (_, kept, beside) => {
  const stored = withPrivate({ name: "a" }, kept);
  expect(stored).toEqual({ name: "a", ...beside });
  expect(readPrivate(stored)).toEqual(kept);
});

it("a secret name is not used as a key", () => {
  const listKeys = (sources: unknown) => Object.keys(reveal(withKeyedLists({ sources }, ofGroup).sources) as object);
  const [plain, secret] = [{ source: "a.example.com" }, { source: new Secret("b.example.com") }];
  expect(listKeys([plain, secret])).toEqual(["a.example.com", "at [1]"]);
  expect(listKeys([plain, new Secret({ source: "b.example.com" })])).toEqual(["a.example.com", "at [1]"]);
  expect(listKeys(new Secret([plain]))).toEqual(["at [0]"]);
});

it.each([
  "not JSON: key-8f2c",
  "null",
  '{"key":"key-8f2c"}',
  '{"key":"key-8f2c","known":{},"earlier":7}',
  7,
  undefined,
])("fingerprints that were damaged count as none, and no error quotes them: %j", (text) => {
  expect(Fingerprints.parse(text).format()).toBeUndefined();
});

const nothingHidden = () => false;

describe("the list of differences", () => {
  const long = "x".repeat(100);
  it.each<[string, unknown, unknown, string[]]>([
    ["nothing for equal values", { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
    ["a text", { name: "old" }, { name: "new" }, ['name: "old" → "new"']],
    ["an empty text, and null", { a: "", b: null }, { a: null, b: 0 }, ['a: "" → null', "b: null → 0"]],
    ["a nested property", { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ["a.c: 2 → 3"]],
    ["properties as in the program", { b: 1, a: 1, z: 1 }, { a: 2, b: 2 }, ["a: 1 → 2", "b: 1 → 2", "z: 1 → nothing"]],
    ["an object in place of a value", { a: 1 }, { a: { b: 2 } }, ['a: 1 → {"b":2}']],
    [
      "entries of a list of objects",
      { sources: [{ source: "a" }, { source: "b" }] },
      { sources: [{ source: "a" }, { source: "c" }, { source: "d" }] },
      ['sources[1].source: "b" → "c"', 'sources[2]: nothing → {"source":"d"}'],
    ],
    ["a removed entry", { list: [{ a: 1 }, { a: 2 }] }, { list: [{ a: 1 }] }, ['list[1]: {"a":2} → nothing']],
    ["a list of values as a whole", { list: ["a", "b"] }, { list: ["b"] }, ['list: ["a","b"] → ["b"]']],
    ["a value that is not known yet", { a: 1 }, { a: new Unknown() }, ["a: 1 → known later"]],
    ["a list with a value that is not known yet", { a: ["x"] }, { a: [new Unknown()] }, ['a: ["x"] → known later']],
    ["long values, cut off", { a: "" }, { a: long }, [`a: "" → "${"x".repeat(59)}…`]],
    ["keys that are not identifiers", { envs: {} }, { envs: { "a.b": 1 } }, ['envs["a.b"]: nothing → 1']],
  ])("shows %s", (_, found, wanted, texts) => {
    expect(describeFieldChanges(found, wanted, nothingHidden)).toEqual(texts);
  });
});

describe("the list of differences hides the value of", () => {
  const isHidden = (path: readonly PropertyKey[]) => path.at(-1) === "secret";
  it.each<[string, unknown, unknown, string[]]>([
    ["a changed secret", { secret: "old" }, { secret: "new" }, ["secret: changes"]],
    ["an added secret", {}, { secret: "new" }, ["secret: is set"]],
    ["null in place of nothing", {}, { secret: null }, ["secret: is set to null"]],
    ["a removed secret", { secret: "old" }, {}, ["secret: is removed"]],
    ["an added object with a secret", { list: [] }, { list: [{ a: 1, secret: "new" }] }, ["list[0]: is set"]],
    ["a removed object with a secret", { a: { secret: "old" } }, { a: undefined }, ["a: is removed"]],
    ["an object with a secret that a value replaces", { a: { secret: "old" } }, { a: "1" }, ["a: changes"]],
    ["a property below a secret", { secret: { a: 1 } }, { secret: { a: 2 } }, ["secret.a: changes"]],
    ["a secret and an open value", { a: 1, secret: "old" }, { a: 2, secret: "new" }, ["a: 1 → 2", "secret: changes"]],
    ["an equal secret, which is not listed", { secret: "same" }, { secret: "same" }, []],
  ])("%s", (_, found, wanted, texts) => {
    expect(describeFieldChanges(found, wanted, isHidden)).toEqual(texts);
  });
});

it("the list of differences shows no text with a known secret in it, of which a cut could leave a part", () => {
  const description = `${"a long description ".repeat(3)}with s3cr3t-0001`;
  const isHidden = createIsHidden([], ["s3cr3t-0001"]);
  expect(describeFieldChanges({ description: "old" }, { description }, isHidden)).toEqual(["description: changes"]);
  expect(describeFieldChanges({ description }, { description: "new" }, isHidden)).toEqual(["description: changes"]);
});

/** In every value at or below a key `secret`, and in no other. */
const mark = "s3cr3t";
const keyNames = fc.constantFrom("a", "b", "secret", "c.d");
const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null)),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(keyNames, tie("tree"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const objects = fc.dictionary(keyNames, tree, { maxKeys: 4, noNullPrototype: true });

const markSecrets = (value: object) =>
  mapLeaves(value, (leaf, path) => (path.includes("secret") ? `${mark}-${JSON.stringify(leaf)}` : leaf));

test.each<[string, (path: readonly PropertyKey[]) => boolean]>([
  ["with all below it", (path) => path.includes("secret")],
  ["alone", (path) => path.at(-1) === "secret"],
])("no hidden value is ever shown, whether its path is marked as hidden %s", (_, isHidden) => {
  fc.assert(
    fc.property(objects, objects, (found, wanted) => {
      const texts = describeFieldChanges(markSecrets(found), markSecrets(wanted), isHidden);
      expect(texts.join("\n")).not.toContain(mark);
    }),
    tries(1_000),
  );
});

describe("a printed text", () => {
  it.each([
    ["harmless text, which stays unchanged", 'name: "Straße" 😀 \u200f\n\tno'],
    ["half a surrogate pair", "a \ud800 b", "a \ufffd b"],
    ["a surrogate pair and half of one", "\ud83d\ude00\ude00", "\ud83d\ude00\ufffd"],
    ["colour codes of the engine", "a <{%evil%}> <{%reset%}> b", "a <{ %evil%}> <{ %reset%}> b"],
    ["control codes of a terminal", "a\u001b[2J\u0000\u0007\u009b b", "a\ufffd[2J\ufffd\ufffd\ufffd b"],
    ["line breaks of other systems", "a\r\nb\rc", "a\nb\ufffdc"],
  ])("is made harmless: %s", (_, text, shown = text) => {
    expect(toPrintable(text)).toBe(shown);
  });

  it("is shortened between characters", () => {
    expect(toPrintable("x".repeat(10_000))).toBe("x".repeat(10_000));
    expect(toPrintable("x".repeat(10_007))).toBe(`${"x".repeat(10_000)}… (7 more characters)`);
    expect(toPrintable(`x${"\ud83d\ude00".repeat(5_000)}`)).toBe(
      `x${"\ud83d\ude00".repeat(4_999)}\ufffd… (1 more characters)`,
    );
  });
});

describe("properties for the engine", () => {
  it("are plain JSON of whole characters, at any depth", () => {
    const given = { a: ["x\ud800"], "k\udc00": { b: undefined, c: "\ud83d\ude00", d: null, e: -0 } };
    const whole = { a: ["x\ufffd"], "k\ufffd": { c: "\ud83d\ude00", d: null, e: 0 } };
    expect(toEngineJson(given)).toStrictEqual(whole);
  });

  it("keep names that every object inherits, and drop those that are special to the engine", () => {
    const given = JSON.parse(
      '{"__proto__": "x", "map": {"constructor": "y", "4dabf18193072939515e22adb298388d": "z"}}',
    ) as Record<string, unknown>;
    expect(JSON.stringify(toEngineJson(given))).toBe('{"__proto__":"x","map":{"constructor":"y"}}');
  });
});

const firstWaits = "first waits for the last change: ";
const resumesFailed = "resumes the last change, which has failed";
it.each<[string, UnfinishedOperation | undefined, string | undefined, isBroken?: boolean]>([
  ["no operation", undefined, undefined],
  ["a task", { kind: "create", tasks: ["t-1"] }, `${firstWaits}task t-1`],
  ["tasks", { kind: "update", tasks: ["t-1", "t-2"] }, `${firstWaits}tasks t-1, t-2`],
  ["a task, unconfirmed", { kind: "update", tasks: ["t-1"], unconfirmed: true }, `${firstWaits}task t-1`],
  ["a failure", { kind: "update", tasks: ["t-1"], failed: true }, `${resumesFailed} (task t-1)`],
  ["a failure without tasks", { kind: "create", tasks: [], failed: true }, resumesFailed],
  ["a lost creation", { kind: "create", unconfirmed: true }, "first finds out whether the last `pulumi up` created it"],
  [
    "a change with an unknown outcome",
    { kind: "update", unconfirmed: true },
    "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out",
  ],
  ["a change without tasks", { kind: "update", tasks: [] }, "resumes the last change, which has not finished"],
  ["a deletion that is going on", { kind: "delete" }, "first waits until the platform has deleted it"],
  ["a creation of which nothing else is stored", { kind: "create" }, "resumes the last change, which has not finished"],
  [
    "a failure that has left something broken",
    { kind: "create", tasks: ["t-1"], failed: true },
    "is sent again as a whole: the last change has failed (task t-1)",
    true,
  ],
  ["a task of something broken", { kind: "create", tasks: ["t-1"] }, `${firstWaits}task t-1`, true],
])("the text for an unfinished operation: %s", (_, operation, text, isBroken = false) => {
  expect(describeUnfinished(operation, isBroken)).toBe(text);
});
