import { isJsonObject, type JsonObject } from "../../values/json";
import { formatPropertyPath, checkSchema, type Failure } from "../../core/check";
import type { Checked, Declaration } from "../../core/handler";
import { checkScope, type DefaultScope } from "../../model/scope";
import { argsSchema, findTagKeyProblem, normalizeManaged, type SnapshotAttributesInputs } from "./schema";
import { ids } from "./wire";

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
  return { inputs: normalizeInputs(args, scope), failures };
}

/**
 * Applies defaults, drops nulls and empty tags and puts the UUID in lower case, so that two descriptions of the same
 * snapshot are equal. Accepts values that fit the schema or are still unknown.
 */
function normalizeInputs(args: JsonObject, scope: DefaultScope = {}): SnapshotAttributesInputs {
  const { snapshotId } = args;
  return {
    projectId: args.projectId ?? scope.projectId,
    regionId: args.regionId ?? scope.regionId,
    snapshotId: typeof snapshotId === "string" ? snapshotId.toLowerCase() : snapshotId,
    ...normalizeManaged(args),
  } as SnapshotAttributesInputs;
}

/** The snapshot, whose name and tags one resource declares. */
export function listDeclarations(values: Partial<SnapshotAttributesInputs>): Declaration[] {
  const key = ids.find(values);
  const advice = "Put the name and all tags of the snapshot into one resource, and remove the other one";
  return key === undefined ? [] : [{ property: "snapshotId", key, advice, object: "taken" }];
}
