import * as pulumi from "@pulumi/pulumi";
import type { ArraySecrets } from "../../../provider/core/array-secrets";
import { ignoredPaths, refuseIgnoredLater } from "../../../provider/program/ignored-secrets";

const spec: ArraySecrets = {
  array: "items",
  object: "box",
  key: "label",
  map: "keys",
  leaves: { first: "firstKey", second: "secondKey" },
};

const boxed = (label: unknown) => ({ box: { label, firstKey: "1", secondKey: "2" }, flag: true });
/** The value of an output; all that the output promises is waited for, since all of it fails together. */
async function known(output: unknown): Promise<unknown[]> {
  const inside = output as { promise(): Promise<unknown[]>; isKnown: Promise<boolean>; isSecret: Promise<boolean> };
  const [value] = await Promise.all([inside.promise(), inside.isKnown, inside.isSecret]);
  return value;
}

const items = [
  { plain: 1 },
  boxed("a"),
  boxed("b.c"),
  boxed(pulumi.output("later")),
  pulumi.output(boxed("d")),
  boxed('e"f'),
];

describe("where the secrets below an ignored path are", () => {
  it.each([
    ["items", ["keys"]],
    ['["items"]', ["keys"]],
    ["items[*]", ["keys[*]"]],
    ["items.*", ["keys[*]"]],
    ["items[*].box", ["keys[*]"]],
    ["items[*].*", ["keys[*]"]],
    ["items[*].box.secondKey", ["keys[*].second"]],
    ["items[*].box.*", ["keys[*].first", "keys[*].second"]],
    ["items[1]", ['keys["a"]']],
    ["items[1].box", ['keys["a"]']],
    ['items[1]["box"]["firstKey"]', ['keys["a"].first']],
    ["items[2].box.secondKey", ['keys["b.c"].second']],
    ["items[3].box.secondKey", ['keys["items[3]"].second']],
    ["items[4].box", ['keys["items[4]"]']],
    ["items[5].box", ['keys["e\\"f"]']],
    ["items[1].box.label", []],
    ["items[1].flag", []],
    ["items[1].box.firstKey.deeper", []],
    ["items[6].box", []],
    ["items.1.box", []],
    ["*", []],
    ["other", []],
    ["itemsets[1]", []],
    ["keys.a", []],
    ["items[", []],
    ["items..box", []],
    ["", []],
  ])("%s", (path, moved) => {
    expect(ignoredPaths([path], { items }, spec)).toEqual([path, ...moved]);
  });

  it("is said once, after what the program says", () => {
    expect(ignoredPaths(["name", "keys", "items", "items"], { items }, spec)).toEqual(["name", "keys", "items"]);
    expect(ignoredPaths([], { items }, spec)).toEqual([]);
  });

  it("of an array that is an output: all or nothing", () => {
    const later = { items: pulumi.output(items) };
    expect(ignoredPaths(["items", "items[1].box"], later, spec)).toEqual(["items", "items[1].box", "keys"]);
    expect(ignoredPaths(["items[*].box.firstKey"], later, spec)).toEqual(["items[*].box.firstKey", "keys[*].first"]);
    expect(ignoredPaths(["items[1]"], {}, spec)).toEqual(["items[1]"]);
  });
});

describe("an array that is an output", () => {
  const result = (ignored: string[]) => {
    const refused = refuseIgnoredLater("it", ignored, { name: "n", items: pulumi.output(items) }, spec);
    return known(refused.items).then(
      ({ length }) => length,
      (error: Error) => error.message,
    );
  };

  it.each(["items[1]", "items[2].box", "items[1].box.firstKey", "items[1].box.*"])("refuses %s", async (path) => {
    expect(await result(["name", path])).toBe(
      `it: ignoreChanges: ${path} does not work for the credentials while items is an output; ` +
        'write items[*] for all of them, or keys["<label>"] for one',
    );
  });

  it.each(["items", "items[*].box", "items[0]", "items[0].box", "items[1].flag", "items[1].box.label", "items[9]"])(
    "takes %s",
    async (path) => {
      expect(await result([path])).toBe(items.length);
    },
  );

  it("is left alone where nothing is ignored, and where it is known", () => {
    const later = { items: pulumi.output(items) };
    expect(refuseIgnoredLater("it", [], later, spec)).toBe(later);
    const now = { items };
    expect(refuseIgnoredLater("it", ["items[1]"], now, spec)).toBe(now);
  });
});
