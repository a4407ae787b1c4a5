// @ts-check
"use strict";

const path = require("node:path");
const { ROOT } = require("../paths");

const EXAMPLES = path.join(ROOT, "examples", "dist") + path.sep;

/** What the example reads from its configuration; the tour looks for these words in everything that Pulumi prints. */
const CREDENTIALS = { s3AccessKeyId: "TOUR-ACCESS-KEY-ID", s3SecretAccessKey: "tour/secret+access-key" };

/** The example as an inline program: forgets the loaded modules first, since each run must execute them again. */
async function quickstart() {
  for (const file of Object.keys(require.cache).filter((name) => name.startsWith(EXAMPLES))) {
    delete require.cache[file];
  }
  return { ...require(path.join(EXAMPLES, "quickstart", "index.js")) };
}

module.exports = { CREDENTIALS, quickstart };
