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

export interface Answer {
  name: string;
  status?: string | null;
  envs?: Record<string, string> | null;
  [field: string]: unknown;
}

export interface Description extends Ref {
  [field: string]: unknown;
  onDestroy?: "delete" | "retain";
  taskTimeoutSeconds: number;
}

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
 * Each change returns the IDs of the tasks that it has started. `read` may answer from a list if `isAsKnown` accepts
 * the entry. `peek` returns undefined for any 404. Only a 404 that a list confirms becomes a `NotFoundError`.
 */
export interface Calls {
  get(ref: Ref): Promise<Answer>;
  read(ref: Ref, isAsKnown: (listed: Answer) => boolean): Promise<Answer>;
  peek(ref: Ref): Promise<Answer | undefined>;
  create(ref: Ref, body: object): Promise<string[]>;
  patch(ref: Ref, body: object): Promise<string[]>;
  delete(ref: Ref): Promise<string[]>;
}

export const sharedArgs = {
  ...scopeArgs,
  name: functionNameSchema,
  envsFrom: z.record(z.string(), credentialSourceSchema).optional(),
  adopt: z.boolean().optional(),
  onDestroy: z.enum(["delete", "retain"]).optional(),
  taskTimeoutSeconds: z.int().min(0).optional(),
};

/** These fields change in place. Their limits are from docs/contract.md, sections 2.6 and 8. */
export const sharedFields = {
  description: limitText(0, 255).optional(),
  envs: z.record(z.string(), limitText(0, 255)).optional(),
};

export const emptyValues = { description: "", envs: {} } as const;

export const defaults = { taskTimeoutSeconds: 2400 } as const;

/** The contract's rule (docs/contract.md, section 2.6). */
const envName = /^[a-zA-Z_][a-zA-Z0-9_]{0,254}$/;

/** The platform publishes no list of statuses, so these are guesses. */
const transientStatus = /^(new|pending|creating|building|deploying|updating|deleting)$/i;

/** Guesses as well, for the status of an object or of a build. */
export const failedStatus = /^(build[ _-]?)?(fail(ed|ure)?|error(ed)?)$/i;

/** A kind of object that the platform creates, changes and deletes in asynchronous tasks. */
export abstract class TaskKind {
  abstract readonly noun: string;
  abstract readonly traits: Traits & Required<Pick<Traits, "id">>;
  abstract readonly args: z.ZodType;
  /** The fields that change in place. */
  abstract readonly changeable: readonly string[];
  /** The values to which fields are reset when the program no longer declares them. */
  abstract readonly emptyValues: JsonObject;
  /** While a creation is unfinished, the state has this output only if the object is known to be the resource's own. */
  abstract readonly proof: string;
  /** The scope in which names are unique, as messages call it. */
  readonly container: string = "region of a project";
  /** Fields whose values the notice about an adoption does not show. */
  readonly mayBeSecret: readonly string[] = ["envs"];
  /** Fields that a creation does not send, with the values that a new object has. */
  readonly unsent: JsonObject = {};
  /** The properties of each field that is an object with fixed properties. A program can declare any of them alone. */
  readonly parts: Readonly<Record<string, readonly string[]>> = {};
  /** The platform's names for fields where they are not simply our names in snake case. */
  readonly wireNames: Readonly<Record<string, string>> = {};

  abstract getCalls(connection: Connection): Calls;

  /** Translates an answer to the names that programs use. */
  abstract read(answer: Answer): JsonObject;

  checkRules?(args: JsonObject): Failure[];

  explainMissingContainer?(ref: Ref, error: Error): Error;

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

  /** With `isFull`, the text always includes the project and the region. */
  describePlace(ref: Ref, _isFull = false): string {
    return describeScope(ref);
  }

  toRef(values: object): Ref {
    return pick(values, (key) => this.traits.id.parts.includes(key)) as unknown as Ref;
  }

  pickFixed(values: object): JsonObject {
    const { id, replacedBy } = this.traits;
    return pick(values, (key) => replacedBy.includes(key) && !id.parts.includes(key));
  }

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

  /** With `resends`, all declared and reset fields are sent, changed or not; without any, the actual description. */
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

  /** A field of `emptyValues` that was not sent must be empty. Fields of `unsent` are not compared. */
  findDifferences(answer: Answer, sent: object): string[] {
    const declared = pick({ ...this.emptyValues, ...this.pickDeclared(sent) }, (key) => !(key in this.unsent));
    // If the value that was sent for an entry of `envsFrom` is no longer known, any value counts as equal.
    const envs = mapValues(declared.envs as JsonObject, (value, name) =>
      value instanceof Unknown ? (answer.envs?.[name] ?? value) : value,
    );
    const changed = Object.keys(this.findChangedFields(answer, { ...declared, envs }));
    const fixed = Object.entries(this.pickFixed(sent)).filter(([key, value]) => (answer[key] ?? value) !== value);
    return [...fixed.map(([key]) => key), ...changed];
  }

  /** Returns the declared fields with their actual values. Those that the answer lacks are taken from `known`. */
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

  provesOwnership(state: State): boolean {
    return state.operation?.kind !== "create" || state[this.proof] !== undefined;
  }

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

  withBuildMessage(reason: string, actual: Answer | undefined): string {
    const { buildMessage } = actual ? this.readOutputs(actual, {}) : {};
    const addsNothing = typeof buildMessage !== "string" || reason.includes(buildMessage);
    return addsNothing ? reason : `${reason.replace(/\.$/, "")}. Build: ${buildMessage}`;
  }

  findTransition({ status, build_status }: Answer): string | undefined {
    return [status, build_status].filter((word) => typeof word === "string").find((word) => transientStatus.test(word));
  }

  describeBreakage(values: object): string | undefined {
    const { status } = values as Partial<Answer>;
    return failedStatus.test(status ?? "") ? `it has the status ${JSON.stringify(status)}` : undefined;
  }

  /** Translates a place in the platform's error body. Names below `envs` are the user's own, so they stay. */
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

  private readParts(answer: Answer, field: string): JsonObject {
    const answered = answer[this.toWireName(field)];
    const fields = isJsonObject(answered) ? answered : {};
    return withoutNulls(Object.fromEntries((this.parts[field] ?? []).map((part) => [part, fields[snakeCase(part)]])));
  }

  private findChangedFields(answer: Answer, target: JsonObject, known = target): JsonObject {
    const actual = this.readDeclared(answer, target, known);
    return pick(target, (key, value) => !isDeepStrictEqual(actual[key], value));
  }
}
