// @ts-check
"use strict";

const { isDeepStrictEqual } = require("node:util");
const { entryOf, isRequired, literalsOf, nodeOf } = require("./declared");
const { flatten, formsOf } = require("./flat");
const { joined, listed } = require("./prose");

/** @typedef {import("typescript").Symbol} Symbol */
/** @typedef {import("typescript").Type} Type */
/** @typedef {import("./spec").NamedTypeSpec} NamedTypeSpec */
/** @typedef {import("./spec").PropertySpec} PropertySpec */
/** @typedef {import("./spec").TypeSpec} TypeSpec */
/** @typedef {import("./type-specs").Place} Place */

/** The object types of the schema by name, and what stands in them. */
class Objects {
  /** @param {import("./type-specs").Types} types */
  constructor(types) {
    this.types = types;
    /** @type {Map<string, { spec: NamedTypeSpec, symbol: Symbol | undefined }>} */
    this.known = new Map();
  }

  /** @returns {[string, NamedTypeSpec][]} */
  all() {
    return [...this.known].map(([name, { spec }]) => [name, spec]);
  }

  /**
   * A reference to an object type, which is described the first time that it is met.
   * @param {string} name
   * @param {readonly import("./flat").Form[]} forms
   * @param {Place} place
   * @param {Symbol} [symbol]  what is documented
   * @returns {TypeSpec}
   */
  reference(name, forms, place, symbol) {
    const known = this.known.get(name);
    if (known && known.symbol !== symbol) {
      throw new Error(`${place.owner}.${place.property}: there is another type ${name} already`);
    }
    if (!known) {
      /** @type {NamedTypeSpec} */
      const spec = { type: "object" };
      this.known.set(name, { spec, symbol });
      const description = symbol && this.types.prose.of(symbol);
      const [only, ...others] = forms;
      const inside = { ...place, owner: name };
      const members =
        only && others.length === 0 ? this.members(only.type, inside) : flatten(this.types, forms, inside);
      Object.assign(spec, description && { description }, members);
      const argument = place.isOutput ? this.argumentLike(spec, name, place) : undefined;
      if (argument) {
        this.known.delete(name);
        return { $ref: `#/types/${token(argument)}` };
      }
    }
    return { $ref: `#/types/${token(name)}` };
  }

  /**
   * The type of the argument that an output tells, if the output has nothing less and nothing more: then the one can be
   * given for the other in every language.
   * @param {NamedTypeSpec} output
   * @param {string} name
   * @param {Place} place
   */
  argumentLike(output, name, { property }) {
    const names = [name.replace(/Info$/, ""), capitalized(property)].filter((other) => other !== name);
    return names.find((other) => {
      const argument = this.known.get(other);
      return argument && isDeepStrictEqual(shapeOf(argument.spec), shapeOf(output));
    });
  }

  /**
   * The members of an object type.
   * @param {Type} type
   * @param {Omit<Place, "property">} place
   * @returns {import("./spec").MembersSpec}
   */
  members(type, place) {
    const symbols = this.membersOf(type).filter(({ name }) => !place.without?.includes(name));
    /** @type {Record<string, PropertySpec>} */
    const properties = {};
    for (const symbol of symbols) {
      properties[symbol.name] = this.property(symbol, { ...place, property: symbol.name, without: undefined });
    }
    // The platform tells no credentials: were they required, Pulumi would make some up for what it imports. The provider
    // says where they are missing.
    const untold = place.isOutput ? undefined : place.secrets;
    const required = symbols
      .filter((symbol) => isRequired(symbol) && !untold?.has(symbol.name))
      .map(({ name }) => name);
    return { properties, ...(required.length > 0 && { required }) };
  }

  /**
   * @param {Symbol} symbol
   * @param {Place} place
   */
  property(symbol, place) {
    const spec = this.types.of(nodeOf(symbol), place);
    return this.member(spec, this.description([symbol], spec, place), place);
  }

  /**
   * @param {TypeSpec} spec
   * @param {string | undefined} description
   * @param {Place} place
   * @returns {PropertySpec}
   */
  member(spec, description, { property, secrets }) {
    return { ...spec, ...(description && { description }), ...(secrets?.has(property) && { secret: true }) };
  }

  /**
   * What is said of a property; `symbols` are the same property of several forms of an object.
   * @param {readonly Symbol[]} symbols
   * @param {TypeSpec} spec
   * @param {Place} place
   */
  description(symbols, spec, { isOutput }) {
    const { checker, prose } = this.types;
    const isText = [spec.type, spec.items?.type].includes("string");
    const words = isText && isOutput ? symbols.flatMap((symbol) => literalsOf(checker, entryOf(nodeOf(symbol)))) : [];
    const known = words.length > 0 ? `Known values: ${listed([...new Set(words)].sort(), "and")}.` : undefined;
    const texts = symbols.map((symbol) => joined(prose.of(symbol), prose.defaultOf(symbol)));
    return joined(...new Set(texts), known);
  }

  /**
   * The name of an object type that has none of its own.
   * @param {Place} place
   */
  nameIn({ owner, property }) {
    return owner + capitalized(property);
  }

  /**
   * All forms that an object of one of these types can have.
   * @param {readonly Type[]} types
   */
  formsIn(types) {
    const forms = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
    return formsOf(this.types.checker, forms);
  }

  /**
   * The type that an interface extends, if it adds to it only what is left out.
   * @param {Type} type
   * @param {Place} place
   */
  baseWithout(type, { without }) {
    const bases = without && type.isClassOrInterface() ? this.types.checker.getBaseTypes(type) : [];
    const left = this.membersOf(type).filter(({ name }) => !without?.includes(name));
    return bases.find((base) => this.membersOf(base).length === left.length);
  }

  /** @param {Type} type */
  membersOf(type) {
    return this.types.checker.getPropertiesOfType(type);
  }
}

/**
 * What an object type is made of, without what is said about it.
 * @param {NamedTypeSpec} spec
 */
function shapeOf({ properties = {}, required = [] }) {
  const members = Object.entries(properties).map(([name, spec]) => [name, { ...spec, description: undefined }]);
  return [Object.fromEntries(members), [...required].sort()];
}

/** @param {string} name */
function capitalized(name) {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/** @param {string} name */
function token(name) {
  return `edgecloud:index:${name}`;
}

module.exports = { Objects, token };
