import type { z } from "zod";
import type { Connection, Product } from "../api/connection";
import type { Clock } from "../api/transport/stop";
import type { Failure } from "./check";
import type { Claims } from "./claims";
import type { Traits } from "./traits";

/** Arguments after `check`, normalized and with defaults applied. */
export interface Checked<Inputs> {
  inputs: Inputs;
  failures: Failure[];
}

/** What changes between the known state and new inputs. */
export interface Difference {
  changes: boolean;
  /** What an update changes, one text for each field, without values; shown if Pulumi's own comparison is empty. */
  fields?: readonly string[];
  replaces?: string[];
  /**
   * Whether a replacement deletes the old object last, which is possible if the new one needs nothing of it, and safer:
   * by then every resource of the program has claimed its objects.
   */
  deletesLast?: boolean;
  /** What an update does even if no input differs, since the last operation is unfinished or the object is broken. */
  unfinished?: string;
  /** Named credentials that are sent although their names are the same, one text for each. */
  resent?: string[];
  /** Whether only the values behind the names of credentials change, so that no input differs. */
  isOnlyBehindNames?: boolean;
  /** Whether a replacement deletes or restores the old object, if nothing else keeps it. */
  givesUp?: boolean;
  /** What the change does in addition to what Pulumi shows, as a clause. */
  effects?: string;
  /** Why the change cannot be made. A refresh, which only compares, does not fail for it. */
  problem?: Error;
}

export interface AdoptionCheck {
  failures: Failure[];
  /** What would change on the object, one text for each field; undefined if there is nothing to announce. */
  changes?: string[];
  /** What managing only a part of the object would change, as a clause; undefined if there is nothing to announce. */
  effects?: string;
}

export interface Wait {
  /** Counts the wait from now on, even if there is nothing to show yet. */
  begin: () => void;
  show: (state: string) => void;
}

export interface Waits {
  /** How many waits of the host are in progress, including those of other operations. */
  readonly count: number;
  /** A wait counts from its first `begin` or `show` until `work` has ended. */
  track<Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>): Promise<Result>;
}

/** Shows a text beside the stack, or beside the resource that it is about, in Pulumi's own display. */
export type Notify = (text: string) => void;

/** What an operation knows about the current run of Pulumi and about its host. */
export interface OperationContext {
  claims: Claims;
  notify: Notify;
  waits: Waits;
  /** Values that the program or the state marks as secret: no text repeats them. */
  secrets?: readonly string[];
  /** The user's limit for the whole operation (`customTimeouts`); takes precedence over limits of the resource. */
  timeoutSeconds?: number;
}

export interface Dependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

/**
 * The behavior of one resource type, independent of any host. Values are plain JSON with secrets in plain text; a
 * value that a preview does not know is an `Unknown`.
 */
export interface Handler<Inputs extends object, State extends object> {
  check(inputs: Record<string, unknown>): Checked<Inputs>;
  /**
   * What adopting an existing object does; asked at preview and at `up`. Undefined if the resource adopts nothing,
   * or if what it adopts is not known yet.
   */
  checkAdoption?(inputs: Inputs, context: OperationContext): Promise<AdoptionCheck | undefined>;
  /**
   * The error that a creation would meet on the platform as it is now. A preview warns of it and does not fail, because
   * the `up` may first delete or rename what is in the way. Undefined if there is none, or if that is not known.
   */
  findObstacle?(inputs: Inputs): Promise<Error | undefined>;
  diff(id: string, state: State, inputs: Inputs): Difference;
  create(inputs: Inputs, context: OperationContext): Promise<{ id: string; state: State }>;
  /** The state and the inputs that describe it, or undefined if the object is gone. */
  read(id: string, state: Partial<State>): Promise<{ inputs: Inputs; state: State } | undefined>;
  update(id: string, state: State, inputs: Inputs, context: OperationContext): Promise<State>;
  delete(id: string, state: State, context: OperationContext): Promise<void>;
}

/** An operation did not finish, and its object may exist: the resource stays in the state, the next `up` continues. */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";

  constructor(
    readonly id: string,
    readonly state: object,
    override readonly cause: Error,
  ) {
    super(cause.message);
  }
}

/** Stands for an object to be adopted whose key is not known yet. */
export const unknownObject = "";

/** Something that only one resource of a program may declare, with the argument that declares it. */
export interface Declaration {
  property: string;
  /** Equal for two resources that declare the same. */
  key: string;
  /** What to do if another resource also declares it. */
  advice: string;
  /** Set if it stands for the whole object: one that the resource makes, or an existing one that it adopts. */
  object?: "made" | "taken";
}

/** What a host must know to serve a resource type. */
export interface ResourceDefinition<Inputs extends object, State extends object> {
  /** What users call the resource: "origin group". */
  noun: string;
  product: Product;
  /** The argument by which users know the resource. */
  label: string;
  /**
   * What no other resource of the program may declare; the values may be invalid. The key of an object is its ID, or
   * `unknownObject`.
   */
  listDeclarations(values: Partial<Inputs>): Declaration[];
  args: z.ZodType;
  /** The ID that the object has or will have, if the inputs determine it. */
  findId(values: Partial<Inputs>): string | undefined;
  traits: Traits;
  createHandler(connection: () => Connection, clock?: Clock): Handler<Inputs, State>;
}
