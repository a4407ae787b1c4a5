import type { z } from "zod";
import type { Connection, Product } from "../api/connection";
import type { Clock } from "../api/transport/stop";
import type { JsonObject } from "../values/json";
import type { Failure } from "./check";
import type { Claims } from "./claims";
import type { Traits } from "./traits";

/** `inputs` are the normalized arguments, with their defaults filled in. */
export interface Checked<Inputs> {
  inputs: Inputs;
  failures: Failure[];
}

export interface Difference {
  changes: boolean;
  /** What an update changes, one text per field, without values. */
  fields?: readonly string[];
  replaces?: string[];
  /**
   * Whether a replacement creates the new object first. If both objects can exist at once, this is safer: by the time
   * of the delete, every resource of the program has claimed its objects (`core/claims.ts`).
   */
  deletesLast?: boolean;
  /** What an update does even if no input differs, because the last operation is unfinished or the object is broken. */
  unfinished?: string;
  /** Why credentials are sent again although their `{ env }` or `{ file }` is the same; one text each. */
  resent?: string[];
  /** Whether all inputs are the same, and only credentials given as `{ env }` or `{ file }` are sent again. */
  isOnlyBehindNames?: boolean;
  /** Whether `onDestroy` deletes or restores the replaced object. Another resource or an option may still keep it. */
  givesUp?: boolean;
  /** What the change does beyond what Pulumi shows, as a clause. */
  effects?: string;
  /** Why the change cannot be made. A refresh ignores this, because it only compares. */
  problem?: Error;
}

export interface AdoptionCheck {
  failures: Failure[];
  /** What the adoption would change, one text per field. With an empty list, users read that nothing changes. */
  changes?: string[];
  /** For a resource that manages only a part of the object: what it would change there, as a clause. */
  effects?: string;
}

export interface Wait {
  /** Includes the wait in `Waits.all` from now on, even if there is nothing to show yet. */
  begin: () => void;
  show: (state: string) => void;
}

export interface Waits {
  /** The waits of all operations in this process. */
  readonly all: ReadonlySet<object>;
  /** The wait counts from its first `begin` or `show` until `work` has ended. */
  track<Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>): Promise<Result>;
}

/** The plugin shows the text beside the resource, the dynamic provider beside the stack. */
export type Notify = (text: string) => void;

export interface OperationContext {
  claims: Claims;
  notify: Notify;
  waits: Waits;
  /** For `checkAdoption`, what no text may show: secrets, and credentials given as `{ env }` or `{ file }`. */
  secrets?: readonly string[];
  /** For `checkAdoption`, the inputs with a `Secret` wherever a value is secret, of whatever type and length. */
  marked?: JsonObject;
  /** The user's limit for the whole operation (`customTimeouts`), in place of the resource's own limits. */
  timeoutSeconds?: number;
}

export interface Dependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

/**
 * Secrets are in plain text. An `Unknown` is a value that is not known yet, a credential that cannot be read or, in a
 * state, a credential that the platform may not have.
 */
export interface Handler<Inputs extends object, State extends object> {
  check(inputs: Record<string, unknown>): Checked<Inputs>;
  /** Returns undefined if nothing is adopted, or if it is not known yet which object is. */
  checkAdoption?(inputs: Inputs, context: OperationContext): Promise<AdoptionCheck | undefined>;
  /** Finds the error that a creation would meet on the platform as it is now. */
  findObstacle?(inputs: Inputs): Promise<Error | undefined>;
  diff(id: string, state: State, inputs: Inputs): Difference;
  create(inputs: Inputs, context: OperationContext): Promise<{ id: string; state: State }>;
  read(id: string, state: Partial<State>): Promise<{ inputs: Inputs; state: State } | undefined>;
  update(id: string, state: State, inputs: Inputs, context: OperationContext): Promise<State>;
  delete(id: string, state: State, context: OperationContext): Promise<void>;
}

/** What the handlers of all resource types have in common. */
export abstract class ConnectedHandler {
  constructor(
    protected readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  protected toDependencies(context: OperationContext): Dependencies {
    return { connection: this.connect(), context, clock: this.clock };
  }
}

/** The operation did not finish, and its object may exist. Pulumi keeps the `state`, so the next `up` can continue. */
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

/** The `key` of a `Declaration` that adopts an object whose ID is not known yet. */
export const unknownObject = "";

/** Something that only one resource of a program may declare, such as a name, and the argument that declares it. */
export interface Declaration {
  property: string;
  /** Two declarations of the same name or object have equal keys. */
  key: string;
  /** Ends the error if another resource declares the same: the rule, or what to do. */
  advice: string;
  /** For an object as a whole: `taken` if the resource adopts it, `made` if the resource creates or already has it. */
  object?: "made" | "taken";
}

export interface ResourceDefinition<Inputs extends object, State extends object> {
  noun: string;
  product: Product;
  /** The argument by which messages identify the resource, such as `name`. */
  label: string;
  /** The values may be invalid. The key of an object is its ID or `unknownObject`. */
  listDeclarations(values: Partial<Inputs>): Declaration[];
  args: z.ZodType;
  /** The ID that the object has or will have, if the inputs determine it. */
  findId(values: Partial<Inputs>): string | undefined;
  traits: Traits;
  createHandler(connection: () => Connection, clock?: Clock): Handler<Inputs, State>;
}
