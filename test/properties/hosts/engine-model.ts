import type { ResourceDefinition } from "../../../provider/core/handler";
import { OperationError } from "../../../provider/hosts/operation-error";
import { ManagedResource } from "../../../provider/hosts/managed-resource";
import type { HostContext } from "../../../provider/hosts/operation";
import { HostSettings } from "../../../provider/hosts/settings";
import { reveal } from "../../../provider/core/tree";
import type { JsonObject } from "../../../provider/values/json";
import { silentDisplay } from "../../unit/core/jobs";

/** A resource of a program. */
export interface Declared {
  resource: string;
  args: JsonObject;
  dependsOn: string[];
}

/** How a run is made. */
export interface Run {
  /** Steps one after the other, as with `--parallel 1`. */
  isSerial: boolean;
  /** The option of each resource; undefined leaves it to the host. */
  deleteBeforeReplace?: boolean;
}

interface Kept {
  resource: string;
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** Replaced already, and to be deleted. */
  isOld?: boolean;
  /** Deleted already, and to be replaced. */
  isPending?: boolean;
  hasInitErrors?: boolean;
}

export interface Outcome {
  /** By resource. */
  errors: [string, string][];
  notices: string[];
}

/**
 * The order in which Pulumi's engine asks a host: registrations one by one, each with its check and diff, while the steps
 * of those before run; a second check for a replacement; deletes before a replacement in the middle of the run, and all
 * others at its end, if nothing has failed. Each run is served by a host of its own.
 */
export class EngineModel {
  state: Kept[] = [];

  constructor(
    private readonly definition: ResourceDefinition<object, object>,
    private readonly configuration: Record<string, string>,
  ) {}

  async preview(program: readonly Declared[], run: Run): Promise<Outcome> {
    return new ModelRun(this, this.service(), program, run, true).up();
  }

  async up(program: readonly Declared[], run: Run): Promise<Outcome> {
    return new ModelRun(this, this.service(), program, run, false).up();
  }

  async destroy(): Promise<void> {
    const service = this.service();
    for (const kept of this.state.filter(({ isPending }) => !isPending)) {
      await service.delete(kept.id, toStored(kept), { notify: () => undefined, waits: silentDisplay() });
    }
    this.state = [];
  }

  private service(): ManagedResource {
    const settings = new HostSettings({});
    settings.configure((key) => this.configuration[key]);
    return new ManagedResource(this.definition, settings, true);
  }
}

class ModelRun {
  private readonly outcome: Outcome = { errors: [], notices: [] };
  private readonly surroundings: HostContext = {
    notify: (text) => void this.outcome.notices.push(text),
    waits: silentDisplay(),
  };
  private readonly ends = new Map<string, Promise<void>>();
  private registrations: Promise<unknown> = Promise.resolve();
  private steps: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: EngineModel,
    private readonly service: ManagedResource,
    private readonly program: readonly Declared[],
    private readonly run: Run,
    private readonly isPreview: boolean,
  ) {}

  async up(): Promise<Outcome> {
    const waiting = [...this.program];
    while (waiting.length > 0) {
      const next = waiting.findIndex(({ dependsOn }) => dependsOn.every((other) => this.ends.has(other)));
      const [declared] = waiting.splice(next, 1) as [Declared];
      this.ends.set(declared.resource, this.register(declared));
    }
    await Promise.all(this.ends.values());
    for (const kept of this.hasFailed() || this.isPreview ? [] : [...this.engine.state]) {
      if (kept.isOld || !this.ends.has(kept.resource)) {
        await this.attempt(kept.resource, () => this.deleteAtEnd(kept));
      }
    }
    return this.outcome;
  }

  private async register(declared: Declared): Promise<void> {
    await Promise.all(declared.dependsOn.flatMap((other) => this.ends.get(other) ?? []));
    const registration = this.registrations.then(() =>
      this.hasFailed() ? undefined : this.attempt(declared.resource, () => this.stepsFor(declared)),
    );
    this.registrations = registration;
    const steps = await registration;
    if (!steps || this.isPreview) {
      return;
    }
    const perform = () => (this.hasFailed() ? undefined : this.attempt(declared.resource, steps));
    await (this.run.isSerial ? (this.steps = this.steps.then(perform)) : perform());
  }

  /** What the engine decides after check and diff. */
  private async stepsFor(declared: Declared): Promise<() => Promise<void>> {
    const { resource } = declared;
    const old = this.engine.state.find((kept) => kept.resource === resource && !kept.isOld);
    const inputs = await this.check(declared, old?.inputs);
    if (!old) {
      return () => this.create(resource, inputs);
    }
    const { changes, replaces, unfinished, deletesLast } = await this.service.diff(
      old.id,
      toStored(old),
      inputs,
      { isShown: true, isPlanned: true },
      this.contextOf(resource),
    );
    if (!replaces && !old.isPending) {
      const updates = changes || unfinished !== undefined || old.hasInitErrors;
      return updates ? () => this.update(old, inputs) : () => Promise.resolve();
    }
    const fresh = await this.check(declared);
    const deletesFirst = this.run.deleteBeforeReplace ?? !deletesLast;
    return async () => {
      if (deletesFirst && !old.isPending) {
        await this.deleteNow(old);
        old.isPending = true;
      }
      await this.create(resource, fresh, () => (old.isPending ? this.forget(old) : (old.isOld = true)));
    };
  }

  private async check({ resource, args }: Declared, old?: JsonObject): Promise<JsonObject> {
    const { inputs, failures } = await this.service.check(old, args, this.contextOf(resource));
    if (failures.length > 0) {
      throw new Error(failures.map(({ property, reason }) => `${property} ${reason}`).join("\n"));
    }
    return reveal(inputs) as JsonObject;
  }

  private contextOf(resource: string): HostContext {
    const urn = `urn:pulumi:dev::test::edgecloud:index:CloudFunction::${resource}`;
    return { ...this.surroundings, runContext: { urn, isPreview: this.isPreview } };
  }

  private async create(resource: string, inputs: JsonObject, whenMade?: () => void): Promise<void> {
    const keep = (id: string, outputs: JsonObject, hasInitErrors: boolean) => {
      this.engine.state.push({ resource, id, inputs, outputs: plain(outputs), hasInitErrors });
      whenMade?.();
    };
    try {
      const { id, outputs } = await this.service.create(inputs, this.surroundings);
      keep(id, outputs, false);
    } catch (error) {
      if (error instanceof OperationError && error.partial) {
        keep(error.partial.id, error.partial.state, true);
      }
      throw error;
    }
  }

  private async update(old: Kept, inputs: JsonObject): Promise<void> {
    const outputs = plain(await this.service.update(old.id, toStored(old), inputs, this.surroundings));
    Object.assign(old, { inputs, outputs, hasInitErrors: false });
  }

  private async deleteAtEnd(kept: Kept): Promise<void> {
    await (kept.isPending ? undefined : this.deleteNow(kept));
    this.forget(kept);
  }

  private deleteNow(kept: Kept): Promise<void> {
    return this.service.delete(kept.id, toStored(kept), this.surroundings);
  }

  private forget(kept: Kept): void {
    this.engine.state = this.engine.state.filter((other) => other !== kept);
  }

  private hasFailed(): boolean {
    return this.outcome.errors.length > 0;
  }

  private async attempt<Result>(resource: string, step: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await step();
    } catch (error) {
      this.outcome.errors.push([resource, (error as Error).message]);
      return undefined;
    }
  }
}

function toStored({ outputs }: Kept) {
  return { inputs: {}, outputs };
}

function plain(outputs: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(reveal(outputs))) as JsonObject;
}
