import * as pulumi from "@pulumi/pulumi";
import { originKey, type Origin } from "../core/declarations";
import type { ProgramHost } from "./hosted-resource";
import { ignoredPaths, refuseIgnoredLater } from "./ignored-secrets";
import { extractSecrets } from "./extract-secrets";

/**
 * Pulumi's own Node host. What is stored as its provider is a constant text that loads the installed package: no code is
 * frozen into the state, and an upgrade of the package shows in no diff. A secret in a list would hide the whole list,
 * so the secrets of a list are kept beside it.
 */
export const dynamicHost: ProgramHost = (name, { type, props, opts }, { arraySecrets }) => {
  const registered = `pulumi-nodejs:dynamic/edgecloud:${type}`;
  const literal = {
    __provider: `exports.handler = () => require("pulumi-edgecloud/host").${type}`,
    [originKey]: opts.id === undefined ? originOf(name, registered, opts.parent) : undefined,
  };
  if (!arraySecrets) {
    return { type: registered, props: { ...props, ...literal }, opts };
  }
  const ignored = opts.ignoreChanges ?? [];
  const lifted = extractSecrets(refuseIgnoredLater(name, ignored, props, arraySecrets), arraySecrets);
  return {
    type: registered,
    props: { [arraySecrets.map]: undefined, ...lifted, ...literal },
    opts: { ...opts, ignoreChanges: ignoredPaths(ignored, props, arraySecrets) },
  };
};

/** A promise, as an output would make the resource depend on its parent's other outputs. */
function originOf(name: string, type: string, parent?: pulumi.Resource): Promise<Origin> {
  const isPreview = pulumi.runtime.isDryRun();
  return new Promise((resolve) => pulumi.createUrn(name, type, parent).apply((urn) => resolve({ urn, isPreview })));
}
