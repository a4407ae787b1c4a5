import type ts from "typescript";
import { formatList } from "./prose";

/** One form of an object that has several, with the property that tells them apart and its value, if there is one. */
export interface Form {
  readonly type: ts.Type;
  readonly discriminator?: string;
  readonly value?: string;
}

/** What a promise or an output holds, as in `Input` and `Output`; any other type itself. */
export function unwrapType(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  const wrapper = listMembers(type)
    .flatMap((member) => (member.isIntersection() ? member.types : member))
    .find((member) => /^(Promise|PromiseLike|OutputInstance)$/.test(member.getSymbol()?.name ?? ""));
  const held = wrapper && checker.getTypeArguments(wrapper as ts.TypeReference)[0];
  return held ? unwrapType(checker, held) : type;
}

/** The types in a union; any other type alone. */
export function listMembers(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** The texts that a value, or an entry of a list, can be. */
export function listLiterals(checker: ts.TypeChecker, type: ts.Type): string[] {
  return listMembers(unwrapType(checker, type)).flatMap((member) => {
    const entry = checker.isArrayType(member) && checker.getTypeArguments(member as ts.TypeReference)[0];
    return entry ? listLiterals(checker, entry) : member.isStringLiteral() ? member.value : [];
  });
}

/** Finds the property that tells the forms of an object apart: it has one text in each form, and another in each. */
export function discriminateForms(checker: ts.TypeChecker, types: readonly ts.Type[]): Form[] {
  const listValues = (name: string) =>
    types.map((type) => {
      const symbol = type.getProperty(name);
      const literals = symbol ? listLiterals(checker, checker.getTypeOfSymbol(symbol)) : [];
      return literals.length === 1 ? literals[0] : undefined;
    });
  const names = types[0]?.getProperties().map(({ name }) => name) ?? [];
  const discriminator = names.find((name) => new Set(listValues(name).filter(Boolean)).size === types.length);
  const values = discriminator ? listValues(discriminator) : [];
  return types.map((type, index) => ({ type, discriminator, value: values[index] }));
}

/**
 * Says which forms of an object have a property, and which of them need it.
 * @param having The forms that have it.
 * @param needing The forms that need it.
 */
export function describeForms(
  forms: readonly Form[],
  having: readonly Form[],
  needing: readonly Form[],
): string | undefined {
  const listValues = (some: readonly Form[]) => [...new Set(some.flatMap(({ value }) => value ?? []))];
  const all = listValues(having);
  const optional = listValues(forms.filter((form) => !needing.includes(form)));
  const required = all.filter((value) => !optional.includes(value));
  const discriminator = forms[0]?.discriminator;
  const isInAll = having.length === forms.length;
  if (!discriminator || (isInAll && (required.length === 0 || required.length === all.length))) {
    return undefined;
  }
  if (isInAll) {
    return `Required for \`${discriminator}\` ${formatList(required)}.`;
  }
  const only = `For \`${discriminator}\` ${formatList(all)} only`;
  return required.length === all.length ? `${only}, and required there.` : `${only}.`;
}
