import type * as pulumi from "@pulumi/pulumi";
import { listOf, namedLists } from "../core/named-lists";
import { secretPathsKey, secretValuesKey } from "../core/secrets";
import type { ProgramHost } from "./hosted-resource";
import { nameLists } from "./named-lists";
import { optionsByName } from "./option-paths";
import { markCredentials, secretPathsIn } from "./secret-paths";

/**
 * Pulumi's own Node host. What is stored as its provider is a constant text that loads the installed package: no code is
 * frozen into the state, and an upgrade of the package shows in no diff. Lists are registered by the names of their
 * entries, and are lists again on the resource. The host is told which values are secret, since the engine shows it all
 * values in the same way; what it keeps secret itself is one output.
 */
export const dynamicHost: ProgramHost = {
  register: ({ type, props, opts }, traits) => {
    const byName = optionsByName(opts, traits);
    const named = nameLists(markCredentials(props, traits), traits, byName.onNamed);
    const paths = secretPathsIn(named, traits).then((found) => (found.length > 0 ? found : undefined));
    const additionalSecretOutputs = [...(opts.additionalSecretOutputs ?? []), secretValuesKey];
    return {
      type: `pulumi-nodejs:dynamic/edgecloud:${type}`,
      props: {
        ...named,
        __provider: `exports.handler = () => require("pulumi-edgecloud/host").${type}`,
        [secretPathsKey]: paths,
      },
      opts: { ...byName.opts, additionalSecretOutputs },
    };
  },
  restore: (resource, traits) => {
    const outputs = resource as unknown as Record<string, pulumi.Output<unknown>>;
    for (const [property, list] of Object.entries(namedLists(traits))) {
      outputs[property] = outputs[property]!.apply((value) => listOf(value, list));
    }
  },
};
