import fs from "node:fs";
import path from "node:path";
import type { TypeDocOptions } from "typedoc" with { "resolution-mode": "import" };
import { ROOT, WORK } from "../paths";
import { addArgumentTable } from "./argument-table";
import { INDEX, readExports } from "./pages";

const REFERENCE_FOLDER = path.join(ROOT, "docs", "reference");

/** The first group on every page. */
const ARGUMENTS = "Arguments";

/**
 * Writes the reference from the documentation comments of what the package exports: a page for each resource and data
 * source, and a README that lists them.
 */
export async function writeReference(folder = REFERENCE_FOLDER): Promise<void> {
  fs.mkdirSync(WORK, { recursive: true });
  const modules = fs.mkdtempSync(path.join(WORK, "reference-"));
  try {
    await runTypeDoc(modules);
    replacePages(path.join(modules, "out"), folder);
  } finally {
    fs.rmSync(modules, { recursive: true, force: true });
  }
}

async function runTypeDoc(modules: string): Promise<void> {
  const { Application, CommentTag, Converter } = await import("typedoc");
  const app = await Application.bootstrapWithPlugins(typeDocOptions(writeModules(modules), modules));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const all = Object.values(project.reflections);
    const args = all.filter(({ name, parent }) => name.endsWith("Args") && parent?.parent === project);
    args.forEach(({ comment }) =>
      comment?.blockTags.push(new CommentTag("@group", [{ kind: "text", text: ARGUMENTS }])),
    );
  });
  const project = await app.convert();
  if (!project) {
    throw new Error("TypeDoc could not read the sources");
  }
  // Where a property comes from is of no use to whoever looks up what it means.
  for (const reflection of Object.values(project.reflections)) {
    Object.assign(reflection, { inheritedFrom: undefined, overwrites: undefined });
  }
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error("the reference is incomplete; TypeDoc says above why");
  }
}

/** TypeDoc makes a page of each module, so this writes a module for each page, and a tsconfig to which they belong. */
function writeModules(folder: string): string[] {
  const files = [...readExports()].map(([page, names]) => {
    const file = path.join(folder, `${page}.ts`);
    const source = path.relative(folder, INDEX).replaceAll(path.sep, "/").replace(/\.ts$/, "");
    const group = /^[A-Z]/.test(page) ? "Resources" : "Data sources";
    const text = `/**\n * @module\n * @group ${group}\n */\nexport { ${names.join(", ")} } from "${source}";\n`;
    fs.writeFileSync(file, text);
    return file;
  });
  const tsconfig = { extends: path.join(ROOT, "tsconfig.json"), references: [], files };
  fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  return files;
}

function typeDocOptions(entryPoints: string[], folder: string): TypeDocOptions & Record<string, unknown> {
  return {
    name: "Reference",
    entryPoints,
    tsconfig: path.join(folder, "tsconfig.json"),
    out: path.join(folder, "out"),
    plugin: ["typedoc-plugin-markdown"],
    readme: "none",
    // `npm run typecheck` checks types.
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    hideGenerator: true,
    githubPages: false,
    // Keeps the order of `readExports`.
    sort: [],
    groupOrder: ["Resources", "Data sources", ARGUMENTS, "Classes", "Functions", "Interfaces"],
    // What `@default` says is a sentence as often as a value.
    jsDocCompatibility: { defaultTag: false },
    router: "module",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    indexFormat: "list",
    parametersFormat: "list",
    interfacePropertiesFormat: "list",
    classPropertiesFormat: "list",
    typeDeclarationFormat: "list",
  };
}

function replacePages(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  for (const file of fs.readdirSync(from)) {
    const text = fs.readFileSync(path.join(from, file), "utf8");
    // `OutputInstance` is the SDK's internal name of an output of a number or a boolean.
    const page = addArgumentTable(path.basename(file, ".md"), text.replaceAll("OutputInstance<", "Output<"));
    fs.writeFileSync(path.join(to, file), page);
  }
}
