import type { Clock } from "../clock";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import { createEmpty, toImageKey, mergeSeed, toUuidKey, type CloudContents } from "./contents";
import { toFunctionKey, type FunctionKey, type StoredFunction } from "./functions/schema";
import { finishFunctionOperation } from "./functions/finish";
import type { Image } from "./images/schema";
import { summarizeTasks, type HasOperation, type OperationStatus } from "./operation";
import type { CloudState } from "./seed";
import { finishSnapshotOperation } from "./snapshots/operation";
import type { Snapshot } from "./snapshots/schema";
import type { CloudSwitches } from "./switches";
import type { TaskLife } from "./tasks/life";
import { advanceTask, pollTask, type StartedTask } from "./tasks/progress";
import { createTasks, type Task } from "./tasks/task";

/** Returns the resource after its operation, or undefined if that removes it. */
type FinishOperation<V> = (stored: V, status: OperationStatus) => V | undefined;

/** At least this many tasks are kept; older ones that have ended are dropped, to bound the memory. */
export const maxTasks = 10_000;

/**
 * The cloud's state in memory. Every change is synchronous, so parallel requests never see half of it. Tasks advance,
 * and ended operations take effect, when they are read, so the cost of a request does not depend on the state's size.
 */
export class CloudStore extends SeededStore<CloudContents> {
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
    const { images, snapshots, functions, tasks, switches } = this.contents;
    const lists = {
      images: [...images.values()],
      snapshots: [...snapshots.values()],
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

  /** All snapshots, in order of their creation. */
  listSnapshots(): Snapshot[] {
    return [...this.contents.snapshots.keys()].flatMap((id) => this.findSnapshot(id) ?? []);
  }

  /** One snapshot by its ID in lower case. */
  findSnapshot(id: string): Snapshot | undefined {
    return this.refreshResource(this.contents.snapshots, id, finishSnapshotOperation);
  }

  /** Stores a snapshot under its ID. */
  putSnapshot(snapshot: Snapshot): void {
    this.contents.snapshots.set(toUuidKey(snapshot), snapshot);
  }

  /** The functions of a namespace, in order of their creation. */
  listFunctions({ project_id, region_id, namespace }: Omit<FunctionKey, "name">): StoredFunction[] {
    const prefix = toFunctionKey({ project_id, region_id, namespace, name: "" });
    const keys = [...this.contents.functions.keys()].filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => this.findFunction(key) ?? []);
  }

  /** One function by its key, also while it is being created. */
  findFunction(key: string): StoredFunction | undefined {
    return this.refreshResource(this.contents.functions, key, finishFunctionOperation);
  }

  /** Stores a function under its key. */
  putFunction(stored: StoredFunction): void {
    this.contents.functions.set(toFunctionKey(stored), stored);
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

  /** The status of an operation, if there is one. */
  getOperationStatus(operation: HasOperation["operation"]): OperationStatus | undefined {
    return operation && summarizeTasks(operation.tasks.flatMap((id) => this.refreshTask(id.toLowerCase()) ?? []));
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

  /** Applies the operation of a resource if it has ended. */
  private refreshResource<V extends HasOperation>(
    all: Map<string, V>,
    key: string,
    settle: FinishOperation<V>,
  ): V | undefined {
    const stored = all.get(key);
    const status = this.getOperationStatus(stored?.operation);
    if (stored === undefined || status?.phase !== "ended") {
      return stored;
    }
    const after = settle(stored, status);
    if (after === undefined) {
      all.delete(key);
    } else {
      all.set(key, after);
    }
    return after;
  }

  private refreshAll(): void {
    const { tasks, snapshots, functions } = this.contents;
    for (const id of tasks.keys()) {
      this.refreshTask(id);
    }
    for (const id of [...snapshots.keys()]) {
      this.findSnapshot(id);
    }
    for (const key of [...functions.keys()]) {
      this.findFunction(key);
    }
  }

  /** Drops old tasks, which clients no longer poll; once per `maxTasks` new ones, so that a single one is cheap. */
  private forgetOldTasks(): void {
    const { tasks, snapshots, functions } = this.contents;
    if (tasks.size < this.forgetLimit) {
      return;
    }
    this.refreshAll();
    const resources: HasOperation[] = [...snapshots.values(), ...functions.values()];
    const pendingTasks = new Set(
      resources.flatMap(({ operation }) => operation?.tasks.map((id) => id.toLowerCase()) ?? []),
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
