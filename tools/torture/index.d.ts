import type { Emulator, FaultInput } from "edgecloud-emulator";
import type { Engine } from "../engine";

/** What runs the resources of the package. */
export type Host = "dynamic" | "plugin";

/** A process of a run of Pulumi that a power cut could end; the host is the process that runs the resources. */
export type Victim = "host" | "engine" | "program";

/** What a program is asked to run. */
export type Operation = "up" | "refresh" | "destroy" | "preview" | "cancel" | "taint";

/** How an operation is run. */
export interface OperationOptions {
  /** As `--refresh`. */
  refresh?: boolean;
  /** URNs, as `--replace`. */
  replace?: string[];
  /** URNs, as `--target --target-dependents`, or what is to be tainted. */
  target?: string[];
  /** Any change is a failure. */
  expectNoChanges?: boolean;
  /** How many resources at a time. @default 1, so that the order is always the same */
  parallel?: number;
}

/** How an operation ended, and all that it said. */
export interface Outcome {
  isDone: boolean;
  text: string;
}

export type Kind = "group" | "function" | "snapshot";

/** The name of a resource in the program, the component that it is below, and what runs it. */
export interface Place {
  resource: string;
  parent?: string;
  host: Host;
}

/** Arguments as the program gives them to the class; what is named here is what the tool looks at. */
export interface Args {
  name?: string;
  sources?: { source?: string; config?: Record<string, string> }[];
  useNext?: boolean;
  originGroupId?: number;
  adopt?: boolean;
  onDestroy?: string;
  code?: string;
  runtime?: string;
  description?: string;
  envs?: Record<string, string>;
  snapshotId?: string;
  tags?: Record<string, string | null>;
  [argument: string]: unknown;
}

/** One resource of a program. */
export interface Resource {
  /** What a history calls it, however it is renamed: `g1`, `f2`, `s1`. */
  slot: string;
  kind: Kind;
  resource: string;
  /** The component that it is below. */
  parent?: string;
  args: Args;
  /** Where the state may have it; the program says so. */
  aliases: Place[];
  /** Where the state may have it without that the program says so: who renames a resource knows what it was called. */
  formerly: Place[];
  /** Slots. */
  dependsOn: string[];
  replaceOnChanges: string[];
}

/** What a user's program declares, in the order in which it registers its resources. */
export interface Program {
  host: Host;
  resources: Resource[];
}

/** What a stack lives through. */
export type Phase = "create" | "update" | "refresh" | "destroy";

/** A fault of the emulator that can be written down. */
export interface Fault extends Omit<FaultInput, "when"> {
  /** Whether it is for requests only that change something. */
  onlyChanges?: boolean;
}

/** A moment of an operation: as soon as the emulator has taken the request that `fault` is for, or looked at its tasks. */
export interface Point {
  name: string;
  fault: Fault;
}

/** The points that have a name: "group POST, not handled". */
export const points: Record<Phase, readonly (Point & { phase: Phase })[]>;

/** How a stack came back from a kill: what had to be done, in this order. */
export interface Round {
  /** False: the operation was over before the point came. */
  wasReached: boolean;
  remedies: string[];
}

/** One stack on the real engine, with a platform of its own and one resource of each kind. */
export class Life {
  static start(engine: Engine, host?: Host): Promise<Life>;
  /**
   * Runs the operation of the point's phase, kills the victim at the point, and does what a user would do then. Rejects
   * if the stack does not come back to exactly what is declared.
   */
  round(point: Point & { phase: Phase }, victim: Victim): Promise<Round>;
  /** What was said and done since the last `round` began, for a report. */
  report(): string;
  close(): Promise<void>;
}

/** What somebody does to the platform by hand. */
export type ByHand =
  | { do: "byHand"; what: "make"; kind: "group" | "function"; name: string }
  | { do: "byHand"; what: "change" | "delete" | "make again"; slot: string; version: number }
  | { do: "byHand"; what: "tag"; snapshot: number; key: string; value: string | null }
  | { do: "byHand"; what: "name"; snapshot: number; name: string };

/** A change of the program. */
export type Edit =
  | { do: "add"; slot: string; kind: Kind; name: string; version: number }
  | { do: "remove"; slot: string }
  | { do: "rename"; slot: string; resource: string; alias: boolean }
  | { do: "move"; slot: string; alias: boolean }
  | { do: "name"; slot: string; name: string }
  | { do: "swap"; slots: string[] }
  | { do: "content"; slot: string; version: number }
  | { do: "runtime"; slot: string; runtime: string }
  | { do: "adopt"; slot: string; name: string; onDestroy?: string }
  | { do: "succeed"; slot: string; by: string; name?: string }
  | { do: "onDestroy"; slot: string; onDestroy: string }
  | { do: "dependsOn"; slot: string; on: string }
  | { do: "first"; slot: string }
  | { do: "replaceOnChanges"; slot: string; property: string }
  | { do: "host" };

/** Something that goes wrong while an operation runs. */
export interface Trouble {
  name: string;
  faults: Fault[];
}

/** A kill while an operation runs. */
export interface Kill {
  victim: Victim;
  point: Point;
}

/** An operation, and what happens to it; the slot is that of `--replace`, `--target` and `state taint`. */
export interface Operate {
  do: "operate";
  operation: Exclude<Operation, "cancel">;
  refresh?: boolean;
  slot?: string;
  trouble?: Trouble;
  kill?: Kill;
}

/** Whoever ran the last operation does all that is needed until the preview is empty. */
export interface Settle {
  do: "settle";
  /** What is done first about a name that is taken, where several pieces of advice fit. */
  prefers: "alias" | "adopt" | "name";
  refresh: boolean;
}

/** One step of a history; a step whose slots are not there, or that makes no sense there, is left out. */
export type Step = Edit | ByHand | Operate | Settle;

/** What one stack lives through, on one host, until it is destroyed. */
export interface History {
  seed: number;
  host: Host;
  parallel: number;
  steps: Step[];
}

/** How a history ended. */
export interface Played {
  /** What was played: without steps that made no sense there, and those after something was wrong. */
  steps: Step[];
  /** Why it is wrong, if it is: what does not hold. */
  violation?: string;
  /** Advice that was followed. */
  remedies: string[];
  operations: number;
  kills: number;
  /** Program, operations and requests. */
  report: string;
}

/** The history that this seed draws for the host. */
export function drawHistory(seed: number, host: Host): History;

/** Plays a history on the real engine, with a platform of its own. */
export function playHistory(engine: Engine, history: History, patience?: Patience): Promise<Played>;

/** How long the processes of a run of Pulumi may still be there after it was killed. */
export interface Patience {
  leftAfterMs: number;
}

/** A resource of this package in the state. */
export interface Held {
  urn: string;
  kind: Kind;
  host: Host;
  id: string;
  outputs: {
    name?: string;
    runtime?: string;
    functionId?: string;
    adopted?: boolean;
    onDestroy?: string;
    managesName?: boolean;
    tags?: Record<string, string | null>;
    [output: string]: unknown;
  };
  isTainted: boolean;
}

/** A group or a function on the platform. */
export interface Thing {
  kind: "group" | "function";
  id: string;
  name: string;
  /** Whether it can do what it is for: the last build of a function has not failed. */
  works: boolean;
  content: Record<string, unknown>;
}

/** The platform, as far as this tool looks at it: things by `<kind> <id>`, snapshots by their ID. */
export interface Seen {
  things: Map<string, Thing>;
  snapshots: Map<string, { name: string; tags: Record<string, string> }>;
}

/** What there was before an operation and after it. */
export interface Around {
  operation: Operation;
  options: OperationOptions;
  program: Program;
  /** Whether a process was killed, or a request or its answer got lost: then something may be left half-way. */
  isDisturbed: boolean;
  outcome: Outcome;
  requests: ReturnType<Emulator["requests"]>;
  before: { state: Held[]; platform: Seen };
  after: { state: Held[]; platform: Seen };
}

/** What no state and no platform can tell: whose everything is, and what was there before. */
export class Ledger {
  constructor(platform: Seen);
}

/** Holds one operation against what it may do; throws what does not hold. */
export function judgeOperation(around: Around, ledger: Ledger): void;

/** Holds the end of all operations against the program; throws what does not hold. */
export function judgeConverged(end: Pick<Around, "program" | "after">, ledger: Ledger): void;

/** ID of the one process of that kind that runs on behalf of a process, by default this one. */
export function pulumiProcess(kind: "host" | "engine", ancestor?: number): number;

/** IDs of all processes that a process has started, directly or not. */
export function descendants(ancestor: number): number[];

/** Whether there is such a process. */
export function isRunning(pid: number): boolean;
