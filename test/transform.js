"use strict";

const { transformSync } = require("esbuild");

/** Compiles tests for jest without a look at their types, which `npm run typecheck` checks. */
exports.process = (source, file) =>
  transformSync(source, { loader: "ts", format: "cjs", target: "node20", sourcefile: file, sourcemap: "inline" });
