"use strict";

// Loaded into every Node.js process of a test run, by NODE_OPTIONS, so that the host of dynamic providers starts in a
// quarter of its processor time: it starts for every operation, and that was half of what an operation costs.

const Module = require("node:module");
const { loadLate } = require("../../late-modules/load-late");
const { late, readCompiled } = require("./compiled-code");

// The SDK loads a compiler and a package manager at its start, for providers whose code is serialized into the state.
// Ours are not, so here they are loaded when they are first used.

const load = Module._load;
const isOfSdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/;

Module._load = (name, parent, isMain) =>
  late.includes(name) && isOfSdk.test(parent?.filename)
    ? loadLate(() => load.call(Module, name, parent, isMain))
    : load.call(Module, name, parent, isMain);

// The host and our part in it come from code that is compiled already.

const compile = Module.prototype._compile;

Module.prototype._compile = function (content, file, ...more) {
  const run = readCompiled(file);
  return run ? run(this) : compile.call(this, content, file, ...more);
};
