import type { Engine } from "#tools/engine";
import { createResource, type Host } from "./declared";
import type { PhasePoint, Victim } from "./disturbances";
import { KINDS, kinds } from "./kinds";
import { destroy, settle } from "./settle";
import { Stack } from "./stack";

const OPERATIONS = { create: "up", update: "up", refresh: "refresh", destroy: "destroy" } as const;

/** The choice of a user who knows that a run was interrupted, and who has renamed nothing. */
const PREFERENCES = { prefers: "adopt", refresh: false } as const;

/** How a stack recovered from a kill. */
export interface Recovery {
  /** False: the operation was over before the point. */
  readonly wasReached: boolean;
  /** What had to be done, in this order. */
  readonly remedies: readonly string[];
}

/** One stack with one resource of each kind, which is killed at chosen points. */
export class Life {
  private version = 0;

  private constructor(private readonly stack: Stack) {}

  static async start(engine: Engine, host: Host = "dynamic"): Promise<Life> {
    const stack = await Stack.start(engine);
    stack.program = { host, resources: [] };
    return new Life(stack);
  }

  /**
   * Runs the operation of the point's phase, kills the victim at the point, and does what a user would do then. Rejects
   * if the stack does not recover to exactly what is declared.
   */
  async killAndRecover(point: PhasePoint, victim: Victim): Promise<Recovery> {
    const { stack } = this;
    const { phase } = point;
    stack.clearLog();
    if (phase === "create" || phase === "update") {
      this.declareNext();
    }
    const { wasKilled } = await stack.operate(OPERATIONS[phase], {}, { kill: { victim, point } });
    const remedies = await (phase === "destroy" ? destroy(stack) : settle(stack, PREFERENCES));
    return { wasReached: wasKilled, remedies };
  }

  /** Declares the next version; arguments that were set because of an error's advice stay. */
  private declareNext(): void {
    const { program } = this.stack;
    const version = ++this.version;
    const kept = program.resources.map((resource) => {
      const { originGroupId, onDestroy, adopt } = resource.args;
      const followed = Object.entries({ originGroupId, onDestroy, adopt }).filter(([, value]) => value !== undefined);
      const args = kinds[resource.kind].buildArgs(resource.slot, resource.args.name, version);
      return { ...resource, args: { ...args, ...Object.fromEntries(followed) } };
    });
    const first = KINDS.map((kind) => createResource(`${kinds[kind].letter}1`, kind, "website", version));
    this.stack.program = { ...program, resources: kept.length > 0 ? kept : first };
  }

  /** What was printed and sent since the last kill, for the message of a failure. */
  report(): string {
    return this.stack.report();
  }

  close(): Promise<void> {
    return this.stack.close();
  }
}
