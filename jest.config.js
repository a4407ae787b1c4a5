"use strict";

// Types are checked by `npm run typecheck`.
const transform = { "^.+\\.ts$": "<rootDir>/test/transform.js" };

/** What the SDK and zod load at their start and hardly ever use. It took a third of the unit tests' processor time. */
const lateModules = {
  "^@npmcli/arborist$": "<rootDir>/test/late-modules/arborist.js",
  "/typescript-shim$": "<rootDir>/test/late-modules/typescript.js",
  "^normalize-package-data$": "<rootDir>/test/late-modules/normalize-package-data.js",
  "^\\./automation$": "<rootDir>/test/late-modules/automation.js",
  "^\\.\\./locales/index\\.cjs$": "<rootDir>/test/late-modules/zod-locales.js",
};

/** A layer of tests: a folder below `test/`. */
const layer = (name, folder = name, extra = {}) => ({
  displayName: name,
  rootDir: __dirname,
  roots: [`<rootDir>/test/${folder}`],
  testEnvironment: "<rootDir>/test/environment.js",
  transform,
  moduleNameMapper: lateModules,
  ...extra,
});

/** Packages come from a registry, perhaps through a proxy. */
const ofPackages = { testEnvironment: "node" };

const ofEngine = {
  testEnvironment: "<rootDir>/test/engine/setup/environment.js",
  globalSetup: "<rootDir>/test/engine/setup/prepare-engine.js",
};

const ofOldestEngine = { ...ofEngine, globalSetup: "<rootDir>/test/full/oldest-engine/prepare-oldest.js" };

/** What a folder `hosts` has runs once more, with programs that take their classes from the plugin's side. */
const ofPlugin = {
  ...ofEngine,
  globals: { pulumiHost: "plugin" },
  moduleNameMapper: { ...lateModules, "^pulumi-edgecloud$": "pulumi-edgecloud/plugin" },
};

/** @type {import("jest").Config} */
module.exports = {
  // One more than the cores that everything is planned for: a test waits for the engine about a third of its time.
  maxWorkers: 3,
  // What a file leaves behind adds up: with 3 GB, the last files of a run took four times as long as alone.
  workerIdleMemoryLimit: "600MB",
  // A run of the engine takes seconds, and what takes a second on a quiet machine takes many on a busy one.
  testTimeout: 600_000,
  testSequencer: "<rootDir>/test/engine/setup/sequencer.js",
  // `npm test` runs those without `full-`; `npm run test:full` runs all.
  projects: [
    layer("unit"),
    layer("properties"),
    layer("emulator"),
    layer("package", "package", ofPackages),
    layer("engine", "engine", ofEngine),
    layer("plugin", "engine/hosts", ofPlugin),
    layer("full-package", "full/package", ofPackages),
    layer("full-engine", "full/engine", ofEngine),
    layer("full-plugin", "full/engine/hosts", ofPlugin),
    layer("full-oldest", "full/oldest-engine", ofOldestEngine),
  ],
};
