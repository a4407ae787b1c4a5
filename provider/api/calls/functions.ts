import * as z from "zod";
import { isJsonObject, mapValues } from "../../values/json";
import { type CloudScope, formatPath, isSegment } from "./path";
import { defineFields } from "./naming";
import { ObjectCalls, type Doubt, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

/** Accepts a missing or `null` field. A wrong type counts as missing, so one bad field does not spoil an answer. */
function relax<T>(field: z.ZodType<T>) {
  return field.nullish().catch(undefined);
}

type JsonPrimitive = string | number | boolean | null;

const limit = relax(z.number());

/** Not a `z.record`, because that drops a variable named `__proto__`. */
const variables = z
  .custom<Record<string, JsonPrimitive>>(
    (value) =>
      isJsonObject(value) &&
      Object.values(value).every((it) => it === null || ["string", "number", "boolean"].includes(typeof it)),
  )
  .transform((envs) => mapValues(envs, (value) => String((value as JsonPrimitive) ?? "")) as Record<string, string>);

/** A function has the fields that were sent to create it (docs/contract.md, section 2.6), and some more. */
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

/** No change starts more than 100 tasks. A longer list is refused, because every task in it would be polled. */
const taskIds = z.array(z.string().refine(isSegment, { error: "is not a task ID" })).max(100);

/** The IDs of the tasks that a change starts (docs/contract.md, section 4.5): a bare list, or in the field `tasks`. */
const startedTasks = z.union([taskIds, z.looseObject({ tasks: taskIds }).transform(({ tasks }) => tasks)]);

/** Calls for objects that the platform changes in asynchronous tasks. Each change returns the IDs of its tasks. */
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

export class FunctionsEndpoint extends TaskCalls<FunctionRef, FunctionAnswer> {
  readonly namespaces = new NamespacesEndpoint(this.client);

  protected readonly kind: ObjectKind<FunctionRef, FunctionAnswer> = {
    plural: "functions",
    ...keyedByName,
    getListPath: (ref) => buildNamespacesPath(ref) + formatPath`/${ref.namespace}/functions`,
    // A dependency can contain the access token of a private package registry.
    secretKeys: ["envs", "dependencies"],
    answer: functionAnswer,
    // The contract does not describe this list, so it is assumed to look like the others.
    page: definePage(skipUnreadable(functionAnswer)),
  };

  async list(scope: CloudScope): Promise<(FunctionAnswer & { namespace: string })[]> {
    return (await this.namespaces.list(scope)).flatMap(({ name: namespace, functions }) =>
      (functions ?? []).flatMap((found) => (found ? { ...found, namespace } : [])),
    );
  }

  /** Marks the namespace as changed, too, so that an older list without it does not prove that it is gone. */
  override create(ref: FunctionRef, body: object): Promise<string[]> {
    this.namespaces.markChanged({ ...ref, name: ref.namespace });
    return super.create(ref, body);
  }

  /** If the namespace is gone, so is the function. The list of functions cannot prove that, because it is gone, too. */
  override async findDoubt(ref: FunctionRef): Promise<Doubt | undefined> {
    const doubt = await super.findDoubt(ref);
    return doubt && (await this.namespaces.findDoubt({ ...ref, name: ref.namespace })) && doubt;
  }
}

function buildNamespacesPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}`;
}
