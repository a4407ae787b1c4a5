import { toEngineJson } from "../../core/engine-text";
import {
  literalKey,
  readByGetKey,
  readPrivate,
  secretMarksKey,
  withoutHidden,
  withPrivate,
} from "../../core/hidden-properties";
import { readListForms, withKeyedLists, withPlainLists, type ListForm } from "../../core/keyed-lists";
import { isCredential, openProperties, withCredentials, type Properties } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { mapLeaves, reveal, Secret, setAt } from "../../core/tree";
import { isJsonObject, readValueAt, toCanonicalJson, type JsonObject } from "../../values/json";

interface DynamicPrivate {
  /** The credentials, at their paths. No output shows them, but later operations need them. */
  credentials?: JsonObject;
  /** Marks for the secret outputs that the program has not marked. */
  marks?: JsonObject;
}

/** The form that properties had before `decode`. `encodeState` and `encodeInputs` take it to write the same form. */
export interface Form {
  /** The text in `__provider` that loads the provider. A state that the plugin wrote has none. */
  literal: unknown;
  /** What the program marks as secret: `{ envs: { TOKEN: true } }`. */
  marks: JsonObject | undefined;
  lists: ReadonlyMap<string, ListForm>;
}

export interface Decoded extends Properties {
  form: Form;
}

/**
 * Converts properties from and to the form that the dynamic provider stores. A list is an object whose keys are the
 * names of its entries. The engine passes secrets to this host in plain text, so the form also says what is secret.
 */
export class Codec {
  constructor(private readonly traits: Traits) {}

  /** The plugin decodes states with this method, too. Its properties may already contain `Secret` objects. */
  decode(properties: JsonObject): Decoded {
    const { [literalKey]: literal, [secretMarksKey]: given } = properties;
    const marks = isJsonObject(given) ? given : undefined;
    const form = { literal, marks, lists: readListForms(properties, this.traits) };
    const { credentials, marks: otherMarks, ...kept }: DynamicPrivate = readPrivate(properties);
    const marked = [marks, otherMarks].reduce<JsonObject>(markSecrets, withoutHidden(properties));
    const filled = credentials ? withCredentials(marked, credentials, this.traits) : marked;
    return { ...openProperties(withPlainLists(filled, this.traits), this.traits, kept), form };
  }

  /** What `get` has read gets no marks, because no program declares it. */
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

  /** The engine compares the result with the program's inputs, so it has the program's marks. */
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

/** Marks each value in a secret object: the engine drops the object's mark if the input has none (seen with 3.274). */
function markInside(leaf: unknown): unknown {
  return leaf instanceof Secret && isJsonObject(leaf.value)
    ? new Secret(mapLeaves(leaf.value, (inner) => new Secret(reveal(inner))))
    : leaf;
}
