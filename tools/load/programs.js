// @ts-check
"use strict";

const { CloudFunction, OriginGroup } = require("pulumi-edgecloud");

/** What may differ from one `up` to the next. */
const FIRST = 1;

/**
 * So many groups.
 * @param {number} count
 * @param {number} [version]
 */
const groups =
  (count, version = FIRST) =>
  async () => {
    for (let index = 0; index < count; index++) {
      const name = `group-${index}`;
      new OriginGroup(name, { name, sources: [{ source: `${name}-v${version}.example.com` }] });
    }
  };

/**
 * So many functions.
 * @param {number} count
 * @param {number} [version]
 */
const functions =
  (count, version = FIRST) =>
  async () => {
    for (let index = 0; index < count; index++) {
      const name = `function-${index}`;
      new CloudFunction(name, {
        projectId: 1,
        regionId: 1,
        namespace: "load",
        name,
        code: `package main // ${version}`,
        mainMethod: "Run",
        runtime: "go1.16.6",
        flavor: "80mCPU-128MB",
        timeout: 10,
      });
    }
  };

/**
 * So many of each.
 * @param {number} count
 * @param {number} [version]
 */
const both = (count, version) => async () => {
  await groups(count, version)();
  await functions(count, version)();
};

module.exports = { both, functions, groups };
