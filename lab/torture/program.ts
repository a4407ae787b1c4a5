/**
 * A process that is nothing but a user's program: it declares what its parent sends it, by Pulumi's Automation API, so
 * that engine and host are below it. `program-process.ts` starts it, and may kill it at any moment.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { ComponentResource, type CustomResourceOptions, type Resource as PulumiResource } from "@pulumi/pulumi";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { forgetUserSettings, workspaceOptions } from "#tools/engine";
import { ROOT } from "#tools/paths";
import type { Args } from "./arguments";
import { COMPONENT, formatUrn, listNeeds, type Program, type Resource } from "./declared";
import { type Kind, KINDS, kinds } from "./kinds";
import type { Operation, OperationOptions, Outcome } from "./operation";
import type { RunRequest, Setup } from "./program-process";

type ResourceClass = new (name: string, args: Args, options: CustomResourceOptions) => PulumiResource;

const { engine, folder, url } = JSON.parse(process.argv[2] ?? "") as Setup;

forgetUserSettings({ keepsNodeOptions: true });

let current: Program = { host: "dynamic", resources: [] };

async function declareResources(): Promise<void> {
  const { host, resources } = current;
  const loaded = host === "plugin" ? await import("pulumi-edgecloud/plugin") : await import("pulumi-edgecloud");
  const classes = Object.fromEntries(KINDS.map((kind) => [kind, loaded[kinds[kind].className] as unknown])) as Record<
    Kind,
    ResourceClass
  >;
  const made = new Map<string, PulumiResource>();
  const site = resources.some(({ parent }) => parent) ? new ComponentResource(COMPONENT, "site") : undefined;
  const makeResource = (declared: Resource): void => {
    const { slot, kind, resource: name, parent, args, aliases, inside, dependsOn, replaceOnChanges } = declared;
    if (made.has(slot)) {
      return;
    }
    const needs = listNeeds(declared);
    resources.filter((other) => needs.includes(other.slot)).forEach(makeResource);
    const { container = "" } = kinds[kind].objects ?? {};
    const place = inside === undefined ? {} : { [container]: (made.get(inside) as unknown as Args)[container] };
    const options = {
      ...(parent && { parent: site }),
      aliases: aliases.map((place) => formatUrn(kind, place)),
      dependsOn: dependsOn.flatMap((on) => made.get(on) ?? []),
      replaceOnChanges,
    };
    made.set(slot, new classes[kind](name, { ...args, ...place }, options));
  };
  resources.forEach(makeResource);
}

type Run = (stack: Stack, onOutput: (text: string) => void, options: OperationOptions) => Promise<unknown>;

const color = "never";

const operations: Record<Operation, Run> = {
  up: (stack, onOutput, { refresh, replace, parallel }) =>
    stack.up({ color, onOutput, onError: onOutput, refresh, replace, parallel }),
  refresh: (stack, onOutput, { parallel }) =>
    stack.refresh({ color, onOutput, onError: onOutput, clearPendingCreates: true, parallel }),
  destroy: (stack, onOutput, { target, parallel }) =>
    stack.destroy({ color, onOutput, onError: onOutput, target, targetDependents: target !== undefined, parallel }),
  preview: (stack, onOutput, { expectNoChanges, refresh, parallel }) =>
    stack.preview({ color, onOutput, onError: onOutput, expectNoChanges, refresh, diff: true, parallel }),
  cancel: (stack) => stack.cancel(),
  taint: async ({ name, workspace }, onOutput, { target = [] }) => {
    const { pulumiCommand, workDir, envVars } = workspace;
    const args = ["state", "taint", ...target, "--yes", "--stack", name];
    const options = { cwd: workDir, env: { ...process.env, ...envVars } };
    onOutput((await promisify(execFile)(pulumiCommand.command, args, options)).stdout);
  },
};

async function openStack(): Promise<Stack> {
  const options = workspaceOptions(engine, folder);
  const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };
  const projectSettings = { name: "torture", runtime: "nodejs" as const, main: options.workDir, plugins };
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "dev", projectName: "torture", program: declareResources },
    { ...options, projectSettings },
  );
  await stack.setAllConfig({
    "edgecloud:apiKey": { value: "demo-key", secret: true },
    "edgecloud:baseUrl": { value: url },
    // Shorter than the wait for the processes of a killed program, because held requests must be given up meanwhile.
    "edgecloud:requestTimeoutSeconds": { value: "5" },
    "edgecloud:maxRetries": { value: "2" },
  });
  // After each operation the SDK asks for outputs and history, which nobody needs here, and which takes as long again.
  return Object.assign(stack, { outputs: () => Promise.resolve({}), info: () => Promise.resolve(undefined) });
}

let opened: Stack | undefined;

async function answer({ operation, program, options }: RunRequest): Promise<Outcome> {
  let text = "";
  current = program;
  try {
    // If the state cannot be read, opening fails too: then the next operation tries again.
    opened ??= await openStack();
    await operations[operation](opened, (part) => (text += part), options);
    return { isDone: true, text };
  } catch (error) {
    // If Pulumi has printed anything, the error only repeats it.
    return { isDone: false, text: text || (error instanceof Error ? error.message : String(error)) };
  }
}

process.on("message", (request: RunRequest) => {
  void answer(request).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
