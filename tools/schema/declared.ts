// @ts-check
"use strict";

const ts = require("typescript");

/**
 * The type that a property is declared with; aliases in it still have their names.
 * @param {ts.Symbol} symbol
 */
function nodeOf(symbol) {
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

/**
 * What a type reference names, behind imports.
 * @param {ts.TypeChecker} checker
 * @param {ts.TypeReferenceNode} node
 */
function namedIn(checker, { typeName }) {
  const symbol = checker.getSymbolAtLocation(typeName);
  if (!symbol) {
    throw new Error(`${typeName.getText()} is not declared`);
  }
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * A type without what wraps it: what may be known later, and what may be nothing.
 * @param {ts.TypeNode} node
 * @returns {ts.TypeNode}
 */
function unwrapped(node) {
  if (ts.isTypeReferenceNode(node) && isWrapper(node)) {
    return unwrapped(/** @type {ts.TypeNode} */ (node.typeArguments?.[0]));
  }
  if (ts.isUnionTypeNode(node)) {
    const [only, ...others] = withoutNothing(node.types);
    return only && others.length === 0 ? unwrapped(only) : node;
  }
  return node;
}

/**
 * The type of the entries of a list; any other type itself.
 * @param {ts.TypeNode} node
 */
function entryOf(node) {
  const inner = unwrapped(node);
  return ts.isArrayTypeNode(inner) ? inner.elementType : inner;
}

/**
 * The texts that a type lists, sorted: TypeScript has them in an order that other code decides.
 * @param {ts.TypeChecker} checker
 * @param {ts.TypeNode} node
 */
function literalsOf(checker, node) {
  const type = checker.getTypeFromTypeNode(unwrapped(node));
  const types = type.isUnion() ? type.types : [type];
  return types.flatMap((one) => (one.isStringLiteral() ? one.value : [])).sort();
}

/**
 * Types without those that say that there is nothing.
 * @param {readonly ts.TypeNode[]} nodes
 */
function withoutNothing(nodes) {
  return nodes.filter((node) => !isNothing(node));
}

/** @param {ts.TypeNode} node */
function isNothing(node) {
  return (
    node.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}

/**
 * Whether a property always has a value.
 * @param {ts.Symbol} symbol
 */
function isRequired(symbol) {
  return !(symbol.flags & ts.SymbolFlags.Optional) && !mayBeNothing(nodeOf(symbol));
}

/**
 * @param {ts.TypeNode} node
 * @returns {boolean}
 */
function mayBeNothing(node) {
  const isWrapped = ts.isTypeReferenceNode(node) && isWrapper(node);
  return isWrapped
    ? (node.typeArguments?.some(mayBeNothing) ?? false)
    : node.kind === ts.SyntaxKind.UnknownKeyword || (ts.isUnionTypeNode(node) && node.types.some(isNothing));
}

/** @param {ts.TypeReferenceNode} node */
function isWrapper({ typeName }) {
  return /^(pulumi\.)?(Input|InputBy|Later|Output)$/.test(typeName.getText());
}

module.exports = { entryOf, isRequired, isWrapper, literalsOf, namedIn, nodeOf, unwrapped, withoutNothing };
