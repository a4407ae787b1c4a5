"use strict";

// `npm run release`. JavaScript, because `publish` runs where nothing is installed.

const { execFileSync, execSync } = require("node:child_process");
const path = require("node:path");
const { publish } = require("./publish");

const ROOT = path.resolve(__dirname, "../..");

try {
  const args = process.argv.slice(2);
  if (args.join() === "publish") {
    publish(ROOT);
  } else {
    execSync("npm run --silent build", { cwd: ROOT, stdio: "inherit" });
    execFileSync(process.execPath, [path.join(ROOT, "tools/dist/release/build.js"), ...args], { stdio: "inherit" });
  }
} catch (error) {
  // A command that failed has said why.
  if (error.status === undefined) {
    console.log(error.message);
  }
  process.exitCode = 1;
}
