import type { SnapshotRef } from "../../api/calls/snapshots";
import { isJsonObject, type JsonObject } from "../../values/json";
import { formatPropertyPath, checkSchema } from "../../core/check";
import type { Checked, Declaration, Failure } from "../../core/handler";
import { formatSnapshotId } from "../../model/resource-ids";
import { checkScope, type DefaultScope } from "../../model/scope";
import { normalizeInputs } from "./normalize";
import { argsSchema, findTagKeyProblem, type SnapshotAttributesInputs } from "./schema";

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

/**
 * What no other resource may declare: several can share a snapshot, but neither its name nor a tag. One that has
 * `exclusiveTags` shares no tags.
 */
export function listDeclarations({
  projectId,
  regionId,
  snapshotId,
  name,
  tags,
  exclusiveTags,
}: Partial<SnapshotAttributesInputs>): Declaration[] {
  const ref = { projectId, regionId, snapshotId } as SnapshotRef;
  if (!Object.values(ref).every((value) => ["string", "number"].includes(typeof value))) {
    return [];
  }
  const id = formatSnapshotId(ref);
  const tagPaths = Object.keys(tags ?? {}).map((key) => ["tags", key]);
  const single = [...(name === undefined ? [] : [["name"]]), ...tagPaths].map((path) => ({
    property: formatPropertyPath(path),
    key: JSON.stringify([id, ...path]),
    advice: "Let one resource declare it for the snapshot",
  }));
  const isExclusive = exclusiveTags === true;
  const all = {
    property: isExclusive ? "exclusiveTags" : "tags",
    key: JSON.stringify([id, "tags"]),
    advice: "Let one resource declare all tags of the snapshot, or set exclusiveTags: false",
    isShared: !isExclusive,
  };
  return isExclusive || tagPaths.length > 0 ? [...single, all] : single;
}
