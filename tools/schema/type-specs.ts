// @ts-check
"use strict";

const ts = require("typescript");
const { isWrapper, namedIn, withoutNothing } = require("./declared");
const { Enumerations } = require("./enumerations");
const { Objects } = require("./objects");

/** @typedef {import("./spec").TypeSpec} TypeSpec */

/**
 * Where a type stands.
 * @typedef {object} Place
 * @property {string} owner      the type that has the property
 * @property {string} property
 * @property {boolean} isOutput
 * @property {ReadonlySet<string>} [secrets]  names of members that are secrets
 * @property {readonly string[]} [without]    names of members that are left out
 */

/** Any value at all. */
const ANY = { $ref: "pulumi.json#/Any" };

/** TypeScript's types as types of the schema; those with a name are collected. */
class Types {
  /**
   * @param {ts.TypeChecker} checker
   * @param {import("./prose").Prose} prose
   * @param {(property: string) => boolean} isInteger
   */
  constructor(checker, prose, isInteger) {
    this.checker = checker;
    this.prose = prose;
    this.isInteger = isInteger;
    this.enumerations = new Enumerations(checker, prose);
    this.objects = new Objects(this);
  }

  /** All named types by name. */
  named() {
    return [...this.objects.all(), ...this.enumerations.all()];
  }

  /**
   * @param {ts.TypeNode} node
   * @param {Place} place
   * @returns {TypeSpec}
   */
  of(node, place) {
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) {
      return this.of(node.type, place);
    }
    if (ts.isArrayTypeNode(node)) {
      return { type: "array", items: this.of(node.elementType, place) };
    }
    if (ts.isTupleTypeNode(node)) {
      return { type: "array", items: this.oneOf(node.elements, place) };
    }
    if (ts.isUnionTypeNode(node)) {
      return this.enumerations.ofUnion(node, place) ?? this.oneOf(withoutNothing(node.types), place);
    }
    if (ts.isTypeReferenceNode(node)) {
      return this.ofReference(node, place);
    }
    if (ts.isTypeLiteralNode(node)) {
      return this.ofUnnamed([node], place);
    }
    return this.ofKeyword(node, place);
  }

  /**
   * @param {ts.TypeNode} node
   * @param {Place} place
   * @returns {TypeSpec}
   */
  ofKeyword(node, { owner, property }) {
    const { flags } = this.checker.getTypeFromTypeNode(node);
    if (flags & ts.TypeFlags.StringLike) {
      return { type: "string" };
    }
    if (flags & ts.TypeFlags.BooleanLike) {
      return { type: "boolean" };
    }
    if (flags & ts.TypeFlags.NumberLike) {
      return { type: this.isInteger(property) ? "integer" : "number" };
    }
    if (flags & ts.TypeFlags.NonPrimitive) {
      return { type: "object", additionalProperties: ANY };
    }
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
      return ANY;
    }
    throw new Error(`${owner}.${property}: the schema has no type for ${node.getText()}`);
  }

  /**
   * @param {ts.TypeReferenceNode} node
   * @param {Place} place
   * @returns {TypeSpec}
   */
  ofReference(node, place) {
    const [first, second] = node.typeArguments ?? [];
    const name = node.typeName.getText();
    const type = this.checker.getTypeFromTypeNode(node);
    if (type.flags & ts.TypeFlags.TypeParameter) {
      return ANY;
    }
    if (isWrapper(node) && first) {
      return this.of(first, place);
    }
    if (name === "Record" && second) {
      return { type: "object", additionalProperties: this.of(second, place) };
    }
    // Dates travel as texts; an open enumeration has further words.
    if (name === "Date" || name === "OpenEnum") {
      return { type: "string" };
    }
    return this.enumerations.ofUnion(node, place) ?? this.ofNamed(type, namedIn(this.checker, node), place);
  }

  /**
   * @param {ts.Type} type
   * @param {ts.Symbol} symbol
   * @param {Place} place
   * @returns {TypeSpec}
   */
  ofNamed(type, symbol, place) {
    const base = this.objects.baseWithout(type, place);
    if (base) {
      return this.ofNamed(base, base.symbol, { ...place, without: undefined });
    }
    return this.objects.reference(schemaName(symbol.name), this.objects.formsIn([type]), place, symbol);
  }

  /**
   * The one type that all of these are for other languages.
   * @param {readonly ts.TypeNode[]} nodes
   * @param {Place} place
   * @returns {TypeSpec}
   */
  oneOf(nodes, place) {
    if (nodes.length > 1 && nodes.every((node) => this.isObject(node))) {
      return this.ofUnnamed(nodes, place);
    }
    const specs = nodes.map((node) => this.of(node, place));
    const different = specs.filter((spec, index) => specs.findIndex((other) => isSame(other, spec)) === index);
    return different.length === 1 && different[0] ? different[0] : { oneOf: different };
  }

  /**
   * @param {readonly ts.TypeNode[]} nodes
   * @param {Place} place
   */
  ofUnnamed(nodes, place) {
    const types = nodes.map((node) => this.checker.getTypeFromTypeNode(node));
    return this.objects.reference(this.objects.nameIn(place), this.objects.formsIn(types), place);
  }

  /** @param {ts.TypeNode} node */
  isObject(node) {
    const type = this.checker.getTypeFromTypeNode(node);
    const isValue = this.checker.isArrayType(type) || type.symbol?.name === "Date";
    return !isValue && (type.isUnion() ? type.types : [type]).every(({ flags }) => flags & ts.TypeFlags.Object);
  }
}

/**
 * The name that other languages see: they make an `XOutput` of each type `X`, and a `GetXResult` of each function.
 * @param {string} name
 */
function schemaName(name) {
  return name.replace(/^Get(.+)Result$|^(.+)Output$/, (_, result, output) => `${result ?? output}Info`);
}

/**
 * @param {TypeSpec} a
 * @param {TypeSpec} b
 */
function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

module.exports = { Types };
