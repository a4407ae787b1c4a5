export const namespace = "edgecloud";

/** The program passes the name of a `Provider` as a setting, because dynamic providers get the name no other way. */
export const providerName = `${namespace}:providerName`;
