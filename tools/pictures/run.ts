// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pictures } = require("./index");

/** `npm run pictures`: draws the pictures anew. */
for (const { file, svg } of pictures()) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, svg);
}
