"use strict";

/**
 * A stand-in for a module that others load at their start and hardly ever use. It is loaded when something of it is used:
 * each file of tests, and each host that Pulumi starts, would load hundreds of files for nothing.
 */
exports.loadLate = (load) => {
  // The code of others then takes it as it is, instead of copying what it exports.
  const known = { __esModule: true };
  return new Proxy(known, { get: (_, key) => (key in known ? known : load())[key] });
};
