import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { engineEnvironment } from "../../../tools/engine";
import type { PackageSpec } from "../../../tools/schema/spec";
import { root, schema } from "../../package/schema/package-schema";
import { hostsIn } from "../../engine/setup/clone";
import { pulumi } from "../../engine/setup/pulumi-command";

const schemaFile = path.join(root, "provider/schema.json");
const plugin = path.join(root, "provider/plugin/pulumi-resource-edgecloud");

let folder: string;

beforeAll(async () => {
  await mkdir(path.join(root, ".work/tests"), { recursive: true });
  folder = await mkdtemp(path.join(root, ".work/tests/schema-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command about packages. */
function ofPackage(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const environment = { ...engineEnvironment({ stateFolder: path.join(folder, "state") }), ...env };
  return pulumi(folder, environment, ["package", ...args]);
}

test("Pulumi accepts the schema: it matches the metaschema and is consistent", async () => {
  const taken = JSON.parse(await ofPackage(["get-schema", schemaFile])) as PackageSpec;
  expect(Object.keys(taken.functions)).toEqual(Object.keys(schema.functions));
  expect(await ofPackage(["info", plugin, "--resource", "OriginGroup"])).toContain("proxyNextUpstream");
});

test("the plugin folder that a project names is a package", async () => {
  const modules = path.join(folder, "node_modules");
  const ofPlugin = path.join(modules, "pulumi-edgecloud", "plugin");
  await cp(path.dirname(plugin), ofPlugin, { recursive: true });
  await mkdir(path.join(modules, "@pulumi"));
  await symlink(path.join(root, "node_modules/@pulumi/pulumi"), path.join(modules, "@pulumi/pulumi"), "junction");
  const PATH = [...(await hostsIn(folder)), process.env.PATH].join(path.delimiter);
  const before = await readdir(modules, { recursive: true });
  const ofFolder = (...args: string[]) => ofPackage(args, { PATH, Path: PATH, PULUMI_IGNORE_AMBIENT_PLUGINS: "false" });

  const said = await ofFolder("get-schema", "./node_modules/pulumi-edgecloud/plugin");
  expect(JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1))).toMatchObject({
    resources: schema.resources,
  });
  await writeFile(path.join(folder, "Pulumi.yaml"), "name: test\nruntime: yaml\n");
  expect(await ofFolder("add", "./node_modules/pulumi-edgecloud/plugin")).toContain("Added package");
  // It installs what the folder says that it needs, which is nothing.
  const after = await readdir(modules, { recursive: true });
  expect(after.filter((file) => !before.includes(file))).toEqual(["pulumi-edgecloud/plugin/package-lock.json"]);
});

test("a project can add the plugin file as a package", async () => {
  await writeFile(path.join(folder, "Pulumi.yaml"), "name: test\nruntime: yaml\n");
  expect(await ofPackage(["add", plugin])).toContain("Added package");
  const { version } = JSON.parse(await readFile(path.join(root, "provider/package.json"), "utf8")) as {
    version: string;
  };
  expect(await readFile(path.join(folder, "Pulumi.yaml"), "utf8")).toContain(`edgecloud@${version}`);
  expect(await readFile(path.join(folder, `sdks/edgecloud/edgecloud-${version}.yaml`), "utf8")).toContain(
    `name: edgecloud`,
  );
});
