import type { EmulatorOptions, FaultInput, RateLimitInput } from "edgecloud-emulator";
import type { Engine, Say } from "../engine";

/** What the platform has seen of its clients. */
export interface Traffic {
  requests: number;
  /** Answered, and not with 429 or 503. */
  useful: number;
  /** Most requests within any second. */
  peak: number;
  /** Most polls within any second: looks at tasks, and at functions before the look that ends the wait. */
  peakPolls: number;
  /** Looks at functions before those that end a wait. */
  functionPolls: number;
  /** Connections in all, and most at once. */
  connections: number;
  peakSockets: number;
  /** The longest time from the end of a task to the look that saw it; undefined where there were no tasks. */
  noticedMs: number | undefined;
}

/** The emulator in a process of its own, as far from the program as a platform would be. */
export class Platform {
  static start(options: EmulatorOptions): Promise<Platform>;
  readonly url: string;
  addFault(fault: FaultInput): Promise<void>;
  /** How many requests faults have hit. */
  faultsHit(): Promise<number>;
  setRateLimit(limit?: RateLimitInput): Promise<void>;
  /** How many objects there are. */
  objects(): Promise<number>;
  traffic(): Promise<Traffic>;
  close(): Promise<void>;
}

/** Declares resources; runs in this process. */
export type Program = () => Promise<void>;

/** What a reader of the output learns: texts that come and go, texts that stay, errors of resources. */
export interface Said {
  kind: "live" | "note" | "error";
  text: string;
}

/** How an operation ended. */
export interface Ended {
  isDone: boolean;
  /** Resources that Pulumi reports as made. */
  made: number;
  milliseconds: number;
  said: Said[];
}

/** The most that the process of the provider has needed; undefined where `/proc` does not tell. */
export interface HostUsage {
  megabytes: number;
  descriptors: number;
}

/** One stack on the real engine, with a platform of its own. */
export class Trial {
  static start(engine: Engine, options?: EmulatorOptions): Promise<Trial>;
  readonly platform: Platform;
  /** Where files of the trial may lie. */
  readonly folder: string;
  readonly usage: HostUsage | undefined;
  /** Sets keys of the configuration, without their namespace, and variables of the engine's environment. */
  configure(config: Record<string, string>, environment?: Record<string, string>): Promise<void>;
  run(operation: "up" | "refresh", program: Program, parallel?: number): Promise<Ended>;
  /** Resources of this package that the state holds. */
  resources(): Promise<number>;
  close(): Promise<void>;
}

/** What a row must come to, where it is more than to converge. */
export interface Aims {
  /** Most `up`s until everything is there. */
  ups: number;
  /** Most requests for a useful one. */
  ratio?: number;
  /** Most polls a second. */
  peakPolls?: number;
  /** Longest time from the end of a task to its being noticed. */
  noticedMs?: number;
}

/** What was measured in a row. */
export interface Measured {
  /** Resources after the first `up`, of how many. */
  made: number;
  needed: number;
  /** Until everything was there; undefined: it never was. */
  ups: number | undefined;
  milliseconds: number;
  traffic: Traffic;
  usage: HostUsage | undefined;
  /** The first error that was said. */
  error: string | undefined;
  /** What counts in this row beside the numbers. */
  notes: string[];
  /** What is not as it should be, beside missed aims. */
  problems: string[];
}

/** A situation, what was measured in it before there was a gate, and how it is measured now. */
export interface Row {
  name: string;
  situation: string;
  before: string;
  aims: Aims;
  /** Throws a `NotPossible` where this machine cannot bring the situation about. */
  measure(engine: Engine, say: Say): Promise<Measured>;
}

/** Something between the provider and the platform. */
export interface Front {
  url: string;
  close(): Promise<void>;
}
