// @ts-check
"use strict";

const ts = require("typescript");
const { literalsOf, namedIn, unwrapped } = require("./declared");

/**
 * Enumerations by name: what a program can write. An output is a text, since YAML takes an enumeration for no argument at
 * all, not even for one of the same enumeration, and since a later version of the platform may have further words, and
 * some languages fail on a word that they do not know.
 */
class Enumerations {
  /**
   * @param {ts.TypeChecker} checker
   * @param {import("./prose").Prose} prose
   */
  constructor(checker, prose) {
    this.checker = checker;
    this.prose = prose;
    /** @type {Map<string, { description?: string, values: Set<string> }>} */
    this.known = new Map();
  }

  /** @returns {[string, import("./spec").NamedTypeSpec][]} */
  all() {
    return [...this.known].map(([name, { description, values }]) => [
      name,
      {
        type: "string",
        ...(description && { description }),
        enum: [...values].sort().map((value) => ({ name: memberName(value), value })),
      },
    ]);
  }

  /**
   * The enumeration that a type is, or undefined if it lists no texts, or more than texts.
   * @param {ts.TypeNode} node
   * @param {import("./type-specs").Place} place
   * @returns {import("./spec").TypeSpec | undefined}
   */
  ofUnion(node, place) {
    const type = this.checker.getTypeFromTypeNode(unwrapped(node));
    const values = literalsOf(this.checker, node);
    if (values.length === 0 || (type.isUnion() && type.types.length > values.length)) {
      return undefined;
    }
    const inner = unwrapped(node);
    const symbol = ts.isTypeReferenceNode(inner) ? namedIn(this.checker, inner) : undefined;
    return this.of(symbol?.name ?? this.nameOf(place), values, place, symbol);
  }

  /**
   * The name of an enumeration that has none of its own: properties of one name share it.
   * @param {import("./type-specs").Place} place
   */
  nameOf({ property }) {
    return property.replace(/^./, (letter) => letter.toUpperCase());
  }

  /**
   * @param {string} name
   * @param {readonly string[]} values
   * @param {import("./type-specs").Place} place
   * @param {ts.Symbol} [symbol]  what is documented
   * @returns {import("./spec").TypeSpec}
   */
  of(name, values, { isOutput }, symbol) {
    if (isOutput) {
      return { type: "string" };
    }
    const known = this.known.get(name);
    const all = new Set([...(known?.values ?? []), ...values]);
    this.known.set(name, { description: known?.description ?? (symbol && this.prose.of(symbol)), values: all });
    return { $ref: `#/types/edgecloud:index:${name}` };
  }
}

/**
 * `invalid_header` → `InvalidHeader`, `x86_64` → `X86_64`.
 * @param {string} value
 */
function memberName(value) {
  return value
    .replaceAll(/(?<!\d)[_-]|[_-](?!\d)/g, " ")
    .replaceAll(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase());
}

module.exports = { Enumerations };
