/** The namespace of all configuration keys: `pulumi config set edgecloud:<key>`. */
export const namespace = "edgecloud";

/** The setting with the name of an explicit `Provider`, which Pulumi does not pass to the host of dynamic providers. */
export const providerName = `${namespace}:providerName`;
