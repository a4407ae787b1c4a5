import path from "node:path";
import ts from "typescript";
import { ROOT } from "../paths";

const PROVIDER = path.join(ROOT, "provider");

/** A resource that the package exports. */
export interface Resource {
  readonly name: string;
  readonly symbol: ts.Symbol;
  readonly declaration: ts.ClassDeclaration;
  readonly args: ts.Type;
  /** Below `provider/`. */
  readonly folder: string;
}

/** A data source that the package exports. */
export interface DataSource {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** The function that takes and returns outputs. */
  readonly outputForm: ts.Symbol;
  readonly args: ts.Type;
  readonly result: ts.TypeNode;
  /** Properties of the result that are secrets. */
  readonly secrets: ReadonlySet<string>;
}

/** What the package exports, as far as other languages can have it too. */
export interface Surface {
  readonly checker: ts.TypeChecker;
  readonly resources: readonly Resource[];
  readonly dataSources: readonly DataSource[];
  readonly provider: { readonly symbol: ts.Symbol; readonly args: ts.Type };
  /** Names that only TypeScript programs know. */
  readonly foreign: readonly string[];
}

interface Export {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration | undefined;
}

/** Reads what the sources of the package export. */
export function readSurface(): Surface {
  const file = path.join(PROVIDER, "index.ts");
  const config = ts.getParsedCommandLineOfConfigFile(path.join(PROVIDER, "tsconfig.json"), {}, makeConfigHost());
  const program = ts.createProgram([file], { ...config?.options, noEmit: true });
  const checker = program.getTypeChecker();
  const exported = listExports(checker, program.getSourceFile(file));

  const resources = exported.flatMap(({ symbol, declaration }) =>
    isClassOf(declaration, "HostedResource") ? [describeResource(checker, symbol, declaration)] : [],
  );
  const dataSources = findDataSources(checker, exported);
  const [provider] = exported.flatMap(({ symbol, declaration }) =>
    isClassOf(declaration, "ProviderResource") ? [{ symbol, args: findArgsType(checker, declaration) }] : [],
  );
  if (!provider) {
    throw new Error("the package exports no provider");
  }
  const shared = [...resources, ...dataSources, provider].map(({ symbol }) => symbol.name);
  return { checker, resources, dataSources, provider, foreign: listForeignNames(exported, new Set(shared)) };
}

function listExports(checker: ts.TypeChecker, file: ts.SourceFile | undefined): Export[] {
  const module = file && checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : []).map((one) => {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    return { symbol, declaration: symbol.valueDeclaration };
  });
}

/** Names of values, except those that other languages have as well, and of type parameters. */
function listForeignNames(exported: readonly Export[], shared: ReadonlySet<string>): string[] {
  const values = exported.filter(({ symbol, declaration }) => declaration && !shared.has(symbol.name));
  const typeParameters = exported.flatMap(({ declaration }) =>
    declaration && ts.isFunctionDeclaration(declaration) ? (declaration.typeParameters ?? []) : [],
  );
  return [...values.map(({ symbol }) => symbol.name), ...typeParameters.map(({ name }) => name.text)];
}

function describeResource(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.ClassDeclaration): Resource {
  const folder = path.relative(PROVIDER, path.dirname(declaration.getSourceFile().fileName)).replaceAll(path.sep, "/");
  return { name: symbol.name, symbol, declaration, args: findArgsType(checker, declaration), folder };
}

/** A data source is a function with an Output form. */
function findDataSources(checker: ts.TypeChecker, exported: readonly Export[]): DataSource[] {
  const byName = new Map(exported.map(({ symbol }) => [symbol.name, symbol]));
  return exported.flatMap(({ symbol, declaration }) => {
    const outputForm = byName.get(`${symbol.name}Output`);
    return outputForm && declaration && ts.isFunctionDeclaration(declaration)
      ? [describeDataSource(checker, symbol, declaration, outputForm)]
      : [];
  });
}

function describeDataSource(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  declaration: ts.FunctionDeclaration,
  outputForm: ts.Symbol,
): DataSource {
  const [args] = declaration.parameters;
  const promise = declaration.type;
  const [result] = promise && ts.isTypeReferenceNode(promise) ? (promise.typeArguments ?? []) : [];
  if (!args?.type || !result) {
    throw new Error(`${symbol.name} has no declared types`);
  }
  return {
    name: symbol.name,
    symbol,
    outputForm,
    args: checker.getTypeFromTypeNode(args.type),
    result,
    secrets: new Set(findSecrets(checker, outputForm)),
  };
}

/** The Output form of a data source marks secrets by giving them as outputs of their own. */
function findSecrets(checker: ts.TypeChecker, outputForm: ts.Symbol): string[] {
  const declaration = outputForm.valueDeclaration;
  const node = declaration && ts.isFunctionDeclaration(declaration) ? declaration.type : undefined;
  const [result] = node && ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  const type = result && checker.getTypeFromTypeNode(result);
  const { Object, Intersection } = ts.TypeFlags;
  return (type && type.flags & (Object | Intersection) ? checker.getPropertiesOfType(type) : [])
    .filter((property) => isOutput(checker.getTypeOfSymbol(property)))
    .map(({ name }) => name);
}

/** TypeScript simplifies an `Output<any>` to an `OutputInstance`. */
function isOutput({ aliasSymbol, symbol }: ts.Type): boolean {
  return aliasSymbol?.name === "Output" || (symbol as ts.Symbol | undefined)?.name === "OutputInstance";
}

/** The arguments are the second parameter of a constructor. */
function findArgsType(checker: ts.TypeChecker, declaration: ts.ClassDeclaration): ts.Type {
  const args = declaration.members.find(ts.isConstructorDeclaration)?.parameters[1];
  if (!args?.type) {
    throw new Error(`${declaration.name?.text} has no constructor that takes arguments`);
  }
  return checker.getTypeFromTypeNode(args.type);
}

function isClassOf(declaration: ts.Declaration | undefined, base: string): declaration is ts.ClassDeclaration {
  const clauses = declaration && ts.isClassDeclaration(declaration) ? declaration.heritageClauses : undefined;
  return Boolean(clauses?.some(({ types }) => types.some(({ expression }) => expression.getText().endsWith(base))));
}

function makeConfigHost(): ts.ParseConfigFileHost {
  return {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
}
