import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "../paths";

/** The entry point of the package: it names everything that the reference describes. */
export const INDEX = path.join(ROOT, "provider", "index.ts");

interface Reexport {
  /** The path of the module, such as `resources/origin-group/args`. */
  readonly module: string;
  readonly names: readonly string[];
  readonly areTypes: boolean;
}

/** Reads what the package exports, by page: arguments first, since they are what is looked up most. */
export function readExports(): Map<string, string[]> {
  const reexports = readReexports();
  const pages = listPages(reexports);
  const exported = new Map<string, string[]>([...pages.keys()].map((page) => [page, []]));
  for (const { module, names } of reexports) {
    names.forEach((name) => exported.get(findPage(pages, module, name))?.push(name));
  }
  return new Map([...exported].map(([page, names]) => [page, sortNames(page, names)]));
}

/**
 * A page for each class of which the package exports the arguments, then one for each function that has an output form,
 * each with the folder of its arguments.
 */
function listPages(reexports: readonly Reexport[]): Map<string, string> {
  const values = reexports.flatMap(({ names, areTypes }) => (areTypes ? [] : names));
  const types = reexports.flatMap(({ module, names }) => names.map((name) => ({ module, name })));
  const pages = types.flatMap(({ module, name: args }) => {
    const page = /^(.+)Args$/.exec(args)?.[1] ?? "";
    const call = page.replace(/^./, (letter) => letter.toLowerCase());
    const title = values.includes(`${call}Output`) ? call : page;
    return values.includes(title) ? [[title, path.posix.dirname(module)] as const] : [];
  });
  const isCall = ([title]: readonly [string, string]) => /^[a-z]/.test(title);
  return new Map(pages.toSorted((a, b) => Number(isCall(a)) - Number(isCall(b)) || (a[0] < b[0] ? -1 : 1)));
}

/** The modules that the entry point names, with what it exports of each. */
function readReexports(): Reexport[] {
  const { statements } = ts.createSourceFile(INDEX, fs.readFileSync(INDEX, "utf8"), ts.ScriptTarget.Latest);
  return statements.map((statement) => {
    if (
      !ts.isExportDeclaration(statement) ||
      !statement.moduleSpecifier ||
      !ts.isStringLiteral(statement.moduleSpecifier) ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause)
    ) {
      throw new Error("provider/index.ts may only list what it exports of other modules");
    }
    const names = statement.exportClause.elements.map(({ name }) => name.text);
    const module = statement.moduleSpecifier.text.replace(/^\.\//, "");
    return { module, names, areTypes: statement.isTypeOnly };
  });
}

/**
 * The page of the folder, else of the one whose name has a word of the module's; `model` is the resources' own. Where
 * several pages share one, the export's name decides.
 */
function findPage(pages: ReadonlyMap<string, string>, module: string, name: string): string {
  const [layer, ...rest] = module.replace(/^model\//, "resources/").split("/");
  const inLayer = [...pages].filter(([, folder]) => folder.split("/")[0] === layer);
  const words = rest[0]?.split("-") ?? [];
  const named = inLayer.filter(([, folder]) => words.some((word) => folder.split(/[/-]/).includes(word)));
  const exact = named.filter(([, folder]) => folder === `${layer}/${rest[0]}`);
  const titles = [exact, named, inLayer].find((found) => found.length > 0)?.map(([title]) => title) ?? [];
  const page =
    titles.findLast((title) => name.toLowerCase().includes(title.replace(/^[a-z]+/, "").toLowerCase())) ?? titles[0];
  if (!page) {
    throw new Error(`no page of the reference is for what provider/index.ts exports of ${module}`);
  }
  return page;
}

/** The arguments that the page is named after come first, then those of other things on the page. */
function sortNames(page: string, names: readonly string[]): string[] {
  const computeRank = (name: string) =>
    Number(name.toLowerCase() === `${page}Args`.toLowerCase()) + Number(name.endsWith("Args"));
  return names.toSorted((a, b) => computeRank(b) - computeRank(a));
}
