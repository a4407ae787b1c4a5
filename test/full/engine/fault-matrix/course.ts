import type { Emulator, RequestLogEntry } from "edgecloud-emulator";
import { TestStack, type ExportedResource } from "../../../engine/setup/test-stack";
import { maxRetries, openConnections, type Connections } from "./connections";
import { kinds, type Item, type Operation, type Version } from "./kinds";
import { runPulumi, type Run } from "./run";
import type { Cell } from "./table";

/** The object and the resource of a cell at one moment. */
export interface Observation {
  platform: Version;
  /** The resource in the state. */
  resource: ExportedResource | undefined;
}

/** The errors and requests of one run for a cell, and the situation after it. */
export interface Outcome extends Observation {
  errors: string[];
  /** The requests that change the object, or try to. */
  changes: RequestLogEntry[];
}

/** All observations of a cell. */
export interface Trial {
  item: Item;
  before: Observation;
  /** The run with the fault. */
  faulty: Outcome;
  /** The next run, without it. */
  clean: Outcome;
  /** How often the fault was met. */
  hits: number;
  /** The ID of its object, as long as there was one. */
  id: string | undefined;
  /** The step that a preview shows after both. */
  next: string | undefined;
  /** What is left of the object after everything was destroyed. */
  left: Version;
}

/** The results of all runs of an operation. */
export interface Course {
  trials: ReadonlyMap<Cell, Trial>;
  faulty: Run;
  clean: Run;
  /** How many objects there are after everything was destroyed. */
  objectsLeft: number;
}

/**
 * Prepares a stack with a resource for each cell, runs the operation with the faults, once more without them, runs a
 * preview, and destroys everything.
 */
export async function runCourse(operation: Operation, cells: readonly Cell[]): Promise<Course> {
  const stack = await TestStack.start({ config: { "edgecloud:maxRetries": { value: String(maxRetries) } } });
  const connections = await openConnections(stack);
  try {
    return await new Matrix(operation, cells, stack, connections).run();
  } finally {
    await connections.close();
    await stack.close();
  }
}

const verbs = { create: "up", adopt: "up", read: "refresh", update: "up", delete: "destroy" } as const;

function countObjects(emulator: Emulator): number {
  const { originGroups, namespaces, functions, snapshots } = emulator.state();
  return [originGroups, namespaces, functions, snapshots].flat().length;
}

class Matrix {
  private readonly items = new Map<Cell, Item>();
  private readonly faultIds = new Map<Cell, number>();
  /** The current or last places of the objects. */
  private readonly places = new Map<Cell, { id: string | undefined; path: string | undefined }>();

  constructor(
    private readonly operation: Operation,
    private readonly cells: readonly Cell[],
    private readonly stack: TestStack,
    private readonly connections: Connections,
  ) {
    cells.forEach((cell, index) => {
      // The longest name that a function takes has 26 characters.
      const name = `on-${cell.fault.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.slice(0, 26).replace(/-$/, "");
      this.items.set(cell, { name, number: index + 1 });
    });
  }

  async run(): Promise<Course> {
    const { cells, operation, stack, connections } = this;
    const { emulator } = stack;
    const others = countObjects(emulator);
    const begun = await this.begin();
    cells.forEach((cell) => this.placeOf(cell));
    const before = cells.map((cell) => this.observe(cell, begun?.resources ?? []));

    connections.setBroken(true);
    await this.injectFaults();
    stack.program = this.program("after");
    const faulty = await runPulumi(stack, verbs[operation]);
    const afterFaulty = cells.map((cell) => this.outcome(cell, faulty));

    connections.setBroken(false);
    this.removeFaults();
    const clean = await runPulumi(stack, verbs[operation]);
    const afterClean = cells.map((cell) => this.outcome(cell, clean));

    const preview = operation === "delete" ? undefined : await runPulumi(stack, "preview");
    await runPulumi(stack, "destroy");
    const trials = cells.map((cell, index): [Cell, Trial] => [
      cell,
      {
        item: this.itemOf(cell),
        before: before[index]!,
        faulty: afterFaulty[index]!,
        clean: afterClean[index]!,
        hits: faulty.requests.filter(({ fault }) => fault !== null && fault === this.faultIds.get(cell)).length,
        id: this.placeOf(cell).id,
        next: preview && this.stepOf(cell, preview),
        left: this.onPlatform(cell),
      },
    ]);
    return { trials: new Map(trials), faulty, clean, objectsLeft: countObjects(emulator) - others };
  }

  /** Prepares the operation: objects to adopt, existing resources, and for a read a drift of the objects. */
  private async begin(): Promise<Run | undefined> {
    const { cells, operation, stack } = this;
    for (const cell of cells.filter(({ kind }) => operation === "adopt" || kind === "snapshot")) {
      stack.emulator.seed(kinds[cell.kind].seed(this.itemOf(cell)));
    }
    if (operation === "create" || operation === "adopt") {
      return undefined;
    }
    stack.program = this.program("before");
    const run = await runPulumi(stack, "up");
    if (run.failure !== undefined) {
      throw new Error(run.failure);
    }
    for (const cell of operation === "read" ? cells : []) {
      kinds[cell.kind].change(this.itemOf(cell), "after", stack.emulator);
    }
    return run;
  }

  private program(version: "before" | "after"): () => void {
    return () => {
      const providers = this.connections.declare();
      for (const cell of this.cells) {
        // Only a lock lasts longer than its limit.
        const lockSeconds = cell.row.effect === "lock" ? 2 : 600;
        const adopts = this.operation === "adopt";
        const options = { provider: cell.row.over && providers[cell.row.over] };
        kinds[cell.kind].declare(this.itemOf(cell), { version, adopts, lockSeconds, options });
      }
    };
  }

  private async injectFaults(): Promise<void> {
    const { emulator } = this.stack;
    if (this.operation === "read") {
      // Each object is read individually then.
      emulator.addFault({ method: "GET", path: "/c*", query: { limit: "1000" }, times: 1000, answer: { status: 403 } });
    }
    for (const cell of this.cells) {
      const { effect } = cell.row;
      const { methods, collection, lock } = kinds[cell.kind];
      const item = this.itemOf(cell);
      if (effect === "lock") {
        await lock?.(item, emulator);
      } else if (typeof effect === "object") {
        const method = methods[this.operation];
        const { path = collection } = this.placeOf(cell);
        const made = method === "POST" && { path: collection, body: { name: item.name } };
        this.faultIds.set(cell, emulator.addFault({ method, path, ...made, ...effect }).id);
      }
    }
  }

  private removeFaults(): void {
    const { emulator } = this.stack;
    emulator.clearFaults();
    for (const cell of this.cells.filter(({ row }) => row.effect === "lock")) {
      kinds[cell.kind].unlock?.(this.itemOf(cell), emulator);
    }
  }

  private outcome(cell: Cell, run: Run): Outcome {
    const { path } = this.placeOf(cell);
    const { collection } = kinds[cell.kind];
    const { name } = this.itemOf(cell);
    const isAbout = (request: RequestLogEntry) =>
      request.path === path || (request.path === collection && (request.body as { name?: string }).name === name);
    const changes = run.requests.filter((request) => request.method !== "GET" && isAbout(request));
    return { ...this.observe(cell, run.resources), errors: run.errorsOf(this.urnEnd(cell)), changes };
  }

  private observe(cell: Cell, resources: readonly ExportedResource[]): Observation {
    const end = this.urnEnd(cell);
    return { platform: this.onPlatform(cell), resource: resources.find(({ urn }) => urn.endsWith(end)) };
  }

  private stepOf(cell: Cell, { events }: Run): string | undefined {
    const end = this.urnEnd(cell);
    const steps = events.map(({ resourcePreEvent }) => resourcePreEvent?.metadata);
    return steps.find((step) => step?.urn.endsWith(end))?.op;
  }

  private onPlatform(cell: Cell): Version {
    return kinds[cell.kind].onPlatform(this.itemOf(cell), this.stack.emulator);
  }

  /** The place of an object, or its last place if the object is gone. */
  private placeOf(cell: Cell): { id: string | undefined; path: string | undefined } {
    const { id, path } = kinds[cell.kind];
    const item = this.itemOf(cell);
    const place = { id: id(item, this.stack.emulator), path: path(item, this.stack.emulator) };
    const last = place.path === undefined ? (this.places.get(cell) ?? place) : place;
    this.places.set(cell, last);
    return last;
  }

  private itemOf(cell: Cell): Item {
    return this.items.get(cell)!;
  }

  private urnEnd(cell: Cell): string {
    return `:${kinds[cell.kind].type}::${this.itemOf(cell).name}`;
  }
}
