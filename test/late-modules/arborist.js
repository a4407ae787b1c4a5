"use strict";

const { loadLate } = require("./load-late");

// Pulumi's SDK serializes closures with it, and ours are not serialized. By its path, because its name leads here.
module.exports = loadLate(() => require("../../node_modules/@npmcli/arborist"));
