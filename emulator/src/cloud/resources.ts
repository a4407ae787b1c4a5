import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { HasOperation, OperationStatus } from "./operation";
import type { CloudSwitches } from "./switches";
import type { TaskLife } from "./tasks/life";
import type { Task } from "./tasks/task";

/** One kind of what the cloud stores. */
export interface Kind<V, Others = unknown> {
  /** Of one object in a seed; its output is what is stored. */
  readonly schema: z.ZodType<V>;
  /** The property that has to be unique, for messages. */
  readonly keyName: string;
  /** Formats the key under which it is stored. */
  toKey(stored: V): string;
  /** Returns the object after its operation has ended, or undefined if that removes it. */
  finish?(stored: V, status: OperationStatus): V | undefined;
  /** Returns what is wrong with an object of a seed beside the others, such as `namespace: there is no "web"`. */
  findSeedProblem?(seeded: V, others: Others): string | undefined;
  registerRoutes?(app: FastifyInstance, cloud: never): void;
}

/** What routes see of the cloud. `Used` has what they read and store, by its key of a seed. */
export interface Cloud<Used extends Record<keyof Used, object> = object> {
  readonly objects: { readonly [Name in keyof Used]: Resources<Used[Name]> };
  readonly switches: CloudSwitches;
  /** The emulator's time, in milliseconds since 1970. */
  now(): number;
  /** Starts the tasks of a request and returns their IDs. @param life The default is the seed's. */
  startTasks(task_type: string, created_resources: Task["created_resources"], life?: TaskLife): string[];
}

/** The objects of one kind. What an ended operation does takes effect when its object is read. */
export class Resources<V extends object> {
  constructor(
    private readonly getStored: () => Map<string, V>,
    private readonly kind: Pick<Kind<V>, "toKey" | "finish">,
    private readonly getOperationStatus: (operation: HasOperation["operation"]) => OperationStatus | undefined,
  ) {}

  /** One resource by its key, also while it is hidden. */
  find(key: string): V | undefined {
    const stored = this.getStored().get(key);
    const status = stored && this.getStatus(stored);
    if (stored === undefined || status?.phase !== "ended") {
      return stored;
    }
    const after = this.kind.finish?.(stored, status);
    if (after === undefined) {
      this.getStored().delete(key);
    } else {
      this.getStored().set(key, after);
    }
    return after;
  }

  /** All whose key begins with the prefix, in order of their creation, also those that are hidden. */
  list(prefix = ""): V[] {
    const keys = [...this.getStored().keys()].filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => this.find(key) ?? []);
  }

  /** Like {@link find}; undefined while the resource is hidden: the tasks of its creation are NEW. */
  findVisible(key: string): V | undefined {
    return [this.find(key)].find((found) => found && this.isVisible(found));
  }

  /** Like {@link list}, without what is hidden. */
  listVisible(prefix?: string): V[] {
    return this.list(prefix).filter((found) => this.isVisible(found));
  }

  /** Stores a resource under its key. */
  put(resource: V): void {
    this.getStored().set(this.kind.toKey(resource), resource);
  }

  /** The status of a resource's operation, if there is one. */
  getStatus({ operation }: HasOperation): OperationStatus | undefined {
    return this.getOperationStatus(operation);
  }

  private isVisible(resource: HasOperation): boolean {
    return resource.operation?.kind !== "create" || this.getStatus(resource)?.phase !== "waiting";
  }
}
