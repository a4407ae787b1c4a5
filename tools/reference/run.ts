// @ts-check
"use strict";

const { writeReference } = require("./index");

/** `npm run reference [FOLDER]`: writes the reference anew, of the sources; into docs/reference unless told otherwise. */
writeReference(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
