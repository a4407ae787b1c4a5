import type { z } from "zod";
import type { Connection } from "../api/connection";
import type { Product } from "../api/calls/products";
import type { Claims } from "./claims";
import type { Declaration } from "./declarations";
import type { Traits } from "./traits";
import type { Notify, Waits } from "./waits";

/** One thing wrong with a resource's arguments. */
export interface Failure {
  /** Where, in the user's own words: `sources[1].config.s3Region`. */
  property: string;
  /** What is wrong and what to do; never holds the value of a secret. */
  reason: string;
}

/** Arguments after `check`: normalized, with defaults applied, or the reasons why they cannot be used. */
export interface Checked<Inputs> {
  inputs: Inputs;
  failures: Failure[];
}

/** What changes between the known state and new inputs. */
export interface Difference {
  changes: boolean;
  /** Properties whose change needs a new object. */
  replaces?: string[];
  /**
   * Whether a replacement deletes the old object last, since the new one takes nothing of it: by then every resource of
   * the program has said which objects it has.
   */
  deletesLast?: boolean;
  /** What an update does first because the last operation is not over; it does so although no input may differ. */
  unfinished?: string;
}

/** What taking an existing object over would mean. */
export interface Adoption {
  failures: Failure[];
  /** What would change on it, one text for each field; undefined if that is not worth a word. */
  changes?: string[];
}

/** What an operation may know of the run of Pulumi that it is part of, and of the host that serves it. */
export interface OperationContext {
  /** Which objects are in the hands of which resources. */
  claims: Claims;
  /** Tells the user something that is no error. */
  notice: Notify;
  /** Where it shows how long it waits, and for what. */
  waits: Waits;
  /** What the program marks as secret, and what the state holds as such: no text repeats it. */
  secrets?: readonly string[];
  /** The time that the user gives the whole operation (`customTimeouts`); it wins over limits of the resource. */
  timeoutSeconds?: number;
}

/**
 * The behaviour of one resource, free of everything that is peculiar to a Pulumi host. Values are plain JSON with
 * secrets in clear; a value that a preview does not know is an `Unknown`.
 */
export interface Handler<Inputs extends object, State extends object> {
  check(inputs: Record<string, unknown>): Checked<Inputs>;
  /**
   * What becomes of an existing object that a new resource is to manage; asked at preview and at `up`. Undefined if the
   * resource makes an object of its own, or if that is not known.
   */
  adoption?(inputs: Inputs, context: OperationContext): Promise<Adoption | undefined>;
  /**
   * The error with which a creation would end as long as the platform has what it has now; asked at preview only, since
   * the `up` may delete or rename that first. Undefined if there is none, or if that is not known.
   */
  obstacle?(inputs: Inputs): Promise<Error | undefined>;
  diff(id: string, state: State, inputs: Inputs, context: OperationContext): Difference;
  /**
   * What `diff` finds different, one text for each field and without values: asked where Pulumi's own comparison of the
   * inputs shows nothing.
   */
  describeChanges(state: State, inputs: Inputs): string[];
  create(inputs: Inputs, context: OperationContext): Promise<{ id: string; state: State }>;
  /** The state and the inputs that describe it, or undefined if the object is gone. */
  read(
    id: string,
    state: Partial<State>,
    context: OperationContext,
  ): Promise<{ inputs: Inputs; state: State } | undefined>;
  update(id: string, state: State, inputs: Inputs, context: OperationContext): Promise<State>;
  delete(id: string, state: State, context: OperationContext): Promise<void>;
}

/** The object exists, yet the operation did not finish: the resource stays in the state and the next `up` continues. */
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

/** What the state says of a resource can be no state of it: nothing is sent. */
export class StateError extends Error {
  override readonly name = "StateError";

  constructor(problem: string) {
    super(
      `its state cannot be used: ${problem}. Nothing was sent. Correct the state with \`pulumi stack export\` and ` +
        "`pulumi stack import`, or remove the resource from it with `pulumi state delete`",
    );
  }
}

/** Properties that states of older versions have and those of this one do not. */
export interface OlderStates {
  properties: readonly string[];
  /** The properties as this version has them. */
  upgrade(properties: Record<string, unknown>): Record<string, unknown>;
}

/** Everything the host side must know to serve one resource type. */
export interface ResourceDefinition<Inputs extends object, State extends object> {
  /** What users call the resource: "origin group". */
  noun: string;
  /** The part of the platform that it belongs to. */
  product: Product;
  /** The name by which users know one of them. */
  label(values: Partial<Inputs>): string | undefined;
  /** Whether the inputs ask for an existing object. */
  adopts?(values: Partial<Inputs>): boolean;
  /**
   * What no other resource of the program can declare as well, as far as it is known; the values may be wrong. One that
   * adopts may meet another that has the object: that is said explicitly, and `Claims` keep it safe.
   */
  declares(values: Partial<Inputs>): Declaration[];
  /** The arguments as a program gives them. */
  args: z.ZodType;
  /** The ID that the object has or will have, as far as the inputs say it. */
  idOf(values: Partial<Inputs>): string | undefined;
  /** What operations rely on in a state, of any version: where present, it has this form. */
  state: z.ZodType;
  traits: Traits;
  /** How states of older versions are read. */
  older?: OlderStates;
  handler(connection: () => Connection): Handler<Inputs, State>;
}
