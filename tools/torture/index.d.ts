/** A process of a run of Pulumi that a power cut could end. */
export type Victim = "host" | "engine" | "program";

/** ID of the one host for dynamic providers, or of the one engine, that runs on behalf of a process, by default this one. */
export function pulumiProcess(kind: "host" | "engine", ancestor?: number): number;

/** IDs of all processes that a process has started, directly or not. */
export function descendants(ancestor: number): number[];

/** Whether there is such a process. */
export function isRunning(pid: number): boolean;
