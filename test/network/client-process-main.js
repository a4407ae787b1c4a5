"use strict";

const fs = require("node:fs");
const ts = require("typescript");

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

// The sources as they are now: what was built may be older.
require.extensions[".ts"] = (module, fileName) => {
  const { outputText } = ts.transpileModule(fs.readFileSync(fileName, "utf8"), { compilerOptions, fileName });
  module._compile(outputText, fileName);
};

const { z } = require("zod");
const { Client } = require("../../provider/api/transport/client");

const clients = new Map();

function clientOf(options) {
  const key = JSON.stringify(options);
  const client = clients.get(key) ?? new Client(options);
  clients.set(key, client);
  return client;
}

process.on("message", ({ id, options, request }) => {
  const answer = z.looseObject({ id: z.int() });
  clientOf(options)
    .request({ ...request, answer })
    .then(
      (value) => ({ value }),
      ({ name, message, status }) => ({ error: { name, message, status } }),
    )
    .then((ending) => process.send({ id, ending }));
});

// Kept-alive connections would hold it for a while.
process.on("disconnect", () => process.exit());

process.send({ ready: true });
