import ts from "typescript";

/** The type that a property is declared with; unlike a resolved type, it still has the names of aliases. */
export function findDeclaredType(symbol: ts.Symbol): ts.TypeNode {
  const declaration = symbol.declarations?.[0];
  if (
    declaration &&
    (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)) &&
    declaration.type
  ) {
    return declaration.type;
  }
  throw new Error(`${symbol.name} is declared without a type`);
}

/** The declaration that a type reference names, behind imports. */
export function resolveReference(checker: ts.TypeChecker, { typeName }: ts.TypeReferenceNode): ts.Symbol {
  const symbol = checker.getSymbolAtLocation(typeName);
  if (!symbol) {
    throw new Error(`${typeName.getText()} is not declared`);
  }
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** A type without `Input`, `Output` and the like, and without `null` and `undefined`. */
export function unwrapType(node: ts.TypeNode): ts.TypeNode {
  if (ts.isTypeReferenceNode(node) && isWrapper(node)) {
    const [inner] = node.typeArguments ?? [];
    return inner ? unwrapType(inner) : node;
  }
  if (ts.isUnionTypeNode(node)) {
    const [only, ...others] = withoutNothing(node.types);
    return only && others.length === 0 ? unwrapType(only) : node;
  }
  return node;
}

/** The type of the entries of a list; any other type itself. */
export function unwrapEntryType(node: ts.TypeNode): ts.TypeNode {
  const inner = unwrapType(node);
  return ts.isArrayTypeNode(inner) ? inner.elementType : inner;
}

/** The texts in a union. Sorted, because the order in which TypeScript has them depends on other code. */
export function listLiterals(checker: ts.TypeChecker, node: ts.TypeNode): string[] {
  const type = checker.getTypeFromTypeNode(unwrapType(node));
  const types = type.isUnion() ? type.types : [type];
  return types.flatMap((one) => (one.isStringLiteral() ? one.value : [])).sort();
}

/** Types except `null` and `undefined`. */
export function withoutNothing(nodes: readonly ts.TypeNode[]): ts.TypeNode[] {
  return nodes.filter((node) => !isNothing(node));
}

function isNothing(node: ts.TypeNode): boolean {
  return (
    node.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}

/** Whether a property always has a value. */
export function isRequired(symbol: ts.Symbol): boolean {
  return !(symbol.flags & ts.SymbolFlags.Optional) && !mayBeNothing(findDeclaredType(symbol));
}

function mayBeNothing(node: ts.TypeNode): boolean {
  if (ts.isTypeReferenceNode(node) && isWrapper(node)) {
    return node.typeArguments?.some(mayBeNothing) ?? false;
  }
  return node.kind === ts.SyntaxKind.UnknownKeyword || (ts.isUnionTypeNode(node) && node.types.some(isNothing));
}

/** Whether a type says of another one that its value may be known later. */
export function isWrapper({ typeName }: ts.TypeReferenceNode): boolean {
  return /^(pulumi\.)?(Input|InputBy|Deferred|Output)$/.test(typeName.getText());
}
