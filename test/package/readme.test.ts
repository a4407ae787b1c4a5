import { readFileSync } from "node:fs";
import { drawPictures } from "../../tools/pictures";
import { blocksOf, read } from "../documents/pages";

interface Sdk {
  version: string;
  engines: { node: string };
}

interface Lock {
  packages: Record<string, Sdk | undefined>;
}

const lines = read("README.md").split("\n");

test("the README says on its first screen for which platform it is, what it has and its status, and shows a program", () => {
  const screen = lines.slice(0, 40);
  expect(screen).toContain("```ts");
  const named = [
    "`/cdn/origin_groups`",
    "`/cloud/v1/…`",
    "`Authorization: apikey …`",
    "`cloudvendor` stands for",
    "npm install",
  ];
  expect(named.filter((text) => !screen.join("\n").includes(text))).toEqual([]);
  const start = screen.indexOf("```ts");
  const offered = ["OriginGroup", "CloudFunction", "SnapshotAttributes", "Provider", "Data sources"];
  expect(
    offered.filter(
      (name) =>
        !screen.slice(0, start).some((line) => line.startsWith(`- [\`${name}\`]`) || line.startsWith(`- [${name}]`)),
    ),
  ).toEqual([]);
  expect(blocksOf("README.md")[0]?.comment).toMatch(/^examples\/[\w-]+\/index\.ts$/);
});

test("the README names the commands that CI runs", () => {
  const commands = blocksOf("README.md").filter(({ language }) => language === "bash");
  expect(commands.map(({ text }) => text)).toEqual(expect.arrayContaining(["npm start\n", "npm test\n"]));
});

test.each(drawPictures())("$file is what `npm run pictures` draws, and the README shows it", ({ file, svg }) => {
  expect(readFileSync(file, "utf8")).toBe(svg);
  expect(read("README.md")).toContain(`docs/pictures/${file.split(/[\\/]/).at(-1)})`);
});

test("README and upgrade page say what the tested versions of the SDK ask for", () => {
  const { packages } = JSON.parse(read("test/package/versions/package-lock.json")) as Lock;
  const newest = (JSON.parse(read("package-lock.json")) as Lock).packages["node_modules/@pulumi/pulumi"];
  const oldest = packages["node_modules/@pulumi/pulumi"];
  const forNode20 = packages["node_modules/pulumi-for-node-20"];
  const asksFor = [oldest, forNode20, newest].map((sdk) => sdk?.engines.node);
  expect(asksFor).toEqual([">=20", ">=20", ">=22"]);

  const minor = (sdk?: Sdk) => sdk?.version.replace(/\.\d+$/, "") ?? "";
  const after = minor(forNode20).replace(/\d+$/, (last) => String(Number(last) + 1));
  const text = read("README.md").replaceAll(/\s+/g, " ");
  expect(text).toContain(`every version of \`@pulumi/pulumi\` from ${minor(oldest)} on, and with Node.js 20 or newer.`);
  expect(text).toContain(`From ${after} on, \`@pulumi/pulumi\` asks for Node.js 22.`);
  expect(text).toContain(`On Node.js 20, npm installs ${minor(forNode20)}, the last version for it`);
  expect(read("docs/upgrade.md")).toContain(`${minor(oldest)} or newer; from ${after} on it asks for Node.js 22`);
});
