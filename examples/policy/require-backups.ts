import * as pulumi from "@pulumi/pulumi";

/** The type of a group, served by the dynamic provider or by the plugin. */
const groupTypes = ["pulumi-nodejs:dynamic/edgecloud:OriginGroup", "edgecloud:index:OriginGroup"];

/** Makes `pulumi preview` fail for each origin group of this program that has no enabled backup among its sources. */
export function requireBackups(): void {
  void pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
    if (!groupTypes.includes(type)) {
      return undefined;
    }
    // The dynamic provider keeps the sources by their names, the plugin in a list.
    const inputs = props as { sources?: pulumi.Input<Source[] | Record<string, Source>> };
    // Sources may be known only later; the group is registered after they have been looked at.
    const sources = pulumi.output(inputs.sources).apply((known) => {
      if (!Object.values(known ?? {}).some(({ backup, enabled }) => backup && enabled !== false)) {
        throw new Error(`origin group "${name}" has no backup: give one of its sources backup: true`);
      }
      return known;
    });
    return { props: { ...inputs, sources }, opts };
  });
}

interface Source {
  backup?: boolean;
  enabled?: boolean;
}
