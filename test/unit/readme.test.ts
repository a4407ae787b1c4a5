import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { configKeys, environmentName } from "../../provider/config";
import { dataSources } from "../../provider/data";
import { imageFilterArgs } from "../../provider/data/image-list";
import { secretStreamFields } from "../../provider/data/live-stream/secret-fields";
import { originGroupFilterArgs } from "../../provider/data/origin-groups/source";
import { scopeArgs } from "../../provider/data/scope";
import { snapshotFilterArgs } from "../../provider/data/snapshot-list";
import * as exported from "../../provider/index";
import { mayBeSecret } from "../../provider/model/cloud-function";
import { argsSchema as functionArgs } from "../../provider/resources/cloud-function/schema";
import { argsSchema as groupArgs } from "../../provider/resources/origin-group/schema";
import { argsSchema as snapshotArgs } from "../../provider/resources/snapshot-attributes/schema";

const root = path.resolve(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const readme = read("README.md");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Blocks that say which file they are a copy of; the engine tests execute or compare those files. */
const copies = [...readme.matchAll(/<!-- (\S+) -->\n+```\w*\n([\s\S]*?)```/g)].map(([, file = "", text]) => ({
  file,
  text,
}));

test("there are copies of the examples and of a golden preview", () => {
  expect(copies.map(({ file }) => path.dirname(file))).toEqual(
    expect.arrayContaining([
      "examples/quickstart",
      "examples/origin-group",
      "examples/two-accounts",
      "examples/unit-test",
      "test/engine/goldens/dynamic",
    ]),
  );
});

test.each(copies)("the copy of $file is exact", ({ file, text }) => {
  expect(text).toBe(read(file));
});

test("the configuration table holds every key with its environment variable", () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| `(EDGECLOUD_\w+)`/gm)].map(([, key, name]) => [key, name]);
  expect(rows).toEqual(configKeys.map((key) => [key, environmentName(key)]));
});

test.each([
  ["OriginGroup", groupArgs],
  ["SnapshotAttributes", snapshotArgs],
  ["CloudFunction", functionArgs],
])("the reference of %s names every argument", (section, { shape }) => {
  const [, reference = ""] = readme.split(`\n## ${section}\n`);
  const [own = ""] = reference.split("\n## ");
  expect(Object.keys(shape).filter((name) => !own.includes(`\`${name}\``))).toEqual([]);
});

test("everything that the package exports is in the README", () => {
  expect(Object.keys(exported).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test("the README names the token of every data source", () => {
  const names = Object.keys(dataSources);
  expect(names.filter((name) => !readme.includes(`\`edgecloud:index:${name}\``))).toEqual([]);
});

test("the reference of the data sources names every argument", () => {
  const [own = ""] = (readme.split("\n## Data sources\n")[1] ?? "").split("\n## ");
  const names = ["imageId", "mostRecent", "includePrices", "streamId", "from", "to", "query", "variables", "days"];
  const filters = [imageFilterArgs, originGroupFilterArgs, snapshotFilterArgs].flatMap((args) => Object.keys(args));
  const existing = ["originGroupId", "snapshotId", "namespace", ...mayBeSecret];
  const all = [...names, ...existing, ...filters, ...Object.keys(scopeArgs), ...secretStreamFields];
  expect(all.filter((name) => !new RegExp(`\\b${name}\\b`).test(own))).toEqual([]);
});

test("every npm script that the documents name exists", () => {
  const text = ["README.md", "CONTRIBUTING.md"].map(read).join("\n");
  const named = [...text.matchAll(/npm (?:run )?(start|test|build|lint|format|typecheck|bench|test:\w+)\b/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(8);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});

test.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "emulator/README.md"])(
  "links in %s lead somewhere",
  (file) => {
    const targets = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(path.join(root, path.dirname(file), target)))).toEqual([]);
  },
);
