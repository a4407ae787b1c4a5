import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import type * as pulumi from "@pulumi/pulumi";
import type { RunContext } from "../../core/declarations";
import type { Notify, ResourceDefinition } from "../../core/handler";
import type { Failure } from "../../core/check";
import { ignoredKey, literalKey, originKey } from "../../core/hidden-properties";
import { findKeyedLists } from "../../core/keyed-lists";
import { parseEnginePath } from "../../core/property-paths";
import { isMissingCredential, withCredentialsOf } from "../../core/secrets";
import {
  isJsonObject,
  isTooDeep,
  mapValues,
  pick,
  toCanonicalJson,
  tooDeep,
  withoutNulls,
  type JsonObject,
} from "../../values/json";
import { createEngineLog, findEngineAddress, hasTerminal, type EngineModules, type LogOptions } from "../engine-log";
import { ManagedResource } from "../managed-resource";
import { formatFailures, OperationError } from "../operation-error";
import type { HostContext, Stored, Tree } from "../operation";
import { HostSettings } from "../settings";
import { WaitDisplay } from "../wait-display";
import { decode, encodeInputs, encodeState, hasOtherForm, isNew, isUndeclared, wasWrittenByPlugin } from "./codec";

/** The display of this host. */
const hostWaits = new WaitDisplay(createNotify({ isEphemeral: true }), hasTerminal);

/**
 * Serves a resource to Pulumi's host for dynamic providers. All rules of that host are kept here and in its codec: the
 * literal text among the properties, failures of `check` as values, partial failures as errors with an id, configuration
 * that arrives once and unawaited, operations that get no inputs.
 */
export class DynamicProvider implements pulumi.dynamic.ResourceProvider {
  private readonly settings = new HostSettings((untilMs) => hostWaits.showSlowDown(untilMs));
  private readonly resource: ManagedResource;
  private readonly hostContext: HostContext;
  /** By the digest of the new inputs that `check` returned. */
  private readonly checked = new Map<string, CheckedInputs>();

  constructor(definition: ResourceDefinition<object, object>, hostContext: Partial<HostContext> = {}) {
    this.resource = new ManagedResource(definition, this.settings, true);
    this.hostContext = { notify: createNotify({ isEphemeral: false }), waits: hostWaits, ...hostContext };
  }

  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.settings.configure((key) => request.config.get(key));
    return Promise.resolve();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // An answer that repeated the arguments would make the host itself fail.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const runContext = news[originKey] as RunContext | undefined;
    const old = isNew(olds) ? undefined : this.decode(olds);
    const checked = await this.resource.check(old, this.decode(news), { ...this.hostContext, runContext }, news);
    const found = checked.failures.filter((failure) => !this.isAboutKeptList(failure, news, olds));
    const failures = [...findUnkeptEntries(news, olds), ...found];
    if (failures.length > 0) {
      return { inputs: { ...news }, failures: formatFailures(failures).map((reason) => ({ property: "", reason })) };
    }
    const inputs = encodeInputs(checked.inputs, news, this.resource.traits);
    if (old) {
      this.checked.set(computeDigest(inputs), { inputs: olds, runContext });
    }
    return { inputs, failures: [] };
  }

  /**
   * Leaves `changes` undefined where inputs differ: only then does the engine compare them leaf by leaf, so that a
   * rotated secret shows as a change of that leaf. Where it finds no input different, it updates, and a refresh reports
   * drift, only if `changes` is true. Names are unique on the platform, and a restore would come after what replaces it,
   * so the old object is deleted first unless the new one needs nothing of it.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    return this.runKeepingState(news, async () => {
      const { resource } = this;
      const previous = this.findChecked(news);
      // Only a refresh compares without a check before.
      const isPlanned = previous !== undefined;
      // Whether the engine finds inputs changed, if this diff leaves that to it.
      const isShown = !isPlanned || !isDeepStrictEqual(toComparable(previous.inputs), toComparable(news));
      const hostContext = { ...this.hostContext, runContext: previous?.runContext };
      const stored = this.decodeStored(olds, news);
      const found = await resource.diff(id, stored, this.decodeArgs(news, stored), { isShown, isPlanned }, hostContext);
      const { changes, unfinished, replaces, deletesLast = false, isOnlyBehindNames = false } = found;
      const mayDiffer = isPlanned ? isShown : !isOnlyBehindNames;
      const isCompared = mayDiffer && (changes || hasOtherForm(olds, news, resource.traits));
      return {
        changes: isCompared ? undefined : changes || unfinished !== undefined,
        ...(replaces && { replaces }),
        deleteBeforeReplace: !deletesLast,
      };
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    return this.runKeepingState(news, async () => {
      const { id, outputs } = await this.resource.create(this.decode(news), this.hostContext);
      return { id, outs: encodeState(outputs, news, this.resource.traits) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    return this.runKeepingState(olds, async () => {
      const { traits } = this.resource;
      const stored = this.decodeStored(olds);
      const known = { isNew: isNew(olds), declared: stored.outputs };
      const found = await this.resource.read(id, stored, known, this.hostContext);
      if (!found) {
        return {};
      }
      const props = encodeState(found.outputs, olds, traits, isUndeclared(olds));
      return { id: found.id, props, inputs: isUndeclared(olds) ? {} : encodeInputs(found.inputs, olds, traits) };
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    return this.runKeepingState(news, async () => {
      const stored = this.decodeStored(olds, news);
      const outputs = await this.resource.update(id, stored, this.decodeArgs(news, stored), this.hostContext);
      return { outs: encodeState(outputs, news, this.resource.traits) };
    });
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    return this.runKeepingState(olds, () => this.resource.delete(id, this.decodeStored(olds), this.hostContext));
  }

  /** Runs an operation; if it did not finish, attaches partial state to the error, so that the next run can resume. */
  private async runKeepingState<T>(props: JsonObject, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw error instanceof OperationError ? this.toHostError(error, props) : error;
    }
  }

  private toHostError({ message, partial, isExpected, stack }: OperationError, props: JsonObject) {
    if (!partial) {
      // The host prints the stack of every failed read, diff and delete; it helps only with a bug in this package.
      return Object.assign(new Error(message), { stack: isExpected ? "" : stack });
    }
    const state = encodeState(partial.state, props, this.resource.traits);
    const properties = { ...state, [literalKey]: props[literalKey] };
    return Object.assign(new Error(message), { id: partial.id, properties, reasons: [message] });
  }

  private findChecked(news: JsonObject): CheckedInputs | undefined {
    // A refresh checks nothing before it compares, and a digest takes its time.
    return this.checked.size === 0 ? undefined : this.checked.get(computeDigest(news));
  }

  private decode(properties: JsonObject): Tree {
    return decode(properties, this.resource.traits);
  }

  /** The host gets no inputs with a state; one that the plugin wrote has credentials only there. */
  private decodeStored(olds: JsonObject, news: JsonObject = {}): Stored {
    const earlier = wasWrittenByPlugin(olds) ? this.findChecked(news)?.inputs : undefined;
    return { inputs: this.decode(earlier ?? {}), outputs: this.decode(olds) };
  }

  /** An ignored list from a state of the plugin has no credentials: they are filled in. */
  private decodeArgs(news: JsonObject, { inputs, outputs }: Stored): Tree {
    const { traits } = this.resource;
    const args = this.decode(news);
    const isFromPlugin = [...findKeyedLists(traits).keys()].some((property) => Array.isArray(news[property]));
    return isFromPlugin
      ? [outputs, inputs].reduce((filled, from) => withCredentialsOf(filled, from, traits), args)
      : args;
  }

  /** Whether a credential is missing in a list that the program ignores: such a list comes as it was read, or stored. */
  private isAboutKeptList(failure: Failure, news: JsonObject, olds: JsonObject): boolean {
    const [list = ""] = failure.property.split(/[.[]/, 1);
    const isKept = () => Array.isArray(news[list]) || isDeepStrictEqual(news[list], olds[list]);
    return isMissingCredential(failure, this.resource.traits) && isKept();
  }
}

/**
 * Pulumi keeps entries that are ignored by their names, except where the old state does not have the name: it then takes
 * the new entry away, too. The state of the plugin has a list, and so no name at all.
 */
function findUnkeptEntries(news: JsonObject, olds: JsonObject): Failure[] {
  const paths = Array.isArray(news[ignoredKey]) ? (news[ignoredKey] as string[]) : [];
  return paths.flatMap((path) => {
    const [property = "", entry = "", ...rest] = parseEnginePath(path);
    const before = olds[property];
    const isKept = rest.length > 0 || entry === "*" || !isJsonObject(before) || Object.hasOwn(before, entry);
    return isKept && !Array.isArray(before)
      ? []
      : [
          {
            property: path,
            reason:
              "cannot be ignored: the state has no entry of this name to keep. Remove it from ignoreChanges, or ignore " +
              `all of \`${property}\``,
          },
        ];
  });
}

/** What `check` has received, which `diff` does not get: the old inputs may differ from the old outputs. */
interface CheckedInputs {
  inputs: JsonObject;
  runContext: RunContext | undefined;
}

/** The engine treats `null` in an object as absent. */
function toComparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toComparable);
  }
  return isJsonObject(value) ? mapValues(withoutNulls(value), toComparable) : value;
}

function computeDigest(inputs: JsonObject): string {
  const own = pick(inputs, (key) => key !== literalKey);
  return createHash("sha256").update(toCanonicalJson(own)).digest("base64");
}

/** Shows texts in Pulumi's display. The host passes no URN, so each belongs to the stack. */
export function createNotify(options: LogOptions, address = findEngineAddress()): Notify {
  const log = createEngineLog(address, loadSdkModules);
  return (text) => log(text, options);
}

/** The credentials must come from the same copy of the library as the client, which is the SDK's. */
function loadSdkModules(): EngineModules {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { credentials } = requireFromSdk("@grpc/grpc-js") as {
    credentials: { createInsecure: EngineModules["createInsecure"] };
  };
  const services = requireFromSdk("./proto/engine_grpc_pb") as Pick<EngineModules, "EngineClient">;
  const messages = requireFromSdk("./proto/engine_pb") as Pick<EngineModules, "LogRequest" | "LogSeverity">;
  return { createInsecure: () => credentials.createInsecure(), ...services, ...messages };
}
