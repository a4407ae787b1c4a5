"use strict";

// Loaded into every Node.js process of a test run, by NODE_OPTIONS. The SDK loads a compiler and a package manager at
// its start, for providers whose code is serialized into the state. Ours are not, and loading them takes two thirds of
// the processor time in which the host of dynamic providers starts. Here they are loaded when they are first used.

const Module = require("node:module");

const load = Module._load;
const late = new Set(["typescript", "@npmcli/arborist"]);
const isOfSdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/;

Module._load = (name, parent, isMain) =>
  late.has(name) && isOfSdk.test(parent?.filename)
    ? loadedLate(() => load.call(Module, name, parent, isMain))
    : load.call(Module, name, parent, isMain);

function loadedLate(loadNow) {
  // The SDK's code then takes it as it is, instead of copying what it exports.
  const known = { __esModule: true };
  return new Proxy(known, { get: (_, key) => (key in known ? known : loadNow())[key] });
}
