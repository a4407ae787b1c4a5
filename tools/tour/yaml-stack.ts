import fs from "node:fs";
import path from "node:path";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { workspaceOptions, type Engine } from "../engine";
import { ROOT } from "../paths";
import { STACK, configureConnection, configureSecrets } from "./stack";

const EXAMPLE = path.join(ROOT, "examples", "yaml");

/** Opens the stack of a copy of the project in YAML, with the package where `npm install` would put it. */
export async function openYamlStack(engine: Engine, folder: string, url: string): Promise<Stack> {
  const options = await workspaceOptions(engine, path.join(folder, "yaml"));
  const { workDir } = options;
  fs.cpSync(EXAMPLE, workDir, { recursive: true });
  const modules = path.join(workDir, "node_modules");
  fs.mkdirSync(modules);
  fs.symlinkSync(path.join(ROOT, "provider"), path.join(modules, "pulumi-edgecloud"), "junction");
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: STACK, workDir }, options);
  const { name } = await stack.workspace.projectSettings();
  await stack.setAllConfig({ ...configureConnection(url), ...configureSecrets(name) });
  return stack;
}
