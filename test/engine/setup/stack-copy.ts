import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { LocalWorkspace, Stack, type ConfigMap, type ProjectSettings, type PulumiFn } from "@pulumi/pulumi/automation";
import { workspaceOptions } from "../../../tools/engine";
import { engine, template } from "./engine";

const name = "dev";
const projectName = "test";

/** The location of the plugin, as a project declares it, for tests that use it. */
const plugins = { providers: [{ name: "edgecloud", path: path.resolve(__dirname, "../../../provider/plugin") }] };

/** A stack of its own in `folder`, with that configuration beside the key of the platform. */
export async function copyStack(folder: string, program: PulumiFn, config: ConfigMap): Promise<Stack> {
  await cp(template, folder, { recursive: true });
  const options = workspaceOptions(engine, folder);
  const workspace = await LocalWorkspace.create({
    ...options,
    program,
    projectSettings: { name: projectName, runtime: "nodejs", main: options.workDir, plugins } as ProjectSettings,
  });
  // The engine would only confirm that the stack exists.
  Object.assign(workspace, { selectStack: () => Promise.resolve() });
  const stack = await Stack.select(name, workspace);
  await addConfig(path.join(options.workDir, `Pulumi.${name}.yaml`), config);
  const secrets = Object.entries(config).filter(([, { secret }]) => secret);
  if (secrets.length > 0) {
    await stack.setAllConfig(Object.fromEntries(secrets));
  }
  return stack;
}

/** Writes what is not secret as the engine writes it. */
export async function addConfig(file: string, config: ConfigMap): Promise<void> {
  const plain = Object.entries(config).filter(([, { secret }]) => !secret);
  const lines = plain.map(([key, { value }]) => `  ${key}: ${JSON.stringify(value)}\n`);
  await writeFile(file, `${(await readFile(file, "utf8")).trimEnd()}\n${lines.join("")}`);
}
