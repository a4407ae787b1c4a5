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
/** The value of an output; all promises of the output are awaited, since they fail together. */
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

describe("the paths of the secrets below an ignored path", () => {
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
  ])("are added to %j", (path, moved) => {
    expect(ignoredPaths([path], { items }, spec)).toEqual([path, ...moved]);
  });

  it("are added once, after the paths of the program", () => {
    expect(ignoredPaths(["name", "keys", "items", "items"], { items }, spec)).toEqual(["name", "keys", "items"]);
    expect(ignoredPaths([], { items }, spec)).toEqual([]);
  });

  it("are all or none for an array that is an output", () => {
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
    "accepts %s",
    async (path) => {
      expect(await result([path])).toBe(items.length);
    },
  );

  it("is returned unchanged if nothing is ignored, or if it is known", () => {
    const later = { items: pulumi.output(items) };
    expect(refuseIgnoredLater("it", [], later, spec)).toBe(later);
    const now = { items };
    expect(refuseIgnoredLater("it", ["items[1]"], now, spec)).toBe(now);
  });
});
