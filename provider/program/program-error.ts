import * as pulumi from "@pulumi/pulumi";

/** Creates an error that Pulumi prints without a stack trace. */
export function createProgramError(message: string): pulumi.RunError {
  return dropStack(new pulumi.RunError(message));
}

/**
 * Drops the stack of an error that is printed without it. Pulumi's runner also formats every frame for its traces.
 * Source maps yield frames such as `node_modules/@pulumi/output.ts`, and the runner's pattern, which expects a slash
 * after the package's name, takes minutes for those in Node.js 20.
 */
export function dropStack<Kind extends Error>(error: Kind): Kind {
  delete error.stack;
  return error;
}
