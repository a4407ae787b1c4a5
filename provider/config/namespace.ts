/** Namespace of every key of the configuration: `pulumi config set edgecloud:<key>`. */
export const namespace = "edgecloud";

/**
 * The setting that holds the name of an explicit `Provider`, for messages: the host of dynamic providers gets its
 * settings, but not its name.
 */
export const providerName = `${namespace}:providerName`;
