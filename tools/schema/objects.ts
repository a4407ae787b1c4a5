import { isDeepStrictEqual } from "node:util";
import type ts from "typescript";
import { findDeclaredType, isRequired, listLiterals, unwrapEntryType } from "./declared";
import { formatList, joinTexts } from "./prose";
import { capitalize, toToken, type MembersSpec, type NamedTypeSpec, type PropertySpec, type TypeSpec } from "./spec";
import type { Place, Types } from "./type-specs";
import { discriminateForms, flattenForms, type Form } from "./unions";

interface KnownObject {
  readonly spec: NamedTypeSpec;
  readonly symbol: ts.Symbol | undefined;
}

/** The object types of the schema, by name. */
export class Objects {
  private readonly known = new Map<string, KnownObject>();

  constructor(private readonly types: Types) {}

  list(): [string, NamedTypeSpec][] {
    return [...this.known].map(([name, { spec }]) => [name, spec]);
  }

  /**
   * Refers to an object type, and describes it the first time.
   * @param symbol What has the documentation.
   */
  define(name: string, forms: readonly Form[], place: Place, symbol?: ts.Symbol): TypeSpec {
    const known = this.known.get(name);
    if (known && known.symbol !== symbol) {
      throw new Error(`${place.owner}.${place.property}: there is another type ${name} already`);
    }
    if (!known) {
      const spec: NamedTypeSpec = { type: "object" };
      // Known before it is described, since it may refer to itself.
      this.known.set(name, { spec, symbol });
      const description = symbol && this.types.prose.describe(symbol);
      Object.assign(spec, description && { description }, this.describeForms(forms, { ...place, owner: name }));
      const argument = place.isOutput ? this.findEqualArgument(spec, name, place) : undefined;
      if (argument) {
        this.known.delete(name);
        return { $ref: `#/types/${toToken(argument)}` };
      }
    }
    return { $ref: `#/types/${toToken(name)}` };
  }

  private describeForms(forms: readonly Form[], place: Place): MembersSpec {
    const [only, ...others] = forms;
    return only && others.length === 0
      ? this.describeMembers(only.type, place)
      : flattenForms(this.types, forms, place);
  }

  /**
   * The type of the argument that an output repeats, if both have exactly the same properties: sharing it, one can be
   * given for the other in every language.
   */
  private findEqualArgument(output: NamedTypeSpec, name: string, { property }: Place): string | undefined {
    const names = [name.replace(/Info$/, ""), capitalize(property)].filter((other) => other !== name);
    return names.find((other) => {
      const argument = this.known.get(other);
      return argument && isDeepStrictEqual(withoutDescriptions(argument.spec), withoutDescriptions(output));
    });
  }

  /** Describes the properties of an object type. */
  describeMembers(type: ts.Type, place: Omit<Place, "property">): MembersSpec {
    const symbols = this.listProperties(type).filter(({ name }) => !place.without?.includes(name));
    const properties: Record<string, PropertySpec> = {};
    for (const symbol of symbols) {
      properties[symbol.name] = this.describeProperty(symbol, { ...place, property: symbol.name, without: undefined });
    }
    // The platform never returns credentials: were they required, Pulumi would invent some for what it imports. The
    // provider says where they are missing.
    const optional = place.isOutput ? undefined : place.secrets;
    const required = symbols
      .filter((symbol) => isRequired(symbol) && !optional?.has(symbol.name))
      .map(({ name }) => name);
    return { properties, ...(required.length > 0 && { required }) };
  }

  /** Describes one property. */
  describeProperty(symbol: ts.Symbol, place: Place): PropertySpec {
    const spec = this.types.toSpec(findDeclaredType(symbol), place);
    return this.toPropertySpec(spec, this.describe([symbol], spec, place), place);
  }

  /** Makes a property of a type. */
  toPropertySpec(spec: TypeSpec, description: string | undefined, { property, secrets }: Place): PropertySpec {
    return { ...spec, ...(description && { description }), ...(secrets?.has(property) && { secret: true }) };
  }

  /**
   * The description of a property.
   * @param symbols The same property in each form of an object.
   */
  describe(symbols: readonly ts.Symbol[], spec: TypeSpec, { isOutput }: Place): string | undefined {
    const { checker, prose } = this.types;
    const isText = [spec.type, spec.items?.type].includes("string");
    const values =
      isText && isOutput
        ? symbols.flatMap((symbol) => listLiterals(checker, unwrapEntryType(findDeclaredType(symbol))))
        : [];
    const known = values.length > 0 ? `Known values: ${formatList([...new Set(values)].sort(), "and")}.` : undefined;
    const texts = symbols.map((symbol) => joinTexts(prose.describe(symbol), prose.describeDefault(symbol)));
    return joinTexts(...new Set(texts), known);
  }

  /** Names an object type that has no name of its own. */
  nameAfter({ owner, property }: Place): string {
    return owner + capitalize(property);
  }

  /** All forms that an object of one of these types can have. */
  listForms(types: readonly ts.Type[]): Form[] {
    const forms = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
    return discriminateForms(this.types.checker, forms);
  }

  /** The type that an interface extends, if what it adds to it is left out anyway. */
  findBase(type: ts.Type, { without }: Place): ts.BaseType | undefined {
    const bases = without && type.isClassOrInterface() ? this.types.checker.getBaseTypes(type) : [];
    const left = this.listProperties(type).filter(({ name }) => !without?.includes(name));
    return bases.find((base) => this.listProperties(base).length === left.length);
  }

  private listProperties(type: ts.Type): ts.Symbol[] {
    return this.types.checker.getPropertiesOfType(type);
  }
}

function withoutDescriptions({ properties = {}, required = [] }: NamedTypeSpec): unknown {
  const members = Object.entries(properties).map(([name, spec]) => [name, { ...spec, description: undefined }]);
  return [Object.fromEntries(members), [...required].sort()];
}
