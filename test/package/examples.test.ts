import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { version } from "../../emulator/package.json";
import { blocksOf, read, root } from "../documents/pages";

const names = readdirSync(path.join(root, "examples")).filter((name) =>
  existsSync(path.join(root, "examples", name, "README.md")),
);

/** Those that are deployed to the emulator. */
const deployed = names.filter((name) => existsSync(path.join(root, "examples", name, "Pulumi.dev.yaml")));

test("the example of a program's unit test passes without a platform and without configuration", async () => {
  const environment = Object.entries(process.env).filter(([name]) => !/^(EDGECLOUD|PULUMI|NODE_TEST)/.test(name));
  const file = path.join(root, "examples/dist/quickstart/mocks.test.js");
  const options = { env: Object.fromEntries(environment) };
  const { stdout } = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap", file], options);
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});

test("the index has every example, and each of those that are deployed leads back to it", () => {
  const index = [...read("examples/README.md").matchAll(/^\| \[([\w-]+)\]\(\1\) /gm)].map(([, name]) => name);
  expect(index.sort()).toEqual(names);
  const page = (name: string) => read(`examples/${name}/README.md`).replaceAll("\n", " ");
  expect(deployed.length).toBeGreaterThan(10);
  expect(deployed.filter((name) => !page(name).includes("[a copy](../README.md#make-a-copy)"))).toEqual([]);
});

test("an example needs nothing outside of its folder, and cleans up what it starts", () => {
  for (const name of deployed) {
    const [deploying = "", cleaning = ""] = blocksOf(`examples/${name}/README.md`)
      .filter(({ language }) => language === "bash")
      .map(({ text }) => text);
    expect({ name, outside: /\.\.\//.exec(deploying) }).toEqual({ name, outside: null });
    const { devDependencies } = JSON.parse(read(`examples/${name}/package.json`)) as { devDependencies: object };
    expect({ name, devDependencies }).toMatchObject({ devDependencies: { "edgecloud-emulator": `^${version}` } });
    const jobs = deploying.match(/^npx edgecloud-emulator .*&$/gm)?.map((_, index) => `%${index + 1}`) ?? [];
    const ending = ["pulumi destroy --yes --skip-preview", "pulumi stack rm dev --yes --preserve-config"];
    expect({ name, cleaning }).toEqual({ name, cleaning: `${[...ending, `kill ${jobs.join(" ")}`].join("\n")}\n` });
  }
});
