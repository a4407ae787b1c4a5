import { z } from "zod";
import { isJsonObject } from "../../json";
import type { Client } from "../client";
import { startedTasks } from "./tasks";

const autoscaling = z.looseObject({ min_instances: z.number().nullish(), max_instances: z.number().nullish() });

/** No `z.record`, which takes out a variable of the name `__proto__`. */
const variables = z.custom<Record<string, string>>(
  (value) => isJsonObject(value) && Object.values(value).every((text) => typeof text === "string"),
  "must be a map of texts",
);

const cloudFunction = z.looseObject({
  name: z.string(),
  code_text: z.string().nullish(),
  main_method: z.string().nullish(),
  runtime: z.string().nullish(),
  flavor: z.string().nullish(),
  timeout: z.number().nullish(),
  autoscaling: autoscaling.nullish(),
  dependencies: z.string().nullish(),
  description: z.string().nullish(),
  enable_api_key: z.boolean().nullish(),
  envs: variables.nullish(),
  disabled: z.boolean().nullish(),
  id: z.union([z.string(), z.number()]).nullish(),
  endpoint: z.string().nullish(),
  status: z.string().nullish(),
  build_status: z.string().nullish(),
  build_message: z.string().nullish(),
  deploy_status: z.record(z.string(), z.number()).nullish(),
  created_at: z.string().nullish(),
});

/** A function as the platform answers it (contract, section 2.6, and what the platform adds). */
export type FunctionAnswer = z.infer<typeof cloudFunction>;

/** Where a function is, and what it is called. */
export interface FunctionRef {
  projectId: number;
  regionId: number;
  namespace: string;
  name: string;
}

/**
 * The function calls of the cloud (contract, section 4.5, and the operations that go with it). Each change answers the
 * IDs of the tasks that it has started.
 */
export class FunctionsEndpoint {
  constructor(private readonly client: Client) {}

  create(ref: FunctionRef, body: object): Promise<string[]> {
    return this.client.request({ method: "POST", path: collectionOf(ref), body, answer: startedTasks });
  }

  get(ref: FunctionRef): Promise<FunctionAnswer> {
    return this.client.request({ method: "GET", path: pathOf(ref), answer: cloudFunction });
  }

  patch(ref: FunctionRef, body: object): Promise<string[]> {
    return this.client.request({ method: "PATCH", path: pathOf(ref), body, answer: startedTasks });
  }

  delete(ref: FunctionRef): Promise<string[]> {
    return this.client.request({ method: "DELETE", path: pathOf(ref), answer: startedTasks });
  }
}

function collectionOf({ projectId, regionId, namespace }: FunctionRef): string {
  return `/cloud/v1/faas/namespaces/${projectId}/${regionId}/${encodeURIComponent(namespace)}/functions`;
}

function pathOf(ref: FunctionRef): string {
  return `${collectionOf(ref)}/${encodeURIComponent(ref.name)}`;
}
