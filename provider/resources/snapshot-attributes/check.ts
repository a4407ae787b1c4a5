import { isJsonObject, type JsonObject } from "../../json";
import { propertyPath, schemaFailures } from "../../core/check";
import type { Checked, Failure } from "../../core/handler";
import { scopeFailures, type DefaultScope } from "../../model/scope";
import { normalizeInputs } from "./normalize";
import { argsSchema, tagKeyProblem, type SnapshotAttributesInputs } from "./schema";

/**
 * Finds everything the contract (sections 4.3, 8) lets one decide without the platform; all failures at once. `scope`
 * is what the configuration says; it is undefined where the configuration cannot be used, which is a failure already.
 */
export function checkSnapshotAttributes(
  args: JsonObject,
  scope: DefaultScope | undefined,
): Checked<SnapshotAttributesInputs> {
  const failures = [...schemaFailures(argsSchema, args), ...scopeFailures(args, scope), ...tagKeyFailures(args.tags)];
  return { inputs: normalizeInputs(args, scope), failures };
}

function tagKeyFailures(tags: unknown): Failure[] {
  return (isJsonObject(tags) ? Object.keys(tags) : []).flatMap((key) => {
    const reason = tagKeyProblem(key);
    return reason ? [{ property: propertyPath(["tags", key]), reason }] : [];
  });
}
