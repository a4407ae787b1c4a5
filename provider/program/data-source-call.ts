import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn";
import { connect, type Connection } from "../api/connection";
import { configKeys, loadConfig } from "../config/config";
import { namespace } from "../config/namespace";
import { callDataSource, checkArguments, DataSourceFailure, type DataSource } from "../core/data-source";
import { formatPropertyPath, type PropertyPath } from "../core/property-paths";
import { toCanonicalJson, isJsonObject } from "../values/json";
import { isDeferred, isKnown, withDatesAsText, type OutputOptions } from "./inputs";
import { findProviderSettings, type ProviderSettings } from "./provider";
import { warnOfUnknownSettings } from "./stack-settings";
import { DataSourceError } from "./program-error";

/** Makes the call of `invoke`. */
export function callNow<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  args: object,
  opts: pulumi.InvokeOptions = {},
): Promise<Result> {
  const run = { opts, memo: findMemo(), mocks: findMocks() };
  const { name } = source;
  return keepRunAlive(async () => {
    const deferred = findDeferred(args, []).map((path) => formatPropertyPath(path));
    if (deferred.length > 0) {
      const problem = deferred.length === 1 ? "is an output or a promise" : "are outputs or promises";
      throw new DataSourceError(`${name}: ${deferred.join(", ")} ${problem}; call ${name}Output instead`);
    }
    const settings = findSettings(name, opts);
    // An output that is not known would never resolve.
    if (!(await isKnown(settings))) {
      const problem = "provider has settings that this preview does not know yet";
      throw new DataSourceError(`${name}: ${problem}; call ${name}Output instead`);
    }
    const known = await new Promise<ProviderSettings>((resolve) => void settings.apply(resolve));
    return call(source, { ...run, args: withDatesAsText(args), settings: known });
  });
}

/** Makes the call of `invokeOutput`. */
export function callLater<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  args: unknown,
  opts: OutputOptions = {},
): pulumi.Output<Result> {
  const run = { opts, memo: findMemo(), mocks: findMocks() };
  const known = pulumi.output(withDatesAsText(args));
  const settings = Promise.resolve().then(() => findSettings(source.name, opts));
  return pulumi
    .all([known, settings, waitForDependencies(opts, known)])
    .apply(([args, settings, isDependent]) =>
      keepRunAlive(async () =>
        call(source, { ...run, args, settings, isDependent, isSecret: await pulumi.isSecret(known) }),
      ),
    );
}

interface Call {
  args: unknown;
  settings: ProviderSettings;
  opts: pulumi.InvokeOptions;
  memo: RunMemo;
  mocks: pulumi.runtime.Mocks | undefined;
  /** Whether an argument is secret. */
  isSecret?: boolean;
  /** Whether the call was made after resources, so that an earlier result may be out of date. */
  isDependent?: boolean;
}

function call<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  { args, settings, opts, memo, mocks, isSecret, isDependent }: Call,
): Promise<Result> {
  return toProgramErrors(async () => {
    if (mocks) {
      // Pulumi's own `invoke` would turn every result into an object, and every failure into an error without a message.
      const inputs: unknown = JSON.parse(JSON.stringify(checkArguments(source, args, isSecret)));
      const provider = findProvider(opts);
      const chosen = provider && { provider: await pulumi.ProviderResource.register(provider) };
      return (await mocks.call({ token: `edgecloud:index:${source.name}`, inputs, ...chosen })) as Result;
    }
    return callDataSource(source, args, {
      loadConfig: () => loadConfig((key) => settings[key]),
      connect: (config) => getOrCreate(memo.connections, toCanonicalJson(config), () => connect(config)),
      isSecret,
      remember: <T>(key: readonly unknown[], makeCall: () => Promise<T>) =>
        isDependent
          ? makeCall()
          : // Converted here, so that all equal calls share one error object, which Pulumi then prints once.
            (getOrCreate(memo.results, toCanonicalJson(key), () => toProgramErrors(makeCall)) as Promise<T>),
    });
  });
}

/** Failures become the errors that programs get; any other error stays as it is. */
async function toProgramErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DataSourceFailure ? new DataSourceError(error.message, error.status) : error;
  }
}

/**
 * Pulumi ends a run as soon as the program has returned and no call is in progress. Without this, a resource made in the
 * `then` of a data source that nothing else waits for would not be registered, and so be deleted.
 */
async function keepRunAlive<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } finally {
    // Later, so that everything that awaits the result has run by then.
    setImmediate(done);
  }
}

/** The paths of outputs and promises; one inside of an object would be sent as the text that JSON makes of it. */
function findDeferred(value: unknown, path: PropertyPath): PropertyPath[] {
  if (isDeferred(value)) {
    return [path];
  }
  const isList = Array.isArray(value);
  const entries = isList || isJsonObject(value) ? Object.entries<unknown>(value) : [];
  return entries.flatMap(([key, item]) => findDeferred(item, [...path, isList ? Number(key) : key]));
}

const disablingKey = "pulumi:disable-default-providers";

/** A type of the package on each host, by which Pulumi finds a parent's provider; it need not exist. */
const packageTypes = ["edgecloud:index:DataSource", "pulumi-nodejs:dynamic/edgecloud:DataSource"];

function findProvider({ provider, parent }: pulumi.InvokeOptions): pulumi.ProviderResource | undefined {
  const ofParent = packageTypes.flatMap((type) => parent?.getProvider(type) ?? []);
  return provider ?? ofParent.find(findProviderSettings) ?? ofParent[0];
}

/** The settings of the provider in the options, or of the parent's provider, or of the stack. */
function findSettings(name: string, opts: pulumi.InvokeOptions): pulumi.Output<ProviderSettings> {
  const provider = findProvider(opts);
  if (!provider) {
    assertDefaultProviderAllowed(name);
    warnOfUnknownSettings();
    const keys = configKeys.map((key) => `${namespace}:${key}`);
    return pulumi.output(Object.fromEntries(keys.map((key) => [key, pulumi.runtime.getConfig(key)])));
  }
  const settings = findProviderSettings(provider);
  if (!settings) {
    throw new DataSourceError(`${name}: provider must be a Provider of this package`);
  }
  return settings;
}

/** Pulumi refuses resources that would use the stack's settings, but has no part in the calls of a program. */
function assertDefaultProviderAllowed(name: string): void {
  const disabled = pulumi.runtime.getConfig(disablingKey) ?? "";
  const found = ["*", namespace, "pulumi-nodejs"].find((name) => disabled.includes(JSON.stringify(name)));
  if (found !== undefined) {
    const cause = `${disablingKey} has ${JSON.stringify(found)}`;
    throw new DataSourceError(`${name}: provider must be given, because ${cause}: pass { provider } or { parent }`);
  }
}

/** How the SDK finds the resources of a `dependsOn`, a component with all its children. It does not declare them. */
interface Dependencies {
  gatherExplicitDependencies(dependsOn: unknown): Promise<pulumi.Resource[]>;
  getAllTransitivelyReferencedResources(of: Set<pulumi.Resource>, except: Set<never>): Promise<pulumi.Resource[]>;
}

/**
 * Resolves when all resources of `dependsOn`, and those that the arguments come from, exist, and says whether there are
 * any. The children of a component that an argument comes from are not waited for: the call may be one that it waits for
 * itself.
 */
function waitForDependencies(opts: pulumi.InvokeOutputOptions, args: pulumi.Output<unknown>): pulumi.Output<boolean> {
  const findResources = async () => {
    const sdk = dependsOn as unknown as Dependencies;
    const named = new Set(await sdk.gatherExplicitDependencies(opts.dependsOn));
    const sources = args as unknown as { allResources(): Promise<Iterable<pulumi.Resource>> };
    const children = await sdk.getAllTransitivelyReferencedResources(named, new Set());
    return [...children, ...(await sources.allResources())];
  };
  return pulumi
    .output(findResources())
    .apply((resources) =>
      pulumi
        .all(resources.map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)))
        .apply(() => resources.length > 0),
    );
}

/**
 * Finds the mocks of `pulumi.runtime.setMocks` if the program runs in a unit test. Mocks without `call` only mock
 * resources.
 */
function findMocks(): pulumi.runtime.Mocks | undefined {
  // By shape, not by class, because a test may load the SDK twice. The engine's monitor has no such property.
  const { mocks } = (pulumi.runtime.getMonitor() ?? {}) as { mocks?: Partial<pulumi.runtime.Mocks> };
  return typeof mocks?.call === "function" ? (mocks as pulumi.runtime.Mocks) : undefined;
}

/** The connections and results of one run of a program; equal settings share a connection, and equal calls a result. */
interface RunMemo {
  connections: Map<string, Connection>;
  results: Map<string, Promise<unknown>>;
}

/** A process can run many programs, even at once, so a run is identified by its stack resource. */
const memos = new WeakMap<object, RunMemo>();

/** The memo of this run. Outside of a run, as in a unit test, nothing is remembered. */
function findMemo(): RunMemo {
  const stack = pulumi.runtime.getStackResource();
  const memo = (stack && memos.get(stack)) ?? { connections: new Map(), results: new Map() };
  if (stack) {
    memos.set(stack, memo);
  }
  return memo;
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
