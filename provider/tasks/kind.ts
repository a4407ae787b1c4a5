import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { camelCase, renameKeys, snakeCase } from "../api/calls/naming";
import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import type { Failure } from "../core/check";
import type { Traits } from "../core/traits";
import { ScopedIds } from "../model/resource-ids";
import { describeScope } from "../model/scope";
import { isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../values/json";
import { Unknown } from "../core/tree";
import type { UnfinishedOperation } from "../core/job";

/** Where an object is, and what it is called. */
export interface Ref extends CloudScope {
  name: string;
}

/** An object as the platform returns it. */
export interface Answer {
  name: string;
  status?: string | null;
  envs?: Record<string, string> | null;
  [field: string]: unknown;
}

/** The declared ones of the fields that change in place, by the names that programs use. */
export type Declared = JsonObject;

/** Options of the resource itself, which the platform does not know. */
export interface ManagementOptions {
  onDestroy?: "delete" | "retain";
  taskTimeoutSeconds: number;
}

/** The normalized inputs of a resource. */
export interface Inputs extends Ref, ManagementOptions {
  [ofKind: string]: unknown;
  /** Never `false`. */
  adopt?: boolean;
}

/** The outputs of a resource. */
export interface State extends Ref, ManagementOptions {
  [ofKind: string]: unknown;
  adopted: boolean;
  /** The unfinished operation. */
  operation?: UnfinishedOperation;
  /** See `core/claims.ts`. */
  claim?: string;
}

/** The calls about one object. Each change returns the IDs of the tasks that it has started. */
export interface Calls {
  get(ref: Ref): Promise<Answer>;
  read(ref: Ref, isAsKnown: (listed: Answer) => boolean): Promise<Answer>;
  peek(ref: Ref): Promise<Answer | undefined>;
  create(ref: Ref, body: object): Promise<string[]>;
  patch(ref: Ref, body: object): Promise<string[]>;
  delete(ref: Ref): Promise<string[]>;
}

/** The status of an object while the platform works on it; there is no published list. */
const transientStatus = /^(new|pending|creating|building|deploying|updating|deleting)$/i;

/** Defaults of the arguments. */
export const defaults = { taskTimeoutSeconds: 2400 } as const;

/**
 * A kind of object that the platform makes, changes and deletes in tasks. What most kinds have in common can be
 * overridden, and what only some have is optional.
 */
export abstract class TaskKind {
  /** What users call the object: "function". */
  abstract readonly noun: string;
  abstract readonly traits: Traits & Required<Pick<Traits, "id">>;
  /** The arguments as a program gives them. */
  abstract readonly args: z.ZodType;
  /** The names of the fields that change in place, each by itself. */
  abstract readonly changeable: readonly string[];
  /** What removed fields are reset to. */
  abstract readonly emptyValues: JsonObject;
  /** The output that proves that the object is the resource's own; undefined in the state until that is known. */
  abstract readonly proof: string;
  /** In what no two objects have the same name. */
  readonly container: string = "region of a project";
  /** Fields that may hold a secret: no text repeats more of them than the present program declares. */
  readonly mayBeSecret: readonly string[] = ["envs"];
  /** Fields that no creation sends, with the value that they have then. */
  readonly unsent: JsonObject = {};
  /** The fields that are objects of which each field is declared by itself, with the names of those. */
  readonly parts: Readonly<Record<string, readonly string[]>> = {};
  /** The platform's names of fields, where they are others. */
  readonly wireNames: Readonly<Record<string, string>> = {};

  abstract getCalls(connection: Connection): Calls;

  /** Translates an answer to the names that programs use; missing fields stay absent. */
  abstract read(answer: Answer): JsonObject;

  /** The rules between arguments. */
  checkRules?(args: JsonObject): Failure[];

  /** Why an idle object cannot be used, given its properties; undefined if it can. */
  describeBreakage?(values: object): string | undefined;

  /** What the platform prints while it builds the object, without secrets. */
  readBuildMessage?(answer: Answer): string | undefined;

  /** Says what a refused creation means, if the answer does not: there is nothing at the address of the list. */
  explainNowhere?(ref: Ref, error: Error): Error;

  /** Says why the platform refuses to delete an object, if what was observed of it tells. */
  explainRefusedDelete?(actual: Answer, error: Error): Error;

  get ids(): ScopedIds<Ref> {
    return new ScopedIds(this.noun, this.traits.id);
  }

  /** The arguments beside the ID whose change replaces the object: a creation sends them, and no update. */
  get fixed(): readonly string[] {
    return this.traits.replacedBy.filter((name) => !this.traits.id.parts.includes(name));
  }

  /** What the object is in; with `isFull`, wherever that is. */
  describePlace(ref: Ref, _isFull = false): string {
    return describeScope(ref);
  }

  toRef(values: object): Ref {
    return pick(values, (key) => this.traits.id.parts.includes(key)) as unknown as Ref;
  }

  pickFixed(values: object): JsonObject {
    return pick(values, (key) => this.fixed.includes(key));
  }

  /** The fields of arguments or of a state that change in place, if declared. An object without parts declares nothing. */
  pickDeclared(values: object): Declared {
    const fields = mapValues(
      pick(values, (key) => this.changeable.includes(key)),
      (value, field) => {
        if (!(field in this.parts) || !isJsonObject(value)) {
          return value;
        }
        const parts = withoutNulls(value);
        return Object.keys(parts).length > 0 ? parts : undefined;
      },
    );
    return withoutNulls(fields);
  }

  /** The body that creates an object. */
  toCreateBody(inputs: Inputs): object {
    const declared = pick(this.pickDeclared(inputs), (key) => !(key in this.unsent));
    return { name: inputs.name, ...this.pickFixed(inputs), ...this.toWire(declared) };
  }

  /**
   * The body that sets the declared fields and resets those that were only declared `before`; undefined if nothing
   * differs. With `resends` it has all of them.
   */
  buildPatch(answer: Answer, desired: Declared, before: Declared = {}, resends = false): object | undefined {
    const target = this.withResets(desired, before);
    const changed = resends ? target : this.findChangedFields(answer, target, before);
    // A part that is not declared is sent with its actual value.
    const body = mapValues(changed, (value, field) =>
      field in this.parts ? { ...this.readParts(answer, field), ...(value as JsonObject) } : value,
    );
    return Object.keys(body).length > 0 ? this.toWire(body) : undefined;
  }

  /** The declared fields, and the empty values of those that were only declared `before`. */
  withResets(desired: Declared, before: Declared): Declared {
    return { ...pick(this.emptyValues, (key) => key in before && !(key in desired)), ...desired };
  }

  /**
   * The arguments in which an object differs from what was sent to create it. Fields that were not sent are expected to
   * be empty, if they have an empty value.
   */
  findDifferences(answer: Answer, sent: object): string[] {
    const declared = pick({ ...this.emptyValues, ...this.pickDeclared(sent) }, (key) => !(key in this.unsent));
    // Of a variable that the program only names, the value that was sent is not known any more.
    const envs = mapValues(declared.envs as JsonObject, (value, name) =>
      value instanceof Unknown ? (answer.envs?.[name] ?? value) : value,
    );
    const changed = Object.keys(this.findChangedFields(answer, { ...declared, envs }));
    const fixed = Object.entries(this.pickFixed(sent)).filter(([key, value]) => (answer[key] ?? value) !== value);
    return [...fixed.map(([key]) => key), ...changed];
  }

  /**
   * The declared fields with their values on the platform. `null` counts as the empty value; fields that the answer
   * lacks are taken from `known`.
   */
  readDeclared(answer: Answer, declared: Declared, known: Declared = declared): Declared {
    return mapValues(declared, (value, field) => {
      const answered = answer[this.toWireName(field)];
      if (field in this.parts) {
        const actual: JsonObject = { ...(known[field] as JsonObject), ...this.readParts(answer, field) };
        return mapValues(value as JsonObject, (_, part) => actual[part]);
      }
      return answered === undefined ? known[field] : (answered ?? this.emptyValues[field] ?? known[field]);
    });
  }

  /** What an answer says beside the arguments. */
  readOutputs(answer: Answer, _known: object): JsonObject {
    return pick(this.read(answer), (key) => key in this.traits.computed);
  }

  /** The outputs of the resource; `declared` are the fields that change in place, by default with their actual values. */
  toState(
    ref: Ref,
    answer: Answer,
    known: Partial<State>,
    declared = this.readDeclared(answer, this.pickDeclared(known)),
  ): State {
    const { taskTimeoutSeconds = defaults.taskTimeoutSeconds, onDestroy, adopted = false, operation, claim } = known;
    const fixed = this.fixed.map((key) => [key, answer[key] ?? known[key]] as const);
    const own = { taskTimeoutSeconds, onDestroy, adopted, operation, claim };
    const outputs = { ...Object.fromEntries(fixed), ...this.readOutputs(answer, known), ...own };
    return { ...ref, ...declared, ...withoutNulls(outputs) } as State;
  }

  /** The inputs that a state describes. */
  toInputs(state: State): Inputs {
    const { onDestroy, taskTimeoutSeconds } = state;
    const managing = pick({ onDestroy, taskTimeoutSeconds }, (_, value) => value !== undefined);
    return { ...this.toRef(state), ...this.pickFixed(state), ...this.pickDeclared(state), ...managing } as Inputs;
  }

  /** Whether the state proves ownership: after an unfinished creation only with the proof. */
  isOwnByState(state: State): boolean {
    return state.operation?.kind !== "create" || state[this.proof] !== undefined;
  }

  /** Why an existing object cannot be adopted: it has something else that cannot change in place. */
  findAdoptionProblem(found: Answer, inputs: object): Failure | undefined {
    for (const [property, wanted] of Object.entries(this.pickFixed(inputs))) {
      const actual = found[property];
      if (typeof wanted === "string" && typeof actual === "string" && wanted !== actual) {
        const reason =
          `is ${JSON.stringify(wanted)}, but the existing ${this.noun} has ${JSON.stringify(actual)}, which cannot ` +
          `change in place; declare that one to adopt the ${this.noun}`;
        return { property, reason };
      }
    }
    return undefined;
  }

  /** The status of an object, or of its build, on which the platform is working; undefined if it is idle. */
  findTransition({ status, build_status }: Answer): string | undefined {
    return [status, build_status].filter((word) => typeof word === "string").find((word) => transientStatus.test(word));
  }

  /** Translates a location in the platform's error body to a property path. Names below `envs` are the user's own. */
  toPropertyPath(location: readonly string[]): string {
    const [field = "", ...rest] = location.flatMap((step) => step.split("."));
    const name = Object.keys(this.wireNames).find((key) => this.wireNames[key] === field) ?? camelCase(field);
    return [name, ...(name === "envs" ? rest : rest.map(camelCase))].join(".");
  }

  private toWireName(field: string): string {
    return this.wireNames[field] ?? snakeCase(field);
  }

  private toWire(fields: Declared): JsonObject {
    const inner = mapValues(fields, (value, field) =>
      field in this.parts ? renameKeys(value as JsonObject, snakeCase) : value,
    );
    return renameKeys(inner, (field) => this.toWireName(field));
  }

  /** The parts of a field that the platform reports. */
  private readParts(answer: Answer, field: string): JsonObject {
    const answered = answer[this.toWireName(field)];
    const fields = isJsonObject(answered) ? answered : {};
    return withoutNulls(Object.fromEntries((this.parts[field] ?? []).map((part) => [part, fields[snakeCase(part)]])));
  }

  /** The fields of `target` that differ on the platform; fields that the answer lacks are taken from `known`. */
  private findChangedFields(answer: Answer, target: Declared, known = target): Declared {
    const actual = this.readDeclared(answer, target, known);
    return pick(target, (key, value) => !isDeepStrictEqual(actual[key], value));
  }
}
