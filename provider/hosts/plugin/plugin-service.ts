import {
  credentials,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { stopWork } from "../../api/transport/stop";
import { callDataSource, checkArguments, type DataSource } from "../../core/data-source";
import type { ResourceDefinition } from "../../core/handler";
import { toPrintable } from "../../core/engine-text";
import { findSecrets } from "../../core/secrets";
import { noTraits } from "../../core/traits";
import { reveal, Secret } from "../../core/tree";
import { namespace } from "../../config/namespace";
import { mapValues, type JsonObject } from "../../values/json";
import { createEngineLog, hasTerminal, type EngineLog, parseAddress } from "../engine-log";
import { watchEngine } from "../engine-watch";
import type { HostContext, Stored } from "../operation";
import { OperationError } from "../operation-error";
import { HostSettings } from "../settings";
import { WaitDisplay, type ShownWait } from "../wait-display";
import { computeDetailedDiff } from "./detailed-diff";
import { parseProperties, toRpcError, toStruct } from "./protocol";
import { checkSettings, createConfigGetter, findExplicitName, pickOwnSettings } from "./plugin-config";
import { PluginResource } from "./plugin-resource";

/** What a plugin serves. */
export interface Package {
  version: string;
  /** The schema of the package, as JSON. */
  schema: () => string;
  /** Resources by the last part of their type. */
  resources: Readonly<Record<string, ResourceDefinition<object, object>>>;
  /** Data sources by the name of their function. */
  dataSources: Readonly<Record<string, DataSource<unknown, unknown, unknown>>>;
}

const { DiffChanges } = rpc.DiffResponse;
const { Kind } = rpc.PropertyDiff;
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

/** Pulumi's own protocol for providers, over the resources of a package. */
export class PluginService {
  private log: EngineLog;
  private isConfigured = false;
  private readonly display = new WaitDisplay((text) => this.log(text, { isEphemeral: true }), hasTerminal);
  private readonly waits = new Set<ShownWait>();
  private readonly settings = new HostSettings((untilMs) => this.display.showSlowDown(untilMs));
  private readonly resources: ReadonlyMap<string, PluginResource>;
  private readonly dataSources: ReadonlyMap<string, Package["dataSources"][string]>;

  /** The calls of the protocol, by name. */
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
    getSchema: handleUnary(() => new rpc.GetSchemaResponse().setSchema(this.served.schema())),
    cancel: handleUnary(() => {
      stopWork("Pulumi was interrupted, so nothing more is sent");
      return new Empty();
    }),
    checkConfig: handleUnary((request: rpc.CheckRequest) => {
      const news = parseProperties(request.getNews());
      const stored = mapValues(news, (value, key) =>
        key === "apiKey" && !(value instanceof Secret) ? new Secret(value) : value,
      );
      return buildCheckResponse(stored, checkSettings(news, findExplicitName(request.getUrn())));
    }),
    // Another connection leads to the same objects, so it replaces nothing.
    diffConfig: handleUnary((request: rpc.DiffRequest) => {
      const [before, after] = [request.getOldInputs(), request.getNews()].map(
        (struct) => reveal(pickOwnSettings(parseProperties(struct))) as JsonObject,
      ) as [JsonObject, JsonObject];
      const changed = [...computeDetailedDiff(before, after, noTraits).keys()].map(parseFirstProperty);
      return new rpc.DiffResponse()
        .setChanges(changed.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
        .setDiffsList([...new Set(changed)]);
    }),
    configure: handleUnary((request: rpc.ConfigureRequest) => {
      this.configure(parseProperties(request.getArgs()), findExplicitName(request.getUrn()));
      return (
        new rpc.ConfigureResponse()
          .setAcceptsecrets(true)
          .setSupportspreview(true)
          .setAcceptoutputs(true)
          // There is no autonaming: a project that disables it makes replacements delete first.
          .setSupportsAutonamingConfiguration(true)
      );
    }),
    check: handleUnary(async (request: rpc.CheckRequest) => {
      const olds = request.getOlds() && parseProperties(request.getOlds());
      const news = parseProperties(request.getNews());
      const hostContext = this.toHostContext(request);
      const resource = this.findResource(request);
      const { inputs, failures } = await resource.check(olds, news, hostContext);
      return buildCheckResponse(inputs, failures);
    }),
    diff: handleUnary(async (request: rpc.DiffRequest) => {
      const news = parseProperties(request.getNews());
      const resource = this.findResource(request);
      const found = await resource.diff(request.getId(), toStored(request), news, this.toHostContext(request));
      const { changes, replaces, deletesLast, detailed } = found;
      const response = new rpc.DiffResponse()
        .setChanges(changes ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
        .setReplacesList([...replaces])
        .setDiffsList([...new Set([...detailed.keys()].map(parseFirstProperty))])
        // Names are unique on the platform, and a restore would come after what replaces it.
        .setDeletebeforereplace(!deletesLast)
        .setHasdetaileddiff(true);
      for (const [path, change] of detailed) {
        const kind = kinds[change][replaces.includes(parseFirstProperty(path)) ? 1 : 0];
        response.getDetaileddiffMap().set(path, new rpc.PropertyDiff().setKind(kind).setInputdiff(true));
      }
      return response;
    }),
    create: handleUnary(async (request: rpc.CreateRequest) => {
      const news = parseProperties(request.getProperties());
      const resource = this.findResource(request);
      const hostContext = this.toHostContext(request, request.getTimeout());
      if (request.getPreview()) {
        await resource.warnOfObstacle(news, hostContext);
        return new rpc.CreateResponse().setProperties(toStruct(resource.predict(news, hostContext)));
      }
      const { id, outputs } = await resource.create(news, hostContext);
      return new rpc.CreateResponse().setId(id).setProperties(toStruct(outputs));
    }),
    read: handleUnary(async (request: rpc.ReadRequest) => {
      const stored = {
        inputs: parseProperties(request.getInputs()),
        outputs: parseProperties(request.getProperties()),
      };
      const hostContext = this.toHostContext(request, request.getTimeout());
      // Engines before 3.274 send empty inputs for `get`; later ones ask as for an import, and the claim does no harm.
      const isImport = !request.hasInputs();
      const found = await this.findResource(request).read(request.getId(), stored, isImport, hostContext);
      return found
        ? new rpc.ReadResponse()
            .setId(found.id)
            .setProperties(toStruct(found.outputs))
            .setInputs(toStruct(found.inputs))
        : new rpc.ReadResponse();
    }),
    update: handleUnary(async (request: rpc.UpdateRequest) => {
      const news = parseProperties(request.getNews());
      const resource = this.findResource(request);
      const stored = toStored(request);
      const hostContext = this.toHostContext(request, request.getTimeout());
      const outputs = request.getPreview()
        ? resource.predict(news, hostContext, stored)
        : await resource.update(request.getId(), stored, news, hostContext);
      return new rpc.UpdateResponse().setProperties(toStruct(outputs));
    }),
    delete: handleUnary(async (request: rpc.DeleteRequest) => {
      const stored = {
        inputs: parseProperties(request.getOldInputs()),
        outputs: parseProperties(request.getProperties()),
      };
      const hostContext = this.toHostContext(request, request.getTimeout());
      await this.findResource(request).delete(request.getId(), stored, hostContext);
      return new Empty();
    }),
    invoke: handleUnary(async (request: rpc.InvokeRequest) => {
      const source = findByToken("function", request.getTok(), this.dataSources);
      const result = await callFunction(source, parseProperties(request.getArgs()), this.settings);
      return new rpc.InvokeResponse().setReturn(toStruct(result));
    }),
  };

  constructor(
    private readonly served: Package,
    private engine: string | undefined,
  ) {
    this.log = createLog(engine);
    const toToken = (name: string) => `${namespace}:index:${name}`;
    const resources = Object.entries(served.resources).map(
      ([name, definition]) => [toToken(name), new PluginResource(definition, this.settings)] as const,
    );
    this.resources = new Map(resources);
    this.dataSources = new Map(Object.entries(served.dataSources).map(([name, source]) => [toToken(name), source]));
  }

  /** Serves an engine that has attached to this process instead of starting it. A process serves one engine only. */
  private async attachTo(engine: string): Promise<void> {
    if (this.engine === undefined && parseAddress(engine)) {
      this.engine = engine;
      this.log = createLog(engine);
      await watchEngine(engine);
    }
  }

  /** Any local process can call this; it must not send the API key of the environment to another address. */
  private configure(settings: JsonObject, provider: string | undefined): void {
    if (this.isConfigured) {
      throw new Error(
        "this plugin process is already configured and cannot be configured again; nothing has changed. " +
          "Pulumi starts a process for each provider of a run. If you have started this one yourself " +
          "(PULUMI_DEBUG_PROVIDERS), it serves one provider in one run: start it again for the next, " +
          "and add --skip-preview to pulumi up",
      );
    }
    this.settings.configure(createConfigGetter(settings), provider);
    this.isConfigured = true;
  }

  private findResource(request: { getType(): string; getUrn(): string }): PluginResource {
    const type = request.getType() || (request.getUrn().split("::")[2]?.split("$").at(-1) ?? "");
    return findByToken("resource", type, this.resources);
  }

  private toHostContext(request: { getUrn(): string }, timeoutSeconds = 0): HostContext {
    const urn = request.getUrn();
    return {
      notify: (text) => this.log(text, { isEphemeral: false, urn }),
      // Each operation has the row of its own resource.
      waits: new WaitDisplay((text) => this.log(text, { isEphemeral: true, urn }), hasTerminal, this.waits),
      // A check is not told in which kind of run it is.
      runContext: { urn },
      ...(timeoutSeconds > 0 && { timeoutSeconds }),
    };
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

function handleUnary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>) => {
    Promise.resolve()
      .then(() => answer(request))
      .then(
        (response) => reply(null, response),
        (error: unknown) => reply(toRpcError(error)),
      );
  };
}

function createLog(address: string | undefined): EngineLog {
  return createEngineLog(address, () => ({
    createInsecure: () => credentials.createInsecure(),
    EngineClient,
    LogRequest,
    LogSeverity,
  }));
}

function toStored(request: rpc.DiffRequest | rpc.UpdateRequest): Stored {
  return { inputs: parseProperties(request.getOldInputs()), outputs: parseProperties(request.getOlds()) };
}

function buildCheckResponse(inputs: JsonObject, failures: readonly string[]): rpc.CheckResponse {
  return new rpc.CheckResponse()
    .setInputs(toStruct(inputs))
    .setFailuresList(failures.map((reason) => new rpc.CheckFailure().setReason(reason)));
}

/** The property that a path begins with. */
function parseFirstProperty(path: string): string {
  return path.split(/[.[]/, 1).join();
}

/** Answers a call to a data source. With a secret argument the whole result is secret, else the fields that may be. */
async function callFunction(
  source: DataSource<unknown, unknown, unknown>,
  properties: JsonObject,
  settings: HostSettings,
): Promise<JsonObject> {
  const isSecret = findSecrets([properties], noTraits).paths.size > 0;
  const args = checkArguments(source, reveal(properties), isSecret);
  const connect = () => ({ config: settings.load(), connection: settings.connect() });
  const result = await callDataSource(source, args, { connect, isSecret });
  const { resultName, secretFields = [] } = source;
  const object = resultName === undefined ? (result as JsonObject) : { [resultName]: result };
  return mapValues(object, (value, name) => (isSecret || secretFields.includes(name) ? new Secret(value) : value));
}
