import * as z from "zod";
import type { SnapshotRef } from "../../api/calls/snapshots";
import { checkSchema, type Failure } from "../../core/check";
import { formatPropertyPath } from "../../core/property-paths";
import type { Checked } from "../../core/handler";
import type { UnfinishedOperation } from "../../core/job";
import { checkScope, type DefaultScope } from "../../model/scope";
import type { SnapshotTag } from "../../model/snapshot";
import { snapshotIdSchema } from "../../api/calls/snapshots";
import { countCharacters, describeLength, isBlank } from "../../values/characters";
import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";

/** Defaults of the arguments. */
export const defaults = { exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 } as const;

/** In these states a snapshot takes no more changes (contract, section 3). */
export const finalStatuses: readonly string[] = ["deleting", "deleted", "error_deleting"];

const maxTagTextLength = 255;

/** Contract, section 4.3, to the letter: the doubled backslash makes the backslash an allowed character. */
const namePattern = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

const name = z.string().regex(namePattern, {
  error:
    "must be 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes, begin with a letter or " +
    "digit, and not end with a space, dash or backslash",
});

const tagValue = z.string().superRefine((value, context) => {
  let problem: string | undefined;
  if (isBlank(value)) {
    problem = "must not be empty; leave the tag out instead";
  } else if (value !== value.trim()) {
    problem = "must not begin or end with white space, which the platform cuts off";
  } else if (/\p{Cc}/u.test(value)) {
    problem = "must not contain control characters such as line breaks and tabs";
  } else if (countCharacters(value) > maxTagTextLength) {
    problem = describeLength("at most", maxTagTextLength);
  }
  if (problem) {
    context.addIssue({ code: "custom", message: problem });
  }
});

/** The resolved arguments of a program, but for the keys of tags. */
export const argsSchema = z.strictObject({
  projectId: z.int().min(1).optional(),
  regionId: z.int().min(1).optional(),
  snapshotId: snapshotIdSchema,
  name: name.optional(),
  tags: z.record(z.string(), tagValue.nullable()).optional(),
  exclusiveTags: z.boolean().optional(),
  onDestroy: z.enum(["restore", "retain"]).optional(),
  lockTimeoutSeconds: z.int().min(0).optional(),
});

type Args = z.infer<typeof argsSchema>;

/** What the program declares about a snapshot, normalized, and options of the resource itself. */
export interface ManagedInputs {
  name?: string;
  /** Never empty; `null` removes the tag. */
  tags?: Record<string, string | null>;
  exclusiveTags: boolean;
  onDestroy: NonNullable<Args["onDestroy"]>;
  lockTimeoutSeconds: number;
}

/** The inputs of the resource. */
export interface SnapshotAttributesInputs extends SnapshotRef, ManagedInputs {}

/** The name and the tags before the resource first changed them. */
export interface RestorePoint {
  /** The former name, once the program has declared one. */
  name?: string;
  /** The name that the program declared last; restoring overwrites no other. */
  declaredName?: string;
  /** Former values of changed or removed tags. */
  tags: Record<string, string>;
  /** Keys of declared tags that did not exist. */
  addedTags: string[];
}

/** The outputs of the resource. */
export interface SnapshotAttributesState extends SnapshotRef, ManagedInputs {
  /** As it is on the platform, declared or not. */
  name: string;
  managesName: boolean;
  allTags: SnapshotTag[];
  status: string;
  lockTaskId?: string;
  createdAt?: string;
  creatorTaskId?: string;
  description?: string;
  region?: string;
  size?: number;
  updatedAt?: string;
  volumeId?: string;
  restorePoint: RestorePoint;
  /** The unfinished operation: a change with an unknown outcome. */
  operation?: UnfinishedOperation;
  /** See `core/claims.ts`. */
  claim?: string;
}

/**
 * Checks what can be checked without the platform (contract, sections 4.3, 8), and reports all failures at once. `scope`
 * is undefined if the configuration is invalid, which is reported elsewhere.
 */
export function checkSnapshotAttributes(
  args: JsonObject,
  scope: DefaultScope | undefined,
): Checked<SnapshotAttributesInputs> {
  const failures: Failure[] = [...checkSchema(argsSchema, args), ...checkScope(args, scope)];
  for (const key of isJsonObject(args.tags) ? Object.keys(args.tags) : []) {
    const reason = findTagKeyProblem(key);
    if (reason !== undefined) {
      failures.push({ property: formatPropertyPath(["tags", key]), reason });
    }
  }
  const { snapshotId } = args;
  const inputs = {
    projectId: args.projectId ?? scope?.projectId,
    regionId: args.regionId ?? scope?.regionId,
    snapshotId: typeof snapshotId === "string" ? snapshotId.toLowerCase() : snapshotId,
    ...normalizeManaged(args),
  } as SnapshotAttributesInputs;
  return { inputs, failures };
}

/** What is wrong with the key of a tag (platform facts, "Snapshots"). */
function findTagKeyProblem(key: string): string | undefined {
  if (key === "" || countCharacters(key) > maxTagTextLength) {
    return `must have a key of 1 to ${maxTagTextLength} characters`;
  }
  if (/[\s\p{Cc}=]/u.test(key)) {
    return "must not have white space, a control character or an equals sign in its key";
  }
  return key.endsWith("\\")
    ? "must not have a key that ends with a backslash, which Pulumi cannot read in a path"
    : undefined;
}

/**
 * What the inputs manage, with defaults and without nulls and empty tags, so that two descriptions of the same snapshot
 * are equal. Accepts values that fit the schema or are still unknown.
 */
export function normalizeManaged(args: object): ManagedInputs {
  const { name, tags, exclusiveTags, onDestroy, lockTimeoutSeconds } = args as JsonObject;
  const noTags = isJsonObject(tags) && Object.keys(tags).length === 0;
  const values = {
    name,
    tags: noTags ? undefined : tags,
    exclusiveTags: exclusiveTags ?? defaults.exclusiveTags,
    onDestroy: onDestroy ?? defaults.onDestroy,
    lockTimeoutSeconds: lockTimeoutSeconds ?? defaults.lockTimeoutSeconds,
  };
  return withoutNulls(values) as unknown as ManagedInputs;
}
