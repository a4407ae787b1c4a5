import type { EmulatorState, FaultInput } from "edgecloud-emulator";
import type { CloudFunctionArgs, OriginGroupArgs, SnapshotAttributesArgs } from "pulumi-edgecloud";
import type { Engine } from "../engine";

/** A process of a run of Pulumi that a power cut could end. */
export type Victim = "host" | "engine" | "program";

/** What a program is asked to run. */
export type Operation = "up" | "refresh" | "destroy" | "preview" | "cancel";

/** How an operation ended, and all that it said. */
export interface Outcome {
  isDone: boolean;
  text: string;
}

/** What the program declares: one resource of each kind. */
export interface Declared {
  group: OriginGroupArgs;
  snapshot: SnapshotAttributesArgs;
  function: CloudFunctionArgs & { adopt?: boolean; onDestroy?: "delete" | "retain" };
}

/** The arguments of that version; versions differ in every resource. */
export function declare(version: number): Declared;

/** What a stack lives through. */
export type Phase = "create" | "update" | "refresh" | "destroy";

/** A moment of a phase: as soon as the emulator has taken the request that `fault` is for, or looked at its tasks. */
export interface Point {
  name: string;
  phase: Phase;
  fault: FaultInput;
}

/** The points that have a name: "group POST, not handled". */
export const points: Record<Phase, readonly Point[]>;

/** The n-th request of a phase, whatever it is. */
export function nthRequest(phase: Phase, n: number, isHandled: boolean): Point;

/** How a stack came back from a kill: what had to be done, in this order. */
export interface Round {
  /** False: the operation was over before the point came. */
  wasReached: boolean;
  remedies: string[];
}

/** One stack on the real engine, with a platform of its own. */
export class Life {
  static start(engine: Engine): Promise<Life>;
  /**
   * Runs the operation of the point's phase, kills the victim at the point, and does what a user would do then. Rejects
   * if the stack does not come back to exactly what is declared.
   */
  round(point: Point, victim: Victim): Promise<Round>;
  /** What was said and done since the last `round` began, for a report. */
  report(): string;
  close(): Promise<void>;
}

/** What of the platform the program declares, in the form of `declaredContent`. */
export function contentOf(state: EmulatorState): object;

/** ID of the one host for dynamic providers, or of the one engine, that runs on behalf of a process, by default this one. */
export function pulumiProcess(kind: "host" | "engine", ancestor?: number): number;

/** IDs of all processes that a process has started, directly or not. */
export function descendants(ancestor: number): number[];

/** Whether there is such a process. */
export function isRunning(pid: number): boolean;
