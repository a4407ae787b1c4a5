import * as z from "zod";
import { isJsonObject, mapValues } from "../../values/json";
import { UnexpectedAnswerError } from "../failures/errors";
import { type CloudScope, formatPath, isSegment } from "./path";
import { defineFields } from "./naming";
import { ObjectCalls, type Doubt, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

/** A value of a wrong type counts as missing, so that it does not spoil the whole answer. */
function relax<T>(field: z.ZodType<T>) {
  return field.nullish().catch(undefined);
}

type JsonPrimitive = string | number | boolean | null;

const limit = relax(z.number());

/** Environment variables as text. A `z.record` would drop a variable named `__proto__`. */
const variables = z
  .custom<Record<string, JsonPrimitive>>(
    (value) =>
      isJsonObject(value) &&
      Object.values(value).every((it) => it === null || ["string", "number", "boolean"].includes(typeof it)),
  )
  .transform((envs) => mapValues(envs, (value) => String((value as JsonPrimitive) ?? "")) as Record<string, string>);

/** A function as the platform returns it. Section 2.6 (docs/contract.md) describes only the fields of its creation. */
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
  // An unreadable list must not look like an empty or a missing one.
  functions: skipUnreadable(functionAnswer).nullish().catch([undefined]),
  functions_deploy_status: relax(z.record(z.string(), z.number())),
});

export type NamespaceAnswer = z.infer<typeof namespaceAnswer>;

export function readFunctions({ name, functions }: NamespaceAnswer): FunctionAnswer[] {
  const readable = (functions ?? []).filter((one) => one !== undefined);
  if (functions?.length && readable.length === 0) {
    throw new UnexpectedAnswerError({ message: `no function of the namespace "${name}" has the expected form` });
  }
  return readable;
}

export interface NamespaceRef extends CloudScope {
  name: string;
}

export interface FunctionRef extends NamespaceRef {
  namespace: string;
}

/** More than 100 IDs are refused, because each task is polled, and no change starts so many. */
const taskIds = z.array(z.string().refine(isSegment, { error: "is not a task ID" })).max(100);

/** The answer to a change: the IDs of its tasks, as a bare list or in `tasks` (docs/contract.md, section 4.5). */
const startedTasks = z.union([taskIds, z.looseObject({ tasks: taskIds }).transform(({ tasks }) => tasks)]);

abstract class TaskCalls<Ref extends NamespaceRef, Item extends { name: string }> extends ObjectCalls<Ref, Item> {
  /** A 404 is about the namespace or the project here. Unlike in `patch` and `delete`, no list is checked. */
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
    // The list of dependencies can contain the access token of a private package registry.
    secretKeys: ["envs", "dependencies"],
    answer: functionAnswer,
    // The contract does not describe the list of functions, so the list is assumed to have the form of the others.
    page: definePage(skipUnreadable(functionAnswer)),
  };

  async list(scope: CloudScope): Promise<(FunctionAnswer & { namespace: string })[]> {
    return (await this.namespaces.list(scope)).flatMap((namespace) =>
      readFunctions(namespace).map((found) => ({ ...found, namespace: namespace.name })),
    );
  }

  /** The namespace may be new, so an earlier list without it does not prove that the namespace is gone. */
  override create(ref: FunctionRef, body: object): Promise<string[]> {
    this.namespaces.markChanged({ ...ref, name: ref.namespace });
    return super.create(ref, body);
  }

  /** If the namespace is gone, its functions are gone, too, but the request for their list gets a 404. */
  override async findDoubt(ref: FunctionRef): Promise<Doubt | undefined> {
    const doubt = await super.findDoubt(ref);
    return doubt && (await this.namespaces.findDoubt({ ...ref, name: ref.namespace })) && doubt;
  }
}

function buildNamespacesPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}`;
}
