import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn";
import { connect } from "../api/connection";
import { configKeys, loadConfig } from "../config/config";
import { namespace } from "../config/namespace";
import { callDataSource, checkArguments, DataSourceFailure, type DataSource } from "../core/data-source";
import { formatPropertyPath, type PropertyPath } from "../core/property-paths";
import { isJsonObject, mapValues, toCanonicalJson } from "../values/json";
import { memoize } from "../values/memoize";
import { isDeferred, isKnown, type OutputOptions } from "./inputs";
import { providerSettings, type ProviderSettings } from "./provider";
import { warnOfUnknownSettings } from "./stack-settings";
import { DataSourceError } from "./program-error";

export function callNow<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  args: object,
  opts: pulumi.InvokeOptions = {},
): Promise<Result> {
  const call = prepareCall(source, opts);
  const { name } = source;
  return keepRunAlive(async () => {
    const deferred = findDeferred(args, []).map((path) => formatPropertyPath(path));
    if (deferred.length > 0) {
      const problem = deferred.length === 1 ? "is an output or a promise" : "are outputs or promises";
      throw new DataSourceError(`${name}: ${deferred.join(", ")} ${problem}; call ${name}Output instead`);
    }
    const settings = findSettings(name, opts);
    // Outputs with unknown values never call what is passed to `apply`.
    if (!(await isKnown(settings))) {
      const problem = "provider has settings that this preview does not know yet";
      throw new DataSourceError(`${name}: ${problem}; call ${name}Output instead`);
    }
    const knownSettings = await new Promise<ProviderSettings>((resolve) => void settings.apply(resolve));
    return call(withDatesAsText(args), knownSettings);
  });
}

export function callLater<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  args: unknown,
  opts: OutputOptions = {},
): pulumi.Output<Result> {
  const call = prepareCall(source, opts);
  const given = pulumi.output(withDatesAsText(args));
  const settings = Promise.resolve().then(() => findSettings(source.name, opts));
  return pulumi
    .all([given, settings, waitForDependencies(opts, given)])
    .apply(([args, settings, isDependent]) =>
      keepRunAlive(async () => call(args, settings, await pulumi.isSecret(given), isDependent)),
    );
}

/** The connections and results of one run. A process can run many programs, so a run is identified by its stack. */
const findMemo = memoize((_stack: object) => new Map<string, unknown>());

/** Memoized, because equal calls share a failure, and Pulumi prints an error object only once. */
const toProgramError = memoize(({ message, status }: DataSourceFailure) => new DataSourceError(message, status));

/**
 * Returns a function that makes the call in the present run, even if another has begun by the time the arguments are
 * known. Within a run, calls with equal settings share a connection, and equal calls share a result. A call that waits
 * for resources (`isDependent`) shares no result, since an earlier one may be out of date.
 */
function prepareCall<Args, Query, Result>(source: DataSource<Args, Query, Result>, opts: pulumi.InvokeOptions) {
  const stack = pulumi.runtime.getStackResource();
  // Outside of a run, as in a unit test, nothing is remembered.
  const memo = stack ? findMemo(stack) : new Map<string, unknown>();
  // The mocks of `setMocks`, perhaps without `call`. By shape, not by class, because a test may load the SDK twice.
  const { mocks } = (pulumi.runtime.getMonitor() ?? {}) as { mocks?: Partial<pulumi.runtime.Mocks> };
  return async (given: unknown, settings: ProviderSettings, isSecret = false, isDependent = false): Promise<Result> => {
    try {
      const args = checkArguments(source, given, isSecret);
      if (mocks?.call) {
        // Pulumi's own `invoke` would turn all results into objects, and all failures into errors without a message.
        const inputs: unknown = JSON.parse(JSON.stringify(args));
        const provider = findProvider(opts);
        const chosen = provider && { provider: await pulumi.ProviderResource.register(provider) };
        return (await mocks.call({ token: `edgecloud:index:${source.name}`, inputs, ...chosen })) as Result;
      }
      return await callDataSource(source, args, {
        connect: () => {
          const config = loadConfig((key) => settings[key]);
          return { config, connection: getOrCreate(memo, config, () => connect(config)) };
        },
        isSecret,
        remember: (key, makeCall) => (isDependent ? makeCall() : getOrCreate(memo, key, makeCall)),
      });
    } catch (error) {
      throw error instanceof DataSourceFailure ? toProgramError(error) : error;
    }
  };
}

function getOrCreate<Value>(memo: Map<string, unknown>, key: unknown, create: () => Value): Value {
  const text = toCanonicalJson(key);
  const value = memo.has(text) ? (memo.get(text) as Value) : create();
  memo.set(text, value);
  return value;
}

/**
 * Pulumi ends a run as soon as the program has returned and no call is in progress. Without this, a resource made in
 * the `then` of a data source that nothing else waits for would not be registered, so Pulumi would delete it.
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

/** The paths of outputs and promises. Those in a free-form object would be sent as whatever JSON makes of them. */
function findDeferred(value: unknown, path: PropertyPath): PropertyPath[] {
  if (isDeferred(value)) {
    return [path];
  }
  const isList = Array.isArray(value);
  const entries = isList || isJsonObject(value) ? Object.entries<unknown>(value) : [];
  return entries.flatMap(([key, item]) => findDeferred(item, [...path, isList ? Number(key) : key]));
}

/** Turns dates at any depth into ISO 8601, because `pulumi.output` would make them empty objects. */
function withDatesAsText(value: unknown): unknown {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  }
  if (value instanceof Promise) {
    return value.then(withDatesAsText);
  }
  if (pulumi.Output.isInstance<unknown>(value)) {
    return value.apply(withDatesAsText);
  }
  return Array.isArray(value)
    ? value.map(withDatesAsText)
    : isJsonObject(value)
      ? mapValues(value, withDatesAsText)
      : value;
}

/** One type of the package on each host, by which Pulumi finds a parent's provider. The types need not exist. */
const packageTypes = ["edgecloud:index:DataSource", "pulumi-nodejs:dynamic/edgecloud:DataSource"];

function findProvider({ provider, parent }: pulumi.InvokeOptions): pulumi.ProviderResource | undefined {
  const inherited = packageTypes.flatMap((type) => parent?.getProvider(type) ?? []);
  return provider ?? inherited.find((one) => providerSettings.has(one)) ?? inherited[0];
}

/** The settings of the provider in the options, or of the parent's provider, or of the stack. */
function findSettings(name: string, opts: pulumi.InvokeOptions): pulumi.Output<ProviderSettings> {
  const provider = findProvider(opts);
  const settings = provider && providerSettings.get(provider);
  if (settings) {
    return settings;
  }
  if (provider) {
    throw new DataSourceError(`${name}: provider must be a Provider of this package`);
  }
  // Pulumi refuses only resources without a provider: it does not see the calls that the program makes itself.
  const disablingKey = "pulumi:disable-default-providers";
  const disabled = pulumi.runtime.getConfig(disablingKey) ?? "";
  const found = ["*", namespace, "pulumi-nodejs"].find((name) => disabled.includes(JSON.stringify(name)));
  if (found !== undefined) {
    const cause = `${disablingKey} has ${JSON.stringify(found)}`;
    throw new DataSourceError(`${name}: provider must be given, because ${cause}: pass { provider } or { parent }`);
  }
  warnOfUnknownSettings();
  const keys = configKeys.map((key) => `${namespace}:${key}`);
  return pulumi.output(Object.fromEntries(keys.map((key) => [key, pulumi.runtime.getConfig(key)])));
}

/**
 * Waits until all resources of `dependsOn`, and those that the arguments come from, exist, and returns whether there
 * are any. If an argument comes from a component, its children are not waited for, because they may wait for this call.
 */
async function waitForDependencies(
  opts: pulumi.InvokeOutputOptions,
  args: pulumi.Output<unknown>,
): Promise<pulumi.Output<boolean>> {
  // What the SDK uses to find the resources of `dependsOn`, and for a component those in it. Its types lack both.
  const sdk = dependsOn as unknown as {
    gatherExplicitDependencies(dependsOn: unknown): Promise<pulumi.Resource[]>;
    getAllTransitivelyReferencedResources(of: Set<pulumi.Resource>, except: Set<never>): Promise<pulumi.Resource[]>;
  };
  const named = new Set(await sdk.gatherExplicitDependencies(opts.dependsOn));
  const sdkArgs = args as unknown as { allResources(): Promise<Iterable<pulumi.Resource>> };
  const dependencies = await sdk.getAllTransitivelyReferencedResources(named, new Set());
  const resources = [...dependencies, ...(await sdkArgs.allResources())];
  return pulumi
    .all(resources.map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)))
    .apply(() => resources.length > 0);
}
