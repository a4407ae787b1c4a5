import ts from "typescript";
import { isWrapper, resolveReference, withoutNothing } from "./declared";
import { Enumerations } from "./enumerations";
import { Objects } from "./objects";
import type { Prose } from "./prose";
import type { NamedTypeSpec, TypeSpec } from "./spec";

/** Where a type is used. */
export interface Place {
  /** The type that has the property. */
  readonly owner: string;
  readonly property: string;
  readonly isOutput: boolean;
  /** Names of properties below that are secrets. */
  readonly secrets?: ReadonlySet<string>;
  /** Names of properties below that are left out. */
  readonly without?: readonly string[];
}

const ANY = { $ref: "pulumi.json#/Any" };

/** Translates TypeScript's types into those of the schema, and collects those with a name. */
export class Types {
  readonly enumerations: Enumerations;
  readonly objects: Objects;

  constructor(
    readonly checker: ts.TypeChecker,
    readonly prose: Prose,
    private readonly isInteger: (property: string) => boolean,
  ) {
    this.enumerations = new Enumerations(checker, prose);
    this.objects = new Objects(this);
  }

  /** The types with a name that were met so far. */
  listNamed(): [string, NamedTypeSpec][] {
    return [...this.objects.list(), ...this.enumerations.list()];
  }

  /** Translates a type. */
  toSpec(node: ts.TypeNode, place: Place): TypeSpec {
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) {
      return this.toSpec(node.type, place);
    }
    if (ts.isArrayTypeNode(node)) {
      return { type: "array", items: this.toSpec(node.elementType, place) };
    }
    if (ts.isTupleTypeNode(node)) {
      return { type: "array", items: this.combine(node.elements, place) };
    }
    if (ts.isUnionTypeNode(node)) {
      return this.enumerations.fromUnion(node, place) ?? this.combine(withoutNothing(node.types), place);
    }
    if (ts.isTypeReferenceNode(node)) {
      return this.fromReference(node, place);
    }
    if (ts.isTypeLiteralNode(node)) {
      return this.fromUnnamed([node], place);
    }
    return this.fromKeyword(node, place);
  }

  private fromKeyword(node: ts.TypeNode, { owner, property }: Place): TypeSpec {
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

  private fromReference(node: ts.TypeReferenceNode, place: Place): TypeSpec {
    const [first, second] = node.typeArguments ?? [];
    const name = node.typeName.getText();
    const type = this.checker.getTypeFromTypeNode(node);
    if (type.flags & ts.TypeFlags.TypeParameter) {
      return ANY;
    }
    if (isWrapper(node) && first) {
      return this.toSpec(first, place);
    }
    if (name === "Record" && second) {
      const values = this.toSpec(second, place);
      // In a map of texts, hosts turn numbers and booleans into texts.
      return { type: "object", additionalProperties: values.oneOf?.find(({ type }) => type === "string") ?? values };
    }
    // Dates are sent as texts, and an open enumeration may have further values.
    if (name === "Date" || name === "OpenEnum") {
      return { type: "string" };
    }
    return (
      this.enumerations.fromUnion(node, place) ?? this.fromNamed(type, resolveReference(this.checker, node), place)
    );
  }

  private fromNamed(type: ts.Type, symbol: ts.Symbol, place: Place): TypeSpec {
    const base = this.objects.findBase(type, place);
    if (base) {
      return this.fromNamed(base, base.symbol, { ...place, without: undefined });
    }
    return this.objects.define(toSchemaName(symbol.name), this.objects.listForms([type]), place, symbol);
  }

  private fromUnnamed(nodes: readonly ts.TypeNode[], place: Place): TypeSpec {
    const types = nodes.map((node) => this.checker.getTypeFromTypeNode(node));
    return this.objects.define(this.objects.nameAfter(place), this.objects.listForms(types), place);
  }

  /** The one type that several types are for other languages. */
  combine(nodes: readonly ts.TypeNode[], place: Place): TypeSpec {
    if (nodes.length > 1 && nodes.every((node) => this.isObject(node))) {
      return this.fromUnnamed(nodes, place);
    }
    const specs = nodes.map((node) => this.toSpec(node, place));
    const different = specs.filter((spec, index) => specs.findIndex((other) => isSame(other, spec)) === index);
    return different.length === 1 && different[0] ? different[0] : { oneOf: different };
  }

  /** Whether a type has properties that the schema lists. */
  isObject(node: ts.TypeNode): boolean {
    const type = this.checker.getTypeFromTypeNode(node);
    const isValue = this.checker.isArrayType(type) || (type.symbol as ts.Symbol | undefined)?.name === "Date";
    return !isValue && (type.isUnion() ? type.types : [type]).every(({ flags }) => flags & ts.TypeFlags.Object);
  }
}

/** Avoids the names that other languages make up: an `XOutput` of each type `X`, and a `GetXResult` of each function. */
function toSchemaName(name: string): string {
  return name.replace(
    /^Get(.+)Result$|^(.+)Output$/,
    (_, result?: string, output?: string) => `${result ?? output}Info`,
  );
}

function isSame(a: TypeSpec, b: TypeSpec): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
