// @ts-check
"use strict";

/**
 * A process that is nothing but a user's program: it declares what its parent tells it, by Pulumi's Automation API, so
 * that engine and host are below it. `program-process.js` starts it, and may kill it at any moment.
 */
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { CloudFunction, OriginGroup, SnapshotAttributes } = require("pulumi-edgecloud");
const { workspaceOptions } = require("../engine");

/** @typedef {import("./index").Declared} Declared */
/** @typedef {import("@pulumi/pulumi/automation").Stack} Stack */

const { engine, folder, url } = JSON.parse(process.argv[2] ?? "");

/** @type {Declared | undefined} */
let declared;

async function program() {
  if (declared) {
    new OriginGroup("website", declared.group);
    new SnapshotAttributes("nightly", declared.snapshot);
    // A cast, so that advice can be followed with arguments that this version may not know.
    new CloudFunction("resize", /** @type {import("pulumi-edgecloud").CloudFunctionArgs} */ (declared.function));
  }
}

/** @type {Record<import("./index").Operation, (stack: Stack, onOutput: (text: string) => void) => Promise<unknown>>} */
const operations = {
  up: (stack, onOutput) => stack.up({ color: "never", onOutput, onError: onOutput }),
  refresh: (stack, onOutput) =>
    stack.refresh({ color: "never", onOutput, onError: onOutput, clearPendingCreates: true }),
  destroy: (stack, onOutput) => stack.destroy({ color: "never", onOutput, onError: onOutput }),
  preview: (stack, onOutput) =>
    stack.preview({ color: "never", onOutput, onError: onOutput, expectNoChanges: true, diff: true }),
  cancel: (stack) => stack.cancel(),
};

async function openStack() {
  const options = await workspaceOptions(engine, folder);
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "dev", projectName: "torture", program },
    options,
  );
  await stack.setAllConfig({
    "edgecloud:apiKey": { value: "demo-key", secret: true },
    "edgecloud:baseUrl": { value: url },
    // Requests that are held must be given up while a program that was killed is waited for.
    "edgecloud:requestTimeoutSeconds": { value: "5" },
  });
  return stack;
}

/** @type {Stack | undefined} */
let opened;

/** @param {{ operation: import("./index").Operation, declared: Declared }} message */
async function answer(message) {
  let text = "";
  declared = message.declared;
  try {
    // A state that cannot be read cannot be opened either: then the next operation tries anew.
    opened ??= await openStack();
    await operations[message.operation](opened, (part) => (text += part));
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
