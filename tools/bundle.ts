// A part of `npm run build`

import fs from "node:fs";
import path from "node:path";
import esbuild, { type Plugin } from "esbuild";
import { writeNotices } from "./notices";
import { ROOT } from "./paths";

const PROVIDER = path.join(ROOT, "provider");

/** The contents of files, by name. */
type Files = Readonly<Record<string, Uint8Array>>;

const executables = new Set(["pulumi-resource-edgecloud"]);

/**
 * What axios loads for other ways to send than Node's http and JSON, and what stands in its place. The first asks Node for
 * `fetch`, which loads an HTTP client of its own, and so does the mention of `FormData` in its utilities; the second
 * brings the names of all media types.
 */
const unusedByAxios: Plugin = {
  name: "unused-by-axios",
  setup(build) {
    const contents: Readonly<Record<string, string>> = {
      "./fetch.js": "export const getFetch = () => false;",
      "form-data": "export default class FormData {}",
    };
    build.onLoad({ filter: /[\\/]node_modules[\\/]axios[\\/]lib[\\/]utils\.js$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, "utf8");
      const mention = "typeof G.FormData !== 'undefined' ? G.FormData : undefined";
      if (!source.includes(mention)) {
        throw new Error(`${file} no longer has "${mention}": see whether it still loads Node's fetch`);
      }
      return { contents: source.replace(mention, "undefined") };
    });
    build.onResolve({ filter: /^(\.\/fetch\.js|form-data)$/ }, ({ path: name, importer }) =>
      /[\\/]node_modules[\\/]axios[\\/]/.test(importer) ? { path: name, namespace: "unused" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "unused" }, ({ path: name }) => ({ contents: contents[name] }));
  },
};

/**
 * Bundles what Pulumi starts for each operation: loading hundreds of files takes longer than the operation itself. What
 * is as it should be is not touched, because another run may be using it.
 */
async function bundle(): Promise<void> {
  writeFolder("host", await bundleFile("host.ts", ["@pulumi/pulumi"]));
  writeFolder("plugin", await bundlePlugin());
}

/** The plugin, with its schema, a launcher for each system, its license, and the files of a Pulumi plugin. */
async function bundlePlugin(): Promise<Files> {
  const launchers = path.join(PROVIDER, "launchers");
  const { version } = readJson("package.json") as { version: string };
  return {
    ...Object.fromEntries(fs.readdirSync(launchers).map((name) => [name, fs.readFileSync(path.join(launchers, name))])),
    LICENSE: fs.readFileSync(path.join(PROVIDER, "LICENSE")),
    ...(await bundleFile("serve.ts")),
    "schema.json": toJson({ ...(readJson("schema.json") as object), version }),
    // Where Pulumi takes the folder for a project, it runs `npm install` there: without a manifest, that would be one of
    // the whole package. Older compilers then look here for what `pulumi-edgecloud/plugin` exports.
    "package.json": toJson({ private: true, type: "commonjs", main: "index.js", types: "../dist/plugin.d.ts" }),
  };
}

/** A bundle, and the licenses of the packages in it. */
async function bundleFile(entry: string, external: string[] = []): Promise<Files> {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [path.join(PROVIDER, entry)],
    write: false,
    metafile: true,
    bundle: true,
    // gRPC's debug service, which nothing here starts, would read its messages with it.
    external: ["@grpc/proto-loader", ...external],
    plugins: [unusedByAxios],
    platform: "node",
    target: "node20",
    // Modules, of which esbuild takes only what is used: zod has the messages of fifty languages.
    mainFields: ["module", "main"],
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "error",
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return {
    "index.js": Buffer.concat(outputFiles.map(({ contents }) => contents)),
    "THIRD-PARTY-NOTICES.txt": Buffer.from(writeNotices(used)),
  };
}

/** Makes a folder of the provider hold exactly these files. */
function writeFolder(name: string, files: Files): void {
  const folder = path.join(PROVIDER, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const file of fs.readdirSync(folder).filter((found) => !(found in files))) {
    fs.rmSync(path.join(folder, file), { recursive: true });
  }
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    if (!fs.existsSync(target) || !fs.readFileSync(target).equals(content)) {
      fs.writeFileSync(target, content);
    }
    fs.chmodSync(target, executables.has(file) ? 0o755 : 0o644);
  }
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(PROVIDER, name), "utf8"));
}

function toJson(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

bundle().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
