import { isDeepStrictEqual } from "node:util";
import ts from "typescript";
import { formatList, joinTexts, type Prose } from "./prose";
import { capitalize, toToken, type MembersSpec, type NamedTypeSpec, type PropertySpec, type TypeSpec } from "./spec";
import type { Surface } from "./surface";
import { listLiterals, listMembers, unwrapType } from "./unions";

/** What has the properties in question. */
export interface Owner {
  /** Names the types in it that have no name of their own. */
  readonly owner: string;
  readonly isOutput: boolean;
  /** Names of properties that are secrets, at any depth. */
  readonly secrets?: ReadonlySet<string>;
}

/** Where a type is used. */
interface Place extends Owner {
  readonly property: string;
}

interface Named {
  readonly spec: NamedTypeSpec;
  /** What has the documentation. */
  readonly symbol: ts.Symbol | undefined;
}

const ANY: TypeSpec = { $ref: "pulumi.json#/Any" };
const { Any, NonPrimitive, Null, TypeParameter, Undefined, Unknown } = ts.TypeFlags;

/** Translates TypeScript's types into those of the schema, and collects those with a name. */
export class Translator {
  readonly checker: ts.TypeChecker;
  private readonly named = new Map<string, Named>();

  constructor(
    private readonly surface: Surface,
    private readonly prose: Prose,
    private readonly isInteger: (property: string) => boolean,
  ) {
    this.checker = surface.checker;
  }

  /** The types with a name that were met so far. */
  list(): { name: string; spec: NamedTypeSpec }[] {
    return [...this.named].map(([name, { spec }]) => ({ name, spec }));
  }

  /**
   * Describes an object.
   * @param names Its properties, if not all.
   */
  describeObject(type: ts.Type, owner: Owner, names = type.getProperties().map(({ name }) => name)): MembersSpec {
    const members = names.map((property) => this.describeMember(type, { ...owner, property }));
    const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      properties: Object.fromEntries(members.map(({ name, spec }) => [name, spec])),
      required: required.length > 0 ? required : undefined,
    };
  }

  private describeMember(owner: ts.Type, place: Place) {
    const { property, isOutput, secrets } = place;
    const symbol = owner.getProperty(property);
    if (!symbol) {
      throw new Error(`${place.owner} has no property ${property}`);
    }
    const type = unwrapType(this.checker, this.checker.getTypeOfSymbol(symbol));
    const known = isOutput ? listLiterals(this.checker, type).sort() : [];
    const spec: PropertySpec = {
      ...this.toSpec(type, place),
      description: joinTexts(
        this.prose.describe(symbol),
        this.prose.describeDefault(symbol),
        known.length > 0 ? `Known values: ${formatList(known)}.` : undefined,
      ),
      secret: secrets?.has(property) || undefined,
    };
    // The platform never returns credentials: were they required, Pulumi would invent some for what it imports. The
    // provider says where they are missing.
    return { name: property, spec, isRequired: isRequired(symbol, type) && (isOutput || !spec.secret) };
  }

  private toSpec(given: ts.Type, place: Place): TypeSpec {
    const type = this.unwrap(given);
    const types = listMembers(type);
    const symbol = this.surface.findName(type);
    const literals = types.flatMap((member) => (member.isStringLiteral() ? member.value : []));
    if (!place.isOutput && literals.length === types.length) {
      return this.defineEnumeration(symbol?.name ?? capitalize(place.property), literals, symbol);
    }
    const specs = types.flatMap((member) => this.toPlainSpec(member, place) ?? []);
    if (specs.length === 0 && types.length === 1) {
      return this.defineObject(
        symbol ? toSchemaName(symbol.name) : place.owner + capitalize(place.property),
        type,
        place,
        symbol,
      );
    }
    if (specs.length < types.length) {
      throw new Error(`${place.owner}.${place.property}: the schema has no union with an object`);
    }
    const different = specs.filter(
      (spec, index) => specs.findIndex((other) => isDeepStrictEqual(other, spec)) === index,
    );
    return different.length === 1 && different[0] ? different[0] : { oneOf: different };
  }

  /** Translates a type; undefined if it is an object with properties of its own. */
  toPlainSpec(type: ts.Type, place: Place): TypeSpec | undefined {
    const { checker } = this;
    if (type.flags & (Any | Unknown | TypeParameter)) {
      return ANY;
    }
    // Dates are sent as texts. An open enumeration may have further values.
    if (checker.isTypeAssignableTo(type, checker.getStringType()) || type.getSymbol()?.name === "Date") {
      return { type: "string" };
    }
    if (checker.isTypeAssignableTo(type, checker.getBooleanType())) {
      return { type: "boolean" };
    }
    if (checker.isTypeAssignableTo(type, checker.getNumberType())) {
      return { type: this.isInteger(place.property) ? "integer" : "number" };
    }
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const [entry = type] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: this.toSpec(entry, place) };
    }
    const value = type.getStringIndexType();
    const values = type.flags & NonPrimitive ? ANY : value && this.toSpec(value, place);
    // In a map of texts, hosts turn numbers and booleans into texts.
    const text = values?.oneOf?.find((one) => one.type === "string");
    return values && { type: "object", additionalProperties: text ?? values };
  }

  /** Refers to an enumeration. Properties of the same name share one that has no name of its own. */
  private defineEnumeration(name: string, values: readonly string[], symbol: ts.Symbol | undefined): TypeSpec {
    const known = this.named.get(name)?.spec;
    const all = new Set([...values, ...(known?.enum?.map(({ value }) => value) ?? [])]);
    const description = known?.description ?? (symbol && this.prose.describe(symbol));
    const members = [...all].sort().map((value) => ({ name: nameMember(value), value }));
    this.named.set(name, { spec: { type: "string", description, enum: members }, symbol });
    return { $ref: `#/types/${toToken(name)}` };
  }

  /** Refers to an object type, and describes it the first time. */
  private defineObject(name: string, type: ts.Type, place: Place, symbol: ts.Symbol | undefined): TypeSpec {
    const known = this.named.get(name);
    if (known && known.symbol !== symbol) {
      throw new Error(`${place.owner}.${place.property}: there is another type ${name} already`);
    }
    if (!known) {
      const spec: NamedTypeSpec = { type: "object", description: symbol && this.prose.describe(symbol) };
      // Known before it is described, since it may refer to itself.
      this.named.set(name, { spec, symbol });
      Object.assign(spec, this.describeObject(type, { ...place, owner: name }));
      // An output that repeats an argument shares its type: one can then be given for the other in every language.
      const argument = capitalize(place.property);
      const other = this.named.get(argument)?.spec;
      if (place.isOutput && other && other !== spec && isDeepStrictEqual(toShape(other), toShape(spec))) {
        this.named.delete(name);
        return { $ref: `#/types/${toToken(argument)}` };
      }
    }
    return { $ref: `#/types/${toToken(name)}` };
  }

  /** What a value can be, apart from nothing. */
  private unwrap(type: ts.Type): ts.Type {
    const inner = unwrapType(this.checker, type);
    return inner.isUnion() ? this.checker.getNonNullableType(inner) : inner;
  }
}

/** Avoids the names that other languages make up: an `XOutput` of each type `X`, and a `GetXResult` of each function. */
function toSchemaName(name: string): string {
  return name.replace(/^Get(.+)Result$|^(.+)Output$/, "$1$2Info");
}

/** `invalid_header` → `InvalidHeader`, `x86_64` → `X86_64`. */
function nameMember(value: string): string {
  return value
    .replaceAll(/(?<!\d)[_-]|[_-](?!\d)/g, " ")
    .replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An object type without its descriptions. */
function toShape({ properties = {}, required }: NamedTypeSpec): unknown {
  const members = Object.entries(properties).map(([name, spec]) => [name, { ...spec, description: undefined }]);
  return { properties: Object.fromEntries(members) as unknown, required: new Set(required) };
}

/** Whether a property always has a value. */
function isRequired({ flags }: ts.Symbol, type: ts.Type): boolean {
  const isOptional = flags & ts.SymbolFlags.Optional;
  return !isOptional && !listMembers(type).some((member) => member.flags & (Null | Undefined | Unknown));
}
