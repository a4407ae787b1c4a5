import type { Inputs, ResourceOptions } from "@pulumi/pulumi";
import * as dynamic from "./index";
import { readPackageFile } from "./config/package-file";
import type { ProgramHost } from "./program/dynamic-host";
import { markCredentials } from "./program/inputs";
import type { ProviderKind } from "./program/provider";

export * from "./index";

/** The alias lets a resource keep the state that it had with the dynamic provider. */
const pluginHost: ProgramHost = {
  register: (_name, { type, props, opts }, traits) => ({
    type: `edgecloud:index:${type}`,
    props: markCredentials(props, traits) as Inputs,
    opts: {
      ...loadPluginOptions(),
      ...opts,
      aliases: [...(opts.aliases ?? []), { type: `pulumi-nodejs:dynamic/edgecloud:${type}` }],
    },
  }),
};

const pluginKind: ProviderKind = {
  package: "edgecloud",
  options: () => ({ ...loadPluginOptions(), aliases: [{ type: "pulumi:providers:pulumi-nodejs" }] }),
};

let cachedOptions: Pick<ResourceOptions, "version" | "pluginDownloadURL"> | undefined;

/** Tells Pulumi where to download this version of the plugin, if `package.json` names a server. */
function loadPluginOptions() {
  if (!cachedOptions) {
    const { version, pulumi } = readPackageFile();
    cachedOptions = pulumi ? { version, pluginDownloadURL: pulumi.server } : {};
  }
  return cachedOptions;
}

/** Like `OriginGroup` of `pulumi-edgecloud`, but served by the plugin. */
export class OriginGroup extends dynamic.OriginGroup {
  static override readonly host = pluginHost;
}

/** Like `SnapshotAttributes` of `pulumi-edgecloud`, but served by the plugin. */
export class SnapshotAttributes extends dynamic.SnapshotAttributes {
  static override readonly host = pluginHost;
}

/** Like `CloudFunction` of `pulumi-edgecloud`, but served by the plugin. */
export class CloudFunction extends dynamic.CloudFunction {
  static override readonly host = pluginHost;
}

/** Like `FunctionNamespace` of `pulumi-edgecloud`, but served by the plugin. */
export class FunctionNamespace extends dynamic.FunctionNamespace {
  static override readonly host = pluginHost;
}

/** Like `Provider` of `pulumi-edgecloud`, but it configures the plugin. */
export class Provider extends dynamic.Provider {
  static override readonly kind = pluginKind;
}
