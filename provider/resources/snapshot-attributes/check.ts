import { isJsonObject, type JsonObject } from "../../values/json";
import { formatPropertyPath, checkSchema } from "../../core/check";
import type { Checked, Declaration, Failure } from "../../core/handler";
import { checkScope, type DefaultScope } from "../../model/scope";
import { normalizeInputs, argsSchema, findTagKeyProblem, type SnapshotAttributesInputs } from "./schema";
import { findId } from "./wire";

/**
 * Checks everything that the contract (sections 4.3, 8) decides without the platform, and reports all failures at once.
 * `scope` is undefined if the configuration is invalid, which is reported elsewhere.
 */
export function checkSnapshotAttributes(
  args: JsonObject,
  scope: DefaultScope | undefined,
): Checked<SnapshotAttributesInputs> {
  const failures = [...checkSchema(argsSchema, args), ...checkScope(args, scope), ...checkTagKeys(args.tags)];
  return { inputs: normalizeInputs(args, scope), failures };
}

function checkTagKeys(tags: unknown): Failure[] {
  return (isJsonObject(tags) ? Object.keys(tags) : []).flatMap((key) => {
    const reason = findTagKeyProblem(key);
    return reason ? [{ property: formatPropertyPath(["tags", key]), reason }] : [];
  });
}

/** The snapshot, whose name and tags one resource declares. */
export function listDeclarations(values: Partial<SnapshotAttributesInputs>): Declaration[] {
  const key = findId(values);
  const advice = "Put the name and all tags of the snapshot into one resource, and remove the other one";
  return key === undefined ? [] : [{ property: "snapshotId", key, advice, object: "taken" }];
}
