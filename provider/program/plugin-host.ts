import type * as pulumi from "@pulumi/pulumi";
import { readPackageFile } from "../config/package-file";
import type { ProgramHost } from "./program-host";
import type { ProviderKind } from "./provider";
import { markCredentials } from "./secret-paths";

/** The plugin of this package. The alias makes a resource of the dynamic provider the same resource. */
export const pluginHost: ProgramHost = {
  register: (_name, { type, props, opts }, traits) => ({
    type: `edgecloud:index:${type}`,
    props: markCredentials(props, traits),
    opts: {
      ...loadPluginOptions(),
      ...opts,
      aliases: [...(opts.aliases ?? []), { type: `pulumi-nodejs:dynamic/edgecloud:${type}` }],
    },
  }),
};

/** The explicit `Provider` of a program whose resources the plugin serves. */
export const pluginKind: ProviderKind = {
  package: "edgecloud",
  prefix: "",
  isNamed: true,
  aliases: [{ type: "pulumi:providers:pulumi-nodejs" }],
  options: loadPluginOptions,
};

let cachedOptions: Pick<pulumi.ResourceOptions, "version" | "pluginDownloadURL"> | undefined;

/**
 * The options with which the first preview installs the plugin of this version, as in the SDKs that Pulumi generates.
 * Without a download server in `package.json`, there are none, and any installed version is used.
 */
function loadPluginOptions() {
  if (!cachedOptions) {
    const { version, pulumi } = readPackageFile();
    cachedOptions = pulumi ? { version, pluginDownloadURL: pulumi.server } : {};
  }
  return cachedOptions;
}
