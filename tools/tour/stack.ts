import { LocalWorkspace, type ConfigMap, type Stack } from "@pulumi/pulumi/automation";
import { forgetUserSettings, workspaceOptions, type Engine } from "../engine";
import { API_KEY } from "./emulator-process";
import { SECRETS, runExamples } from "./program";
import { PROJECT_ID, REGION_ID, SNAPSHOT_ID, STREAM } from "./seed";

const PROJECT = "edgecloud-quickstart";

/** The name of the tour's stacks. */
export const STACK = "tour";

/** A stack, and what a shell needs to work on it. */
export interface OpenedStack {
  readonly stack: Stack;
  readonly environment: Readonly<Record<string, string>>;
  readonly projectFolder: string;
}

/** Opens the stack of the examples, configured for the emulator at `url`. */
export async function openStack(engine: Engine, folder: string, url: string): Promise<OpenedStack> {
  forgetUserSettings({ keepsNodeOptions: true });
  const options = await workspaceOptions(engine, folder);
  const project = { stackName: STACK, projectName: PROJECT, program: runExamples };
  const stack = await LocalWorkspace.createOrSelectStack(project, options);
  await stack.setAllConfig({
    ...configureConnection(url),
    ...configureSecrets(PROJECT),
    [`${PROJECT}:snapshotId`]: { value: SNAPSHOT_ID },
    [`${PROJECT}:streamId`]: { value: String(STREAM.id) },
  });
  return { stack, environment: options.envVars, projectFolder: options.workDir };
}

/** Settings that lead to the emulator at `url`. */
export function configureConnection(url: string): ConfigMap {
  return {
    "edgecloud:apiKey": { value: API_KEY, secret: true },
    "edgecloud:baseUrl": { value: url },
    "edgecloud:projectId": { value: String(PROJECT_ID) },
    "edgecloud:regionId": { value: String(REGION_ID) },
  };
}

/** The secrets that the examples read, as settings of a project. */
export function configureSecrets(project: string): ConfigMap {
  const all = Object.entries(SECRETS);
  return Object.fromEntries(all.map(([key, value]) => [`${project}:${key}`, { value, secret: true }]));
}
