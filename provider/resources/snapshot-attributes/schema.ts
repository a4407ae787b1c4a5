import * as z from "zod";
import { readFields } from "../../api/calls/naming";
import {
  readTags,
  snapshotAnswer,
  snapshotIdSchema,
  type SnapshotAnswer,
  type SnapshotRef,
} from "../../api/calls/snapshots";
import { checkSchema, type Failure } from "../../core/check";
import { formatPropertyPath } from "../../core/property-paths";
import type { Checked } from "../../core/handler";
import type { UnfinishedOperation } from "../../core/job";
import { ScopedIds } from "../../model/resource-ids";
import { checkScope, scopeArgs, type DefaultScope } from "../../model/scope";
import type { SnapshotTag } from "../../model/snapshot";
import { isJsonObject, pick, withoutNulls, type JsonObject } from "../../values/json";
import { traits } from "./traits";

export const defaults = { exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 } as const;

export const ids = new ScopedIds<SnapshotRef>("snapshot", traits.id);

/** A snapshot with such a status can no longer be changed (docs/contract.md, section 3). */
export const finalStatuses: readonly string[] = ["deleting", "deleted", "error_deleting"];

/** The contract's pattern (docs/contract.md, section 4.3), taken literally: its `\\` allows a backslash in a name. */
const namePattern = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

const name = z.string().regex(namePattern, {
  error:
    "must be 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes, begin with a letter or " +
    "digit, and not end with a space, dash or backslash",
});

const tagValue = z.string().regex(/^(?!\s)[^\p{Cc}]{1,255}(?<!\s)$/u, {
  error: "must be 1 to 255 characters without control characters, and with no white space at either end",
});

/** Stricter than the platform's rule: Pulumi cannot read a property path with a key that ends with a backslash. */
const tagKey = /^[^\s\p{Cc}=]{1,255}(?<!\\)$/u;

/** `checkSnapshotAttributes` checks the keys of the tags. */
export const argsSchema = z.strictObject({
  ...scopeArgs,
  snapshotId: snapshotIdSchema,
  name: name.optional(),
  tags: z.record(z.string(), tagValue.nullable()).optional(),
  exclusiveTags: z.boolean().optional(),
  onDestroy: z.enum(["restore", "retain"]).optional(),
  lockTimeoutSeconds: z.int().min(0).optional(),
});

type Args = z.infer<typeof argsSchema>;

/** `normalizeManaged` drops empty `tags`. The value `null` removes a tag. */
export interface ManagedInputs
  extends Pick<Args, "name" | "tags">, Required<Pick<Args, "exclusiveTags" | "onDestroy" | "lockTimeoutSeconds">> {}

export interface SnapshotAttributesInputs extends SnapshotRef, ManagedInputs {}

export interface RestorePoint {
  /** The name before the program first declared one; undefined until then. */
  name?: string;
  /** The last declared name. If no name is declared now, a restore renames only a snapshot that still has this name. */
  declaredName?: string;
  /** Former values of the tags that the resource has declared or removed. */
  tags: Record<string, string>;
  /** Keys of declared tags that the snapshot did not have. A restore removes these tags. */
  addedTags: string[];
}

export const emptyRestorePoint: RestorePoint = { tags: {}, addedTags: [] };

export interface Attributes {
  name: string;
  allTags: SnapshotTag[];
}

export interface SnapshotAttributesState extends SnapshotAttributesInputs, Attributes {
  name: string;
  managesName: boolean;
  status: string;
  restorePoint: RestorePoint;
  operation?: UnfinishedOperation;
  /** A random text that tells apart two resources that manage the same snapshot; see `core/claims.ts`. */
  claim?: string;
  /** The other outputs in `traits.computed`, such as `size`. */
  [output: string]: unknown;
}

/** `scope` is undefined if the configuration is invalid, which `HostSettings.checkConfig` reports. */
export function checkSnapshotAttributes(
  args: JsonObject,
  scope: DefaultScope | undefined,
): Checked<SnapshotAttributesInputs> {
  const failures: Failure[] = [...checkSchema(argsSchema, args), ...checkScope(args, scope)];
  const rule = "without white space, control characters and equals signs, and with no backslash at the end";
  for (const key of isJsonObject(args.tags) ? Object.keys(args.tags) : []) {
    if (!tagKey.test(key)) {
      const reason = `must have a key of 1 to 255 characters ${rule}`;
      failures.push({ property: formatPropertyPath(["tags", key]), reason });
    }
  }
  const { projectId = scope?.projectId, regionId = scope?.regionId, snapshotId } = args;
  const id = typeof snapshotId === "string" ? snapshotId.toLowerCase() : snapshotId;
  // With failures, or with values that a preview does not know yet, the inputs do not really have this type.
  const inputs = { projectId, regionId, snapshotId: id, ...normalizeManaged(args) } as SnapshotAttributesInputs;
  return { inputs, failures };
}

/** The values may be invalid or not known yet. */
export function normalizeManaged(args: object): ManagedInputs {
  const { name, tags, exclusiveTags, onDestroy, lockTimeoutSeconds } = args as JsonObject;
  const noTags = isJsonObject(tags) && Object.keys(tags).length === 0;
  const given = { name, tags: noTags ? undefined : tags, exclusiveTags, onDestroy, lockTimeoutSeconds };
  return { ...defaults, ...(withoutNulls(given) as Partial<ManagedInputs>) };
}

export function readAttributes(answer: SnapshotAnswer): Attributes {
  return { name: answer.name, allTags: readTags(answer) };
}

export function toState(
  answer: SnapshotAnswer,
  inputs: SnapshotAttributesInputs,
  ownState: Pick<SnapshotAttributesState, "restorePoint" | "operation" | "claim">,
): SnapshotAttributesState {
  const { taskId: lockTaskId, ...fields } = readFields(snapshotAnswer, answer);
  return {
    ...inputs,
    ...withoutNulls(pick({ ...fields, lockTaskId }, (key) => key in traits.computed)),
    ...readAttributes(answer),
    status: answer.status,
    managesName: inputs.name !== undefined,
    ...ownState,
  };
}
