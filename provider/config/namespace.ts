/** The namespace of all configuration keys: `pulumi config set edgecloud:<key>`. */
export const namespace = "edgecloud";

/** The setting with the name of an explicit `Provider`, because Pulumi does not tell dynamic providers this name. */
export const providerName = `${namespace}:providerName`;
