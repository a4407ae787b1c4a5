/** Namespace of every key of the configuration: `pulumi config set edgecloud:<key>`. */
export const namespace = "edgecloud";
