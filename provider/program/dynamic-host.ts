import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/namespace";
import type { RunContext } from "../core/declarations";
import { toPrintableLine } from "../core/engine-text";
import { ignoredKey, literalKey, originKey, secretMarksKey } from "../core/hidden-properties";
import { assignKeys, findKeyedLists, formatKey, mapLists, originPrefix, type KeyedList } from "../core/keyed-lists";
import { formatEnginePath, parseEnginePath } from "../core/property-paths";
import { findCredentialPaths, isCredential, withoutCredentials } from "../core/secrets";
import { splitPattern } from "../core/traits";
import type { Traits } from "../core/traits";
import { setAt, type KeyedPath } from "../core/tree";
import { isJsonObject, readValueAt, type JsonObject } from "../values/json";
import { applyToInput, isDeferred, isKnown, markCredentials } from "./inputs";
import { createProgramError } from "./program-error";
import { warnOfUnknownSettings } from "./stack-settings";

export interface Registration {
  type: string;
  props: pulumi.Inputs;
  opts: pulumi.CustomResourceOptions;
}

/** What a program does for the host that serves a resource: the dynamic provider or the plugin. */
export interface ProgramHost {
  /** In the given `resource`, `type` is only the name of its class. */
  register(name: string, resource: Registration, traits: Traits): Registration;
  /** Converts the outputs of a registered resource to the types that its class declares. */
  restore?(resource: pulumi.CustomResource, traits: Traits, registered: Registration): void;
}

/**
 * The provider code in each state is a constant text that loads the installed package, so an upgrade of the package
 * shows no diff. The engine does not tell Pulumi's host for dynamic providers which values are secret, so the program
 * sends the paths of those that it has marked.
 */
export const dynamicHost: ProgramHost = {
  register: (name, { type, props, opts }, traits) => {
    warnOfUnknownSettings();
    checkOptions(`${type} ${JSON.stringify(name)}`, opts, traits);
    const registeredType = `pulumi-nodejs:dynamic/edgecloud:${type}`;
    const marked = markCredentials(props, traits) as JsonObject;
    const keyed = mapLists(marked, traits, (value, list, property) => toKeyedInput(value, list, [property], traits));
    // The provider's check refuses the path of an entry that the old inputs lack: Pulumi would drop that entry.
    const entryPaths = (opts.ignoreChanges ?? []).filter((path) => {
      const [property = "", entry] = parseEnginePath(path);
      return findKeyedLists(traits).has(String(property)) && entry !== undefined;
    });
    const isPreview = pulumi.runtime.isDryRun();
    // Only checks need the URN, and a `get`, which has the option `id`, is not checked.
    const urn = opts.id === undefined ? pulumi.createUrn(name, registeredType, opts.parent) : undefined;
    return {
      type: registeredType,
      props: {
        ...keyed,
        [literalKey]: `exports.handler = () => require("pulumi-edgecloud/host").${type}`,
        // A promise carries no dependencies. The output `urn` would make the resource depend on its parent and, below a
        // component, on its siblings.
        [originKey]: urn && new Promise<RunContext>((resolve) => urn.apply((urn) => resolve({ urn, isPreview }))),
        [secretMarksKey]: findSecretMarks(keyed, traits),
        ...(entryPaths.length > 0 && { [ignoredKey]: entryPaths }),
      },
      opts,
    };
  },
  restore: (resource, traits, { props, opts }) => {
    const outputs = resource as unknown as Record<string, pulumi.Output<unknown>>;
    const lists = findKeyedLists(traits);
    const credentialProperties = (traits.credentials ?? []).map((path) => splitPattern(path)[0] ?? "");
    for (const property of new Set([...lists.keys(), ...credentialProperties])) {
      const output = outputs[property]!;
      const isMarked = (props[secretMarksKey] as ReturnType<typeof findSecretMarks>).then(
        (marks = {}) => opts.additionalSecretOutputs?.includes(property) === true || Object.hasOwn(marks, property),
      );
      const secrecy = Promise.all([pulumi.isSecret(output), isMarked]);
      outputs[property] = pulumi.all([pulumi.unsecret(output), secrecy]).apply(([value, [secret, marked]]) => {
        // In the preview of an update, inputs stand in for the outputs. The credentials in them must not make the whole
        // output secret, so only what the program has marked does.
        const wrapped: JsonObject = { [property]: value };
        const isEcho = findCredentialPaths(wrapped, traits).length > 0;
        const shown = withoutCredentials(wrapped, traits)[property];
        const restored = lists.get(property)?.toList(shown) ?? shown;
        return secret && (marked || !isEcho) ? pulumi.secret(restored) : restored;
      });
    }
  },
};

/**
 * Without this check, the option `import` would make Pulumi print a `TypeError` with a stack trace. A keyed list is
 * registered as an object whose keys are names, so no path may use a position or lead to the name in an entry.
 */
function checkOptions(subject: string, opts: pulumi.CustomResourceOptions, traits: Traits): void {
  const { adoptedBy, timeLimit } = traits;
  if (opts.import) {
    const adoption = `and give the argument ${adoptedBy}: ${adoptedBy === "adopt" ? "true" : opts.import}`;
    throw createProgramError(
      `${subject}: the option import needs the plugin (the class of "pulumi-edgecloud/plugin"). With this class, leave it ` +
        `out ${adoptedBy ? adoption : "(the arguments name the existing object)"}`,
    );
  }
  if (Object.values(opts.customTimeouts ?? {}).some((limit) => limit !== undefined)) {
    const instead = timeLimit ? `give the argument ${timeLimit}` : `set ${namespace}:requestTimeoutSeconds`;
    void pulumi.log.warn(
      `${subject}: the option customTimeouts has no effect without the plugin; ${instead} instead, or use the class of ` +
        '"pulumi-edgecloud/plugin".',
    );
  }
  for (const option of ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const) {
    for (const path of opts[option] ?? []) {
      const [property = "", entry, ...rest] = parseEnginePath(path);
      const list = findKeyedLists(traits).get(String(property));
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

function toKeyedInput(value: unknown, list: KeyedList, path: KeyedPath, traits: Traits, isSecret = false): unknown {
  if (isDeferred(value)) {
    const output = pulumi.output(value) as pulumi.Output<unknown>;
    return pulumi
      .output(pulumi.isSecret(output))
      .apply((isHidden) => output.apply((known) => toKeyedInput(known, list, path, traits, isHidden)));
  }
  if (!Array.isArray(value)) {
    return value;
  }
  const entries: readonly unknown[] = value;
  // Maps each entry by itself, so an entry that is secret or unknown does not hide the others.
  const toKeyed = (wantedKeys: readonly (string | undefined)[]) => {
    const keys = assignKeys(wantedKeys);
    const keyed = entries.map((entry, index) => {
      const key = keys[index] ?? "";
      const stored = applyToInput(entry, (known) =>
        markCredentials(list.toKeyedEntry(known, key, keys[index - 1]), traits, [...path, key]),
      );
      return [key, stored] as const;
    });
    return Object.fromEntries(keyed);
  };
  // A preview shows the keys of a secret object (seen with Pulumi 3.274), so a secret list must not use names as keys.
  const keys = entries.map((entry) => (isSecret ? undefined : chooseKey(entry, list)));
  return keys.some(isDeferred) ? pulumi.all(keys).apply(toKeyed) : toKeyed(keys as (string | undefined)[]);
}

/**
 * Returns undefined for a key that is made of the position. A saved plan demands the same key in the preview and in
 * `up`. A preview may not know the output of a resource, so an entry that gets its name from one has a key made of the
 * resource's own name.
 */
function chooseKey(entry: unknown, list: KeyedList): string | undefined | pulumi.Output<string | undefined> {
  const name = list.findName(entry);
  if (name !== undefined) {
    return formatKey(name);
  }
  const deferred = list.names.map((path) => readValueAt(entry, splitPattern(path))).find(isDeferred);
  if (deferred === undefined) {
    return undefined;
  }
  const output = pulumi.output(deferred) as pulumi.Output<unknown>;
  // The SDK's types lack these members, but all versions of the SDK that this package allows have them.
  const sdkOutput = output as unknown as { resources(): Set<{ __name: string; __pulumiType: string }> };
  // A preview knows the outputs of stack references, so a name that comes from there can itself be the key.
  const origins = [...sdkOutput.resources()].filter(
    ({ __pulumiType }) => __pulumiType !== "pulumi:pulumi:StackReference",
  );
  return origins.length > 0
    ? toPrintableLine(
        `${originPrefix}${origins
          .map(({ __name }) => __name)
          .sort()
          .join(", ")}`,
      )
    : pulumi
        .output(pulumi.isSecret(output))
        .apply((isHidden) => (isHidden ? undefined : output))
        .apply((known) => (typeof known === "string" ? formatKey(known) : undefined));
}

/** Finds what the program has marked as secret besides credentials: `{ envs: { TOKEN: true } }`, or undefined. */
async function findSecretMarks(args: JsonObject, traits: Traits): Promise<JsonObject | undefined> {
  let marks: JsonObject | undefined;
  const look = async (value: unknown, path: KeyedPath): Promise<void> => {
    if (isCredential(path, traits)) {
      return;
    }
    if (value instanceof Promise) {
      return look(await value, path);
    }
    if (pulumi.Output.isInstance<unknown>(value)) {
      if (await pulumi.isSecret(value)) {
        marks = setAt(marks ?? {}, path, true);
      } else if (await isKnown(value)) {
        // The SDK's types lack `promise`.
        await look(await (value as unknown as { promise(): Promise<unknown> }).promise(), path);
      }
      return;
    }
    if (Array.isArray(value) || isJsonObject(value)) {
      await Promise.all(Object.entries(value).map(([key, child]) => look(child, [...path, key])));
    }
  };
  await look(args, []);
  return marks;
}
