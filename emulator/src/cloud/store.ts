import type { Clock } from "../clock";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import { empty, imageKey, merge, uuidKey, type Contents } from "./contents";
import { functionKey, type StoredFunction } from "./functions/schema";
import { settleFunction } from "./functions/settle";
import type { Image } from "./images/schema";
import { standingOf, type Operated, type Standing } from "./operation";
import type { CloudState } from "./seed";
import { settleSnapshot } from "./snapshots/operation";
import type { Snapshot } from "./snapshots/schema";
import type { Switches } from "./switches";
import type { TaskLife } from "./tasks/life";
import { advance, poll, type StartedTask } from "./tasks/progress";
import { newTasks, type Task } from "./tasks/task";

/** What an operation that has ended leaves of a resource; undefined: nothing. */
type Settle<V> = (stored: V, standing: Standing) => V | undefined;

/** So many tasks are known for sure; ended ones beyond are forgotten, so that a long run does not fill the memory. */
export const tasksKept = 10_000;

/**
 * The cloud's state in memory. Every change is one synchronous step, so parallel requests cannot see half of it.
 * Tasks go on, and what has ended takes effect, when somebody looks: a request costs the same however much there is.
 */
export class CloudStore extends SeededStore<Contents> {
  private forgetAt = 2 * tasksKept;

  constructor(private readonly clock: Clock) {
    super(empty, merge);
  }

  /** Tasks of a seed start when it is taken. */
  override prepare(seed: Seed, mode: "add" | "replace"): () => void {
    const take = super.prepare(seed, mode);
    return () => {
      take();
      this.settleAll();
    };
  }

  /** A copy of everything. */
  state(): CloudState {
    this.settleAll();
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

  /** All images in the order in which they were seeded. */
  images(): Image[] {
    return [...this.contents.images.values()];
  }

  /** One image of a project and region, or undefined. */
  image(place: Pick<Image, "id" | "project_id" | "region_id">): Image | undefined {
    return this.contents.images.get(imageKey(place));
  }

  /** All snapshots in the order in which they were seeded or created. */
  snapshots(): Snapshot[] {
    return [...this.contents.snapshots.keys()].flatMap((id) => this.snapshot(id) ?? []);
  }

  /** One snapshot by its ID in lower case, or undefined. */
  snapshot(id: string): Snapshot | undefined {
    return this.settled(this.contents.snapshots, id, settleSnapshot);
  }

  /** Puts a snapshot in the place of the one with its ID. */
  put(snapshot: Snapshot): void {
    this.contents.snapshots.set(uuidKey(snapshot), snapshot);
  }

  /** One function by its key, or undefined; one that is being created is there from the start. */
  functionAt(key: string): StoredFunction | undefined {
    return this.settled(this.contents.functions, key, settleFunction);
  }

  /** Puts a function in the place of the one with its key. */
  putFunction(stored: StoredFunction): void {
    this.contents.functions.set(functionKey(stored), stored);
  }

  /** Starts the tasks of a call and returns their IDs; without a `life` of its own, as the seed says. */
  startTasks(task_type: string, created_resources: Task["created_resources"], life?: TaskLife): string[] {
    this.forgetOldTasks();
    const started = newTasks({ task_type, created_resources }, life ?? this.switches.taskLife);
    const now = this.now();
    for (const task of started) this.contents.tasks.set(uuidKey(task), advance(task, now));
    return started.map(({ id }) => id);
  }

  /** One poll of a task by its ID in lower case; undefined: it is not known, or not yet. */
  pollTask(id: string): StartedTask | undefined {
    const task = this.task(id);
    if (!task) return undefined;
    const { seen, after } = poll(task, this.now());
    this.contents.tasks.set(id, after);
    return seen;
  }

  /** What the next poll of a task sees, without being one. */
  peekTask(id: string): StartedTask | undefined {
    const task = this.task(id);
    return task && poll(task, this.now()).seen;
  }

  /** How far an operation has come; undefined where there is none. */
  standing(operation: Operated["operation"]): Standing | undefined {
    return operation && standingOf(operation.tasks.flatMap((id) => this.task(id.toLowerCase()) ?? []));
  }

  /** Switches in force. */
  get switches(): Switches {
    return this.contents.switches;
  }

  /** A task as it is by now. */
  private task(id: string): StartedTask | undefined {
    const task = this.contents.tasks.get(id);
    if (!task) return undefined;
    const advanced = advance(task, this.now());
    if (advanced !== task) this.contents.tasks.set(id, advanced);
    return advanced;
  }

  /** A resource as it is by now: an operation that has ended takes effect. */
  private settled<V extends Operated>(all: Map<string, V>, key: string, settle: Settle<V>): V | undefined {
    const stored = all.get(key);
    const standing = this.standing(stored?.operation);
    if (stored === undefined || standing?.phase !== "ended") return stored;
    const after = settle(stored, standing);
    if (after === undefined) all.delete(key);
    else all.set(key, after);
    return after;
  }

  private settleAll(): void {
    const { tasks, snapshots, functions } = this.contents;
    for (const id of tasks.keys()) this.task(id);
    for (const id of [...snapshots.keys()]) this.snapshot(id);
    for (const key of [...functions.keys()]) this.functionAt(key);
  }

  /** Clients ask about a task while it runs and soon after. Rarely enough to cost nothing for each single one. */
  private forgetOldTasks(): void {
    const { tasks, snapshots, functions } = this.contents;
    if (tasks.size < this.forgetAt) return;
    this.settleAll();
    const operated: Operated[] = [...snapshots.values(), ...functions.values()];
    const atWork = new Set(operated.flatMap(({ operation }) => operation?.tasks.map((id) => id.toLowerCase()) ?? []));
    for (const [id, { progress }] of tasks) {
      if (tasks.size <= tasksKept) break;
      if (progress?.phase === "ENDED" && !atWork.has(id)) tasks.delete(id);
    }
    this.forgetAt = 2 * Math.max(tasksKept, tasks.size);
  }
}
