import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import type * as pulumi from "@pulumi/pulumi";
import type { Failure } from "../../core/check";
import type { RunContext } from "../../core/declarations";
import type { Notify, ResourceDefinition } from "../../core/handler";
import {
  ignoredKey,
  isHiddenProperty,
  keepingKey,
  literalKey,
  originKey,
  readByGetKey,
} from "../../core/hidden-properties";
import { parseEnginePath, parseFirstProperty } from "../../core/property-paths";
import { isMissingCredential, withCredentialsOf } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, isTooDeep, pick, toCanonicalJson, tooDeep, type JsonObject } from "../../values/json";
import { createEngineLog, findEngineAddress, hasTerminal, type EngineLog, type EngineModules } from "../engine-log";
import { ManagedResource } from "../managed-resource";
import { formatFailures, OperationError } from "../operation-error";
import type { HostContext } from "../operation";
import { HostSettings } from "../settings";
import { WaitDisplay } from "../wait-display";
import { Codec, hasOtherForm, type Form } from "./codec";

const hostWaits = new WaitDisplay(createNotify({ isEphemeral: true }), hasTerminal);

/** What `check` keeps about a change, because Pulumi's host does not pass it to `diff` and `update`. */
interface CheckedChange {
  /** The old inputs. `diff` and `update` get only the old outputs. */
  olds: JsonObject;
  /** Whether the engine finds a difference if it compares the old inputs with the new ones itself. */
  isShown: boolean;
  runContext: RunContext | undefined;
}

export class DynamicProvider implements pulumi.dynamic.ResourceProvider {
  private readonly settings = new HostSettings((untilMs) => hostWaits.showSlowDown(untilMs));
  private readonly resource: ManagedResource;
  private readonly traits: Traits;
  private readonly codec: Codec;
  private readonly hostContext: HostContext;
  /** Keyed by the digest of the inputs that `check` returned. */
  private readonly checked = new Map<string, CheckedChange>();

  constructor(definition: ResourceDefinition<object, object>, hostContext: Partial<HostContext> = {}) {
    this.resource = new ManagedResource(definition, this.settings, true);
    this.traits = definition.traits;
    this.codec = new Codec(definition.traits);
    this.hostContext = { notify: createNotify({ isEphemeral: false }), waits: hostWaits, ...hostContext };
  }

  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    // This must stay synchronous: of several operations at once, only the first one waits for this method.
    this.settings.configure((key) => request.config.get(key));
    return Promise.resolve();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // The answer leaves the arguments out: Pulumi's host cannot encode values that are nested too deep.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const runContext = news[originKey] as RunContext | undefined;
    const old = isNew(olds) ? undefined : this.codec.decode(olds);
    const args = this.codec.decode(news);
    const checked = await this.resource.check(old, args, { ...this.hostContext, runContext }, news[keepingKey]);
    // For a property in `ignoreChanges`, the engine passes the old input. It may lack credentials, which is no failure.
    // Programs send lists as objects, so a list here is an old input, too: it comes from a state that the plugin wrote.
    const found = checked.failures.filter((failure) => {
      const name = parseFirstProperty(failure.property);
      const isMissing = isMissingCredential(failure, this.traits);
      return !(isMissing && (Array.isArray(news[name]) || isDeepStrictEqual(news[name], olds[name])));
    });
    const failures = [...checkIgnoredEntries(news, olds), ...found];
    if (failures.length > 0) {
      return { inputs: { ...news }, failures: formatFailures(failures).map((reason) => ({ property: "", reason })) };
    }
    const inputs = this.codec.encodeInputs(checked.inputs, args.form);
    if (old) {
      const digest = computeDigest(inputs);
      const isShown = computeDigest(olds) !== digest || old.form.literal !== args.form.literal;
      this.checked.set(digest, { olds, isShown, runContext });
    }
    return { inputs, failures: [] };
  }

  /**
   * Leaves `changes` undefined if the inputs show the change. Only then does the engine compare old and new inputs
   * value by value, and show a rotated secret at its own path. For any other change, `changes` must be true, or the
   * engine would neither update the resource nor report its drift in a refresh.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    const { stored, args } = this.decodeChange(olds, news);
    const checked = this.findChecked(news);
    return this.runKeepingState(args.form, async () => {
      // A refresh calls `diff` without `check`.
      const isPlanned = checked !== undefined;
      const isShown = checked?.isShown ?? true;
      const hostContext = { ...this.hostContext, runContext: checked?.runContext };
      const found = await this.resource.diff(id, stored, args, { isShown, isPlanned }, hostContext);
      const { changes, unfinished, replaces, deletesLast = false, isOnlyBehindNames = false } = found;
      // In a refresh, assume that the inputs differ, unless only a variable or file that they name has changed.
      const mayDiffer = isPlanned ? isShown : !isOnlyBehindNames;
      const isCompared = mayDiffer && (changes || hasOtherForm(stored.outputs.form, args.form));
      return {
        changes: isCompared ? undefined : changes || unfinished !== undefined,
        ...(replaces && { replaces }),
        // The old object usually goes first: names are unique, and restoring the old one last could undo the new one.
        deleteBeforeReplace: !deletesLast,
      };
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    const args = this.codec.decode(news);
    return this.runKeepingState(args.form, async () => {
      const { id, outputs } = await this.resource.create(args, this.hostContext);
      return { id, outs: this.codec.encodeState(outputs, args.form) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    const stored = this.codec.decodeStored({}, olds);
    const { values, form } = stored.outputs;
    return this.runKeepingState(form, async () => {
      const options = { isNew: isNew(olds), declared: values };
      const found = await this.resource.read(id, stored, options, this.hostContext);
      if (!found) {
        return {};
      }
      // A resource that `get` has read has no inputs, because no program declares them.
      const isReadByGet = options.isNew || readByGetKey in olds;
      const props = this.codec.encodeState(found.outputs, form, isReadByGet);
      return { id: found.id, props, inputs: isReadByGet ? {} : this.codec.encodeInputs(found.inputs, form) };
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    const { stored, args } = this.decodeChange(olds, news);
    return this.runKeepingState(args.form, async () => {
      const outputs = await this.resource.update(id, stored, args, this.hostContext);
      return { outs: this.codec.encodeState(outputs, args.form) };
    });
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    const stored = this.codec.decodeStored({}, olds);
    return this.runKeepingState(stored.outputs.form, () => this.resource.delete(id, stored, this.hostContext));
  }

  private async runKeepingState<T>(form: Form, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof OperationError)) {
        throw error;
      }
      const { message, partial, isExpected, stack } = error;
      if (!partial) {
        // Pulumi's host prints the stack of a failed read, diff or delete, which helps only with a bug in this package.
        throw Object.assign(new Error(message), { stack: isExpected ? "" : stack });
      }
      const properties = { ...this.codec.encodeState(partial.state, form), [literalKey]: form.literal };
      throw Object.assign(new Error(message), { id: partial.id, properties, reasons: [message] });
    }
  }

  private decodeChange(olds: JsonObject, news: JsonObject) {
    // A state without `__provider` is from the plugin. Only its inputs have credentials; `check` has kept the inputs.
    const inputs = literalKey in olds ? undefined : this.findChecked(news)?.olds;
    const stored = this.codec.decodeStored(inputs ?? {}, olds);
    const args = this.codec.decode(news);
    // With `ignoreChanges`, the arguments may have a list from the plugin's state, without its credentials.
    const isFromPlugin = [...args.form.lists.values()].includes("list");
    const sources = isFromPlugin ? [stored.outputs.values, stored.inputs.values] : [];
    const values = sources.reduce((filled, from) => withCredentialsOf(filled, from, this.traits), args.values);
    return { stored, args: { ...args, values } };
  }

  private findChecked(news: JsonObject): CheckedChange | undefined {
    return this.checked.size === 0 ? undefined : this.checked.get(computeDigest(news));
  }
}

/** Refuses `ignoreChanges` for a list entry that the old inputs do not have by name: Pulumi would drop the entry. */
function checkIgnoredEntries(news: JsonObject, olds: JsonObject): Failure[] {
  const paths = Array.isArray(news[ignoredKey]) ? (news[ignoredKey] as string[]) : [];
  const refused = paths.filter((path) => {
    const [property = "", entry = "", ...rest] = parseEnginePath(path);
    const before = olds[property];
    const isMissing = rest.length === 0 && entry !== "*" && isJsonObject(before) && !Object.hasOwn(before, entry);
    return isMissing || Array.isArray(before);
  });
  return refused.map((path) => ({
    property: path,
    reason:
      "cannot be ignored: the state has no entry of this name to keep. Remove it from ignoreChanges, or ignore all of " +
      `\`${parseEnginePath(path)[0]}\``,
  }));
}

/** Whether all properties are metadata: nothing is stored yet, or these are the inputs of a resource read by `get`. */
function isNew(state: JsonObject): boolean {
  return Object.keys(state).every(isHiddenProperty);
}

/** Leaves out `__provider`: `diff` and `update` get it, but `check` does not return it. */
function computeDigest(inputs: JsonObject): string {
  const rest = pick(inputs, (key) => key !== literalKey);
  return createHash("sha256").update(toCanonicalJson(rest)).digest("base64");
}

/** The texts appear beside the stack, because Pulumi's host does not pass the URN of the resource. */
export function createNotify(options: Parameters<EngineLog>[1], address = findEngineAddress()): Notify {
  const log = createEngineLog(address, () => {
    // The SDK has its own copy of `@grpc/grpc-js`, and its client refuses credentials of another copy.
    const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const { credentials } = requireFromSdk("@grpc/grpc-js") as Pick<EngineModules, "credentials">;
    const services = requireFromSdk("./proto/engine_grpc_pb") as Pick<EngineModules, "EngineClient">;
    const messages = requireFromSdk("./proto/engine_pb") as Pick<EngineModules, "LogRequest" | "LogSeverity">;
    return { credentials, ...services, ...messages };
  });
  return (text) => log(text, options);
}
