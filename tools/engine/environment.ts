import fs from "node:fs";
import path from "node:path";
import { PulumiCommand, type LocalWorkspaceOptions } from "@pulumi/pulumi/automation";
import { parse } from "semver";
import { WORK } from "../paths";
import type { Engine } from "./engine";
import { ENGINE, fileOf } from "./versions";

type WorkspaceOptions = LocalWorkspaceOptions &
  Required<Pick<LocalWorkspaceOptions, "workDir" | "envVars" | "pulumiCommand">>;

/** The environment of every run: nothing of the user's login, plugins or stacks is read or written. */
export function engineEnvironment({ stateFolder }: { stateFolder: string }): Record<string, string> {
  fs.mkdirSync(stateFolder, { recursive: true });
  return {
    PULUMI_BACKEND_URL: `file://${path.resolve(stateFolder).replaceAll(path.sep, "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "edgecloud",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: path.join(WORK, "pulumi-home"),
    // The hosts of languages are those beside the engine: see `prepareRoot`.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/**
 * Options for `LocalWorkspace` and its `createStack`: project in `<folder>/project`, state in `<folder>/state`.
 * `folder` must lie inside this repository, or the host does not find the provider's code.
 */
export function workspaceOptions(engine: Engine, folder: string): WorkspaceOptions {
  const workDir = path.join(folder, "project");
  fs.mkdirSync(workDir, { recursive: true });
  return {
    workDir,
    envVars: engineEnvironment({ stateFolder: path.join(folder, "state") }),
    pulumiCommand: createCommand(engine),
  };
}

/** The constructor is private, because the SDK runs the engine to ask for its version, which is known here. */
function createCommand({ root, version }: Engine): PulumiCommand {
  return Reflect.construct(PulumiCommand, [
    path.join(root, "bin", fileOf(ENGINE.name)),
    parse(version),
  ]) as PulumiCommand;
}
