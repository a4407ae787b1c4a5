// `npm run schema`: writes the package schema with its examples, which Go translates, and into the manifests what
// `publication.json` says.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { translatePrograms } from "../engine";
import { ROOT } from "../paths";
import { readPublication, toManifestFields } from "../publication";
import { EXAMPLES } from "./examples";
import { SCHEMA_FILE, printSchema } from "./index";

const requireModule = createRequire(__filename);

for (const workspace of ["provider", "emulator"]) {
  const file = path.join(ROOT, workspace, "package.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8")) as object;
  const written = { ...manifest, ...toManifestFields(readPublication(), workspace) };
  fs.writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}
const loadCompiled = (module: string) =>
  requireModule(path.join(ROOT, "provider", "dist", module)) as Record<string, unknown>;
const translate = (schema: object) => translatePrograms(JSON.stringify(schema), EXAMPLES);
fs.writeFileSync(SCHEMA_FILE, printSchema(loadCompiled, translate));
