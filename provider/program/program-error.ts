import * as pulumi from "@pulumi/pulumi";

/**
 * An error of the program whose message says all that a user needs: Pulumi prints it without a stack trace.
 *
 * It has no stack. Pulumi's runner formats the error of a program a second time for its traces, with every frame, and in
 * Node.js 20 that takes minutes for frames like `node_modules/@pulumi/output.ts`, as source maps give them: it looks for
 * the slash after the package's name, and there is none.
 */
export class ProgramError extends pulumi.RunError {
  constructor(message: string) {
    super(message);
    delete this.stack;
  }
}
