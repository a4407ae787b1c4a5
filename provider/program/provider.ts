import * as pulumi from "@pulumi/pulumi";
import { namespace, providerName } from "../config/namespace";

/**
 * The settings of an explicit `Provider`. A setting that is left out comes from its environment variable, or else has
 * its default. A change of `projectId` or `regionId` replaces the cloud resources that do not name their own project or
 * region. A change of any other setting replaces nothing.
 */
export interface ProviderArgs {
  /** API key, always stored as a secret. Required here or in the environment, and here if `baseUrl` is set here. */
  apiKey?: pulumi.Input<string>;
  /** Address of the platform without product paths: `https://api.example.com`. Required here or in the environment. */
  baseUrl?: pulumi.Input<string>;
  /** ID of the project for resources and data sources that do not name one. */
  projectId?: pulumi.Input<number>;
  /** ID of the region for resources and data sources that do not name one. */
  regionId?: pulumi.Input<number>;
  /** The platform's own words for `cloudSignatureV4`, `cloudvendor` and `edgeapp`. Programs always use these three. */
  dialect?: pulumi.Input<{ cloudSignatureV4?: string; cloudvendor?: string; edgeapp?: string }>;
  /** Maximum time to wait for the answer to one request, in seconds, 1 to 600. @default 60 */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /** Maximum number of retries after transient failures, 0 to 20. @default 5 */
  maxRetries?: pulumi.Input<number>;
  /** Path at which the tasks of the platform are polled. The ID of the task is appended. @default "/cloud/v1/tasks" */
  taskPath?: pulumi.Input<string>;
  /** Whether the API key may be sent to another machine over `http://`, that is, in plain text. @default false */
  allowHttp?: pulumi.Input<boolean>;
  /**
   * Whether a preview passes even if it cannot read the environment variable or file of a credential. The preview then
   * says which credentials it could not check. An operation that sends such a credential still fails.
   * @default false
   */
  allowMissingCredentials?: pulumi.Input<boolean>;
}

/**
 * An explicit provider, for programs that use several accounts. Resources and data sources take it as the option
 * `{ provider }`. It does not read the configuration of the stack.
 *
 * @example
 * const eu = new Provider("eu", { apiKey: config.requireSecret("euKey"), baseUrl: "https://api.example.com" });
 * new OriginGroup("assets", { name: "assets", sources: [{ source: "origin.example.com" }] }, { provider: eu });
 */
export class Provider extends pulumi.ProviderResource {
  /** @internal */
  static readonly kind: ProviderKind = { package: "pulumi-nodejs" };

  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const { package: host, options } = new.target.kind;
    const { aliases = [], ...defaults } = options?.() ?? {};
    // The host for dynamic providers would not learn the name otherwise. The plugin finds it in the URN.
    const named: pulumi.Inputs = { ...toProviderProps(args, `${namespace}:`), [providerName]: name };
    const props = host === namespace ? toProviderProps(args, "") : named;
    super(host, name, props, { ...defaults, ...opts, aliases: [...(opts?.aliases ?? []), ...aliases] });
    // If the settings were secret because of the API key, the results of all data sources would be secret, too.
    providerSettings.set(this, pulumi.unsecret(pulumi.output(named)));
  }
}

export interface ProviderKind {
  /** The package in the provider's type. It tells Pulumi which process serves the provider. */
  package: "pulumi-nodejs" | "edgecloud";
  /** Default resource options. A program can override them, except the aliases, which always apply. */
  options?: () => pulumi.ResourceOptions;
}

/** The settings of a connection, keyed as in the configuration of a stack: `edgecloud:apiKey`. */
export type ProviderSettings = Record<string, string | undefined>;

/**
 * Shared by all copies of this package in a process, for instance one in a library. Copies may differ in version, so if
 * the form of the settings changes, the text in `Symbol.for` must change, too. Not a property of the provider, as that
 * could be printed or exported.
 */
export const providerSettings = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("pulumi-edgecloud.providerSettings")
] ??= new WeakMap()) as WeakMap<pulumi.ProviderResource, pulumi.Output<ProviderSettings>>;

/** Pulumi wants the properties of a provider to be strings, so other values become JSON. */
function toProviderProps(args: ProviderArgs, prefix: string): pulumi.Inputs {
  const given = Object.entries<unknown>({ ...args }).filter(([, value]) => (value ?? undefined) !== undefined);
  const props = given.map(([key, value]) => {
    const output = pulumi.output(value) as pulumi.Output<unknown>;
    const text = output.apply((known) => (typeof known === "string" ? known : JSON.stringify(known ?? undefined)));
    return [`${prefix}${key}`, key === "apiKey" ? pulumi.secret(text) : text] as const;
  });
  return Object.fromEntries(props);
}
