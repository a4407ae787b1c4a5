import { isDeepStrictEqual } from "node:util";
import { createClaim } from "../../core/claims";
import type { Checked, ResourceDefinition } from "../../core/handler";
import { keepingKey, withoutHidden } from "../../core/hidden-properties";
import { openKeyedLists } from "../../core/keyed-lists";
import { formatEnginePath, parseFirstProperty, type PropertyPath } from "../../core/property-paths";
import {
  hideSecrets,
  isMissingCredential,
  withoutCredentials,
  openProperties,
  type Properties,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { openSecret, reveal, Secret, Unknown } from "../../core/tree";
import { isJsonObject, isTooDeep, mapValues, pick, toCanonicalJson, tooDeep, type JsonObject } from "../../values/json";
import { Codec } from "../dynamic/codec";
import { ManagedResource } from "../managed-resource";
import type { HostContext, Stored, Tree } from "../operation";
import type { HostSettings } from "../settings";
import { computeDetailedDiff } from "./detailed-diff";

export class PluginResource {
  readonly managed: ManagedResource;
  readonly codec: Codec;
  private readonly traits: Traits;
  private readonly checked = new Set<string>();

  constructor(definition: ResourceDefinition<object, object>, settings: HostSettings) {
    this.managed = new ManagedResource(definition, settings, false);
    this.codec = new Codec(definition.traits);
    this.traits = definition.traits;
  }

  /**
   * Not for states: `codec` opens those, because the dynamic provider may have written them, with lists as objects. In
   * `check`, this method is enough for old inputs, because `check` reads no single entry of their lists.
   */
  open(properties: Tree): Properties {
    return openProperties(withoutHidden(properties), this.traits);
  }

  async check(olds: Tree | undefined, given: Tree, hostContext: HostContext): Promise<Checked<Tree>> {
    if (isTooDeep(reveal(given))) {
      return { inputs: {}, failures: [{ property: "the arguments", reason: `are ${tooDeep}` }] };
    }
    this.checked.add(hostContext.runContext?.urn ?? "");
    // For `ignoreChanges`, the engine passes old lists, which are objects if the dynamic provider has stored them.
    const ignored = pick(given, (name, value) => isDeepStrictEqual(value, olds?.[name]));
    const news = this.open({ ...given, ...openKeyedLists(ignored, this.traits).values });
    const old = olds && Object.keys(olds).length > 0 ? this.open(olds) : undefined;
    const checked = await this.managed.check(old, news, hostContext, openSecret(given[keepingKey]));
    // After an import, `ignoreChanges` replaces what the program gives with what was read, which lacks credentials.
    const failures = checked.failures.flatMap((failure) => {
      const name = parseFirstProperty(failure.property);
      const isKept = old !== undefined && isDeepStrictEqual(old.values[name], news.values[name]);
      if (!isMissingCredential(failure, this.traits) || !isKept) {
        return [failure];
      }
      const reason =
        `${failure.reason}. If the program gives it, \`ignoreChanges\` takes ${name} as the platform returns it, ` +
        `without credentials: remove ${name} from ignoreChanges`;
      // For `pulumi import`, old and new inputs are both what was read, so a missing credential is no failure.
      return isDeepStrictEqual(old.values, news.values) ? [] : [{ ...failure, reason }];
    });
    return { inputs: failures.length > 0 ? withoutHidden(given) : checked.hide(), failures };
  }

  async diff(id: string, stored: Stored, news: Properties, hostContext: HostContext) {
    // A secret argument is compared as one text, because a path into it would reveal its keys.
    const [before, after] = [stored.inputs, news].map(({ values }, _, both) =>
      mapValues(values, (value, name) => {
        const isSecret = both.some(({ secrets }) => secrets.paths.has(JSON.stringify([name])));
        return isSecret ? toCanonicalJson(value) : value;
      }),
    );
    const detailed = computeDetailedDiff(before as JsonObject, after as JsonObject, this.traits);
    // What has become secret is in plain text in the state until an update rewrites the state, so this is a change.
    // `shown` hides what the state hides; `toOutputs` hides what an update would hide.
    const outputs = withoutCredentials(stored.outputs.values, this.traits);
    const shown = hideSecrets(outputs, { paths: stored.outputs.secrets.paths, texts: new Set() }, this.traits);
    const exposed = findExposedSecrets(shown, this.managed.toOutputs(outputs, news, hostContext, stored));
    exposed.filter((path) => !detailed.has(path)).forEach((path) => detailed.set(path, "update"));
    // A refresh calls `diff` without `check`.
    const isPlanned = this.checked.has(hostContext.runContext?.urn ?? "");
    const isShown = detailed.size > 0;
    const found = await this.managed.diff(id, stored, news, { isShown, isPlanned }, hostContext);
    const { changes, unfinished, replaces = [], deletesLast = false } = found;
    const hasChanges = changes || unfinished !== undefined || exposed.length > 0;
    return { changes: hasChanges, replaces, deletesLast, detailed };
  }

  predict(news: Properties, hostContext: HostContext, stored?: Stored): Tree {
    const { values: inputs } = news;
    const [before, storedOutputs] = [stored?.inputs.values, stored?.outputs.values];
    const { returned, computed } = this.traits;
    const isChanged = (key: string) => !before || !isDeepStrictEqual(before[key], inputs[key]);
    // The end of an unfinished operation may change what depends on any argument.
    const isUnfinished = stored?.outputs.kept.operation !== undefined;
    const predicted = mapValues(computed, (sources, key) => {
      const isAffected =
        sources === "any" || (sources as readonly string[]).some((one) => isUnfinished || isChanged(one));
      return inputs[key] ?? (storedOutputs && !isAffected ? storedOutputs[key] : new Unknown());
    });
    const outputs = { ...pick(inputs, (key) => returned.includes(key)), ...predicted };
    return this.managed.toOutputs(outputs, news, hostContext, stored);
  }

  /**
   * An import adds a claim to the state, which identifies the resource if another one has the same object. A `get` adds
   * a claim, too, because its first read can look like an import (engine 3.274). There, the claim does no harm.
   */
  async read(id: string, stored: Stored, hostContext: HostContext) {
    const declared = stored.inputs.values;
    const isNew = Object.keys(stored.outputs.values).length === 0;
    const kept = isNew ? { claim: createClaim() } : stored.outputs.kept;
    const claimed = { ...stored, outputs: { ...stored.outputs, kept } };
    const found = await this.managed.read(id, claimed, { isNew, declared }, hostContext);
    // A state with outputs but no inputs comes from `get`. Its inputs stay empty, because no program declares them.
    const isDeclared = isNew || Object.keys(declared).length > 0;
    return found && { ...found, inputs: isDeclared ? found.inputs : {} };
  }
}

function findExposedSecrets(shown: unknown, sealed: unknown, path: PropertyPath = []): string[] {
  if (shown === undefined || shown instanceof Secret) {
    return [];
  }
  if (sealed instanceof Secret) {
    return [formatEnginePath(path)];
  }
  if (Array.isArray(shown) && Array.isArray(sealed)) {
    return shown.flatMap((entry, index) => findExposedSecrets(entry, sealed[index], [...path, index]));
  }
  return isJsonObject(shown) && isJsonObject(sealed)
    ? Object.entries(shown).flatMap(([key, value]) => findExposedSecrets(value, sealed[key], [...path, key]))
    : [];
}
