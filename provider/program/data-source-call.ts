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

/** Refuses outputs and promises in `args`: `callLater` is for those. */
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
    // If `settings` is unknown, `apply` below never calls `resolve`, and the program would wait forever.
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
  // In `then`, an error of `findSettings` rejects the returned output instead of being thrown here.
  const settings = Promise.resolve().then(() => findSettings(source.name, opts));
  return pulumi
    .all([given, settings, waitForDependencies(opts, given)])
    .apply(([args, settings, isDependent]) =>
      keepRunAlive(async () => call(args, settings, await pulumi.isSecret(given), isDependent)),
    );
}

/** The connections and results of a run, keyed by its stack resource: one process can run many programs. */
const findMemo = memoize((_stack: object) => new Map<string, unknown>());

/** Memoized, because calls can share a failure, and Pulumi prints each error object only once. */
const toProgramError = memoize(({ message, status }: DataSourceFailure) => new DataSourceError(message, status));

/**
 * The returned function makes its calls for the present run, even if another run has begun by then. Equal calls of a
 * run share their result. Calls that have waited for resources (`isDependent`) do not, because the result may have
 * changed.
 */
function prepareCall<Args, Query, Result>(source: DataSource<Args, Query, Result>, opts: pulumi.InvokeOptions) {
  const stack = pulumi.runtime.getStackResource();
  // Outside of a run, as in a unit test, calls share nothing.
  const memo = stack ? findMemo(stack) : new Map<string, unknown>();
  // What `setMocks` has set. `instanceof` would not recognize mocks of another copy of the SDK.
  const { mocks } = (pulumi.runtime.getMonitor() ?? {}) as { mocks?: Partial<pulumi.runtime.Mocks> };
  return async (given: unknown, settings: ProviderSettings, isSecret = false, isDependent = false): Promise<Result> => {
    try {
      const args = checkArguments(source, given, isSecret);
      if (mocks?.call) {
        // Pulumi's `invoke` would make every result an object, and drop the messages of failures.
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
  // To GraphQL, a variable that is null is not a missing one.
  const text = toCanonicalJson(key, { keepsNulls: true });
  const value = memo.has(text) ? (memo.get(text) as Value) : create();
  memo.set(text, value);
  return value;
}

/**
 * Without this, Pulumi may end the run before the program registers a resource in the `then` of a data source. If the
 * resource exists already, Pulumi would even delete it.
 */
async function keepRunAlive<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } finally {
    // With `setImmediate`, code that awaits the result runs first.
    setImmediate(done);
  }
}

/** Where the schema takes any value, outputs and promises would become meaningless JSON. */
function findDeferred(value: unknown, path: PropertyPath): PropertyPath[] {
  if (isDeferred(value)) {
    return [path];
  }
  const isList = Array.isArray(value);
  const entries = isList || isJsonObject(value) ? Object.entries<unknown>(value) : [];
  return entries.flatMap(([key, item]) => findDeferred(item, [...path, isList ? Number(key) : key]));
}

/** Schemas expect dates as ISO 8601 texts, and `pulumi.output` would make a `Date` an empty object. */
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

/** `getProvider` uses only the package in a type, so these types need not exist. */
const packageTypes = ["edgecloud:index:DataSource", "pulumi-nodejs:dynamic/edgecloud:DataSource"];

function findProvider({ provider, parent }: pulumi.InvokeOptions): pulumi.ProviderResource | undefined {
  const inherited = packageTypes.flatMap((type) => parent?.getProvider(type) ?? []);
  return provider ?? inherited.find((one) => providerSettings.has(one)) ?? inherited[0];
}

function findSettings(name: string, opts: pulumi.InvokeOptions): pulumi.Output<ProviderSettings> {
  const provider = findProvider(opts);
  const settings = provider && providerSettings.get(provider);
  if (settings) {
    return settings;
  }
  if (provider) {
    throw new DataSourceError(`${name}: provider must be a Provider of this package`);
  }
  // With this setting, the engine refuses resources without an explicit provider. The engine does not see data sources,
  // which the program itself reads, so this code refuses them.
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
 * Waits for the resources that the call depends on, and returns whether there are any. In a preview, the output is
 * unknown if one of them does not exist yet. The children of a component in the arguments are not waited for, because
 * they may wait for this call.
 */
async function waitForDependencies(
  opts: pulumi.InvokeOutputOptions,
  args: pulumi.Output<unknown>,
): Promise<pulumi.Output<boolean>> {
  // The SDK's types lack these functions.
  const sdk = dependsOn as unknown as {
    gatherExplicitDependencies(dependsOn: unknown): Promise<pulumi.Resource[]>;
    getAllTransitivelyReferencedResources(of: Set<pulumi.Resource>, except: Set<never>): Promise<pulumi.Resource[]>;
  };
  const named = new Set(await sdk.gatherExplicitDependencies(opts.dependsOn));
  const sdkArgs = args as unknown as { allResources(): Promise<Iterable<pulumi.Resource>> };
  const dependencies = await sdk.getAllTransitivelyReferencedResources(named, new Set());
  const resources = [...dependencies, ...(await sdkArgs.allResources())];
  // A preview knows the URN of each resource, but the ID only of those that exist. Components have no ID.
  return pulumi
    .all(resources.map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)))
    .apply(() => resources.length > 0);
}
