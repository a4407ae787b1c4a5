// @ts-check
"use strict";

/**
 * A process that is nothing but a user's program: it declares what its parent tells it, by Pulumi's Automation API, so
 * that engine and host are below it. `program-process.js` starts it, and may kill it at any moment.
 */
const { execFile } = require("node:child_process");
const path = require("node:path");
const { promisify } = require("node:util");
const { ComponentResource } = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { workspaceOptions } = require("../dist/engine");
const { ROOT } = require("../dist/paths");
const { CLASSES, COMPONENT, urnOf } = require("./declared");

/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").OperationOptions} OperationOptions */
/** @typedef {import("@pulumi/pulumi/automation").Stack} Stack */

const { engine, folder, url } = JSON.parse(process.argv[2] ?? "");

/** @type {Program} */
let declared = { host: "dynamic", resources: [] };

async function program() {
  const classes = require(declared.host === "plugin" ? "pulumi-edgecloud/plugin" : "pulumi-edgecloud");
  /** @type {Map<string, any>} */
  const made = new Map();
  const site = declared.resources.some(({ parent }) => parent) ? new ComponentResource(COMPONENT, "site") : undefined;
  /** @param {import("./index").Resource} resource */
  const make = (resource) => {
    const { slot, kind, resource: name, parent, args, aliases, dependsOn, replaceOnChanges } = resource;
    if (made.has(slot)) {
      return;
    }
    declared.resources.filter((other) => dependsOn.includes(other.slot)).forEach(make);
    const options = {
      ...(parent && { parent: site }),
      aliases: aliases.map((place) => urnOf(kind, place)),
      dependsOn: dependsOn.map((on) => made.get(on)),
      replaceOnChanges,
    };
    made.set(slot, new classes[CLASSES[kind]](name, args, options));
  };
  declared.resources.forEach(make);
}

const alike = { color: /** @type {const} */ ("never") };

/**
 * @typedef {(stack: Stack, onOutput: (text: string) => void, options: OperationOptions) => Promise<unknown>} Run
 * @type {Record<import("./index").Operation, Run>}
 */
const operations = {
  up: (stack, onOutput, { refresh, replace, parallel }) =>
    stack.up({ ...alike, onOutput, onError: onOutput, refresh, replace, parallel }),
  refresh: (stack, onOutput, { parallel }) =>
    stack.refresh({ ...alike, onOutput, onError: onOutput, clearPendingCreates: true, parallel }),
  destroy: (stack, onOutput, { target, parallel }) =>
    stack.destroy({ ...alike, onOutput, onError: onOutput, target, targetDependents: target !== undefined, parallel }),
  preview: (stack, onOutput, { expectNoChanges, refresh, parallel }) =>
    stack.preview({ ...alike, onOutput, onError: onOutput, expectNoChanges, refresh, diff: true, parallel }),
  cancel: (stack) => stack.cancel(),
  taint: async ({ name, workspace }, onOutput, { target = [] }) => {
    const { pulumiCommand, workDir, envVars } = workspace;
    const args = ["state", "taint", ...target, "--yes", "--stack", name];
    const options = { cwd: workDir, env: { ...process.env, ...envVars } };
    onOutput((await promisify(execFile)(pulumiCommand.command, args, options)).stdout);
  },
};

async function openStack() {
  const options = await workspaceOptions(engine, folder);
  const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };
  const projectSettings = { name: "torture", runtime: "nodejs", main: options.workDir, plugins };
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "dev", projectName: "torture", program },
    { ...options, projectSettings: /** @type {any} */ (projectSettings) },
  );
  await stack.setAllConfig({
    "edgecloud:apiKey": { value: "demo-key", secret: true },
    "edgecloud:baseUrl": { value: url },
    // Requests that are held must be given up while a program that was killed is waited for.
    "edgecloud:requestTimeoutSeconds": { value: "5" },
    "edgecloud:maxRetries": { value: "2" },
  });
  // After each operation the SDK asks for outputs and history, which nobody needs here, and which takes as long again.
  return Object.assign(stack, { outputs: async () => ({}), info: async () => undefined });
}

/** @type {Stack | undefined} */
let opened;

/** @param {{ operation: import("./index").Operation, program: Program, options: OperationOptions }} message */
async function answer(message) {
  let text = "";
  declared = message.program;
  try {
    // A state that cannot be read cannot be opened either: then the next operation tries anew.
    opened ??= await openStack();
    await operations[message.operation](opened, (part) => (text += part), message.options);
    return { isDone: true, text };
  } catch (error) {
    // Where Pulumi has said anything, the error only repeats it.
    return { isDone: false, text: text || (error instanceof Error ? error.message : String(error)) };
  }
}

process.on("message", (message) => {
  void answer(/** @type {Parameters<typeof answer>[0]} */ (message)).then((answered) => process.send?.(answered));
});
process.on("disconnect", () => process.exit());
