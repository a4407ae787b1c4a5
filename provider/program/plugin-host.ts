import type { ProgramHost } from "./hosted-resource";

/** The plugin of this package. A resource that the dynamic provider has made is the same resource. */
export const pluginHost: ProgramHost = (_name, { type, props, opts }) => ({
  type: `edgecloud:index:${type}`,
  props,
  opts: { ...opts, aliases: [...(opts.aliases ?? []), { type: `pulumi-nodejs:dynamic/edgecloud:${type}` }] },
});
