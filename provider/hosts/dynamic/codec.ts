import { toEngineJson } from "../../core/engine-text";
import {
  literalKey,
  readByGetKey,
  readPrivate,
  secretMarksKey,
  withoutHidden,
  withPrivate,
} from "../../core/hidden-properties";
import { openKeyedLists, withKeyedLists, type ListForm } from "../../core/keyed-lists";
import { isCredential, openProperties, withCredentials, type Properties } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { mapLeaves, reveal, Secret, setAt } from "../../core/tree";
import { isJsonObject, readValueAt, toCanonicalJson, type JsonObject } from "../../values/json";

/** What the dynamic provider adds to the handler's data in the secret property `__private`. */
interface DynamicPrivate {
  /** The credentials, nested as in the properties. Outputs leave them out, but later operations need them. */
  credentials?: JsonObject;
  /** The secret outputs that the program has not marked as secret, as in `{ envs: { TOKEN: true } }`. */
  marks?: JsonObject;
}

/** How properties were stored. `encodeState` and `encodeInputs` write the marks and the lists in the same way again. */
export interface Form {
  /** The code in `__provider` that loads the provider; undefined for a state that the plugin wrote. */
  literal: unknown;
  /** What the program marks as secret besides credentials, as in `{ envs: { TOKEN: true } }`; undefined if nothing. */
  marks: JsonObject | undefined;
  /** How each list is stored, by the name of its property. */
  lists: ReadonlyMap<string, ListForm>;
}

interface Decoded extends Properties {
  form: Form;
}

/**
 * Converts properties from and to the form that the dynamic provider stores. There, a list is an object with a key for
 * each entry, usually its name. Marks say what is secret, because the engine passes secrets to Pulumi's host for
 * dynamic providers in plain text.
 */
export class Codec {
  constructor(private readonly traits: Traits) {}

  /** The plugin decodes states with this method, too. In those, secrets may already be `Secret` objects. */
  decode(properties: JsonObject): Decoded {
    const { [literalKey]: literal, [secretMarksKey]: given } = properties;
    const marks = isJsonObject(given) ? given : undefined;
    const { credentials, marks: otherMarks, ...kept }: DynamicPrivate = readPrivate(properties);
    // Marks and credentials have the paths of the stored form, so they are applied before lists become plain again.
    const marked = [marks, otherMarks].reduce<JsonObject>(markSecrets, withoutHidden(properties));
    const filled = credentials ? withCredentials(marked, credentials, this.traits) : marked;
    const { values, forms: lists } = openKeyedLists(filled, this.traits);
    return { ...openProperties(values, this.traits, kept), form: { literal, marks, lists } };
  }

  decodeStored(inputs: JsonObject, outputs: JsonObject): Record<"inputs" | "outputs", Decoded> {
    return { inputs: this.decode(inputs), outputs: this.decode(outputs) };
  }

  /** For a resource read by `get`, leaves out the program's marks, because the program declares no properties of it. */
  encodeState(outputs: JsonObject, { marks, lists }: Form, isReadByGet = false): JsonObject {
    const { traits } = this;
    const added: DynamicPrivate = {};
    const shown = toEngineJson(withKeyedLists(withoutHidden(outputs), traits, lists), (leaf, path) => {
      if (isCredential(path, traits)) {
        added.credentials = setAt(added.credentials, path, reveal(leaf));
        return undefined;
      }
      if (leaf instanceof Secret && readValueAt(marks, path) !== true) {
        added.marks = setAt(added.marks, path, true);
      }
      return markInside(leaf);
    });
    const metadata = isReadByGet ? { [readByGetKey]: true } : { ...(marks && { [secretMarksKey]: marks }) };
    return { ...shown, ...toEngineJson(withPrivate(metadata, { ...readPrivate(outputs), ...added })) };
  }

  /** The result has the program's marks, because the engine compares it with other inputs that have them. */
  encodeInputs(inputs: JsonObject, { marks, lists }: Form): JsonObject {
    return {
      ...toEngineJson(withKeyedLists(inputs, this.traits, lists), markInside),
      ...(marks && { [secretMarksKey]: marks }),
    };
  }
}

/** Whether state and inputs differ in form. If they differ in nothing else, an update only rewrites the state. */
export function hasOtherForm(state: Form, inputs: Form): boolean {
  const [before, after] = [state, inputs].map(({ marks = {}, lists }) => {
    const keys = [...lists].flatMap(([property, list]) =>
      list === "list" ? [] : list.map(({ key }) => [property, key]),
    );
    return toCanonicalJson([marks, keys.map((path) => JSON.stringify(path)).sort()]);
  });
  // A state that the plugin wrote lacks `__provider`, without which Pulumi's host cannot even delete the resource.
  return state.literal === undefined || before !== after;
}

function markSecrets(properties: JsonObject, marks: JsonObject = {}): JsonObject {
  let marked = properties;
  mapLeaves(marks, (_, path) => {
    const value = readValueAt(properties, path);
    marked = value === undefined ? marked : setAt(marked, path, new Secret(value));
  });
  return marked;
}

/**
 * Makes each value in a secret object a `Secret`, too: the engine no longer treats the object itself as secret if the
 * input of the same name is a plain object (seen with Pulumi 3.274).
 */
function markInside(leaf: unknown): unknown {
  return leaf instanceof Secret && isJsonObject(leaf.value)
    ? new Secret(mapLeaves(leaf.value, (inner) => new Secret(reveal(inner))))
    : leaf;
}
