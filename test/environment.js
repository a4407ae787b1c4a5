"use strict";

const { TestEnvironment } = require("jest-environment-node");
const { forgetUserSettings } = require("../tools/dist/engine/user-settings");

/**
 * What speaks only to this machine runs without the settings of whoever starts the tests. Certificates of a company,
 * which are meant for a registry, would also cost each process of Node.js as much as its whole start, and tests start
 * thousands.
 */
module.exports = class extends TestEnvironment {
  constructor(...args) {
    const own = { ...process.env };
    forgetUserSettings({ keepsNodeOptions: true });
    super(...args);
    this.own = own;
  }

  /** Gives the settings back: tests of the package may need a proxy to reach the registry. */
  async teardown() {
    Object.assign(process.env, this.own);
    await super.teardown();
  }
};
