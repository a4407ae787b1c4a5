"use strict";

const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * Engine tests and installs take minutes and unit tests seconds, whatever their files' sizes, by which jest would go:
 * with the longest first, no worker is left alone at the end.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (/kills|fault-matrix/.test(path) ? 0 : /engine|package.projects/.test(path) ? 1 : 2);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
