import type { ProgramHost } from "./hosted-resource";
import type { ProviderKind } from "./provider";
import { markCredentials } from "./secret-paths";

/** The plugin of this package. A resource that the dynamic provider has made is the same resource. */
export const pluginHost: ProgramHost = {
  register: (_name, { type, props, opts }, traits) => ({
    type: `edgecloud:index:${type}`,
    props: markCredentials(props, traits),
    opts: { ...opts, aliases: [...(opts.aliases ?? []), { type: `pulumi-nodejs:dynamic/edgecloud:${type}` }] },
  }),
};

/** The plugin, as a provider of a program. */
export const pluginKind: ProviderKind = {
  package: "edgecloud",
  prefix: "",
  aliases: [{ type: "pulumi:providers:pulumi-nodejs" }],
};
