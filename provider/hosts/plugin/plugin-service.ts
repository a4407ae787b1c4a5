import { credentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { stopWork } from "../../api/transport/stop";
import { callDataSource, checkArguments, type DataSource } from "../../core/data-source";
import type { ResourceDefinition } from "../../core/handler";
import { toPrintable } from "../../core/engine-text";
import { isHiddenProperty } from "../../core/hidden-properties";
import { parseFirstProperty } from "../../core/property-paths";
import { openProperties } from "../../core/secrets";
import { noTraits } from "../../core/traits";
import { containsUnknown, reveal, Secret } from "../../core/tree";
import { describeUnknownSettings } from "../../core/unknown-settings";
import { checkExplicitKey, describeConfigProblem } from "../../config/config";
import { namespace, providerName } from "../../config/namespace";
import { mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";
import { parseUrn } from "../../values/urn";
import { createEngineLog, hasTerminal, type EngineLog, parseAddress } from "../engine-log";
import { watchEngine } from "../engine-watch";
import type { HostContext } from "../operation";
import { formatFailures, OperationError } from "../operation-error";
import { HostSettings } from "../settings";
import { WaitDisplay, type ShownWait } from "../wait-display";
import { computeDetailedDiff } from "./detailed-diff";
import { handleUnary, parseProperties, toStruct } from "./protocol";
import { PluginResource } from "./plugin-resource";

export interface Package {
  version: string;
  schema: string;
  resources: Readonly<Record<string, ResourceDefinition<object, object>>>;
  dataSources: Readonly<Record<string, DataSource<unknown, unknown, unknown>>>;
}

const { DiffChanges } = rpc.DiffResponse;
const { Kind } = rpc.PropertyDiff;
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

export class PluginService {
  private log: EngineLog;
  private isConfigured = false;
  private readonly display = new WaitDisplay((text) => this.log(text, { isEphemeral: true }), hasTerminal);
  private readonly waits = new Set<ShownWait>();
  private readonly settings = new HostSettings((untilMs) => this.display.showSlowDown(untilMs));
  private readonly resources: ReadonlyMap<string, PluginResource>;
  private readonly dataSources: ReadonlyMap<string, Package["dataSources"][string]>;

  readonly calls: UntypedServiceImplementation = {
    handshake: handleUnary(async (request: rpc.ProviderHandshakeRequest) => {
      await this.attachTo(request.getEngineAddress());
      return new rpc.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptOutputs(true)
        .setSupportsAutonamingConfiguration(true);
    }),
    attach: handleUnary(async (request: PluginAttach) => {
      await this.attachTo(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: handleUnary(() => new PluginInfo().setVersion(this.served.version)),
    getSchema: handleUnary(() => new rpc.GetSchemaResponse().setSchema(this.served.schema)),
    cancel: handleUnary(() => {
      stopWork("Pulumi was interrupted, so nothing more is sent");
      return new Empty();
    }),
    checkConfig: handleUnary((request: rpc.CheckRequest) => {
      const stored = mapValues(parseProperties(request.getNews()), (value, key) =>
        key === "apiKey" && !(value instanceof Secret) ? new Secret(value) : value,
      );
      const problems = checkSettings(readUserSettings(request.getNews()), findExplicitName(request.getUrn()));
      return buildCheckResponse(stored, problems);
    }),
    // No changed setting replaces the provider: Pulumi would then replace all of its resources, too.
    diffConfig: handleUnary((request: rpc.DiffRequest) => {
      const [before, after] = [readUserSettings(request.getOldInputs()), readUserSettings(request.getNews())];
      const changed = [...computeDetailedDiff(before, after, noTraits).keys()].map(parseFirstProperty);
      return new rpc.DiffResponse()
        .setChanges(changed.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
        .setDiffsList([...new Set(changed)]);
    }),
    configure: handleUnary((request: rpc.ConfigureRequest) => {
      // A second call would let any local process send the environment's API key to another address.
      if (this.isConfigured) {
        throw new OperationError(
          "this plugin process is already configured and cannot be configured again; nothing has changed. " +
            "Pulumi starts a process for each provider of a run. If you have started this one yourself " +
            "(PULUMI_DEBUG_PROVIDERS), it serves one provider in one run: start it again for the next, " +
            "and add --skip-preview to pulumi up",
          true,
        );
      }
      const settings = readUserSettings(request.getArgs());
      this.settings.configure(createConfigGetter(settings), findExplicitName(request.getUrn()));
      this.isConfigured = true;
      return (
        new rpc.ConfigureResponse()
          .setAcceptsecrets(true)
          .setSupportspreview(true)
          .setAcceptoutputs(true)
          // Without this flag, the engine would warn about each resource if a project sets `pulumi:autonaming`, as
          // docs/limitations.md recommends. The plugin makes up no names, so it supports any setting.
          .setSupportsAutonamingConfiguration(true)
      );
    }),
    check: handleUnary(async (request: rpc.CheckRequest) => {
      const { resource, hostContext } = this.prepare(request);
      const olds = request.getOlds() && parseProperties(request.getOlds());
      const { inputs, failures } = await resource.check(olds, parseProperties(request.getNews()), hostContext);
      return buildCheckResponse(inputs, formatFailures(failures));
    }),
    diff: handleUnary(async (request: rpc.DiffRequest) => {
      const { resource, hostContext, toStored } = this.prepare(request);
      const stored = toStored(request.getOldInputs(), request.getOlds());
      const news = resource.open(parseProperties(request.getNews()));
      const found = await resource.diff(request.getId(), stored, news, hostContext);
      const { changes, replaces, deletesLast, detailed } = found;
      const response = new rpc.DiffResponse()
        .setChanges(changes ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
        .setReplacesList(replaces)
        .setDiffsList([...new Set([...detailed.keys()].map(parseFirstProperty))])
        .setDeletebeforereplace(!deletesLast)
        .setHasdetaileddiff(true);
      for (const [path, change] of detailed) {
        const kind = kinds[change][replaces.includes(parseFirstProperty(path)) ? 1 : 0];
        response.getDetaileddiffMap().set(path, new rpc.PropertyDiff().setKind(kind).setInputdiff(true));
      }
      return response;
    }),
    create: handleUnary(async (request: rpc.CreateRequest) => {
      const { resource, hostContext } = this.prepare(request);
      const news = resource.open(parseProperties(request.getProperties()));
      if (request.getPreview()) {
        await resource.managed.warnOfObstacle(news, hostContext);
        return new rpc.CreateResponse().setProperties(toStruct(resource.predict(news, hostContext)));
      }
      const { id, outputs } = await resource.managed.create(news, hostContext);
      return new rpc.CreateResponse().setId(id).setProperties(toStruct(outputs));
    }),
    read: handleUnary(async (request: rpc.ReadRequest) => {
      const { resource, hostContext, toStored } = this.prepare(request);
      const stored = toStored(request.getInputs(), request.getProperties());
      const found = await resource.read(request.getId(), stored, hostContext);
      return found
        ? new rpc.ReadResponse()
            .setId(found.id)
            .setProperties(toStruct(found.outputs))
            .setInputs(toStruct(found.inputs))
        : new rpc.ReadResponse();
    }),
    update: handleUnary(async (request: rpc.UpdateRequest) => {
      const { resource, hostContext, toStored } = this.prepare(request);
      const stored = toStored(request.getOldInputs(), request.getOlds());
      const news = resource.open(parseProperties(request.getNews()));
      const outputs = request.getPreview()
        ? resource.predict(news, hostContext, stored)
        : await resource.managed.update(request.getId(), stored, news, hostContext);
      return new rpc.UpdateResponse().setProperties(toStruct(outputs));
    }),
    delete: handleUnary(async (request: rpc.DeleteRequest) => {
      const { resource, hostContext, toStored } = this.prepare(request);
      const stored = toStored(request.getOldInputs(), request.getProperties());
      await resource.managed.delete(request.getId(), stored, hostContext);
      return new Empty();
    }),
    invoke: handleUnary(async (request: rpc.InvokeRequest) => {
      const source = findByToken("function", request.getTok(), this.dataSources);
      const { values, secrets } = openProperties(parseProperties(request.getArgs()), noTraits);
      const isSecret = secrets.paths.size > 0;
      const args = checkArguments(source, values, isSecret);
      const connect = () => ({ config: this.settings.load(), connection: this.settings.connect() });
      const result = await callDataSource(source, args, { connect, isSecret });
      const { resultName, secretFields = [] } = source;
      const object = resultName === undefined ? (result as JsonObject) : { [resultName]: result };
      // The result may repeat an argument, so if any argument is secret, the whole result is.
      const marked = mapValues(object, (value, name) =>
        isSecret || secretFields.includes(name) ? new Secret(value) : value,
      );
      return new rpc.InvokeResponse().setReturn(toStruct(marked));
    }),
  };

  constructor(
    private readonly served: Package,
    private engine: string | undefined,
  ) {
    this.log = createLog(engine);
    const toToken = (name: string) => `${namespace}:index:${name}`;
    this.resources = new Map(
      Object.entries(served.resources).map(([name, one]) => [toToken(name), new PluginResource(one, this.settings)]),
    );
    this.dataSources = new Map(Object.entries(served.dataSources).map(([name, source]) => [toToken(name), source]));
  }

  /** Watches an engine that attaches to this process instead of starting it. The process serves only one engine. */
  private async attachTo(engine: string): Promise<void> {
    if (this.engine === undefined && parseAddress(engine)) {
      this.engine = engine;
      this.log = createLog(engine);
      await watchEngine(engine);
    }
  }

  private prepare(request: { getType(): string; getUrn(): string; getTimeout?(): number }) {
    const urn = request.getUrn();
    const type = request.getType() || parseUrn(urn).type;
    const resource = findByToken("resource", type, this.resources);
    const hostContext: HostContext = {
      notify: (text) => this.log(text, { isEphemeral: false, urn }),
      waits: new WaitDisplay((text) => this.log(text, { isEphemeral: true, urn }), hasTerminal, this.waits),
      runContext: { urn },
      timeoutSeconds: request.getTimeout?.() || undefined,
    };
    const toStored = (inputs?: Struct, outputs?: Struct) =>
      resource.codec.decodeStored(parseProperties(inputs), parseProperties(outputs));
    return { resource, hostContext, toStored };
  }
}

function findByToken<T>(kind: "resource" | "function", token: string, served: ReadonlyMap<string, T>): T {
  const found = served.get(token);
  if (found === undefined) {
    const known = [...served.keys()].sort().join(", ");
    throw new OperationError(toPrintable(`the package ${namespace} has no ${kind} ${token}; it has ${known}`), true);
  }
  return found;
}

function createLog(address: string | undefined): EngineLog {
  return createEngineLog(address, () => ({ credentials, EngineClient, LogRequest, LogSeverity }));
}

/** Inputs that are not settings. The engine adds them, except `providerName`, which is for the dynamic provider. */
const foreignInputs = ["version", "pluginDownloadURL", "pluginChecksums", "parameterization", providerName];

/** Removes the namespace that keys have in a `Provider` for the dynamic provider. */
function readUserSettings(struct: Struct | undefined): JsonObject {
  const given = pick(parseProperties(struct), (key) => !isHiddenProperty(key) && !foreignInputs.includes(key));
  const settings = withoutNulls(reveal(given) as JsonObject);
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key.replace(`${namespace}:`, ""), value]));
}

/** Matches the engine's names for default providers: `default`, then the plugin's version and download URL, if any. */
const defaultProvider = /^default($|_\d+_\d+_\d+(_|$)|_\w+\/)/;

/** Returns undefined for a default provider. An explicit one with such a name counts as a default provider. */
function findExplicitName(urn = ""): string | undefined {
  const { name } = parseUrn(urn);
  return name === "" || defaultProvider.test(name) ? undefined : name;
}

/** While values are unknown, checks only the names of the settings, and that `baseUrl` comes with `apiKey`. */
function checkSettings(given: JsonObject, provider: string | undefined): string[] {
  const nonexistent = describeUnknownSettings(Object.keys(given));
  if (nonexistent.length === 0 && !containsUnknown(given)) {
    const settings = new HostSettings();
    settings.configure(createConfigGetter(given), provider);
    return settings.checkConfig().map(({ reason }) => reason);
  }
  const problems = nonexistent.length > 0 ? nonexistent : [checkExplicitKey(provider, given)];
  return problems.flatMap((problem) => (problem ? [describeConfigProblem(problem)] : []));
}

/** The config reads all settings from strings, so other values become JSON. */
function createConfigGetter(settings: JsonObject): (key: string) => string | undefined {
  return (key) => {
    const value = settings[key.replace(`${namespace}:`, "")];
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  };
}

function buildCheckResponse(inputs: JsonObject, failures: readonly string[]): rpc.CheckResponse {
  return new rpc.CheckResponse()
    .setInputs(toStruct(inputs))
    .setFailuresList(failures.map((reason) => new rpc.CheckFailure().setReason(reason)));
}
