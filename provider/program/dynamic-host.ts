import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/namespace";
import type { RunContext } from "../core/declarations";
import { ignoredKey, literalKey, originKey, secretPathsKey } from "../core/hidden-properties";
import { findKeyedLists, isKeyedList } from "../core/keyed-lists";
import { formatEnginePath, parseEnginePath } from "../core/property-paths";
import { findCredentials, withoutCredentials } from "../core/secrets";
import { splitPattern, type Traits } from "../core/traits";
import type { KeyedPath } from "../core/tree";
import type { JsonObject } from "../values/json";
import { keyLists } from "./keyed-lists";
import { createProgramError } from "./program-error";
import type { ProgramHost } from "./program-host";
import { warnOfUnknownSettings } from "./stack-settings";
import { markCredentials, findSecretPaths } from "./secret-paths";

/**
 * Pulumi's host of dynamic providers. The code that the state stores is a constant that loads the installed package, so
 * an upgrade of the package shows no diff. Lists are registered as objects with named entries, and are lists again on
 * the resource. The engine does not tell this host which values are secret, so the program passes their paths.
 */
export const dynamicHost: ProgramHost = {
  register: (name, { type, props, opts }, traits) => {
    warnOfUnknownSettings();
    const subject = `${type} ${JSON.stringify(name)}`;
    checkOptions(subject, opts, traits);
    checkPaths(subject, opts, traits);
    const registeredType = `pulumi-nodejs:dynamic/edgecloud:${type}`;
    const named = keyLists(markCredentials(props, traits) as JsonObject, traits);
    const hideDiffs = [...(opts.hideDiffs ?? []), secretPathsKey];
    const paths = findSecretPaths(named, traits).then((found) => (found.length > 0 ? found : undefined));
    // The paths that lead to entries of lists.
    const ignored = (opts.ignoreChanges ?? []).filter((path) => {
      const [property, entry] = parseEnginePath(path);
      return typeof property === "string" && isKeyedList(property, traits) && entry !== undefined;
    });
    return {
      type: registeredType,
      props: {
        ...named,
        [literalKey]: `exports.handler = () => require("pulumi-edgecloud/host").${type}`,
        [originKey]: opts.id === undefined ? createRunContext(name, registeredType, opts.parent) : undefined,
        [secretPathsKey]: paths,
        ...(ignored.length > 0 && { [ignoredKey]: ignored }),
      },
      opts: { ...opts, hideDiffs },
    };
  },
  restore: (resource, traits, { props, opts }) => {
    const outputs = resource as unknown as Record<string, pulumi.Output<unknown>>;
    const lists = findKeyedLists(traits);
    const credentialProperties = (traits.credentials ?? []).map((path) => splitPattern(path)[0] ?? "");
    for (const property of new Set([...Object.keys(lists), ...credentialProperties])) {
      const list = lists[property];
      const isMarked = (props[secretPathsKey] as Promise<KeyedPath[] | undefined>).then(
        (paths = []) =>
          opts.additionalSecretOutputs?.includes(property) === true || paths.some(([outer]) => outer === property),
      );
      const output = withoutCredentialsIn(outputs[property]!, property, isMarked, traits);
      outputs[property] = list ? output.apply((value) => list.toList(value)) : output;
    }
  },
};

/** Pulumi's host for dynamic providers knows neither option: with `import` it throws a `TypeError`, with a stack. */
function checkOptions(subject: string, opts: pulumi.CustomResourceOptions, { adoptedBy, timeLimit }: Traits): void {
  if (opts.import) {
    const adoption = `and give the argument ${adoptedBy}: ${adoptedBy === "adopt" ? "true" : opts.import}`;
    throw createProgramError(
      `${subject}: the option import needs the plugin (the class of "pulumi-edgecloud/plugin"). With this class, leave it ` +
        `out ${adoptedBy ? adoption : "(the arguments name the existing object)"}`,
    );
  }
  if (opts.customTimeouts && Object.values(opts.customTimeouts).some((limit) => limit !== undefined)) {
    const instead = timeLimit ? `give the argument ${timeLimit}` : `set ${namespace}:requestTimeoutSeconds`;
    void pulumi.log.warn(
      `${subject}: the option customTimeouts has no effect without the plugin; ${instead} instead, or use the class of ` +
        '"pulumi-edgecloud/plugin".',
    );
  }
}

/**
 * Refuses paths in options that lead to no entry of a list: to the engine, the entries are properties by their names, and
 * one of another name is another entry.
 */
function checkPaths(subject: string, opts: pulumi.CustomResourceOptions, traits: Traits): void {
  for (const option of ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const) {
    for (const path of opts[option] ?? []) {
      const [property = "", entry, ...rest] = parseEnginePath(path);
      const list = findKeyedLists(traits)[property];
      const isName = list?.names.includes(rest.join("."));
      if (list && (typeof entry === "number" || isName)) {
        const byName = formatEnginePath([property, "<name>", ...(isName ? [] : rest)]);
        throw createProgramError(
          `${subject}: the option ${option} has ${path}. Without the plugin, an entry goes by its name, and one of another ` +
            `name is another entry: write ${byName} or ${property} instead`,
        );
      }
    }
  }
}

/** Returns a promise, because an output would make the resource depend on its parent's other outputs. */
function createRunContext(name: string, type: string, parent?: pulumi.Resource): Promise<RunContext> {
  const isPreview = pulumi.runtime.isDryRun();
  return new Promise((resolve) => pulumi.createUrn(name, type, parent).apply((urn) => resolve({ urn, isPreview })));
}

/**
 * The preview of an update shows the inputs in place of the outputs, which never have credentials. Removes the
 * credentials, so that they do not make the whole output secret.
 */
function withoutCredentialsIn(
  output: pulumi.Output<unknown>,
  property: string,
  isMarked: Promise<boolean>,
  traits: Traits,
): pulumi.Output<unknown> {
  const hidden = Promise.all([pulumi.isSecret(output), isMarked]);
  return pulumi.all([pulumi.unsecret(output), hidden]).apply(([value, [secret, marked]]) => {
    const own: JsonObject = { [property]: value };
    const shown = withoutCredentials(own, traits)[property];
    const isEcho = findCredentials(own, traits).length > 0;
    return secret && (marked || !isEcho) ? pulumi.secret(shown) : shown;
  });
}
