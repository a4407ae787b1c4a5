// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { translatePrograms } = require("../engine");
const { ROOT } = require("../paths");
const { manifestFields, readPublication } = require("../publication");
const { EXAMPLES } = require("./examples");
const { SCHEMA_FILE, schemaText } = require("./index");

/**
 * `npm run schema`: writes the package schema anew, of the sources, the compiled provider and the examples, which Go
 * translates, and into the manifests what `publication.json` says.
 */
for (const workspace of ["provider", "emulator"]) {
  const file = path.join(ROOT, workspace, "package.json");
  const manifest = { ...JSON.parse(fs.readFileSync(file, "utf8")), ...manifestFields(readPublication(), workspace) };
  fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
fs.writeFileSync(
  SCHEMA_FILE,
  schemaText(
    (module) => require(path.join(ROOT, "provider", "dist", module)),
    (schema) => translatePrograms(JSON.stringify(schema), EXAMPLES),
  ),
);
