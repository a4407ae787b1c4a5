import type { Clock } from "../clock";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import { createEmpty, toImageKey, mergeSeed, toUuidKey, type CloudContents } from "./contents";
import { toFunctionKey } from "./functions/schema";
import { finishFunctionOperation } from "./functions/finish";
import type { Image } from "./images/schema";
import { finishNamespaceOperation } from "./namespaces/operation";
import { toNamespaceKey } from "./namespaces/schema";
import { summarizeTasks, type HasOperation, type OperationStatus } from "./operation";
import { Resources, type ResourceKind } from "./resources";
import type { CloudState } from "./seed";
import { finishSnapshotOperation } from "./snapshots/operation";
import type { CloudSwitches } from "./switches";
import type { TaskLife } from "./tasks/life";
import { advanceTask, pollTask, type StartedTask } from "./tasks/progress";
import { createTasks, type Task } from "./tasks/task";

/** At least this many tasks are kept; older ones that have ended are dropped, to bound the memory. */
export const maxTasks = 10_000;

/**
 * The cloud's state in memory. Every change is synchronous, so parallel requests never see half of it. Tasks advance,
 * and ended operations take effect, when they are read, so the cost of a request does not depend on the state's size.
 */
export class CloudStore extends SeededStore<CloudContents> {
  /** By their ID in lower case. */
  readonly snapshots = this.createResources(({ snapshots }) => snapshots, {
    toKey: toUuidKey,
    finish: finishSnapshotOperation,
  });
  /** By {@link toNamespaceKey}. */
  readonly namespaces = this.createResources(({ namespaces }) => namespaces, {
    toKey: toNamespaceKey,
    finish: finishNamespaceOperation,
  });
  /** By {@link toFunctionKey}. */
  readonly functions = this.createResources(({ functions }) => functions, {
    toKey: toFunctionKey,
    finish: finishFunctionOperation,
  });

  private forgetLimit = 2 * maxTasks;

  constructor(private readonly clock: Clock) {
    super(createEmpty, mergeSeed);
  }

  /** See `Area.prepareSeed`. Seeded tasks start when the seed is applied. */
  override prepareSeed(seed: Seed, mode: "add" | "replace"): () => void {
    const take = super.prepareSeed(seed, mode);
    return () => {
      take();
      this.refreshAll();
    };
  }

  /** A copy of the state. */
  exportState(): CloudState {
    this.refreshAll();
    const { images, snapshots, namespaces, functions, tasks, switches } = this.contents;
    const lists = {
      images: [...images.values()],
      snapshots: [...snapshots.values()],
      namespaces: [...namespaces.values()],
      functions: [...functions.values()],
      tasks: [...tasks.values()],
    };
    return structuredClone({ ...lists, cloud: switches });
  }

  /** The emulator's time, in milliseconds since 1970. */
  now(): number {
    return this.clock.now();
  }

  /** All images, in the order of the seed. */
  listImages(): Image[] {
    return [...this.contents.images.values()];
  }

  /** One image by ID, project and region. */
  findImage(scoped: Pick<Image, "id" | "project_id" | "region_id">): Image | undefined {
    return this.contents.images.get(toImageKey(scoped));
  }

  /** Starts the tasks of a request and returns their IDs. @param life The default is the seed's. */
  startTasks(task_type: string, created_resources: Task["created_resources"], life?: TaskLife): string[] {
    this.forgetOldTasks();
    const started = createTasks({ task_type, created_resources }, life ?? this.switches.taskLife);
    const now = this.now();
    for (const task of started) {
      this.contents.tasks.set(toUuidKey(task), advanceTask(task, now));
    }
    return started.map(({ id }) => id);
  }

  /** Polls a task by its ID in lower case; undefined if it is not known, or not yet. */
  pollTask(id: string): StartedTask | undefined {
    const task = this.refreshTask(id);
    if (!task) {
      return undefined;
    }
    const { seen, after } = pollTask(task, this.now());
    this.contents.tasks.set(id, after);
    return seen;
  }

  /** Returns what the next poll would, without counting as one. */
  peekTask(id: string): StartedTask | undefined {
    const task = this.refreshTask(id);
    return task && pollTask(task, this.now()).seen;
  }

  /** The current switches. */
  get switches(): CloudSwitches {
    return this.contents.switches;
  }

  private refreshTask(id: string): StartedTask | undefined {
    const task = this.contents.tasks.get(id);
    if (!task) {
      return undefined;
    }
    const advanced = advanceTask(task, this.now());
    if (advanced !== task) {
      this.contents.tasks.set(id, advanced);
    }
    return advanced;
  }

  private createResources<V extends HasOperation>(
    select: (contents: CloudContents) => Map<string, V>,
    kind: ResourceKind<V>,
  ): Resources<V> {
    const getStatus = (operation: HasOperation["operation"]): OperationStatus | undefined =>
      operation && summarizeTasks(operation.tasks.flatMap((id) => this.refreshTask(id.toLowerCase()) ?? []));
    return new Resources(() => select(this.contents), kind, getStatus);
  }

  private refreshAll(): void {
    for (const id of this.contents.tasks.keys()) {
      this.refreshTask(id);
    }
    this.listWorkedOn();
  }

  /** Everything that tasks may work on. */
  private listWorkedOn(): HasOperation[] {
    return [...this.snapshots.list(), ...this.namespaces.list(), ...this.functions.list()];
  }

  /** Drops old tasks, which clients no longer poll; once per `maxTasks` new ones, so that a single one is cheap. */
  private forgetOldTasks(): void {
    const { tasks } = this.contents;
    if (tasks.size < this.forgetLimit) {
      return;
    }
    this.refreshAll();
    const pendingTasks = new Set(
      this.listWorkedOn().flatMap(({ operation }) => operation?.tasks.map((id) => id.toLowerCase()) ?? []),
    );
    for (const [id, { progress }] of tasks) {
      if (tasks.size <= maxTasks) {
        break;
      }
      if (progress?.phase === "ENDED" && !pendingTasks.has(id)) {
        tasks.delete(id);
      }
    }
    this.forgetLimit = 2 * Math.max(maxTasks, tasks.size);
  }
}
