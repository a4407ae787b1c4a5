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
import type { DataSource } from "../../core/data-source";
import type { ResourceDefinition } from "../../core/handler";
import { noTraits } from "../../core/traits";
import type { JsonObject } from "../../values/json";
import { placeOf } from "../engine-address";
import { engineLog, hasTerminal, type EngineLog } from "../engine-log";
import { watchEngine } from "../engine-watch";
import type { Surroundings } from "../resource-service";
import { Settings } from "../settings";
import { WaitDisplay } from "../wait-display";
import { detailedDiff } from "./detailed-diff";
import { InvokeAnswer, propertiesOf, structOf } from "./envelopes";
import { rpcError } from "./failures";
import { configFailures, configGetter, isExplicitProvider, keptConfig, ownSettings } from "./plugin-config";
import { answerCall } from "./plugin-function";
import { PluginResource, type Kept } from "./plugin-resource";
import { RowDisplay } from "./rows";
import { revealed } from "./secrets";
import { byToken, findByToken } from "./tokens";

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

type PackageResource = PluginResource<object, object>;

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
  private readonly rows = new RowDisplay(hasTerminal);
  private readonly settings = new Settings((untilMs) => this.display.slowedDown(untilMs));
  private readonly resources: ReadonlyMap<string, PackageResource>;
  private readonly dataSources: ReadonlyMap<string, Package["dataSources"][string]>;

  constructor(
    private readonly served: Package,
    private engine: string | undefined,
  ) {
    this.log = logOf(engine);
    const resources = Object.entries(served.resources).map(
      ([name, definition]) => [name, new PluginResource(definition, this.settings)] as const,
    );
    this.resources = byToken(resources);
    this.dataSources = byToken(Object.entries(served.dataSources));
  }

  /** The calls of the protocol, by name. */
  calls(): UntypedServiceImplementation {
    return {
      handshake: unary(async (request: rpc.ProviderHandshakeRequest) => {
        await this.workFor(request.getEngineAddress());
        return new rpc.ProviderHandshakeResponse()
          .setAcceptSecrets(true)
          .setAcceptOutputs(true)
          .setSupportsAutonamingConfiguration(true);
      }),
      attach: unary(async (request: PluginAttach) => {
        await this.workFor(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: unary(() => new PluginInfo().setVersion(this.served.version)),
      getSchema: unary(() => new rpc.GetSchemaResponse().setSchema(this.served.schema())),
      cancel: unary(() => {
        stopWork("Pulumi was interrupted, so nothing more is sent");
        return new Empty();
      }),
      checkConfig: unary((request: rpc.CheckRequest) => checkConfig(request)),
      diffConfig: unary((request: rpc.DiffRequest) => diffConfig(request)),
      configure: unary((request: rpc.ConfigureRequest) => {
        this.configure(propertiesOf(request.getArgs()), isExplicitProvider(request.getUrn()));
        return (
          new rpc.ConfigureResponse()
            .setAcceptsecrets(true)
            .setSupportspreview(true)
            .setAcceptoutputs(true)
            // There is no autonaming: a project that disables it makes replacements delete first.
            .setSupportsAutonamingConfiguration(true)
        );
      }),
      check: unary((request: rpc.CheckRequest) => this.check(request)),
      diff: unary((request: rpc.DiffRequest) => this.diff(request)),
      create: unary(
        (request: rpc.CreateRequest) => this.create(request),
        (request, state) => this.resourceOf(request).toOutputs(state, propertiesOf(request.getProperties())),
      ),
      read: unary((request: rpc.ReadRequest) => this.read(request)),
      update: unary(
        (request: rpc.UpdateRequest) => this.update(request),
        (request, state) =>
          this.resourceOf(request).unfinishedOutputs(state, propertiesOf(request.getNews()), keptOf(request)),
      ),
      delete: unary((request: rpc.DeleteRequest) => this.delete(request)),
      invoke: unary((request: rpc.InvokeRequest) => this.invoke(request)),
    };
  }

  /** Serves an engine that has attached to this process instead of starting it. A process serves one engine only. */
  private async workFor(engine: string): Promise<void> {
    if (this.engine === undefined && placeOf(engine)) {
      this.engine = engine;
      this.log = logOf(engine);
      await watchEngine(engine);
    }
  }

  /** Any local process can call this; it must not send the API key of the environment to another address. */
  private configure(settings: JsonObject, isExplicit: boolean): void {
    if (this.isConfigured) {
      throw new Error(
        "this process of the plugin is configured already, and cannot be configured again; nothing has changed. " +
          "Pulumi starts a process for each provider of a run. If you have started this one yourself " +
          "(PULUMI_DEBUG_PROVIDERS), it serves one provider in one run: start it again for the next, " +
          "and add --skip-preview to pulumi up",
      );
    }
    this.settings.configure(configGetter(settings), isExplicit);
    this.isConfigured = true;
  }

  private async check(request: rpc.CheckRequest): Promise<rpc.CheckResponse> {
    const olds = request.getOlds() && propertiesOf(request.getOlds());
    const news = propertiesOf(request.getNews());
    const surroundings = this.surroundingsOf(request);
    const resource = this.resourceOf(request);
    const { inputs, failures } = await resource.check(olds, news, surroundings, deletesFirst(request));
    return checkResponse(inputs, failures);
  }

  private async diff(request: rpc.DiffRequest): Promise<rpc.DiffResponse> {
    const news = propertiesOf(request.getNews());
    const resource = this.resourceOf(request);
    const found = await resource.diff(request.getId(), keptOf(request), news, this.surroundingsOf(request));
    const { changes, replaces, deletesLast, detailed } = found;
    const response = new rpc.DiffResponse()
      .setChanges(changes ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
      .setReplacesList([...replaces])
      .setDiffsList([...new Set([...detailed.keys()].map(propertyOf))])
      // Names are unique on the platform, and a restore would come after what replaces it.
      .setDeletebeforereplace(!deletesLast)
      .setHasdetaileddiff(true);
    for (const [path, change] of detailed) {
      const kind = kinds[change][replaces.includes(propertyOf(path)) ? 1 : 0];
      response.getDetaileddiffMap().set(path, new rpc.PropertyDiff().setKind(kind).setInputdiff(true));
    }
    return response;
  }

  private async create(request: rpc.CreateRequest): Promise<rpc.CreateResponse> {
    const news = propertiesOf(request.getProperties());
    const resource = this.resourceOf(request);
    if (request.getPreview()) {
      await resource.foresee(news, this.surroundingsOf(request));
      return new rpc.CreateResponse().setProperties(structOf(resource.predict(news)));
    }
    const { id, outputs } = await resource.create(news, this.surroundingsOf(request, request.getTimeout()));
    return new rpc.CreateResponse().setId(id).setProperties(structOf(outputs));
  }

  private async read(request: rpc.ReadRequest): Promise<rpc.ReadResponse> {
    const kept = { inputs: propertiesOf(request.getInputs()), outputs: propertiesOf(request.getProperties()) };
    const surroundings = this.surroundingsOf(request, request.getTimeout());
    // A resource read by `get` has inputs, too, though empty ones.
    const isImport = !request.hasInputs();
    const found = await this.resourceOf(request).read(request.getId(), kept, isImport, surroundings);
    return found
      ? new rpc.ReadResponse()
          .setId(request.getId())
          .setProperties(structOf(found.outputs))
          .setInputs(structOf(found.inputs))
      : new rpc.ReadResponse();
  }

  private async update(request: rpc.UpdateRequest): Promise<rpc.UpdateResponse> {
    const news = propertiesOf(request.getNews());
    const resource = this.resourceOf(request);
    const kept = keptOf(request);
    const outputs = request.getPreview()
      ? resource.predict(news, kept)
      : await resource.update(request.getId(), kept, news, this.surroundingsOf(request, request.getTimeout()));
    return new rpc.UpdateResponse().setProperties(structOf(outputs));
  }

  private async delete(request: rpc.DeleteRequest): Promise<Empty> {
    const kept = { inputs: propertiesOf(request.getOldInputs()), outputs: propertiesOf(request.getProperties()) };
    const surroundings = this.surroundingsOf(request, request.getTimeout());
    await this.resourceOf(request).delete(request.getId(), kept, surroundings);
    return new Empty();
  }

  private async invoke(request: rpc.InvokeRequest): Promise<rpc.InvokeResponse> {
    const source = findByToken("function", request.getTok(), this.dataSources);
    const result = await answerCall(source, propertiesOf(request.getArgs()), this.settings);
    return new InvokeAnswer(result);
  }

  private resourceOf(request: { getType(): string; getUrn(): string }): PackageResource {
    const type = request.getType() || (request.getUrn().split("::")[2]?.split("$").at(-1) ?? "");
    return findByToken("resource", type, this.resources);
  }

  private surroundingsOf(request: { getUrn(): string }, timeoutSeconds = 0): Surroundings {
    const urn = request.getUrn();
    return {
      notice: (text) => this.log(text, { isEphemeral: false, urn }),
      waits: this.rows.of((text) => this.log(text, { isEphemeral: true, urn })),
      // A check is not told in which kind of run it is.
      origin: { urn },
      ...(timeoutSeconds > 0 && { timeoutSeconds }),
    };
  }
}

/** Handles a unary call; `toProperties` gives the state to keep if the operation did not finish. */
function unary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
  propertiesOf?: (request: Request, state: object) => JsonObject,
): handleUnaryCall<Request, Response> {
  return ({ request }: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>) => {
    Promise.resolve()
      .then(() => answer(request))
      .then(
        (response) => reply(null, response),
        (error: unknown) => reply(rpcError(error, (state) => propertiesOf?.(request, state) ?? {})),
      );
  };
}

function logOf(address: string | undefined): EngineLog {
  const createInsecure = () => credentials.createInsecure();
  return engineLog(address, () => ({ createInsecure, EngineClient, LogRequest, LogSeverity }));
}

function keptOf(request: rpc.DiffRequest | rpc.UpdateRequest): Kept {
  return { inputs: propertiesOf(request.getOldInputs()), outputs: propertiesOf(request.getOlds()) };
}

function checkConfig(request: rpc.CheckRequest): rpc.CheckResponse {
  const news = propertiesOf(request.getNews());
  return checkResponse(keptConfig(news), configFailures(news, isExplicitProvider(request.getUrn())));
}

/** If a project disables autonaming, the engine deletes before it creates, whatever a diff says. */
function deletesFirst(request: rpc.CheckRequest): boolean {
  return request.getAutonaming()?.getMode() === rpc.CheckRequest.AutonamingOptions.Mode.DISABLE;
}

/** Another connection leads to the same objects, so it replaces nothing. */
function diffConfig(request: rpc.DiffRequest): rpc.DiffResponse {
  const [before, after] = [request.getOldInputs(), request.getNews()].map(
    (struct) => revealed(ownSettings(propertiesOf(struct))) as JsonObject,
  ) as [JsonObject, JsonObject];
  const changed = [...detailedDiff(before, after, noTraits).keys()].map(propertyOf);
  return new rpc.DiffResponse()
    .setChanges(changed.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
    .setDiffsList([...new Set(changed)]);
}

function checkResponse(inputs: JsonObject, failures: readonly string[]): rpc.CheckResponse {
  return new rpc.CheckResponse()
    .setInputs(structOf(inputs))
    .setFailuresList(failures.map((reason) => new rpc.CheckFailure().setReason(reason)));
}

/** The property that a path begins with. */
function propertyOf(path: string): string {
  return path.split(/[.[]/, 1).join();
}
