/** The namespace of all configuration keys: `pulumi config set edgecloud:<key>`. */
export const namespace = "edgecloud";

/**
 * The setting that holds the name of an explicit `Provider`. Messages need the name, but Pulumi does not pass it to the
 * host for dynamic providers, which gets only the settings.
 */
export const providerName = `${namespace}:providerName`;
