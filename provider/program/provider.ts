import * as pulumi from "@pulumi/pulumi";
import { namespace, providerName } from "../config/namespace";

/**
 * The settings of an explicit `Provider`. A setting that is missing comes from its environment variable, otherwise from
 * its default. Changing a setting never replaces a resource.
 */
export interface ProviderArgs {
  /**
   * API key of the account; required, here or in the environment. Always stored as a secret. An explicit provider with
   * a `baseUrl` needs one of its own.
   */
  apiKey?: pulumi.Input<string>;
  /**
   * Address of the platform, without the path of a product: `https://api.example.com`. Required, here or in the
   * environment.
   */
  baseUrl?: pulumi.Input<string>;
  /** ID of the project for resources and data sources that do not name one. */
  projectId?: pulumi.Input<number>;
  /** ID of the region for resources and data sources that do not name one. */
  regionId?: pulumi.Input<number>;
  /** The words that this deployment of the platform uses instead of the neutral ones. */
  dialect?: pulumi.Input<{ cloudSignatureV4?: string; cloudvendor?: string; edgeapp?: string }>;
  /**
   * Maximum time to wait for the answer to one request, in seconds, 1 to 600.
   * @default 60
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Maximum number of retries after transient failures, 0 to 20.
   * @default 5
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Path at which the platform's tasks are polled; the ID of the task is appended.
   * @default "/cloud/v1/tasks"
   */
  taskPath?: pulumi.Input<string>;
  /**
   * Whether the key may be sent over `http://` to another machine, in plain text.
   * @default false
   */
  allowHttp?: pulumi.Input<boolean>;
  /**
   * Whether a preview passes even if it cannot read a credential that the program names. The preview then says which
   * ones it could not check. An operation that sends such a credential still fails.
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
  static readonly kind: ProviderKind = { package: "pulumi-nodejs", options: () => ({}) };

  /**
   * @param name Name of the provider in the program.
   * @param args The settings of the connection.
   * @param opts Pulumi's resource options.
   */
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const { package: host, options } = new.target.kind;
    const { aliases = [], ...defaults } = options();
    // Pulumi does not tell the host of dynamic providers the name of a provider.
    const named: pulumi.Inputs = { ...toProviderProps(args, `${namespace}:`), [providerName]: name };
    const props = host === namespace ? toProviderProps(args, "") : named;
    super(host, name, props, { ...defaults, ...opts, aliases: [...(opts?.aliases ?? []), ...aliases] });
    // Not secret, so that the results of data sources are not either.
    providerSettings.set(this, pulumi.unsecret(pulumi.output(named)));
  }
}

export interface ProviderKind {
  /** The package whose plugin is the provider. */
  package: "pulumi-nodejs" | "edgecloud";
  /** Options that apply unless the user sets others; the aliases always apply. */
  options: () => pulumi.ResourceOptions;
}

/** The settings of a connection by configuration key, `edgecloud:apiKey` and so on. */
export type ProviderSettings = Record<string, string | undefined>;

/**
 * The settings of each provider, shared by all copies of this package in a process: a project has several if a library
 * brings its own, or in a monorepo. The key must change with the form of what is shared, because copies may be of
 * different versions. Not a property of the provider, because properties of a resource can be printed and exported.
 */
export const providerSettings = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("pulumi-edgecloud.providerSettings")
] ??= new WeakMap()) as WeakMap<pulumi.ProviderResource, pulumi.Output<ProviderSettings>>;

/** Properties of providers must be strings. */
function toProviderProps(args: ProviderArgs, prefix: string): pulumi.Inputs {
  const given = Object.entries<unknown>({ ...args }).filter(([, value]) => value !== undefined);
  const props = given.map(([key, value]) => {
    const output = pulumi.output(value) as pulumi.Output<unknown>;
    const text = output.apply((known) => (typeof known === "string" ? known : JSON.stringify(known)));
    return [`${prefix}${key}`, key === "apiKey" ? pulumi.secret(text) : text] as const;
  });
  return Object.fromEntries(props);
}
