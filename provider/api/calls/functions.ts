import * as z from "zod";
import { isJsonObject, mapValues } from "../../values/json";
import { type CloudScope, formatPath, isSegment } from "./path";
import { defineFields } from "./naming";
import { ObjectCalls, type Doubt, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

/** A field that may be missing or `null`. A value of another type counts as missing, so that the rest can be read. */
function relax<T>(field: z.ZodType<T>) {
  return field.nullish().catch(undefined);
}

type JsonPrimitive = string | number | boolean | null;

const limit = relax(z.number());

/**
 * Variables become strings, whatever the platform sends; a map with anything but primitive values counts as missing.
 * Not `z.record`, which drops a variable named `__proto__`.
 */
const variables = z
  .custom<Record<string, JsonPrimitive>>(
    (value) =>
      isJsonObject(value) &&
      Object.values(value).every((it) => it === null || ["string", "number", "boolean"].includes(typeof it)),
  )
  .transform((envs) => mapValues(envs, (value) => String((value as JsonPrimitive) ?? "")) as Record<string, string>);

/** A function as the platform returns it (contract, section 2.6, and what the platform adds). */
export const functionAnswer = z.looseObject({
  name: z.string(),
  ...defineFields(relax(z.string()), "code_text", "main_method", "runtime", "flavor", "dependencies", "description"),
  ...defineFields(relax(z.string()), "endpoint", "status", "build_status", "build_message", "created_at"),
  ...defineFields(relax(z.boolean()), "enable_api_key", "disabled"),
  timeout: limit,
  autoscaling: relax(z.looseObject({ min_instances: limit, max_instances: limit })),
  envs: relax(variables),
  id: relax(z.union([z.string(), z.number()])),
  deploy_status: relax(z.record(z.string(), z.number())),
});

export type FunctionAnswer = z.infer<typeof functionAnswer>;

/** A namespace of functions as the platform returns it (platform facts, "Namespaces of functions"). */
export const namespaceAnswer = z.looseObject({
  name: z.string(),
  ...defineFields(relax(z.string()), "description", "status", "created_at"),
  envs: relax(variables),
  functions: relax(skipUnreadable(functionAnswer)),
  functions_deploy_status: relax(z.record(z.string(), z.number())),
});

export type NamespaceAnswer = z.infer<typeof namespaceAnswer>;

export interface NamespaceRef extends CloudScope {
  name: string;
}

export interface FunctionRef extends NamespaceRef {
  namespace: string;
}

/** No change starts more than a hundred tasks. */
const taskIds = z.array(z.string().refine(isSegment, { error: "is not a task ID" })).max(100);

/** The answer to a call that starts tasks: their IDs (contract, section 4.5), in a field or as a bare list. */
const startedTasks = z.union([taskIds, z.looseObject({ tasks: taskIds }).transform(({ tasks }) => tasks)]);

/** The calls about objects that the platform changes in tasks. Each change returns the IDs of the tasks it started. */
abstract class TaskCalls<Ref extends NamespaceRef, Item extends { name: string }> extends ObjectCalls<Ref, Item> {
  create(ref: Ref, body: object): Promise<string[]> {
    this.markChanged(ref);
    return this.request(this.kind.getListPath(ref), { method: "POST", body, answer: startedTasks });
  }

  patch(ref: Ref, body: object): Promise<string[]> {
    return this.send(ref, { method: "PATCH", body, answer: startedTasks });
  }

  delete(ref: Ref): Promise<string[]> {
    return this.send(ref, { method: "DELETE", answer: startedTasks });
  }
}

const keyedByName = { keyName: "name", getKey: ({ name }: NamespaceRef) => name } as const;

export class NamespacesEndpoint extends TaskCalls<NamespaceRef, NamespaceAnswer> {
  protected readonly kind: ObjectKind<NamespaceRef, NamespaceAnswer> = {
    plural: "namespaces",
    ...keyedByName,
    getListPath: buildNamespacesPath,
    secretKeys: ["envs"],
    answer: namespaceAnswer,
    page: definePage(skipUnreadable(namespaceAnswer)),
  };

  list(scope: CloudScope): Promise<NamespaceAnswer[]> {
    return this.readList(buildNamespacesPath(scope), {});
  }
}

/** The cloud's calls about functions (contract, section 4.5, and the operations that go with it). */
export class FunctionsEndpoint extends TaskCalls<FunctionRef, FunctionAnswer> {
  readonly namespaces = new NamespacesEndpoint(this.client);

  protected readonly kind: ObjectKind<FunctionRef, FunctionAnswer> = {
    plural: "functions",
    ...keyedByName,
    getListPath: (ref) => buildNamespacesPath(ref) + formatPath`/${ref.namespace}/functions`,
    // Dependencies can hold the token of a private package source.
    secretKeys: ["envs", "dependencies"],
    answer: functionAnswer,
    // The contract does not show the list; we assume the form of the list of images.
    page: definePage(skipUnreadable(functionAnswer)),
  };

  /** All functions of a project and region, from the list of namespaces, which has the functions of each. */
  async list(scope: CloudScope): Promise<(FunctionAnswer & { namespace: string })[]> {
    return (await this.namespaces.list(scope)).flatMap(({ name: namespace, functions }) =>
      (functions ?? []).flatMap((found) => (found ? { ...found, namespace } : [])),
    );
  }

  /** Marks the namespace, too: an earlier list may lack it although it exists by now. */
  override create(ref: FunctionRef, body: object): Promise<string[]> {
    this.namespaces.markChanged({ ...ref, name: ref.namespace });
    return super.create(ref, body);
  }

  /** If the namespace is gone, so is the function: a 404 instead of the list of functions then raises no doubt. */
  override async findDoubt(ref: FunctionRef): Promise<Doubt | undefined> {
    const doubt = await super.findDoubt(ref);
    return doubt && (await this.namespaces.findDoubt({ ...ref, name: ref.namespace })) && doubt;
  }
}

function buildNamespacesPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}`;
}
