import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { engineEnvironment } from "../../tools/engine";
import type { PackageSpec } from "../../tools/schema/spec";
import { root, schema } from "../unit/schema/package-schema";
import { pulumi } from "./setup/pulumi-command";
import { failureText } from "./setup/test-stack";

const schemaFile = path.join(root, "provider/schema.json");
const plugin = path.join(root, "provider/plugin/pulumi-resource-edgecloud");

let folder: string;

beforeAll(async () => {
  await mkdir(path.join(root, ".work/tests"), { recursive: true });
  folder = await mkdtemp(path.join(root, ".work/tests/schema-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command about packages. */
function ofPackage(...args: string[]): Promise<string> {
  return pulumi(folder, engineEnvironment({ stateFolder: path.join(folder, "state") }), ["package", ...args]);
}

test("Pulumi accepts the schema: it matches the metaschema and is consistent", async () => {
  const taken = JSON.parse(await ofPackage("get-schema", schemaFile)) as PackageSpec;
  expect(Object.keys(taken.functions)).toEqual(Object.keys(schema.functions));
  expect(await ofPackage("info", plugin, "--resource", "OriginGroup")).toContain("proxyNextUpstream");
});

test.each([
  ["an unknown type", '"type": "boolean"', '"type": "bool"', /unknown type kind bool/],
  [
    "a required property that does not exist",
    '"required": [',
    '"required": ["nothing",',
    /unknown required property "nothing"/,
  ],
])("Pulumi would refuse %s", async (_, from, to, reason) => {
  const wrong = path.join(folder, "wrong.json");
  await writeFile(wrong, (await readFile(schemaFile, "utf8")).replace(from, to));
  expect(await failureText(ofPackage("get-schema", wrong))).toMatch(reason);
});

test("a project can add the plugin file as a package", async () => {
  await writeFile(path.join(folder, "Pulumi.yaml"), "name: test\nruntime: yaml\n");
  expect(await ofPackage("add", plugin)).toContain("Added package");
  const { version } = JSON.parse(await readFile(path.join(root, "provider/package.json"), "utf8")) as {
    version: string;
  };
  expect(await readFile(path.join(folder, "Pulumi.yaml"), "utf8")).toContain(`edgecloud@${version}`);
  expect(await readFile(path.join(folder, `sdks/edgecloud/edgecloud-${version}.yaml`), "utf8")).toContain(
    `name: edgecloud`,
  );
});
