import path from "node:path";
import ts from "typescript";
import { ROOT } from "../paths";

/** The folder of the package. */
export const PROVIDER = path.join(ROOT, "provider");

/** A class or a function that the package exports. */
export interface Export {
  readonly symbol: ts.Symbol;
  /** The type of its parameter `args`. */
  readonly args: ts.Type;
  /** What a function returns, or the instance of a class. */
  readonly result: ts.Type;
}

/** What the sources of the package export. `npm run build` says what is wrong with them. */
export class Surface {
  readonly checker: ts.TypeChecker;
  private readonly exported: ReadonlyMap<string, ts.Symbol>;

  constructor() {
    const config = ts.readJsonConfigFile(path.join(PROVIDER, "tsconfig.json"), (name) => ts.sys.readFile(name));
    const { options } = ts.parseJsonSourceFileConfigFileContent(config, ts.sys, PROVIDER);
    const file = path.join(PROVIDER, "index.ts");
    const program = ts.createProgram([file], options);
    const source = program.getSourceFile(file);
    this.checker = program.getTypeChecker();
    const module = source && this.checker.getSymbolAtLocation(source);
    const symbols = module ? this.checker.getExportsOfModule(module) : [];
    this.exported = new Map(symbols.map((symbol) => [symbol.name, this.checker.getAliasedSymbol(symbol)]));
  }

  /** Finds a class or a function by its name. */
  find(name: string): Export {
    const symbol = this.exported.get(name);
    const type = symbol && this.checker.getTypeOfSymbol(symbol);
    const signature = type?.getConstructSignatures()[0] ?? type?.getCallSignatures()[0];
    const args = signature?.parameters.find((parameter) => parameter.name === "args");
    if (!symbol || !signature || !args) {
      throw new Error(`the package exports no ${name} that takes args`);
    }
    return { symbol, args: this.checker.getTypeOfSymbol(args), result: signature.getReturnType() };
  }

  /** Finds what names a type: its interface, or the alias under which a union is exported. */
  findName(type: ts.Type): ts.Symbol | undefined {
    const aliases = [...this.exported.values()].filter(({ flags }) => flags & ts.SymbolFlags.TypeAlias);
    return type.isClassOrInterface()
      ? type.symbol
      : aliases.find((alias) => this.checker.getDeclaredTypeOfSymbol(alias) === type);
  }

  /** Lists the names of all values, and those of the type parameters of functions. */
  listValueNames(): string[] {
    const values = [...this.exported.values()].filter(({ flags }) => flags & ts.SymbolFlags.Value);
    const signatures = values.flatMap((symbol) => this.checker.getTypeOfSymbol(symbol).getCallSignatures());
    const parameters = signatures.flatMap(({ typeParameters = [] }) => typeParameters);
    return [...values, ...parameters.map(({ symbol }) => symbol)].map(({ name }) => name);
  }
}
