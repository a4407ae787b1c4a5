import * as pulumi from "@pulumi/pulumi";

/** Makes an error of the program whose message says all that a user needs: Pulumi prints it without a stack trace. */
export function createProgramError(message: string): pulumi.RunError {
  return dropStack(new pulumi.RunError(message));
}

/**
 * Drops the stack of an error that is printed without it. Pulumi's runner formats the error of a program a second time
 * for its traces, with every frame, and in Node.js 20 that takes minutes for frames like
 * `node_modules/@pulumi/output.ts`, as source maps give them: it looks for the slash after the package's name, and there
 * is none.
 */
export function dropStack<Kind extends Error>(error: Kind): Kind {
  delete error.stack;
  return error;
}
