"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { linkFile, replaceFile } = require("../../../tools/dist/engine/host");

const work = path.resolve(__dirname, "../../../.work/tests");

/** As many bytes as there were calls of the CLI since somebody removed it; `tools/run-tests.ts` does. */
const calls = path.join(work, "calls");

/**
 * The same engine behind a script that notes each call, so that a run of the tests can say how many there were. The engine
 * itself lies beside the folder of the script, with the hosts, because it looks for them in its own folder. With
 * `launcher`, that script starts the host of dynamic providers.
 */
function countCalls({ root, ...engine }, name, launcher) {
  const prepared = path.join(work, name);
  const [bin, real] = ["bin", "real"].map((folder) => path.join(prepared, folder));
  const scripts = {
    ...(launcher && { "pulumi-resource-pulumi-nodejs": launcher }),
    pulumi: `#!/bin/sh\nprintf . >> "${calls}"\nexec "${real}/pulumi" "$@"\n`,
  };
  for (const folder of [bin, real]) {
    fs.mkdirSync(folder, { recursive: true });
    for (const file of fs.readdirSync(path.join(root, "bin"))) {
      const script = scripts[file === "pulumi" && folder === real ? "" : file];
      const target = path.join(folder, file);
      if (script) {
        replaceFile(target, (temporary) => fs.writeFileSync(temporary, script, { mode: 0o755 }));
      } else {
        linkFile(fs.realpathSync(path.join(root, "bin", file)), target);
      }
    }
  }
  return { ...engine, root: prepared };
}

module.exports = { countCalls };
