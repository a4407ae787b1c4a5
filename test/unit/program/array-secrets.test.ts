import fc from "fast-check";
import type { JsonObject } from "../../../provider/json";
import { mapKeys, secretsOf, withoutSecrets, type ArraySecrets } from "../../../provider/core/array-secrets";
import { injectSecrets, extractSecrets } from "../../../provider/hosts/dynamic/inject-secrets";
import { Unknown } from "../../../provider/core/unknown";

const spec: ArraySecrets = {
  array: "items",
  object: "box",
  key: "label",
  map: "keys",
  leaves: { first: "firstKey", second: "secondKey" },
};

const boxed = (label: unknown, secrets: object = {}) => ({ box: { label, size: 1, ...secrets }, flag: true });
const both = (text: string) => ({ firstKey: `${text}-1`, secondKey: `${text}-2` });
const kept = (text: string) => ({ first: `${text}-1`, second: `${text}-2` });

describe("split and join", () => {
  it.each<[string, JsonObject, unknown, JsonObject]>([
    [
      "by the entry's own key",
      { name: "n", items: [boxed("a", both("a")), { plain: 1 }, boxed("b", both("b"))] },
      { a: kept("old"), b: kept("old") },
      { name: "n", items: [boxed("a"), { plain: 1 }, boxed("b")], keys: { a: kept("a"), b: kept("b") } },
    ],
    [
      "by the position that the old map has",
      { items: [boxed("a", both("a")), boxed("b", both("b"))] },
      { "items[1]": kept("old"), a: kept("old") },
      { items: [boxed("a"), boxed("b")], keys: { a: kept("a"), "items[1]": kept("b") } },
    ],
    [
      "by the position, if the entry's own key is the name of an inherited property",
      { items: [boxed("constructor", both("a"))] },
      { "items[0]": kept("old") },
      { items: [boxed("constructor")], keys: { "items[0]": kept("a") } },
    ],
    [
      "by the position, if the entry's own key is still unknown",
      { items: [boxed(new Unknown(), both("a"))] },
      { "items[0]": kept("old") },
      { items: [boxed(new Unknown())], keys: { "items[0]": kept("a") } },
    ],
    [
      "a part of the secrets",
      { items: [boxed("a", { firstKey: "x" })] },
      { a: kept("old") },
      { items: [boxed("a")], keys: { a: { first: "x" } } },
    ],
    ["no secrets", { items: [boxed("a"), 7, null] }, { b: kept("b") }, { items: [boxed("a"), 7, null] }],
    ["no entries", { items: [] }, undefined, { items: [] }],
    ["no array", { name: "n" }, undefined, { name: "n" }],
    [
      "secrets that are still unknown",
      { items: [boxed("a", { firstKey: new Unknown(), secondKey: "s" })] },
      { a: kept("old") },
      { items: [boxed("a")], keys: { a: { first: new Unknown(), second: "s" } } },
    ],
  ])("%s", (_, values, before, split) => {
    expect(extractSecrets(values, spec, before)).toEqual(split);
    expect(injectSecrets(split, spec)).toEqual(values);
  });

  it.each<[string, unknown, JsonObject]>([
    ["another bucket", { b: kept("old") }, {}],
    ["another position", { "items[1]": kept("old") }, {}],
    ["another leaf", { a: { first: "old" } }, { keys: { a: { first: "a-1" } } }],
    ["none", undefined, {}],
  ])("drop secrets without their path in the old map, which has only: %s", (_, before, keys) => {
    expect(extractSecrets({ items: [boxed("a", both("a"))] }, spec, before)).toEqual({ items: [boxed("a")], ...keys });
  });

  it.each<[string, JsonObject]>([
    ["an array", { items: new Unknown(), keys: { a: kept("a") } }],
    ["an entry", { items: [new Unknown(), boxed("a")], keys: { "items[0]": kept("x"), a: kept("a") } }],
    ["an object of an entry", { items: [{ box: new Unknown() }], keys: { "items[0]": kept("x") } }],
  ])("leave secrets of unknown values unchanged: %s", (_, values) => {
    expect(extractSecrets(injectSecrets(values, spec), spec, values.keys)).toEqual(values);
  });

  it("prefer the entry's own key over the position", () => {
    const values = { items: [boxed("a")], keys: { "items[0]": kept("position"), a: kept("own") } };
    expect(injectSecrets(values, spec)).toEqual({ items: [boxed("a", both("own"))] });
  });

  it("drop a map without the array it belongs to", () => {
    expect(injectSecrets({ name: "n", keys: { a: kept("a") } }, spec)).toEqual({ name: "n" });
  });

  it("do not change their arguments", () => {
    const values = Object.freeze({ items: Object.freeze([Object.freeze(boxed("a", both("a")))]) });
    const split = extractSecrets(values, spec, undefined);
    expect(values).toEqual({ items: [boxed("a", both("a"))] });
    expect(JSON.stringify(split.items)).not.toMatch(/firstKey|secondKey/);
  });
});

const label = fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "__proto__x", "0", "items"));
const secrets = fc.record({ firstKey: fc.string(), secondKey: fc.string() }, { requiredKeys: [] });
const entry = fc.oneof(
  fc.record({ box: fc.tuple(label, secrets).map(([name, own]) => ({ label: name, ...own })), flag: fc.boolean() }),
  fc.record({ plain: fc.string() }),
);
const labelOf = (item: object) => ("box" in item ? (item.box as JsonObject).label : item);
const items = fc.uniqueArray(entry, { selector: labelOf, maxLength: 6 });

describe("for any entries", () => {
  const keysOf = (list: object[], byPosition: boolean[]) =>
    list.map((item, index) => mapKeys(item, index, spec)).map((names, i) => names.at(byPosition[i] ? -1 : 0) ?? "");
  const choices = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });

  it("join ∘ split is the identity if the old map has all paths, and no secret stays in the array", () => {
    fc.assert(
      fc.property(items, choices, (list, byPosition) => {
        const before = Object.fromEntries(keysOf(list, byPosition).map((key) => [key, kept("old")]));
        const split = extractSecrets({ items: list }, spec, before);
        expect(injectSecrets(split, spec)).toEqual({ items: list });
        expect(JSON.stringify(split.items)).not.toMatch(/"(firstKey|secondKey)":/);
      }),
    );
  });

  it("no path is added that the old map does not have", () => {
    const map = fc.dictionary(label, fc.record({ first: fc.string(), second: fc.string() }, { requiredKeys: [] }));
    fc.assert(
      fc.property(items, map, fc.array(fc.nat(5)), (list, keys, positions) => {
        const before: JsonObject = {
          ...keys,
          ...Object.fromEntries(positions.map((at) => [`items[${at}]`, kept("old")])),
        };
        const after = (extractSecrets({ items: list }, spec, before).keys ?? {}) as JsonObject;
        for (const [key, leaves] of Object.entries(after)) {
          expect(Object.keys(before)).toContain(key);
          expect(Object.keys(before[key] as object)).toEqual(expect.arrayContaining(Object.keys(leaves as object)));
        }
      }),
    );
  });

  it("the keys of the old map are used, whatever the secrets are now", () => {
    fc.assert(
      fc.property(items, choices, (list, byPosition) => {
        const keys = keysOf(list, byPosition);
        const withSecrets = list.flatMap((item, index) => (secretsOf(item, spec) ? [keys[index]] : []));
        const before = Object.fromEntries(keys.map((key) => [key, kept("old")]));
        const after = extractSecrets({ items: list }, spec, before).keys ?? {};
        expect(Object.keys(after).sort()).toEqual(withSecrets.sort());
      }),
    );
  });
});

it("removing the secrets of an entry leaves the rest unchanged", () => {
  expect(withoutSecrets(boxed("a", both("a")), spec)).toEqual(boxed("a"));
  expect(withoutSecrets({ plain: 1 }, spec)).toEqual({ plain: 1 });
  expect(withoutSecrets("text", spec)).toBe("text");
  expect(secretsOf("text", spec)).toBeUndefined();
});
