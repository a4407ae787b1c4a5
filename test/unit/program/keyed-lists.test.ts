import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { formatKey, assignKeys, openKeyedLists, withKeyedLists } from "../../../provider/core/keyed-lists";
import { noTraits, type Traits } from "../../../provider/core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../../provider/values/json";
import { dynamicHost } from "../../../provider/program/dynamic-host";
import { tries } from "../../tries";
import { Unknown } from "../../../provider/core/tree";

const traits: Traits = {
  ...noTraits,
  entryNames: { items: ["label", "box.label"] },
  sets: { words: ["one", "two", "three"] },
  credentials: ["items.*.box.key"],
};

const boxed = (label: unknown, more: object = {}) => ({ box: { label, ...more } });

describe("the keys of entries", () => {
  it.each<[string, (string | undefined)[], string[]]>([
    ["are their names", ["a.example.com:8443", "b/c-1", "x".repeat(255)], []],
    ["are positions where there is no name", [undefined, "a", undefined], ["at [0]", "a", "at [2]"]],
    ["are quoted where they would mean another", ["__proto__", "at [1]", "from a", "", '"a"', "toString"], []],
    ["are quoted where they are no plain words", ["a b", "名"], ['"a b"', '"名"']],
    ["end in no backslash", ["a\\"], ['"a\\\\"']],
    ["move no terminal", ["\u001b[2J", "a\nb", "a\u202eb"], ['"\\u001b[2J"', '"a\\nb"', '"a\\u202eb"']],
    ["tell apart what has the same name", ["a", "a", "a"], ["a", "a (2)", "a (3)"]],
  ])("%s", (_, names, keys) => {
    const found = assignKeys(names.map((name) => (name === undefined ? name : formatKey(name))));
    expect(new Set(found).size).toBe(names.length);
    expect(found).toEqual(keys.length > 0 ? keys : found);
    expect(found.filter((key) => key.startsWith("__") || key === "")).toEqual([]);
  });
});

/** An entry of any form, wrong ones too. */
const label = fc.oneof(fc.constantFrom("a", "b", "at [1]", "from a", "__proto__", "a (2)", "after", ""), fc.string());
const entry = fc.oneof(
  fc.record({ label, flag: fc.boolean() }, { requiredKeys: ["label"] }),
  fc.record({ box: fc.record({ label, key: fc.string() }, { requiredKeys: [] }), flag: fc.boolean() }),
  fc.constantFrom<unknown>("text", 7, true, null, [], {}, [["x"]]),
);

describe("a list by the names of its entries", () => {
  it("is the same list again", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (items) => {
        const values = JSON.parse(JSON.stringify({ items })) as JsonObject;
        const there = withKeyedLists(values, traits);
        expect(isJsonObject(there.items)).toBe(true);
        expect(openKeyedLists(there, traits).values).toEqual(values);
        expect(openKeyedLists(JSON.parse(JSON.stringify(there)) as JsonObject, traits).values).toEqual(values);
      }),
      tries(100),
    );
  });

  it("keeps the keys of existing entries", () => {
    const like = withKeyedLists({ items: [boxed("a"), boxed("b")] }, traits);
    const moved = { items: mapValues(like.items as JsonObject, (value) => value) };
    const secret = Object.fromEntries(
      Object.entries(moved.items).map(([key, value]) => [key === "b" ? "at [1]" : key, value] as const),
    );
    expect(
      Object.keys(
        withKeyedLists({ items: [boxed("b"), boxed("a")] }, traits, openKeyedLists({ items: secret }, traits).forms)
          .items as object,
      ),
    ).toEqual(["at [1]", "a"]);
  });

  it("keeps a key that shows no name for an entry that was renamed", () => {
    const like = { items: { a: {}, "at [1]": { label: "b", after: "a" }, c: { after: "at [1]" } } };
    const renamed = { items: [{ label: "other" }, { label: "c" }, { label: "a" }] };
    expect(Object.keys(withKeyedLists(renamed, traits, openKeyedLists(like, traits).forms).items as object)).toEqual([
      "at [1]",
      "c",
      "a",
    ]);
  });

  it("keeps every entry, whatever their order says", () => {
    const key = fc.constantFrom("a", "b", "c", "d");
    const anyOrder = fc.dictionary(key, fc.record({ after: key }, { requiredKeys: [] }));
    fc.assert(
      fc.property(anyOrder, (items) => {
        const found = openKeyedLists({ items }, traits).values.items as { label: string }[];
        expect(found.map((item) => item.label).sort()).toEqual(Object.keys(items).sort());
      }),
      tries(100),
    );
  });

  it("places unknown entries by their key", () => {
    const items = { a: {}, "at [1]": new Unknown(), b: { after: "at [1]" } };
    expect(openKeyedLists({ items }, traits).values.items).toEqual([{ label: "a" }, new Unknown(), { label: "b" }]);
  });

  it("keeps the order of entries around others that the SDK has dropped", () => {
    const items = { a: { after: "at [3]" }, x: {}, z: { after: "at [1]" } };
    const labels = ["x", "z", "a"].map((label) => ({ label }));
    expect(openKeyedLists({ items }, traits).values.items).toEqual(labels);
  });

  it("takes no name from a key that says where an unknown name comes from", () => {
    const items = { "from first": { size: 1 } };
    expect(openKeyedLists({ items }, traits).values.items).toEqual([{ size: 1 }]);
  });

  it("is a set if the order has no meaning", () => {
    const words = { three: true, one: true, "at [2]": 7, other: true };
    expect(openKeyedLists({ words }, traits).values.words).toEqual(["one", "three", 7, "other"]);
    expect(withKeyedLists({ words: ["two", 7] }, traits).words).toEqual({ two: true, "at [1]": 7 });
  });
});

/** A value of the program with what is known later in it, as the engine would get it. */
async function resolved(value: unknown): Promise<unknown> {
  if (value instanceof Promise) {
    return resolved(await value);
  }
  if (pulumi.Output.isInstance<unknown>(value)) {
    const inside = value as unknown as { promise(): Promise<unknown>; isSecret: Promise<boolean> };
    const known = await resolved(await inside.promise());
    return (await inside.isSecret) ? { secret: known } : known;
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map(resolved));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, child]) => [key, await resolved(child)] as const),
  );
  return Object.fromEntries(entries);
}

/** What a program registers with the dynamic provider. */
const register = (props: pulumi.Inputs): pulumi.Inputs =>
  dynamicHost.register("thing", { type: "Thing", props, opts: { id: "1" } }, traits).props;

describe("a list of a program", () => {
  const key = { secret: "k" };
  const open = { a: { flag: 1 }, b: { box: { label: "b", key }, after: "a" } };
  const [first, second] = [{ label: "a", flag: 1 }, boxed("b", { key: "k" })];

  it.each<[string, unknown, unknown]>([
    ["known", [first, second], open],
    ["an output", pulumi.output([first, second]), open],
    ["a promise", Promise.resolve([first, second]), open],
    [
      "of outputs",
      [pulumi.output(first), Promise.resolve({ flag: 2 })],
      { "at [0]": { label: "a", flag: 1 }, "at [1]": { flag: 2, after: "at [0]" } },
    ],
    ["with a name that is an output", [first, boxed(pulumi.output("b"), { key: "k" })], open],
    [
      "with a box that is an output",
      [first, { box: pulumi.output(second.box) }],
      { a: { flag: 1 }, "at [1]": { box: { label: "b", key }, after: "a" } },
    ],
    ["with a secret name", [{ label: pulumi.secret("a") }], { "at [0]": { label: { secret: "a" } } }],
    ["with a secret entry", [pulumi.secret(first)], { "at [0]": { secret: { label: "a", flag: 1 } } }],
    [
      "that is secret as a whole",
      pulumi.secret([first, { label: "b" }]),
      { secret: { "at [0]": { label: "a", flag: 1 }, "at [1]": { label: "b", after: "at [0]" } } },
    ],
    ["that is a text", "a", "a"],
  ])("%s", async (_, items, expected) => {
    expect(await resolved(register({ items }).items)).toEqual(expected);
  });

  it("has marks for its secrets, but for no credential", async () => {
    const items = [{ label: "a", flag: pulumi.secret(1) }, second, pulumi.secret(first)];
    const { __secrets: marks } = register({ items, name: pulumi.secret("n") });
    expect(await marks).toEqual({ items: { a: { flag: true }, "at [2]": true }, name: true });
    expect(await register({ items: [second] }).__secrets).toBeUndefined();
  });
});
