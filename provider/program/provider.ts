import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config";

/** The connection of an explicit `Provider`; what is left out comes from the environment, else from the defaults. */
export interface ProviderArgs {
  /** Key of the account. Always kept as a secret. Changing it replaces nothing. */
  apiKey?: pulumi.Input<string>;
  /** Address of the platform without the product prefix: `https://api.example.com`. Changing it replaces nothing. */
  baseUrl?: pulumi.Input<string>;
  /** Project of resources that name none. */
  projectId?: pulumi.Input<number>;
  /** Region of resources that name none. */
  regionId?: pulumi.Input<number>;
  /** The deployment's own words in place of the neutral ones. */
  dialect?: pulumi.Input<{ cloudSignatureV4?: string; cloudvendor?: string; edgeapp?: string }>;
  /**
   * Seconds to wait for one answer, 1 to 600.
   * @default 60
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * How often a call that failed in passing is made again, 0 to 20.
   * @default 5
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Path below which tasks are polled.
   * @default "/cloud/v1/tasks"
   */
  taskPath?: pulumi.Input<string>;
}

/**
 * An explicit connection, for several accounts in one program; resources take it as `{ provider }`. It does not read
 * the configuration of the stack.
 *
 * @example
 * const eu = new Provider("eu", { apiKey: config.requireSecret("euKey"), baseUrl: "https://api.example.com" });
 * new OriginGroup("assets", { name: "assets", sources: [{ source: "origin.example.com" }] }, { provider: eu });
 */
export class Provider extends pulumi.ProviderResource {
  /** @internal */
  static readonly kind: ProviderKind = { package: "pulumi-nodejs", prefix: `${namespace}:`, aliases: [] };

  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const { package: host, prefix, aliases } = new.target.kind;
    const allAliases = [...(opts?.aliases ?? []), ...aliases];
    super(host, name, providerProps(args, prefix), { ...opts, aliases: allAliases });
    // The key is a secret; what is read with it is not.
    settings.set(this, pulumi.unsecret(pulumi.output(providerProps(args, `${namespace}:`))));
  }
}

/** The package whose plugin is the provider, what the names of its settings begin with, and what it may have been before. */
export interface ProviderKind {
  package: string;
  prefix: string;
  aliases: readonly pulumi.Alias[];
}

/** The settings of a connection by configuration key, `edgecloud:apiKey` and so on. */
export type ProviderSettings = Record<string, string | undefined>;

/** Beside the providers, not in them: whatever a resource holds is there to be printed and exported. */
const settings = new WeakMap<pulumi.ProviderResource, pulumi.Output<ProviderSettings>>();

/** The settings with which a provider of this package was made; undefined if it is another package's. */
export function settingsOf(provider: pulumi.ProviderResource): pulumi.Output<ProviderSettings> | undefined {
  return settings.get(provider);
}

/** The properties of a provider are all of them texts. */
function providerProps({ apiKey, ...args }: ProviderArgs, prefix: string): pulumi.Inputs {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const settings = Object.entries(args).filter(([, value]) => value !== undefined);
  return {
    ...(apiKey !== undefined && { [`${prefix}apiKey`]: pulumi.secret(apiKey) }),
    ...Object.fromEntries(settings.map(([key, value]) => [`${prefix}${key}`, pulumi.output(value).apply(text)])),
  };
}
