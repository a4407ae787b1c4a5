import ts from "typescript";
import { findDeclaredType, isRequired, listLiterals, unwrapType } from "./declared";
import { formatList, joinTexts } from "./prose";
import type { MembersSpec, PropertySpec, TypeSpec } from "./spec";
import type { Place, Types } from "./type-specs";

/** One form of an object that has several, with the property that tells them apart and its value, if there is one. */
export interface Form {
  readonly type: ts.Type;
  readonly discriminator?: string;
  readonly value?: string;
}

/** A form that has the property in question. */
interface FormWithProperty extends Form {
  readonly symbol: ts.Symbol;
}

/**
 * Describes a union of objects as one object: other languages write unions badly, or not at all. What not every form has
 * is optional, and its description says to which forms it belongs.
 */
export function flattenForms(types: Types, forms: readonly Form[], place: Omit<Place, "property">): MembersSpec {
  const { checker } = types;
  const names = new Set(forms.flatMap(({ type }) => checker.getPropertiesOfType(type).map(({ name }) => name)));
  const properties: MembersSpec["properties"] = {};
  const required: string[] = [];
  for (const name of names) {
    const having = forms.flatMap((form) => {
      const symbol = form.type.getProperty(name);
      return symbol && canHaveValue(checker, symbol) ? [{ ...form, symbol }] : [];
    });
    const lacking = forms.filter(({ type }) => !having.some((form) => form.type === type));
    const isInAll = lacking.length === 0;
    properties[name] = describeProperty(types, having, lacking, { ...place, property: name });
    if (isInAll && having.every(({ symbol }) => isRequired(symbol))) {
      required.push(name);
    }
  }
  return { properties, ...(required.length > 0 && { required }) };
}

/** Finds the property that tells the forms of an object apart: it has one text in each form, and another in each. */
export function discriminateForms(checker: ts.TypeChecker, variants: readonly ts.Type[]): Form[] {
  const findValue = (type: ts.Type, name: string) => {
    const symbol = type.getProperty(name);
    const texts = symbol && canHaveValue(checker, symbol) ? listLiterals(checker, findDeclaredType(symbol)) : [];
    return texts.length === 1 ? texts[0] : undefined;
  };
  const names = variants[0] ? checker.getPropertiesOfType(variants[0]).map(({ name }) => name) : [];
  const discriminator = names.find(
    (name) => new Set(variants.map((type) => findValue(type, name) ?? "")).size === variants.length,
  );
  if (!discriminator || !variants.every((type) => findValue(type, discriminator))) {
    return variants.map((type) => ({ type }));
  }
  return variants.map((type) => ({ type, discriminator, value: findValue(type, discriminator) }));
}

function describeProperty(
  types: Types,
  having: readonly FormWithProperty[],
  lacking: readonly Form[],
  place: Place,
): PropertySpec {
  const spec = mergeTypes(types, having, place);
  const symbols = having.map(({ symbol }) => symbol);
  const description = types.objects.describe(symbols, spec, place);
  return types.objects.toPropertySpec(spec, joinTexts(description, describeForms(having, lacking)), place);
}

/** The one type that a property has in all forms. */
function mergeTypes(types: Types, having: readonly FormWithProperty[], place: Place): TypeSpec {
  const { checker } = types;
  const nodes = having.map(({ symbol }) => unwrapType(findDeclaredType(symbol)));
  const inner = nodes.map((node) => checker.getTypeFromTypeNode(node));
  const variants = inner.map((type) => (type.isUnion() ? type.types : [type]));
  if (
    new Set(inner).size > 1 &&
    variants.flat().every((type) => type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
  ) {
    // An object in each form: its own forms are told apart by the same property.
    const forms = variants.flatMap((types, index) => {
      const { discriminator, value } = having[index] ?? {};
      return types.map((type) => ({ discriminator, value, type }));
    });
    return types.objects.define(types.objects.nameAfter(place), forms, place);
  }
  const texts = nodes.map((node) => listLiterals(checker, node));
  if (texts.length > 1 && texts.every((some) => some.length > 0)) {
    return types.enumerations.define(types.enumerations.nameAfter(place), texts.flat(), place);
  }
  return types.combine(nodes, place);
}

/** Says which forms have a property, and which of them need it. */
function describeForms(having: readonly FormWithProperty[], lacking: readonly Form[]): string | undefined {
  const isInAll = lacking.length === 0;
  const listValues = (forms: readonly Form[]) => [...new Set(forms.flatMap(({ value }) => value ?? []))];
  const all = listValues(having);
  const optional = listValues([...having.filter(({ symbol }) => !isRequired(symbol)), ...lacking]);
  const required = all.filter((value) => !optional.includes(value));
  const discriminator = having[0]?.discriminator;
  if (!discriminator || (isInAll && (required.length === 0 || required.length === all.length))) {
    return undefined;
  }
  if (isInAll) {
    return `Required for \`${discriminator}\` ${formatList(required, "and")}.`;
  }
  const only = `For \`${discriminator}\` ${formatList(all, "and")} only`;
  return required.length === all.length ? `${only}, and required there.` : `${only}.`;
}

/** Forms that must not have a property may declare it as `undefined`. */
function canHaveValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  return !(checker.getTypeFromTypeNode(findDeclaredType(symbol)).flags & ts.TypeFlags.Undefined);
}
