import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { configKeys, configSchema, toEnvironmentName } from "../../provider/config/config";
import { dataSources } from "../../provider/data";
import * as exported from "../../provider/index";
import { resources } from "../../provider/resources";
import { defaults as snapshotDefaults } from "../../provider/resources/snapshot-attributes/schema";
import { anchorsOf, blocksOf, commandsOf, documents, proseOf, read, root, userDocuments } from "../documents/pages";
import { problemsIn } from "../documents/typescript-problems";
import { defaults as functionDefaults } from "../../provider/tasks/kind";

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const blocks = documents.flatMap((file) => blocksOf(file).map((block) => ({ ...block, page: file })));

/** Blocks for the test runners of users; `test/package/test-runners.test.ts` compiles and runs them. */
const ofRunners = blocks.filter(
  ({ comment, page }) => page === "docs/testing.md" && /^[\w-]+\/\S+$/.test(comment ?? ""),
);

/** Blocks that say which file they are a copy of; other tests run or compare those files. */
const copies = blocks.filter(({ comment }) => comment && existsSync(path.join(root, comment)));

test.each(copies)("$page: the copy of $comment is exact", ({ comment = "", text }) => {
  expect(text).toBe(read(comment));
});

test("every example in TypeScript is on a page", () => {
  const folders = readdirSync(path.join(root, "examples"), { withFileTypes: true })
    .map(({ name }) => name)
    .filter((name) => existsSync(path.join(root, "examples", name, "index.ts")));
  const shown = new Set(copies.map(({ comment = "" }) => path.posix.dirname(comment)));
  expect(folders.filter((name) => !shown.has(`examples/${name}`))).toEqual([]);
});

test("every block of TypeScript compiles", () => {
  // Examples are compiled by the build, and the reference is generated from compiled declarations.
  const isOwn = (page: string) => userDocuments.includes(page) && !page.startsWith("docs/reference/");
  const own = blocks.filter(({ language, page }) => language === "ts" && isOwn(page));
  const programs = own
    .filter((block) => !copies.includes(block) && !ofRunners.includes(block))
    .map(({ page, text }, index) => [`${page}-${index}.ts`, text]);
  expect(programs.length).toBeGreaterThan(1);
  expect(problemsIn(Object.fromEntries(programs) as Record<string, string>)).toEqual([]);
});

test("every block of TypeScript on the emulator's pages compiles", () => {
  const own = blocks.filter(({ language, page }) => language === "ts" && page.startsWith("emulator/"));
  const given =
    'import { startEmulator } from "edgecloud-emulator";\n' +
    "declare const emulator: Awaited<ReturnType<typeof startEmulator>>;\n";
  const programs = own.map(({ text }, index) => {
    const imports = text.match(/^import .*\n/gm)?.join("") ?? "";
    const rest = text.replaceAll(/^import .*\n/gm, "");
    const before = text.includes("startEmulator } from") ? imports : imports + given;
    return [`emulator-${index}.ts`, `${before}export async function run() {\n${rest}}\n`] as const;
  });
  expect(programs).toHaveLength(6);
  const seed = { "seed.json": read("emulator/seeds/demo.json") };
  expect(problemsIn({ ...Object.fromEntries(programs), ...seed })).toEqual([]);
});

test.each(documents)("links of %s are valid", (page) => {
  const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const isDead = (link: string) => {
    const [target = "", anchor] = link.split("#");
    const file = target === "" ? page : path.posix.join(path.posix.dirname(page), target);
    return !existsSync(path.join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  };
  expect(links.filter(isDead)).toEqual([]);
});

test("every page in docs is reached from the index", () => {
  const pages = documents.filter((page) => /^docs\/[\w-]+\.md$/.test(page) && page !== "docs/README.md");
  expect(pages.filter((page) => !read("docs/README.md").includes(`(${path.basename(page)})`))).toEqual([]);
});

test("every npm script that a page names exists", () => {
  const commands = documents.flatMap((page) => commandsOf(page, "npm"));
  const named = commands.flatMap((command) => /^npm (?:run )?(start|test|(?<=run )[\w:-]+)/.exec(command)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every configuration key that a page names exists", () => {
  const named = documents.flatMap((page) =>
    [...read(page).matchAll(/\bedgecloud:(?!index\b|get[A-Z])([a-z]\w*)/g)].map(([, key = ""]) => key),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((key) => !(configKeys as string[]).includes(key))).toEqual([]);
});

test.each([
  ["docs/configuration.md", /^- \*\*`(\w+)`\*\* \(`(EDGECLOUD_\w+)`/gm],
  ["docs/installation-configuration.md", /^- `edgecloud:(\w+)`(?: \(required\))?, or `(EDGECLOUD_\w+)`/gm],
])("%s has every configuration key with its environment variable", (page, items) => {
  const listed = [...read(page).matchAll(items)].map(([, key, name]) => [key, name]);
  expect(listed).toEqual(configKeys.map((key) => [key, toEnvironmentName(key)]));
});

test("the page about rights has every path that is requested, and every resource and data source", () => {
  const page = read("docs/rights.md");
  const calls = sources("provider/api/calls").map(read).join("\n");
  const paths = [...calls.matchAll(/["`](\/(?:cdn|cloud|streaming)\/[\w/]*\w)/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.filter((path) => !page.includes(path))).toEqual([]);
  const named = [...Object.keys(resources), ...Object.keys(dataSources)];
  expect(named.filter((name) => !new RegExp(`^\\|.*\`${name}\``, "m").test(page))).toEqual([]);
});

test("the page about time limits has the defaults of all settings", () => {
  const { requestTimeoutSeconds, maxRetries } = configSchema.parse({ apiKey: "key", baseUrl: "https://example.com" });
  const rows = read("docs/time-limits.md").matchAll(/^\| `(?:edgecloud:)?(\w+)` .*\| (\d+) /gm);
  const { lockTimeoutSeconds } = snapshotDefaults;
  const expected = { requestTimeoutSeconds, maxRetries, ...functionDefaults, lockTimeoutSeconds };
  expect(Object.fromEntries([...rows].map(([, name, value]) => [name, Number(value)]))).toEqual(expected);
});

test("the guides name everything that the package exports", () => {
  const guides = userDocuments
    .filter((page) => !page.startsWith("docs/reference/"))
    .map(read)
    .join("\n");
  const names = Object.keys(exported).map((name) => name.replace(/^(get|query)(\w+)Output$/, "$1$2"));
  expect(names.filter((name) => !guides.includes(`\`${name}`))).toEqual([]);
});

test.each(userDocuments)("%s states rules instead of citing the contract", (page) => {
  expect(read(page).match(/contract, section.*|\bsections? \d.*/g) ?? []).toEqual([]);
});

/** Where a message may occur: in the code, or in full in a test. */
const spoken = ["provider", "emulator/src", "tools", "test"].flatMap(sources).map(read).join("\n");

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["dist", "node_modules", "plugin"].includes(entry.name) ? [] : sources(file);
    }
    return /\.(ts|js)$/.test(entry.name) ? [file] : [];
  });
}

/** Messages of Pulumi and Node.js. */
const ofPulumi = ["Cannot find module 'pulumi-edgecloud/host'", "the stack is currently locked by 1 lock"];

test.each(["docs/troubleshooting.md", "docs/proxies-and-certificates.md"])(
  "the messages in the headings of %s occur in the code or in a test",
  (page) => {
    const headings = read(page).match(/^### `.+/gm) ?? [];
    const messages = headings.flatMap((heading) => heading.match(/(?<=`)[^`]{5,}(?=`)/g) ?? []);
    expect(messages.length).toBeGreaterThan(5);
    const isSpoken = (message: string) => {
      if (ofPulumi.includes(message)) {
        return true;
      }
      const parts = message.split("…").map((part) => part.replace(/^[;:,. ]+|[;:,. ]+$/g, ""));
      return parts.every((part) => part.length < 5 || spoken.includes(part));
    };
    expect(messages.filter((message) => !isSpoken(message))).toEqual([]);
  },
);
