import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { camelCase, renameKeys, snakeCase } from "../api/calls/naming";
import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import { credentialSourceSchema } from "../config/credential-source";
import { checkSchema, type Failure } from "../core/check";
import type { Checked } from "../core/handler";
import type { UnfinishedOperation } from "../core/job";
import { formatPropertyPath } from "../core/property-paths";
import type { Traits } from "../core/traits";
import { Unknown } from "../core/tree";
import { functionNameSchema } from "../model/cloud-function";
import { ScopedIds } from "../model/resource-ids";
import { checkScope, describeScope, scopeArgs, type DefaultScope } from "../model/scope";
import { limitText } from "../values/characters";
import { isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../values/json";

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

/** What inputs and state have in common. */
export interface Description extends Ref {
  [field: string]: unknown;
  onDestroy?: "delete" | "retain";
  taskTimeoutSeconds: number;
}

/** Inputs that `toInputs` has normalized: an argument that is `null` is left out. */
export interface Inputs extends Description {
  /** `true` or left out, never `false`. */
  adopt?: boolean;
}

export interface State extends Description {
  adopted: boolean;
  operation?: UnfinishedOperation;
  claim?: string;
}

/**
 * The calls about one object. Each change returns the IDs of the tasks that it has started. For many objects, `read`
 * may answer from one list, if `isAsKnown` accepts what the list has. `peek` returns undefined for any 404, while the
 * other calls report one as a missing object only if a list confirms it.
 */
export interface Calls {
  get(ref: Ref): Promise<Answer>;
  read(ref: Ref, isAsKnown: (listed: Answer) => boolean): Promise<Answer>;
  peek(ref: Ref): Promise<Answer | undefined>;
  create(ref: Ref, body: object): Promise<string[]>;
  patch(ref: Ref, body: object): Promise<string[]>;
  delete(ref: Ref): Promise<string[]>;
}

/** The arguments that all kinds take, besides `sharedFields`. */
export const sharedArgs = {
  ...scopeArgs,
  name: functionNameSchema,
  envsFrom: z.record(z.string(), credentialSourceSchema).optional(),
  adopt: z.boolean().optional(),
  onDestroy: z.enum(["delete", "retain"]).optional(),
  taskTimeoutSeconds: z.int().min(0).optional(),
};

/** The fields that all kinds have and that change in place (docs/contract.md, sections 2.6 and 8). */
export const sharedFields = {
  description: limitText(0, 255).optional(),
  envs: z.record(z.string(), limitText(0, 255)).optional(),
};

export const emptyValues = { description: "", envs: {} } as const;

export const defaults = { taskTimeoutSeconds: 2400 } as const;

/** The rule for names of environment variables (docs/contract.md, section 2.6). */
const envName = /^[a-zA-Z_][a-zA-Z0-9_]{0,254}$/;

/**
 * The status of an object while the platform works on it. The platform publishes no list of statuses, so these are
 * likely words.
 */
const transientStatus = /^(new|pending|creating|building|deploying|updating|deleting)$/i;

/** Likewise, the status of an object or a build that has failed. */
export const failedStatus = /^(build[ _-]?)?(fail(ed|ure)?|error(ed)?)$/i;

/** A kind of object that the platform creates, changes and deletes in asynchronous tasks. */
export abstract class TaskKind {
  abstract readonly noun: string;
  abstract readonly traits: Traits & Required<Pick<Traits, "id">>;
  abstract readonly args: z.ZodType;
  /** The names of the fields that change in place. */
  abstract readonly changeable: readonly string[];
  /** The values to which fields are reset when the program no longer declares them. */
  abstract readonly emptyValues: JsonObject;
  /** The output that proves that the object is the resource's own. The state lacks it until this is known. */
  abstract readonly proof: string;
  /** The scope in which names are unique, as messages call it. */
  readonly container: string = "region of a project";
  /** Fields that may hold a secret: the notice about an adoption does not show their values. */
  readonly mayBeSecret: readonly string[] = ["envs"];
  /** Fields that a creation does not send, with the values that a new object has. */
  readonly unsent: JsonObject = {};
  /**
   * The names of the properties of each field that is an object with fixed properties. A program can declare any of
   * them without the others.
   */
  readonly parts: Readonly<Record<string, readonly string[]>> = {};
  /** The names that the platform uses for fields, where they are not our names in snake case. */
  readonly wireNames: Readonly<Record<string, string>> = {};

  abstract getCalls(connection: Connection): Calls;

  /** Translates an answer to the names that programs use. */
  abstract read(answer: Answer): JsonObject;

  checkRules?(args: JsonObject): Failure[];

  /** Explains a 404 for a creation, which means that the container of the object does not exist. */
  explainMissingContainer?(ref: Ref, error: Error): Error;

  /** Explains why the platform refuses to delete an object, if the object shows it. */
  explainRefusedDelete?(actual: Answer, error: Error): Error;

  get ids(): ScopedIds<Ref> {
    return new ScopedIds(this.noun, this.traits.id);
  }

  /** `scope` is undefined if the configuration is invalid; another check reports that. */
  check(args: JsonObject, scope: DefaultScope | undefined): Checked<Inputs> {
    const { envs } = args;
    const names = isJsonObject(envs) ? Object.keys(envs).filter((name) => !envName.test(name)) : [];
    const failures = [
      ...checkSchema(this.args, args),
      ...checkScope(args, scope),
      ...(this.checkRules?.(args) ?? []),
      ...names.map((name) => ({
        property: formatPropertyPath(["envs", name]),
        reason: "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit",
      })),
    ];
    return { inputs: this.toInputs({ ...scope, ...defaults, ...withoutNulls(args) }), failures };
  }

  /** Says where the object is. With `isFull`, the text always includes the project and the region. */
  describePlace(ref: Ref, _isFull = false): string {
    return describeScope(ref);
  }

  toRef(values: object): Ref {
    return pick(values, (key) => this.traits.id.parts.includes(key)) as unknown as Ref;
  }

  /** The fields whose change replaces the object, except those of the ID. Only a creation sends these fields. */
  pickFixed(values: object): JsonObject {
    const { id, replacedBy } = this.traits;
    return pick(values, (key) => replacedBy.includes(key) && !id.parts.includes(key));
  }

  /** The declared fields among those that change in place. A field with parts is declared if one of its parts is. */
  pickDeclared(values: object): JsonObject {
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

  toCreateBody(wanted: Description): object {
    const declared = pick(this.pickDeclared(wanted), (key) => !(key in this.unsent));
    return { name: wanted.name, ...this.pickFixed(wanted), ...this.toWire(declared) };
  }

  /**
   * Builds the body of an update, which sets the declared fields and resets those that only `before` declares. It has
   * only the fields that differ or, with `resends`, all of them, or the actual description if none is declared. Undefined
   * if it would be empty.
   */
  buildPatch(answer: Answer, desired: JsonObject, before: JsonObject = {}, resends = false): object | undefined {
    const target = { ...pick(this.emptyValues, (key) => key in before && !(key in desired)), ...desired };
    const isEmpty = Object.keys(target).length === 0;
    const whole = isEmpty ? this.readDeclared(answer, { description: "" }) : target;
    const changed = resends ? whole : this.findChangedFields(answer, target, before);
    // An update sends a field as a whole, so a part that is not declared is sent with its actual value.
    const body = mapValues(changed, (value, field) =>
      field in this.parts ? { ...this.readParts(answer, field), ...(value as JsonObject) } : value,
    );
    return Object.keys(body).length > 0 ? this.toWire(body) : undefined;
  }

  /**
   * The arguments in which an object differs from what was sent to create it. A field that was not sent must be empty,
   * except those in `unsent`, which are not compared.
   */
  findDifferences(answer: Answer, sent: object): string[] {
    const declared = pick({ ...this.emptyValues, ...this.pickDeclared(sent) }, (key) => !(key in this.unsent));
    // If the value that was sent for a named credential is no longer known, any value of that variable counts as equal.
    const envs = mapValues(declared.envs as JsonObject, (value, name) =>
      value instanceof Unknown ? (answer.envs?.[name] ?? value) : value,
    );
    const changed = Object.keys(this.findChangedFields(answer, { ...declared, envs }));
    const fixed = Object.entries(this.pickFixed(sent)).filter(([key, value]) => (answer[key] ?? value) !== value);
    return [...fixed.map(([key]) => key), ...changed];
  }

  /** The declared fields as the platform has them. `null` counts as empty. `known` has what the answer lacks. */
  readDeclared(answer: Answer, declared: JsonObject, known: JsonObject = declared): JsonObject {
    return mapValues(declared, (value, field) => {
      const answered = answer[this.toWireName(field)];
      if (field in this.parts) {
        const actual: JsonObject = { ...(known[field] as JsonObject), ...this.readParts(answer, field) };
        return mapValues(value as JsonObject, (_, part) => actual[part]);
      }
      return answered === undefined ? known[field] : (answered ?? this.emptyValues[field] ?? known[field]);
    });
  }

  /** `_known` is for kinds that must remove secrets from what the platform says. */
  readOutputs(answer: Answer, _known: object): JsonObject {
    return pick(this.read(answer), (key) => key in this.traits.computed);
  }

  /** `declared` has the fields that change in place, by default with their actual values. */
  toState(
    ref: Ref,
    answer: Answer,
    known: Partial<State>,
    declared = this.readDeclared(answer, this.pickDeclared(known)),
  ): State {
    const { taskTimeoutSeconds = defaults.taskTimeoutSeconds, onDestroy, adopted = false, operation, claim } = known;
    const fixed = { ...this.pickFixed(known), ...withoutNulls(this.pickFixed(answer)) };
    const kept = { taskTimeoutSeconds, onDestroy, adopted, operation, claim };
    return { ...ref, ...declared, ...withoutNulls({ ...fixed, ...this.readOutputs(answer, known), ...kept }) } as State;
  }

  /** Empty strings, empty maps and zeros count as declared. The values may be invalid or not known yet. */
  toInputs(values: object): Inputs {
    const { adopt, onDestroy, taskTimeoutSeconds } = values as Partial<Inputs>;
    return withoutNulls({
      ...this.toRef(values),
      ...this.pickFixed(values),
      ...this.pickDeclared(values),
      adopt: adopt === false ? undefined : adopt,
      onDestroy,
      taskTimeoutSeconds,
    }) as Inputs;
  }

  /** After an unfinished creation, only the output `proof` proves that the object is the resource's own. */
  provesOwnership(state: State): boolean {
    return state.operation?.kind !== "create" || state[this.proof] !== undefined;
  }

  /** Finds a field that cannot change in place and is not as declared. */
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

  describeNothingToAdopt(ref: Ref): string {
    return (
      `is true, but ${this.describePlace(ref, true)} has no ${this.noun} "${ref.name}"; ` +
      `correct the name, or leave adopt out to create the ${this.noun}`
    );
  }

  /** Adds what the build has printed, unless the reason contains it already. */
  withBuildMessage(reason: string, actual: Answer | undefined): string {
    const { buildMessage } = actual ? this.readOutputs(actual, {}) : {};
    const isSaid = typeof buildMessage !== "string" || reason.includes(buildMessage);
    return isSaid ? reason : `${reason.replace(/\.$/, "")}. Build: ${buildMessage}`;
  }

  /** The status, of the object or its build, that shows that the platform is working on it. */
  findTransition({ status, build_status }: Answer): string | undefined {
    return [status, build_status].filter((word) => typeof word === "string").find((word) => transientStatus.test(word));
  }

  /** Says why an object with these properties cannot be used; undefined if it can. */
  describeBreakage(values: object): string | undefined {
    const { status } = values as Partial<Answer>;
    return failedStatus.test(status ?? "") ? `it has the status ${JSON.stringify(status)}` : undefined;
  }

  /**
   * Translates a place in the platform's error body. Names below `envs` are the user's own, so they stay as they are.
   */
  toPropertyPath(location: readonly string[]): string {
    const [field = "", ...rest] = location.flatMap((step) => step.split("."));
    const name = Object.keys(this.wireNames).find((key) => this.wireNames[key] === field) ?? camelCase(field);
    return [name, ...(name === "envs" ? rest : rest.map(camelCase))].join(".");
  }

  private toWireName(field: string): string {
    return this.wireNames[field] ?? snakeCase(field);
  }

  private toWire(fields: JsonObject): JsonObject {
    const inner = mapValues(fields, (value, field) =>
      field in this.parts ? renameKeys(value as JsonObject, snakeCase) : value,
    );
    return renameKeys(inner, (field) => this.toWireName(field));
  }

  /** The parts of a field that the answer has, with the names that programs use. */
  private readParts(answer: Answer, field: string): JsonObject {
    const answered = answer[this.toWireName(field)];
    const fields = isJsonObject(answered) ? answered : {};
    return withoutNulls(Object.fromEntries((this.parts[field] ?? []).map((part) => [part, fields[snakeCase(part)]])));
  }

  /** The fields of `target` that differ on the platform. Fields that the answer lacks are taken from `known`. */
  private findChangedFields(answer: Answer, target: JsonObject, known = target): JsonObject {
    const actual = this.readDeclared(answer, target, known);
    return pick(target, (key, value) => !isDeepStrictEqual(actual[key], value));
  }
}
