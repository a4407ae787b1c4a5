import * as dynamic from "./index";
import { pluginHost, pluginKind } from "./program/plugin-host";

export * from "./index";

/** As `OriginGroup` of `pulumi-edgecloud`, served by the plugin. Its credentials are inputs only, so `s3Credentials` is empty. */
export class OriginGroup extends dynamic.OriginGroup {
  static override readonly host = pluginHost;
}

/** As `SnapshotAttributes` of `pulumi-edgecloud`, served by the plugin. */
export class SnapshotAttributes extends dynamic.SnapshotAttributes {
  static override readonly host = pluginHost;
}

/** As `CloudFunction` of `pulumi-edgecloud`, served by the plugin. */
export class CloudFunction extends dynamic.CloudFunction {
  static override readonly host = pluginHost;
}

/** As `Provider` of `pulumi-edgecloud`, for the plugin. */
export class Provider extends dynamic.Provider {
  static override readonly kind = pluginKind;
}
