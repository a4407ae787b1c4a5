"use strict";

const { loadLate } = require("./load-late");

// Programs can reach the Automation API by Pulumi's SDK; ours do not.
module.exports = loadLate(() => require("@pulumi/pulumi/automation"));
