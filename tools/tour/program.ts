// @ts-check
"use strict";

const path = require("node:path");
const { ROOT } = require("../paths");

const COMPILED = path.join(ROOT, "examples", "dist") + path.sep;

/** The examples that the tour takes along. */
const EXAMPLES = ["quickstart", "functions"];

/** What they read from their configuration; the tour looks for these words in everything that Pulumi prints. */
const SECRETS = {
  s3AccessKeyId: "TOUR-ACCESS-KEY-ID",
  s3SecretAccessKey: "tour/secret+access-key",
  databaseUrl: "postgres://tour:tour-password@db.example.com/web",
};

/** The examples as one inline program: forgets the loaded modules first, since each run must execute them again. */
async function program() {
  for (const file of Object.keys(require.cache).filter((name) => name.startsWith(COMPILED))) {
    delete require.cache[file];
  }
  return Object.assign({}, ...EXAMPLES.map((example) => require(path.join(COMPILED, example, "index.js"))));
}

module.exports = { EXAMPLES, SECRETS, program };
