import type { Clock } from "../clock";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import { empty, merge, uuidKey, type Contents } from "./contents";
import { functionKey, type StoredFunction } from "./functions/schema";
import type { Image } from "./images/schema";
import { standingOf, type Standing } from "./operation";
import type { CloudState, Switches } from "./seed";
import { settle } from "./settle";
import type { Snapshot } from "./snapshots/schema";
import type { TaskLife } from "./tasks/life";
import { advance, poll, type StartedTask } from "./tasks/progress";
import { newTasks, type Task } from "./tasks/task";

/** The cloud's state in memory. Every change is one synchronous step, so parallel requests cannot see half of it. */
export class CloudStore extends SeededStore<Contents> {
  constructor(private readonly clock: Clock) {
    super(empty, merge);
  }

  /** Tasks of a seed start when it is taken. */
  override prepare(seed: Seed, mode: "add" | "replace"): () => void {
    const take = super.prepare(seed, mode);
    return () => {
      take();
      this.settled();
    };
  }

  /** A copy of everything. */
  state(): CloudState {
    const { images, snapshots, functions, tasks, switches } = this.settled();
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

  /** All snapshots in the order in which they were seeded or created. */
  snapshots(): Snapshot[] {
    return [...this.settled().snapshots.values()];
  }

  /** One snapshot by its ID in lower case, or undefined. */
  snapshot(id: string): Snapshot | undefined {
    return this.settled().snapshots.get(id);
  }

  /** Puts a snapshot in the place of the one with its ID. */
  put(snapshot: Snapshot): void {
    const snapshots = new Map(this.contents.snapshots).set(uuidKey(snapshot), snapshot);
    this.contents = { ...this.contents, snapshots };
  }

  /** One function by its key, or undefined; one that is being created is there from the start. */
  functionAt(key: string): StoredFunction | undefined {
    return this.settled().functions.get(key);
  }

  /** Puts a function in the place of the one with its key. */
  putFunction(stored: StoredFunction): void {
    const functions = new Map(this.contents.functions).set(functionKey(stored), stored);
    this.contents = { ...this.contents, functions };
  }

  /** Starts the tasks of a call and returns their IDs; without a `life` of its own, as the seed says. */
  startTasks(task_type: string, created_resources: Task["created_resources"], life?: TaskLife): string[] {
    const started = newTasks({ task_type, created_resources }, life ?? this.switches.taskLife);
    const now = this.now();
    const tasks = new Map(this.contents.tasks);
    for (const task of started) tasks.set(uuidKey(task), advance(task, now));
    this.contents = { ...this.contents, tasks };
    return started.map(({ id }) => id);
  }

  /** One poll of a task by its ID in lower case; undefined: it is not known, or not yet. */
  pollTask(id: string): StartedTask | undefined {
    const task = this.settled().tasks.get(id);
    if (!task) return undefined;
    const { seen, after } = poll(task, this.now());
    this.contents = { ...this.contents, tasks: new Map(this.contents.tasks).set(id, after) };
    return seen;
  }

  /** How far the operation of something that was just looked up has come; undefined where there is none. */
  standing(operation: { readonly tasks: readonly string[] } | undefined): Standing | undefined {
    return operation && standingOf(operation, this.contents.tasks);
  }

  /** Switches in force. */
  get switches(): Switches {
    return this.contents.switches;
  }

  private settled(): Contents {
    this.contents = settle(this.contents, this.now());
    return this.contents;
  }
}
