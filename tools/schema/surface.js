// @ts-check
"use strict";

const path = require("node:path");
const ts = require("typescript");
const { ROOT } = require("../paths");

const PROVIDER = path.join(ROOT, "provider");

/**
 * @typedef {object} Resource
 * @property {string} name
 * @property {ts.Symbol} symbol
 * @property {ts.ClassDeclaration} declaration
 * @property {ts.Type} args
 * @property {string} folder  below `provider/`
 */

/**
 * @typedef {object} DataSource
 * @property {string} name
 * @property {ts.Symbol} symbol
 * @property {ts.Symbol} outputForm  the function that takes and returns outputs
 * @property {ts.Type} args
 * @property {ts.TypeNode} result
 * @property {ReadonlySet<string>} secrets  properties of the result that its Output form gives as secrets
 */

/**
 * What the package exports, as far as other languages can have it too.
 * @typedef {object} Surface
 * @property {ts.TypeChecker} checker
 * @property {Resource[]} resources
 * @property {DataSource[]} dataSources
 * @property {{ symbol: ts.Symbol, args: ts.Type }} provider
 * @property {string[]} foreign  names that only TypeScript programs know
 */

/** @returns {Surface} */
function readSurface() {
  const file = path.join(PROVIDER, "index.ts");
  const config = ts.getParsedCommandLineOfConfigFile(path.join(PROVIDER, "tsconfig.json"), {}, configHost());
  const program = ts.createProgram([file], { ...config?.options, noEmit: true });
  const checker = program.getTypeChecker();
  const exported = exportsOf(checker, program.getSourceFile(file)).map((symbol) => ({
    symbol,
    declaration: symbol.valueDeclaration,
  }));
  const byName = new Map(exported.map(({ symbol }) => [symbol.name, symbol]));

  const resources = exported.flatMap(({ symbol, declaration }) =>
    isClassOf(declaration, "HostedResource") ? [resourceOf(checker, symbol, declaration)] : [],
  );
  const dataSources = exported.flatMap(({ symbol, declaration }) => {
    const outputForm = byName.get(`${symbol.name}Output`);
    return outputForm && declaration && ts.isFunctionDeclaration(declaration)
      ? [dataSourceOf(checker, symbol, declaration, outputForm)]
      : [];
  });
  const [provider] = exported.flatMap(({ symbol, declaration }) =>
    isClassOf(declaration, "ProviderResource") ? [{ symbol, args: argsOf(checker, declaration) }] : [],
  );
  if (!provider) {
    throw new Error("the package exports no provider");
  }
  const own = new Set([...resources, ...dataSources, provider].map(({ symbol }) => symbol.name));
  const others = exported.filter(({ symbol, declaration }) => declaration && !own.has(symbol.name));
  const typeParameters = exported.flatMap(({ declaration }) =>
    declaration && ts.isFunctionDeclaration(declaration) ? (declaration.typeParameters ?? []) : [],
  );
  const foreign = [...others.map(({ symbol }) => symbol.name), ...typeParameters.map(({ name }) => name.text)];
  return { checker, resources, dataSources, provider, foreign };
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile | undefined} file
 */
function exportsOf(checker, file) {
  const symbol = file && checker.getSymbolAtLocation(file);
  return (symbol ? checker.getExportsOfModule(symbol) : []).map((one) =>
    one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  );
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 * @param {ts.ClassDeclaration} declaration
 * @returns {Resource}
 */
function resourceOf(checker, symbol, declaration) {
  const folder = path.relative(PROVIDER, path.dirname(declaration.getSourceFile().fileName)).replaceAll(path.sep, "/");
  return { name: symbol.name, symbol, declaration, args: argsOf(checker, declaration), folder };
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 * @param {ts.FunctionDeclaration} declaration
 * @param {ts.Symbol} outputForm
 * @returns {DataSource}
 */
function dataSourceOf(checker, symbol, declaration, outputForm) {
  const [args] = declaration.parameters;
  if (!args?.type || !declaration.type || !ts.isTypeReferenceNode(declaration.type)) {
    throw new Error(`${symbol.name} has no declared types`);
  }
  const [result] = declaration.type.typeArguments ?? [];
  const type = checker.getTypeFromTypeNode(args.type);
  return {
    name: symbol.name,
    symbol,
    outputForm,
    args: type,
    result: /** @type {ts.TypeNode} */ (result),
    secrets: new Set(secretsOf(checker, outputForm)),
  };
}

/**
 * The properties that the Output form of a data source gives as outputs of their own, which is how it marks secrets.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} outputForm
 */
function secretsOf(checker, outputForm) {
  const declaration = outputForm.valueDeclaration;
  const node = declaration && ts.isFunctionDeclaration(declaration) ? declaration.type : undefined;
  const [result] = node && ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  const type = result && checker.getTypeFromTypeNode(result);
  const { Object, Intersection } = ts.TypeFlags;
  return (type && type.flags & (Object | Intersection) ? checker.getPropertiesOfType(type) : [])
    .filter((property) => isOutput(checker.getTypeOfSymbol(property)))
    .map(({ name }) => name);
}

/**
 * TypeScript simplifies an output of anything.
 * @param {ts.Type} type
 */
function isOutput({ aliasSymbol, symbol }) {
  return aliasSymbol?.name === "Output" || symbol?.name === "OutputInstance";
}

/**
 * The second parameter of a constructor.
 * @param {ts.TypeChecker} checker
 * @param {ts.ClassDeclaration} declaration
 */
function argsOf(checker, declaration) {
  const args = declaration.members.find(ts.isConstructorDeclaration)?.parameters[1];
  if (!args?.type) {
    throw new Error(`${declaration.name?.text} has no constructor that takes arguments`);
  }
  return checker.getTypeFromTypeNode(args.type);
}

/**
 * @param {ts.Declaration | undefined} declaration
 * @param {string} base
 * @returns {declaration is ts.ClassDeclaration}
 */
function isClassOf(declaration, base) {
  const clauses = declaration && ts.isClassDeclaration(declaration) ? declaration.heritageClauses : undefined;
  return Boolean(clauses?.some(({ types }) => types.some(({ expression }) => expression.getText().endsWith(base))));
}

/** @returns {ts.ParseConfigFileHost} */
function configHost() {
  return {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
}

module.exports = { readSurface };
