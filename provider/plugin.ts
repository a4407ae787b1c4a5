import * as dynamic from "./index";
import { pluginHost, pluginKind } from "./program/plugin-host";

export * from "./index";

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

/** Like `Provider` of `pulumi-edgecloud`, but for the plugin. */
export class Provider extends dynamic.Provider {
  static override readonly kind = pluginKind;
}
