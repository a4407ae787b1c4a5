import * as z from "zod";
import { isJsonObject, mapValues } from "../../values/json";
import type { Client } from "../transport/client";
import type { Clock } from "../transport/stop";
import { type CloudScope, formatPath } from "./path";
import type { OnDetail } from "./batched-reads";
import { ObjectCalls, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";
import { startedTasks } from "./tasks";

/** A field that may be missing or `null`. A value of another type counts as missing, so that the rest can be read. */
function lenient<T>(field: z.ZodType<T>) {
  return field.nullish().catch(undefined);
}

type Plain = string | number | boolean | null;

const limit = lenient(z.number());

/**
 * Variables are strings, whatever type the platform sends; a map with anything but plain values counts as missing. Not
 * `z.record`, which drops a variable named `__proto__`.
 */
const variables = z
  .custom<Record<string, Plain>>(
    (value) =>
      isJsonObject(value) &&
      Object.values(value).every((it) => it === null || ["string", "number", "boolean"].includes(typeof it)),
    "must be a map of strings",
  )
  .transform((envs) => mapValues(envs, (value) => String((value as Plain) ?? "")) as Record<string, string>);

/** A function as the platform returns it (contract, section 2.6, and what the platform adds). */
export const functionAnswer = z.looseObject({
  name: z.string(),
  code_text: lenient(z.string()),
  main_method: lenient(z.string()),
  runtime: lenient(z.string()),
  flavor: lenient(z.string()),
  timeout: lenient(z.number()),
  autoscaling: lenient(z.looseObject({ min_instances: limit, max_instances: limit })),
  dependencies: lenient(z.string()),
  description: lenient(z.string()),
  enable_api_key: lenient(z.boolean()),
  envs: lenient(variables),
  disabled: lenient(z.boolean()),
  id: lenient(z.union([z.string(), z.number()])),
  endpoint: lenient(z.string()),
  status: lenient(z.string()),
  build_status: lenient(z.string()),
  build_message: lenient(z.string()),
  deploy_status: lenient(z.record(z.string(), z.number())),
  created_at: lenient(z.string()),
});

export type FunctionAnswer = z.infer<typeof functionAnswer>;

/** Where a function is, and what it is called. */
export interface FunctionRef extends CloudScope {
  namespace: string;
  name: string;
}

const kind: ObjectKind<FunctionRef, FunctionAnswer> = {
  plural: "functions",
  keyName: "name",
  getKey: ({ name }) => name,
  getItemKey: ({ name }) => name,
  getListPath: buildCollectionPath,
  // Dependencies can hold the token of a private source.
  secretKeys: ["envs", "dependencies"],
  answer: functionAnswer,
  // The contract does not show the list; we assume the form of the list of images.
  page: definePage(skipUnreadable(functionAnswer)),
};

/**
 * The function calls of the cloud (contract, section 4.5, and the operations that go with it). Each change returns the
 * IDs of the tasks that it has started.
 */
export class FunctionsEndpoint extends ObjectCalls<FunctionRef, FunctionAnswer> {
  constructor(client: Client, onDetail?: OnDetail, clock?: Clock) {
    super(client, kind, onDetail, clock);
  }

  create(ref: FunctionRef, body: object): Promise<string[]> {
    this.markChanged(ref);
    return this.post(buildCollectionPath(ref), { body, answer: startedTasks });
  }

  patch(ref: FunctionRef, body: object): Promise<string[]> {
    return this.send(ref, { method: "PATCH", body, answer: startedTasks });
  }

  delete(ref: FunctionRef): Promise<string[]> {
    return this.send(ref, { method: "DELETE", answer: startedTasks });
  }
}

function buildCollectionPath({ projectId, regionId, namespace }: FunctionRef): string {
  return formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}/${namespace}/functions`;
}
