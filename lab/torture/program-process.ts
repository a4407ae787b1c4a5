import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { Engine } from "#tools/engine";
import { ROOT } from "#tools/paths";
import { findSession, type Process } from "../processes";
import type { Program } from "./declared";
import type { Operation, OperationOptions, Outcome } from "./operation";

/** The compiled program; tests load this file itself as TypeScript. */
const PROGRAM = path.join(ROOT, "lab", "dist", "torture", "program.js");

/** What a program needs to open its stack. */
export interface Setup {
  readonly engine: Engine;
  readonly folder: string;
  readonly url: string;
}

/** Asks a program to run an operation. */
export interface RunRequest {
  readonly operation: Operation;
  readonly program: Program;
  readonly options: OperationOptions;
}

/** Runs operations one after the other in a process of their own; after a kill, the next one starts another process. */
export class ProgramProcess {
  private child: ChildProcess | undefined;
  /** ID of the last process, even if it has ended. */
  private leader: number | undefined;

  constructor(private readonly setup: Setup) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  run(operation: Operation, program: Program, options: OperationOptions): Promise<Outcome> {
    const child = (this.child ??= this.start());
    return new Promise((resolve) => {
      const end = (outcome: Outcome) => {
        child.off("message", onMessage).off("exit", onExit);
        resolve(outcome);
      };
      const onMessage = (outcome: unknown) => end(outcome as Outcome);
      const onExit = () => end({ isDone: false, text: "the program was killed" });
      child.on("message", onMessage).on("exit", onExit);
      child.send({ operation, program, options } satisfies RunRequest);
    });
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, [JSON.stringify(this.setup)], {
      execArgv: [],
      // Begins a session, by which all of its processes are found again after it has ended.
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.leader = child.pid;
    child.once("exit", () => (this.child = undefined));
    return child;
  }

  /** Lists the last process and all that run on behalf of it. */
  listProcesses(): Process[] {
    return this.leader ? findSession(this.leader) : [];
  }

  close(): void {
    this.child?.disconnect();
  }
}
