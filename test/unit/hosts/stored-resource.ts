import type { ResourceDefinition } from "../../../provider/core/handler";
import { withKeyedLists } from "../../../provider/core/keyed-lists";
import { toEngineJson } from "../../../provider/core/engine-text";
import { mapLeaves, reveal, Secret } from "../../../provider/core/tree";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { formatFailures, OperationError } from "../../../provider/hosts/operation-error";
import { type HostContext } from "../../../provider/hosts/operation";
import { HostSettings } from "../../../provider/hosts/settings";
import type { JsonObject } from "../../../provider/values/json";
import { silentDisplay } from "../core/jobs";
import { handBack, literal, withoutEnvelopes } from "./things";

type Definition = ResourceDefinition<object, object>;

/** A resource as the engine has it: one object for each host, with the same life. */
export interface StoredResource {
  /** What a preview says: failures, or notices. */
  preview(args: JsonObject): Promise<{ failures: string[]; changes?: boolean; notices: string[] }>;
  /** Creates or updates; undefined if nothing changes, otherwise the error if it fails. */
  up(args: JsonObject): Promise<Error | "unchanged" | "done">;
  refresh(): Promise<void>;
  /** Takes over what is there, without a program. */
  import(id: string): Promise<void>;
  destroy(): Promise<void>;
  /** What the user is told besides failures, since the last preview. */
  readonly notices: readonly string[];
  /** Its ID; empty before it exists. */
  readonly id: string;
  /** Inputs and outputs with all secrets in clear. */
  all(): string;
  /** The same, as far as it is not encrypted. */
  shown(): string;
}

/** What both hosts have. */
abstract class Stored implements StoredResource {
  id = "";
  notices: string[] = [];
  protected readonly surroundings: HostContext = {
    notify: (text) => void this.notices.push(text),
    waits: silentDisplay(),
  };

  async preview(args: JsonObject) {
    this.notices = [];
    const { failures, inputs } = await this.check(args);
    const changes = failures.length === 0 && (this.id === "" || (await this.changes(inputs)));
    return { failures, changes, notices: this.notices };
  }

  async up(args: JsonObject): Promise<Error | "unchanged" | "done"> {
    const { failures, inputs } = await this.check(args);
    if (failures.length > 0) {
      return new Error(failures.join("; "));
    }
    if (this.id !== "" && !(await this.changes(inputs))) {
      return "unchanged";
    }
    return this.apply(inputs).then(
      () => "done",
      (error: Error) => error,
    );
  }

  abstract refresh(): Promise<void>;
  abstract import(id: string): Promise<void>;
  abstract destroy(): Promise<void>;
  abstract all(): string;
  abstract shown(): string;
  protected abstract check(args: JsonObject): Promise<{ failures: string[]; inputs: JsonObject }>;
  protected abstract changes(inputs: JsonObject): Promise<boolean>;
  protected abstract apply(inputs: JsonObject): Promise<void>;
}

class StoredByDynamicHost extends Stored {
  private readonly provider: DynamicProvider;
  private inputs: JsonObject = {};
  /** With the envelopes of secrets, which the engine opens before it hands them back. */
  private outputs: JsonObject = {};

  constructor(
    private readonly definition: Definition,
    private readonly config: Record<string, string>,
  ) {
    super();
    this.provider = new DynamicProvider(definition, this.surroundings);
  }

  async refresh(): Promise<void> {
    await this.configure();
    const { props, inputs } = (await this.provider.read(this.id, handBack(this.outputs))) as Record<string, JsonObject>;
    this.outputs = { ...literal, ...props };
    this.inputs = { ...literal, ...inputs };
  }

  /** The engine gives the provider its constant text only. */
  async import(id: string): Promise<void> {
    this.id = id;
    this.outputs = { ...literal };
    await this.refresh();
  }

  async destroy(): Promise<void> {
    await this.configure();
    await this.provider.delete(this.id, handBack(this.outputs));
  }

  all(): string {
    return JSON.stringify(handBack([this.inputs, this.outputs]));
  }

  shown(): string {
    return JSON.stringify(withoutEnvelopes([this.inputs, this.outputs]));
  }

  protected async check(args: JsonObject) {
    await this.configure();
    const named = handBack(toEngineJson(withKeyedLists(args, this.definition.traits)));
    const news = { ...literal, ...named };
    const checked: { inputs?: unknown; failures?: { reason: string }[] } = await this.provider.check(
      handBack(this.inputs),
      news,
    );
    const failures = (checked.failures ?? []).map(({ reason }) => reason);
    return { inputs: { ...literal, ...(checked.inputs as JsonObject) }, failures };
  }

  /** Where the provider leaves it to the engine, that compares the inputs. */
  protected async changes(inputs: JsonObject): Promise<boolean> {
    const { changes }: { changes?: boolean } = await this.provider.diff(this.id, handBack(this.outputs), inputs);
    return changes ?? JSON.stringify(handBack(this.inputs)) !== JSON.stringify(inputs);
  }

  protected async apply(inputs: JsonObject): Promise<void> {
    try {
      const made = this.id === "" ? await this.provider.create(inputs) : undefined;
      const outs: unknown = made?.outs ?? (await this.provider.update(this.id, handBack(this.outputs), inputs)).outs;
      this.id = made?.id ?? this.id;
      this.outputs = { ...literal, ...(outs as JsonObject) };
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: JsonObject };
      if (properties) {
        this.id = String(id);
        this.outputs = properties;
        this.inputs = inputs;
      }
      throw error;
    }
    this.inputs = inputs;
  }

  private configure(): Promise<void> {
    return this.provider.configure({ config: { get: (key) => this.config[key], require: () => "" } });
  }
}

class StoredByPlugin extends Stored {
  private readonly settings = new HostSettings();
  private readonly resource: PluginResource;
  /** With the secrets that the engine marks. */
  private stored = { inputs: {} as JsonObject, outputs: {} as JsonObject };

  constructor(
    definition: Definition,
    private readonly config: Record<string, string>,
  ) {
    super();
    this.configure();
    this.resource = new PluginResource(definition, this.settings);
  }

  private configure(): void {
    this.settings.configure((key) => this.config[key]);
  }

  private openStored() {
    const { codec } = this.resource;
    return { inputs: codec.decode(this.stored.inputs), outputs: codec.decode(this.stored.outputs) };
  }

  async refresh(): Promise<void> {
    this.configure();
    const found = await this.resource.read(this.id, this.openStored(), this.surroundings);
    this.stored = found ?? { inputs: {}, outputs: {} };
  }

  async import(id: string): Promise<void> {
    this.id = id;
    this.stored = (await this.resource.read(id, this.openStored(), this.surroundings)) ?? this.stored;
  }

  destroy(): Promise<void> {
    return this.resource.managed.delete(this.id, this.openStored(), this.surroundings);
  }

  all(): string {
    return JSON.stringify(reveal(this.stored));
  }

  shown(): string {
    return JSON.stringify(mapLeaves(this.stored, (leaf) => (leaf instanceof Secret ? undefined : leaf)));
  }

  protected async check(args: JsonObject) {
    const olds = this.id === "" ? undefined : this.stored.inputs;
    const { inputs, failures } = await this.resource.check(olds, args, this.surroundings);
    return { inputs, failures: formatFailures(failures) };
  }

  protected async changes(inputs: JsonObject): Promise<boolean> {
    return (await this.resource.diff(this.id, this.openStored(), this.resource.open(inputs), this.surroundings))
      .changes;
  }

  protected async apply(inputs: JsonObject): Promise<void> {
    const isNew = this.id === "";
    const { managed } = this.resource;
    const news = this.resource.open(inputs);
    try {
      const made = isNew ? await managed.create(news, this.surroundings) : undefined;
      const outputs = made?.outputs ?? (await managed.update(this.id, this.openStored(), news, this.surroundings));
      this.id = made?.id ?? this.id;
      this.stored = { inputs, outputs };
    } catch (error) {
      if (error instanceof OperationError && error.partial) {
        this.id = error.partial.id;
        this.stored = { inputs, outputs: error.partial.state };
      }
      throw error;
    }
  }
}

/** Both hosts, each with a resource that does not exist yet. */
export const hosts = {
  "the dynamic provider": (definition: unknown, config: Record<string, string>): StoredResource =>
    new StoredByDynamicHost(definition as Definition, config),
  "the plugin": (definition: unknown, config: Record<string, string>): StoredResource =>
    new StoredByPlugin(definition as Definition, config),
};
