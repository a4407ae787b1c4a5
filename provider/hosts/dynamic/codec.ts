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
import { mapLeaves, reveal, Secret, setAt, type KeyedPath } from "../../core/tree";
import { isJsonObject, readValueAt, toCanonicalJson, type JsonObject } from "../../values/json";

interface DynamicPrivate {
  /** The credentials, by key or position of their entry: no output has them, and operations on the state need them. */
  credentials?: JsonObject;
  /** The paths of the secret outputs that the program does not mark. */
  paths?: readonly KeyedPath[];
}

/** How a program or a state writes properties, besides their values. */
export interface Form {
  /** The text that loads the provider; the plugin's states have none. */
  literal: unknown;
  /** What the program marks as secret. */
  marks: JsonObject | undefined;
  lists: ReadonlyMap<string, ListForm>;
}

export interface Decoded extends Properties {
  form: Form;
}

/**
 * The form in which the dynamic provider stores the properties of one resource type. Lists are objects by the names of
 * their entries. The engine hands all values back in plain text, so this form has the paths of the secret ones: those
 * that the program marks, and the others in `__private`, together with what no output shows.
 */
export class Codec {
  constructor(private readonly traits: Traits) {}

  /** Opens properties. In the plugin, which may find this form in a state, the engine has marked secrets as well. */
  decode(properties: JsonObject): Decoded {
    const { [literalKey]: literal, [secretMarksKey]: given } = properties;
    const marks = isJsonObject(given) ? given : undefined;
    const form = { literal, marks, lists: readListForms(properties, this.traits) };
    const { credentials, paths = [], ...kept }: DynamicPrivate = readPrivate(properties);
    const marked = [...listMarkedPaths(marks), ...paths].reduce(markAt, withoutHidden(properties));
    const filled = credentials ? withCredentials(marked, credentials, this.traits) : marked;
    return { ...openProperties(withPlainLists(filled, this.traits), this.traits, kept), form };
  }

  /**
   * Outputs to store, in the form of the properties that came in. What `get` has read has no marks, since no program
   * declares it.
   */
  encodeState(outputs: JsonObject, { marks, lists }: Form, isReadByGet = false): JsonObject {
    const { traits } = this;
    const paths: KeyedPath[] = [];
    let credentials: JsonObject = {};
    const shown = toEngineJson(withKeyedLists(withoutHidden(outputs), traits, lists), (leaf, path) => {
      if (isCredential(path, traits)) {
        credentials = setAt(credentials, path, reveal(leaf));
        return undefined;
      }
      if (leaf instanceof Secret && readValueAt(marks, path) !== true) {
        paths.push(path);
      }
      return markInside(leaf);
    });
    const added: DynamicPrivate = {
      ...(Object.keys(credentials).length > 0 && { credentials }),
      ...(paths.length > 0 && { paths }),
    };
    const metadata = isReadByGet ? { [readByGetKey]: true } : { ...(marks && { [secretMarksKey]: marks }) };
    return { ...shown, ...toEngineJson(withPrivate(metadata, { ...readPrivate(outputs), ...added })) };
  }

  /** Inputs to store. The engine compares them with those of the program, so they have the same marks. */
  encodeInputs(inputs: JsonObject, { marks, lists }: Form): JsonObject {
    return {
      ...toEngineJson(withKeyedLists(inputs, this.traits, lists), markInside),
      ...(marks && { [secretMarksKey]: marks }),
    };
  }
}

/** Whether the state and the inputs differ in form. If nothing else differs, an update only rewrites the state. */
export function hasOtherForm(state: Form, inputs: Form): boolean {
  const [before, after] = [state, inputs].map(({ marks = {}, lists }) => {
    const keys = [...lists].flatMap(([property, list]) =>
      list === "list" ? [] : list.map(({ key }) => [property, key]),
    );
    return toCanonicalJson([marks, keys.map((path) => JSON.stringify(path)).sort()]);
  });
  // Without `__provider`, which the plugin's states lack, this host could not even delete them.
  return state.literal === undefined || before !== after;
}

function listMarkedPaths(marks: JsonObject = {}): KeyedPath[] {
  const paths: KeyedPath[] = [];
  mapLeaves(marks, (_, path) => paths.push(path));
  return paths;
}

/** A copy with the value at a path as a `Secret`, if there is one. */
function markAt(properties: JsonObject, path: KeyedPath): JsonObject {
  const value = readValueAt(properties, path);
  return value === undefined ? properties : setAt(properties, path, new Secret(value));
}

/** The engine drops the mark of an object if the input has none (seen with 3.274), so each value in it gets a mark. */
function markInside(leaf: unknown): unknown {
  return leaf instanceof Secret && isJsonObject(leaf.value)
    ? new Secret(mapLeaves(leaf.value, (inner) => new Secret(reveal(inner))))
    : leaf;
}
