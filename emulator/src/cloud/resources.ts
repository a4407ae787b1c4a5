import type { HasOperation, OperationStatus } from "./operation";

/** How one kind of resources is stored. */
export interface ResourceKind<V> {
  readonly toKey: (resource: V) => string;
  /** Returns the resource after its operation, or undefined if that removes it. */
  readonly finish: (stored: V, status: OperationStatus) => V | undefined;
}

/** The resources of one kind. What an ended operation does takes effect when its resource is read. */
export class Resources<V extends HasOperation> {
  constructor(
    private readonly getStored: () => Map<string, V>,
    private readonly kind: ResourceKind<V>,
    private readonly getOperationStatus: (operation: HasOperation["operation"]) => OperationStatus | undefined,
  ) {}

  /** One resource by its key, also while it is hidden. */
  find(key: string): V | undefined {
    const stored = this.getStored().get(key);
    const status = stored && this.getStatus(stored);
    if (stored === undefined || status?.phase !== "ended") {
      return stored;
    }
    const after = this.kind.finish(stored, status);
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
  getStatus({ operation }: V): OperationStatus | undefined {
    return this.getOperationStatus(operation);
  }

  private isVisible(resource: V): boolean {
    return resource.operation?.kind !== "create" || this.getStatus(resource)?.phase !== "waiting";
  }
}
