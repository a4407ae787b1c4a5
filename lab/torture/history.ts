import type { Host } from "./declared";
import type { Kill, Trouble } from "./disturbances";
import type { Kind, NamedKind } from "./kinds";
import type { Operation } from "./operation";

/** What somebody does to the platform by hand. */
export type ByHand =
  | { do: "byHand"; what: "make"; kind: NamedKind; name: string }
  | { do: "byHand"; what: "change" | "delete" | "make again"; slot: string; version: number }
  | { do: "byHand"; what: "tag"; snapshot: number; key: string; value: string | null }
  | { do: "byHand"; what: "name"; snapshot: number; name: string };

/** A change of the program. */
export type Edit =
  | { do: "add"; slot: string; kind: Kind; name: string; version: number; inside?: string }
  | { do: "remove"; slot: string }
  | { do: "rename"; slot: string; resource: string; alias: boolean }
  | { do: "move"; slot: string; alias: boolean }
  | { do: "name"; slot: string; name: string }
  | { do: "content"; slot: string; version: number }
  | { do: "runtime"; slot: string; runtime: string }
  | { do: "adopt"; slot: string; name: string; onDestroy?: string }
  | { do: "succeed"; slot: string; by: string; name?: string }
  | { do: "onDestroy"; slot: string; onDestroy: string }
  | { do: "dependsOn"; slot: string; on: string }
  | { do: "first"; slot: string }
  | { do: "replaceOnChanges"; slot: string; property: string }
  | { do: "host" };

/** An operation, and what disturbs it; the slot is that of `--replace`, `--target` and `state taint`. */
export interface Operate {
  readonly do: "operate";
  readonly operation: Exclude<Operation, "cancel">;
  readonly refresh?: boolean;
  readonly slot?: string;
  readonly trouble?: Trouble;
  readonly kill?: Kill;
}

/** The user repeats the operation and follows advice until the preview is empty. */
export interface Settle {
  readonly do: "settle";
  /** Which advice about a name that exists is tried first, where several apply. */
  readonly prefers: "alias" | "adopt" | "name";
  readonly refresh: boolean;
}

/** One step of a history; a step that is not possible, for instance because its slot is empty, is left out. */
export type Step = Edit | ByHand | Operate | Settle;

/** What one stack goes through, on one host, until it is destroyed. */
export interface History {
  readonly seed: number;
  readonly host: Host;
  readonly parallel: number;
  readonly steps: readonly Step[];
}

/** Describes a step for people: `up --refresh with the host killed at: change 1, handled`. */
export function describeStep(step: Step): string {
  if (step.do === "operate") {
    const { operation, refresh, slot, trouble, kill } = step;
    const disturbance = trouble && `with ${trouble.name} ${JSON.stringify(trouble.faults)}`;
    const killed = kill && `with the ${kill.victim} killed at: ${kill.point.name}`;
    return [operation, slot, refresh && "--refresh", disturbance, killed].filter(Boolean).join(" ");
  }
  const details = Object.entries(step).filter(([name]) => name !== "do");
  return `${step.do} ${details.map(([name, value]) => `${name} ${value}`).join(", ")}`;
}
