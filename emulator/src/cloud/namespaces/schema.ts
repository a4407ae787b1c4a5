import { z } from "zod";
import { mergeChange } from "../../json-object";
import { optionalFields, resourceName } from "../functions/fields";
import { operationTasks, chooseOutcome, type OperationStatus } from "../operation";
import { scopeShape, toScopeKey, type Scope } from "../scope";

/** What a PATCH takes, all of it optional (platform facts "Namespaces of functions"). */
export const namespaceChange = z
  .strictObject({ description: optionalFields.description.nullable(), envs: optionalFields.envs.nullable() })
  .partial();

/** The body of a create (platform facts "Namespaces of functions"). */
export const newNamespace = namespaceChange.extend({ name: resourceName });

/** A namespace in a seed: where it is, its fields in their wire form and, during a change, its operation. */
export const namespaceSchema = z.strictObject({
  project_id: scopeShape.project_id,
  region_id: scopeShape.region_id,
  name: resourceName,
  description: namespaceChange.shape.description.default(null),
  envs: namespaceChange.shape.envs.default(null),
  status: z.string().min(1).default("Active"),
  created_at: z.string().default("2026-01-12T09:00:00+0000"),
  operation: z
    .strictObject({
      kind: z.enum(["create", "update", "delete"]),
      tasks: operationTasks,
      /** Values of an update, until its tasks have ended. */
      change: namespaceChange.optional(),
    })
    .optional(),
});

/** A namespace as the emulator stores it: its fields before the operation, and the operation. */
export type StoredNamespace = z.output<typeof namespaceSchema>;

/** Formats a key for maps. */
export const toNamespaceKey = (stored: Scope & { readonly name: string }): string => toScopeKey(stored, stored.name);

/** Whether functions can be created in it. */
export const isOpen = ({ operation }: StoredNamespace): boolean => !operation || operation.kind === "update";

// The platform facts give `Active` as an example; these are the emulator's own.
const runningStatus = { create: "Creating", update: "Updating", delete: "Deleting" } as const;

/** Returns `status` as a client sees it. */
export function resolveStatus({ status, operation }: StoredNamespace, of: OperationStatus | undefined): string {
  return operation && of?.phase === "running" ? runningStatus[operation.kind] : status;
}

/** Returns the namespace after all tasks of its operation have ended; undefined if it is gone. */
export function finishNamespaceOperation(
  { operation, ...before }: StoredNamespace,
  operationStatus: OperationStatus,
): StoredNamespace | undefined {
  const status = operationStatus.hasFailed ? "Failed" : "Active";
  const after = { ...mergeChange(before, operation?.change), status };
  return chooseOutcome(operation?.kind, operationStatus, { before, after });
}
