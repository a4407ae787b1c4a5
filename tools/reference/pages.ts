// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { ROOT } = require("../paths");

const INDEX = path.join(ROOT, "provider", "index.ts");

/**
 * The pages by title, and the modules or folders of modules whose exports each of them describes.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const modulesOfPages = {
  OriginGroup: ["resources/origin-group", "model/origin-group"],
  SnapshotAttributes: ["resources/snapshot-attributes", "model/snapshot"],
  CloudFunction: ["resources/cloud-function"],
  Provider: ["program"],
  getFunction: ["data/cloud-function"],
  getImage: ["data/image"],
  getImages: ["data/images"],
  getLiveStream: ["data/live-stream"],
  getOriginGroup: ["data/origin-group"],
  getOriginGroups: ["data/origin-groups"],
  getSnapshot: ["data/snapshot"],
  getSnapshots: ["data/snapshots"],
  getTranscodingDuration: ["data/transcoding-duration"],
  queryAnalytics: ["data/analytics"],
};

/**
 * What the package exports, by the page that describes it: arguments first, since they are what is looked up most.
 * @returns {Map<string, string[]>}
 */
function exportsOfPages() {
  const statements = ts.createSourceFile(INDEX, fs.readFileSync(INDEX, "utf8"), ts.ScriptTarget.Latest).statements;
  /** @type {Map<string, string[]>} */
  const pages = new Map(Object.keys(modulesOfPages).map((page) => [page, []]));
  for (const statement of statements) {
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
    pages.get(pageOf(statement.moduleSpecifier.text))?.push(...names);
  }
  // Of several, those of what gives the page its name.
  const rank = (/** @type {string} */ page, /** @type {string} */ name) =>
    Number(name.toLowerCase() === `${page}Args`.toLowerCase()) + Number(name.endsWith("Args"));
  return new Map([...pages].map(([page, names]) => [page, names.sort((a, b) => rank(page, b) - rank(page, a))]));
}

/** @param {string} specifier */
function pageOf(specifier) {
  const isIn = (/** @type {string} */ part) => `${specifier}/`.startsWith(`./${part}/`);
  const page = Object.keys(modulesOfPages).find((title) => modulesOfPages[title]?.some(isIn));
  if (!page) {
    throw new Error(`tools/reference/pages.js has no page for what provider/index.ts exports of ${specifier}`);
  }
  return page;
}

module.exports = { INDEX, exportsOfPages };
