// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { SCHEMA_FILE, schemaText } = require("./index");

/** `npm run schema`: writes the package schema anew, of the sources and the compiled provider. */
fs.writeFileSync(
  SCHEMA_FILE,
  schemaText((module) => require(path.join(ROOT, "provider", "dist", module))),
);
