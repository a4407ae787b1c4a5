import * as pulumi from "@pulumi/pulumi";
import { connect, type Connection } from "../api/connection";
import { configKeys, loadConfig, type Config } from "../config/config";
import { namespace } from "../config/namespace";
import type { Hiding } from "../core/check";
import {
  callDataSource,
  checkArguments,
  checkDepth,
  DataSourceFailure,
  explainFailures,
  InputError,
  type DataSource,
} from "../core/data-source";
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
  const run = { opts, memo: RunMemo.getCurrent(), mocks: findMocks() };
  return keepRunAlive(async () => {
    const settings = await explainErrors(source.name, () => {
      checkDepth(args);
      const reason = `is an output or a promise; call ${source.name}Output instead`;
      const deferred = findDeferred(args, []);
      if (deferred.length > 0) {
        throw new InputError(deferred.map((path) => ({ property: formatPropertyPath(path), reason })));
      }
      return waitForSettings(source.name, findSettings(opts));
    });
    return call(source, { ...run, args: withDatesAsText(args), settings });
  });
}

/** Makes the call of `invokeOutput`. */
export function callLater<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  args: unknown,
  opts: OutputOptions = {},
): pulumi.Output<Result> {
  const run = { opts, memo: RunMemo.getCurrent(), mocks: findMocks() };
  const known = pulumi.output(withDatesAsText(args));
  const settings = explainErrors(source.name, () => findSettings(opts));
  const hiding = { openNames: isJsonObject(args) ? Object.keys(args) : [] };
  return pulumi.all([known, settings, findDependencies(opts, known)]).apply(([args, settings, dependencies]) =>
    keepRunAlive(async () => {
      const secrecy = (await pulumi.isSecret(known)) ? { hiding } : {};
      return call(source, { ...run, ...secrecy, args, settings, dependencies });
    }),
  );
}

interface Call {
  args: unknown;
  settings: ProviderSettings;
  opts: pulumi.InvokeOptions;
  memo: RunMemo;
  mocks: pulumi.runtime.Mocks | undefined;
  /** Set if an argument is secret. */
  hiding?: Hiding;
  /** URNs of the resources that the call depends on: it is repeated once they exist. */
  dependencies?: string[];
}

function call<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  { args, settings, opts, memo, mocks, hiding, dependencies = [] }: Call,
): Promise<Result> {
  return toProgramErrors(async () => {
    if (mocks) {
      const checked = await checkArguments(source, args, hiding);
      return (await callMocks(mocks, source.name, checked, findProvider(opts))) as Result;
    }
    return callDataSource(source, args, {
      loadConfig: () => loadConfig((key) => settings[key]),
      connect: (config) => memo.connect(config),
      hiding,
      // Converted here, so that all equal calls share one error object, which Pulumi then prints once.
      remember: (key, makeCall) => memo.remember([...key, dependencies], () => toProgramErrors(makeCall)),
    });
  });
}

function explainErrors<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  return toProgramErrors(() => explainFailures({ name }, [], work));
}

async function toProgramErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDataSourceError(error);
  }
}

/** Turns a failure into the error that programs get; any other error stays as it is. */
export function toDataSourceError(error: unknown): unknown {
  return error instanceof DataSourceFailure ? new DataSourceError(error.message, error.status) : error;
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
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findDeferred(item, [...path, index]));
  }
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => findDeferred(item, [...path, key])) : [];
}

const disablingKey = "pulumi:disable-default-providers";

/** A type of the package on each host, by which Pulumi finds a parent's provider; it need not exist. */
const packageTypes = ["edgecloud:index:DataSource", "pulumi-nodejs:dynamic/edgecloud:DataSource"];

function findProvider({ provider, parent }: pulumi.InvokeOptions): pulumi.ProviderResource | undefined {
  const ofParent = packageTypes.flatMap((type) => parent?.getProvider(type) ?? []);
  return provider ?? ofParent.find(findProviderSettings) ?? ofParent[0];
}

/** The settings of the provider in the options, or of the parent's provider, or of the stack. */
function findSettings(opts: pulumi.InvokeOptions): pulumi.Output<ProviderSettings> {
  const provider = findProvider(opts);
  if (!provider) {
    assertDefaultProviderAllowed();
    warnOfUnknownSettings();
    const keys = configKeys.map((key) => `${namespace}:${key}`);
    return pulumi.output(Object.fromEntries(keys.map((key) => [key, pulumi.runtime.getConfig(key)])));
  }
  const settings = findProviderSettings(provider);
  if (!settings) {
    throw new InputError([{ property: "provider", reason: "must be a Provider of this package" }]);
  }
  return settings;
}

/** Pulumi refuses resources that would use the stack's settings, but has no part in the calls of a program. */
function assertDefaultProviderAllowed(): void {
  const disabled = pulumi.runtime.getConfig(disablingKey) ?? "";
  const found = ["*", namespace, "pulumi-nodejs"].find((name) => disabled.includes(JSON.stringify(name)));
  if (found !== undefined) {
    const reason = `must be given, because ${disablingKey} has ${JSON.stringify(found)}: pass { provider } or { parent }`;
    throw new InputError([{ property: "provider", reason }]);
  }
}

/** Throws if a preview does not know the settings, because the output would then never resolve. */
async function waitForSettings(name: string, settings: pulumi.Output<ProviderSettings>): Promise<ProviderSettings> {
  if (!(await isKnown(settings))) {
    const reason = `has settings that this preview does not know yet; call ${name}Output instead`;
    throw new InputError([{ property: "provider", reason }]);
  }
  return new Promise((resolve) => void settings.apply(resolve));
}

/** Properties of components that the SDK does not declare, although its own `dependsOn` relies on them. */
interface ComponentInternals {
  /** Resolves when the component has made all its children. */
  __data?: Promise<unknown>;
  __childResources?: Iterable<pulumi.Resource>;
}

/**
 * Finds the URNs of the resources in `dependsOn`, and of those that the arguments come from, sorted; the output resolves
 * when all of them exist. A component in `dependsOn` counts with all its children, as in the options of a resource; as
 * the source of an argument it does not, because the call may be one that it waits for itself.
 */
function findDependencies(
  { dependsOn = [] }: pulumi.InvokeOutputOptions,
  args: pulumi.Output<unknown>,
): pulumi.Output<string[]> {
  const given = pulumi.output(dependsOn) as pulumi.Output<unknown>;
  return given
    .apply(async (known) => {
      const named = await Promise.all(([known].flat() as pulumi.Resource[]).map(withChildren));
      // The SDK does not declare how to find the resources that an output comes from, but its own `invoke` does so.
      const sources = args as unknown as { allResources(): Promise<Iterable<pulumi.Resource>> };
      return [...named.flat(), ...(await sources.allResources())];
    })
    .apply((resources) =>
      pulumi.all(
        resources.map((resource) => {
          const id = pulumi.CustomResource.isInstance(resource) ? resource.id : undefined;
          return pulumi.all([resource.urn, id]).apply(([urn]) => urn);
        }),
      ),
    )
    .apply((urns) => [...new Set(urns)].sort());
}

async function withChildren(resource: pulumi.Resource): Promise<pulumi.Resource[]> {
  if (!pulumi.ComponentResource.isInstance(resource)) {
    return [resource];
  }
  const component = resource as unknown as ComponentInternals;
  await component.__data;
  const children = await Promise.all([...(component.__childResources ?? [])].map(withChildren));
  return [resource, ...children.flat()];
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

/**
 * Passes on what the mocks return or throw: Pulumi's own `invoke` would turn every result into an object, even a list of
 * images, and every failure into an error without a message.
 */
async function callMocks(
  mocks: pulumi.runtime.Mocks,
  name: string,
  args: unknown,
  provider: pulumi.ProviderResource | undefined,
): Promise<unknown> {
  const inputs: unknown = JSON.parse(JSON.stringify(args));
  const chosen = provider && { provider: await pulumi.ProviderResource.register(provider) };
  return mocks.call({ token: `edgecloud:index:${name}`, inputs, ...chosen });
}

/**
 * The connections and results of one run of a program. A process can run many programs, even at once, so a run is
 * identified by its stack resource. Outside of a run, as in a unit test, nothing is remembered.
 */
class RunMemo {
  private static readonly runs = new WeakMap<object, RunMemo>();

  private readonly connections = new Map<string, Connection>();
  private readonly results = new Map<string, Promise<unknown>>();

  static getCurrent(): RunMemo {
    const stack = pulumi.runtime.getStackResource();
    const memo = (stack && RunMemo.runs.get(stack)) ?? new RunMemo();
    if (stack) {
      RunMemo.runs.set(stack, memo);
    }
    return memo;
  }

  /** Equal settings share a connection. */
  connect(config: Config): Connection {
    return getOrCreate(this.connections, toCanonicalJson(config), () => connect(config));
  }

  /** Makes each call once, even if it fails. */
  remember<T>(key: readonly unknown[], makeCall: () => Promise<T>): Promise<T> {
    return getOrCreate(this.results, toCanonicalJson(key), makeCall) as Promise<T>;
  }
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
