import type { Clock } from "../clock";
import { mergeChange } from "../json-object";
import { InvalidInputError } from "../invalid-input";
import { addUnique, SeededStore } from "../seeded-store";
import type { Seed } from "../seed";
import { maxTimeoutSeconds } from "./functions/fields";
import { kinds, type CloudState, type KindName, type Stored } from "./kinds";
import { summarizeTasks, type HasOperation } from "./operation";
import { Resources, type Cloud, type Kind } from "./resources";
import type { CloudSwitches } from "./switches";
import type { TaskLife } from "./tasks/life";
import { advanceTask, pollTask, type StartedTask } from "./tasks/progress";
import { createTasks, type Task } from "./tasks/task";

const kindNames = Object.keys(kinds) as KindName[];

const anyKinds = kinds as unknown as Readonly<Record<KindName, Kind<HasOperation>>>;

type CloudContents = { readonly [Name in KindName]: Map<string, Stored[Name]> } & { readonly switches: CloudSwitches };

/** Makes the same of each kind. */
function mapKinds<T>(make: (name: KindName) => unknown): T {
  return Object.fromEntries(kindNames.map((name) => [name, make(name)])) as T;
}

const createEmpty = (): CloudContents => ({
  ...mapKinds<Omit<CloudContents, "switches">>(() => new Map()),
  switches: {
    refusesTagsNull: false,
    ignoredImageFilters: [],
    taskLife: {},
    maxFunctionTimeout: maxTimeoutSeconds,
    requiresAutoscaling: false,
    omitsDisabled: false,
    ignoresOffset: false,
  },
});

/** Adds a seed to `base`; throws an `InvalidInputError` where they conflict. */
function mergeSeed(base: CloudContents, seed: Seed): CloudContents {
  const merge = (name: KindName) => {
    const kind = anyKinds[name];
    const keyOf = (seeded: object) => kind.toKey(seeded);
    return addUnique<object>(base[name], seed[name] ?? [], { path: name, keyName: kind.keyName, keyOf });
  };
  const merged = { ...mapKinds<CloudContents>(merge), switches: mergeChange(base.switches, seed.cloud) };
  for (const name of kindNames) {
    for (const [index, seeded] of ((seed[name] ?? []) as readonly HasOperation[]).entries()) {
      const problem = findMissingTask(seeded, merged) ?? anyKinds[name].findSeedProblem?.(seeded, merged);
      if (problem !== undefined) {
        throw new InvalidInputError(`The seed is not valid: ${name}[${index}].${problem}`);
      }
    }
  }
  return merged;
}

function findMissingTask({ operation }: HasOperation, { tasks }: CloudContents): string | undefined {
  const ids = operation?.tasks ?? [];
  const missing = ids.findIndex((id) => !tasks.has(id.toLowerCase()));
  return missing === -1 ? undefined : `operation.tasks[${missing}]: there is no task "${ids[missing]}"`;
}

/** At least this many tasks are kept; older ones that have ended are dropped, to bound the memory. */
export const maxTasks = 10_000;

/**
 * The cloud's state in memory. Every change is synchronous, so parallel requests never see half of it. Tasks advance,
 * and ended operations take effect, when they are read, so the cost of a request does not depend on the state's size.
 */
export class CloudStore extends SeededStore<CloudContents> implements Cloud<Stored> {
  /** By kind. */
  readonly objects = mapKinds<Cloud<Stored>["objects"]>((name) => {
    const getStored = () => this.contents[name] as Map<string, HasOperation>;
    return new Resources(
      getStored,
      anyKinds[name],
      (operation) =>
        operation && summarizeTasks(operation.tasks.flatMap((id) => this.refreshTask(id.toLowerCase()) ?? [])),
    );
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
    const lists = mapKinds<CloudState>((name) => [...this.contents[name].values()]);
    return structuredClone({ ...lists, cloud: this.switches });
  }

  now(): number {
    return this.clock.now();
  }

  startTasks(task_type: string, created_resources: Task["created_resources"], life?: TaskLife): string[] {
    this.forgetOldTasks();
    const started = createTasks({ task_type, created_resources }, life ?? this.switches.taskLife);
    const now = this.now();
    for (const task of started) {
      this.contents.tasks.set(task.id, advanceTask(task, now));
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

  private refreshAll(): void {
    for (const id of this.contents.tasks.keys()) {
      this.refreshTask(id);
    }
    this.listPendingTasks();
  }

  /** The IDs of the tasks of all operations that have not ended; what has ended takes effect. */
  private listPendingTasks(): Set<string> {
    const all = kindNames.flatMap((name): HasOperation[] => this.objects[name].list() as object[]);
    return new Set(all.flatMap(({ operation }) => operation?.tasks.map((id) => id.toLowerCase()) ?? []));
  }

  /** Drops old tasks, which clients no longer poll; once per `maxTasks` new ones, so that a single one is cheap. */
  private forgetOldTasks(): void {
    const { tasks } = this.contents;
    if (tasks.size < this.forgetLimit) {
      return;
    }
    this.refreshAll();
    const pendingTasks = this.listPendingTasks();
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
