import * as pulumi from "@pulumi/pulumi";
import type { Traits } from "../core/traits";

/**
 * A resource that Pulumi's own Node host serves. What is stored as its provider is a constant text that loads the
 * installed package: no code is frozen into the state, and an upgrade of the package shows in no diff.
 *
 * Names are unique on the platform, so a resource is deleted before another takes its place, unless its options say
 * otherwise. For `--replace`, `replaceWith` and another provider the engine asks nobody but the options.
 */
export abstract class DynamicResource extends pulumi.CustomResource {
  /**
   * @param type The export of `pulumi-edgecloud/host` that serves the resource.
   * @param traits What it must know of the properties.
   */
  constructor(
    type: string,
    name: string,
    args: object,
    traits: Traits,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const { returned, computed, arraySecrets } = traits;
    const outputs = [...returned, ...Object.keys(computed), ...(arraySecrets ? [arraySecrets.map] : [])];
    const unset = Object.fromEntries(outputs.map((output) => [output, undefined]));
    const literal = `exports.handler = () => require("pulumi-edgecloud/host").${type}`;
    const props = { ...unset, ...args, __provider: literal };
    const deleteBeforeReplace = opts?.deleteBeforeReplace ?? true;
    super(`pulumi-nodejs:dynamic/edgecloud:${type}`, name, props, { ...opts, deleteBeforeReplace });
  }
}
