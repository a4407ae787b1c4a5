// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { say } = require("../terminal");
const { packPlugin } = require("./index");

const target = path.join(ROOT, "dist", "plugin");

/** `npm run pack:plugin`: what `pulumi plugin install` takes, from the plugin that the build has made. */
fs.rmSync(target, { recursive: true, force: true });
for (const name of packPlugin({ source: path.join(ROOT, "provider", "plugin"), target })) {
  say(path.relative(ROOT, path.join(target, name)));
}
