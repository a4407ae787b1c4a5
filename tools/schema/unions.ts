import type ts from "typescript";

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
