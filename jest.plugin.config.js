"use strict";

const { projects, ...config } = require("./jest.config");

/** All tests of the engine that say the same, or say with `byHost` what differs, of both hosts. */
const ofBothHosts = [
  "**/{origin-group,cloud-function,snapshot-attributes}-" +
    "{adopt,basic,disappears,drift,failed-build,get,goldens,lock,parallel,partial-failure,replace,resume,secrets,unknowns,update,upgrade,values}.test.ts",
  "**/fault-matrix/read.test.ts",
  "**/{batched-reads,first-look,key-destination,kills,long-lists,maps-of-texts,named-credentials,ownership-function,ownership-group,ownership-names,planted-secrets,policy,refresh-first,renames,replace-on-demand,same-names,secret-values,unconfirmed}.test.ts",
];

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  projects: projects
    .filter(({ displayName }) => displayName === "plugin")
    .map((project) => ({
      ...project,
      testMatch: [...ofBothHosts, "**/sdks.test.ts"],
      globals: { ...project.globals, buildsGenerators: true },
    })),
};
