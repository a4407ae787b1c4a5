import type * as pulumi from "@pulumi/pulumi";
import { packageFile } from "../config/package-file";
import type { ProgramHost } from "./program-host";
import type { ProviderKind } from "./provider";
import { markCredentials } from "./secret-paths";

/** The plugin of this package. A resource that the dynamic provider has made is the same resource. */
export const pluginHost: ProgramHost = {
  register: (_name, { type, props, opts }, traits) => ({
    type: `edgecloud:index:${type}`,
    props: markCredentials(props, traits),
    opts: {
      ...pluginOptions(),
      ...opts,
      aliases: [...(opts.aliases ?? []), { type: `pulumi-nodejs:dynamic/edgecloud:${type}` }],
    },
  }),
};

/** The plugin, as a provider of a program. */
export const pluginKind: ProviderKind = {
  package: "edgecloud",
  prefix: "",
  aliases: [{ type: "pulumi:providers:pulumi-nodejs" }],
  options: pluginOptions,
};

let known: Pick<pulumi.ResourceOptions, "version" | "pluginDownloadURL"> | undefined;

/**
 * As in the SDKs that Pulumi generates: with these, the first preview installs the plugin of this version. Where nothing
 * says from which server, any version that is installed serves.
 */
function pluginOptions() {
  if (!known) {
    const { version, pulumi } = packageFile();
    known = pulumi ? { version, pluginDownloadURL: pulumi.server } : {};
  }
  return known;
}
