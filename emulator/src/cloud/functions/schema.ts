import { createHash } from "node:crypto";
import { z } from "zod";
import { operationTasks } from "../operation";
import { scopeShape, toScopeKey, type Scope } from "../scope";
import { pendingChange } from "./body";
import {
  checkAutoscaling,
  completeAutoscaling,
  createRequiredFields,
  optionalFields,
  resourceName,
  sentAutoscaling,
  maxTimeoutSeconds,
} from "./fields";

const operation = z.strictObject({
  kind: z.enum(["create", "update", "delete"]),
  tasks: operationTasks,
  /** Values of an update, until its tasks have ended. */
  change: pendingChange.optional(),
});

const status = z.string().min(1);
const shape = {
  project_id: scopeShape.project_id,
  region_id: scopeShape.region_id,
  namespace: resourceName,
  name: resourceName,
  runtime: z.string(),
  ...createRequiredFields(maxTimeoutSeconds),
  autoscaling: sentAutoscaling
    .superRefine((sent, context) => {
      const message = checkAutoscaling(sent);
      if (message !== undefined) {
        context.addIssue({ code: "custom", message });
      }
    })
    .prefault({}),
  dependencies: optionalFields.dependencies.default(""),
  description: optionalFields.description.default(""),
  enable_api_key: optionalFields.enable_api_key.default(false),
  envs: optionalFields.envs.default({}),
  disabled: z.boolean().default(false),
  id: z.uuidv4().optional(),
  endpoint: z.string().optional(),
  status: status.optional(),
  build_status: status.default("success"),
  build_message: z.string().default(""),
  deploy_status: z.record(z.string(), z.number().int()).default({ total: 1, ready: 1 }),
  created_at: z.string().default("2026-01-12T09:00:00+0000"),
  operation: operation.optional(),
};

/** What identifies a function. */
interface FunctionKey extends Scope {
  readonly namespace: string;
  readonly name: string;
}

/** Formats a key for maps. */
export const toFunctionKey = (key: FunctionKey): string => toScopeKey(key, key.namespace, key.name);

/** Derives a UUID4 from the key, so that a seed gives the same function in every run. */
function deriveId(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const deriveEndpoint = ({ name, namespace }: FunctionKey): string =>
  `https://${name}-${namespace}.functions.example.com`;

/** The status of a function without an operation; the contract does not name these values. */
export const deriveIdleStatus = (disabled: boolean): string => (disabled ? "INACTIVE" : "ACTIVE");

/** A function in a seed: its key, its fields in their wire form and, during a change, its operation. */
export const functionSchema = z.strictObject(shape).transform(({ operation: pending, ...sent }) => ({
  ...sent,
  autoscaling: completeAutoscaling(sent.autoscaling),
  id: sent.id ?? deriveId(toFunctionKey(sent)),
  endpoint: sent.endpoint ?? deriveEndpoint(sent),
  status: sent.status ?? deriveIdleStatus(sent.disabled),
  ...(pending && { operation: pending }),
}));

/** A function as the emulator stores it: its fields before the operation, and the operation. */
export type StoredFunction = z.output<typeof functionSchema>;
