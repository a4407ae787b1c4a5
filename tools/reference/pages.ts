import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "../paths";

/** The entry point of the package: it names everything that the reference describes. */
export const INDEX = path.join(ROOT, "provider", "index.ts");

/** Its exports belong to the data source that they name. */
const functions = "data/functions";

/** By the title of a page: the modules, or folders of modules, whose exports it describes. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  OriginGroup: ["resources/origin-group", "model/origin-group"],
  SnapshotAttributes: ["resources/snapshot-attributes", "model/snapshot"],
  CloudFunction: ["resources/cloud-function"],
  Provider: ["program"],
  getFunction: ["data/cloud-function", functions],
  getImage: ["data/image", functions],
  getImages: ["data/image", functions],
  getLiveStream: ["data/live-stream", "data/stream-urls", functions],
  getOriginGroup: ["data/origin-group", functions],
  getOriginGroups: ["data/origin-group", functions],
  getSnapshot: ["data/snapshot", functions],
  getSnapshots: ["data/snapshot", functions],
  getTranscodingDuration: ["data/transcoding-duration", functions],
  queryAnalytics: ["data/analytics", functions],
};

/** Reads what the package exports, by page: arguments first, since they are what is looked up most. */
export function readExports(): Map<string, string[]> {
  const pages = new Map<string, string[]>(Object.keys(MODULES).map((page) => [page, []]));
  for (const { module, names } of readReexports()) {
    names.forEach((name) => pages.get(findPage(module, name))?.push(name));
  }
  return new Map([...pages].map(([page, names]) => [page, sortNames(page, names)]));
}

/** The modules that the entry point names, with what it exports of each. */
function readReexports(): { module: string; names: string[] }[] {
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
    return { module: statement.moduleSpecifier.text, names };
  });
}

/** The page of the module. Where several share one, the export's name decides. */
function findPage(module: string, name: string): string {
  const titles = Object.keys(MODULES).filter((title) =>
    MODULES[title]?.some((folder) => `${module}/`.startsWith(`./${folder}/`)),
  );
  const page =
    titles.findLast((title) => name.toLowerCase().includes(title.replace(/^[a-z]+/, "").toLowerCase())) ?? titles[0];
  if (!page) {
    throw new Error(`tools/reference/pages.ts has no page for what provider/index.ts exports of ${module}`);
  }
  return page;
}

/** The arguments that the page is named after come first, then those of other things on the page. */
function sortNames(page: string, names: readonly string[]): string[] {
  const computeRank = (name: string) =>
    Number(name.toLowerCase() === `${page}Args`.toLowerCase()) + Number(name.endsWith("Args"));
  return names.toSorted((a, b) => computeRank(b) - computeRank(a));
}
