"use strict";

const tseslint = require("typescript-eslint");
const prettier = require("eslint-config-prettier");

/** Forbids `files` to import what `patterns` name, so that knowledge stays in its one place. */
const boundary = (files, patterns, message) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [{ group: patterns, message }] }] },
});

/** Orders imports: modules of Node.js, then packages, then our own files. */
const importOrder = [
  {
    selector: "ImportDeclaration:not([source.value=/^(node:|\\.)/]) ~ ImportDeclaration[source.value=/^node:/]",
    message: "Import modules of Node.js before packages.",
  },
  {
    selector: "ImportDeclaration[source.value=/^\\./] ~ ImportDeclaration[source.value=/^[^.]/]",
    message: "Import packages before our own files.",
  },
];

module.exports = tseslint.config(
  {
    ignores: ["**/dist/**", "provider/host/**", "provider/plugin/**", "**/node_modules/**", ".work/**", "coverage/**"],
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: "tsconfig.lint.json", tsconfigRootDir: __dirname } },
    rules: {
      "max-lines": ["error", 350],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Use a named export." },
        ...importOrder,
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/prefer-readonly": "error",
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    files: ["**/*.js"],
    extends: [tseslint.configs.base],
    languageOptions: { sourceType: "commonjs" },
    rules: { "max-lines": ["error", 350], "no-unused-vars": "error" },
  },
  boundary(
    ["provider/api/**"],
    ["@pulumi/*", "**/core/**", "**/program/**", "**/hosts/**", "**/model/**", "**/resources", "**/data"],
    "api/ knows HTTP only.",
  ),
  boundary(
    ["provider/core/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/model/**", "**/resources", "**/data"],
    "core/ is the same in every host and for every resource, and HTTP is known to api/ only.",
  ),
  boundary(
    ["provider/model/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/resources", "**/data"],
    "model/ is what resources and data sources share, and knows neither.",
  ),
  boundary(
    ["provider/program/**"],
    ["axios", "**/hosts/**", "**/resources", "**/data"],
    "program/ is what a user's program loads; it names no resource and no data source.",
  ),
  boundary(
    ["provider/hosts/**"],
    ["axios", "**/program/**", "**/resources", "**/data"],
    "hosts/ names no resource and no data source, and loads nothing that is for programs.",
  ),
  boundary(
    ["provider/data/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/resources"],
    "Hosts load the definitions of data sources: only functions.ts may import what is for programs. Only api/ knows HTTP.",
  ),
  boundary(
    ["provider/data/*/functions.ts", "provider/data/invoke.ts"],
    ["axios", "zod", "**/hosts/**", "**/resources"],
    "The types of programs know neither zod nor HTTP: a program would have to compile theirs. source.ts reads answers.",
  ),
  {
    // Loaded at the first call, so that a program that only has resources does not load it (test/package/layout.test.ts).
    files: ["provider/data/*/functions.ts", "provider/data/invoke.ts"],
    rules: {
      "@typescript-eslint/no-require-imports": [
        "error",
        { allow: ["^(\\./source|\\./index|\\.\\./program/data-source-call)$"] },
      ],
    },
  },
  {
    // The benchmark measures how long the packages take to load.
    files: ["lab/bench/programs.ts"],
    rules: {
      "@typescript-eslint/no-require-imports": [
        "error",
        { allow: ["^pulumi-edgecloud(/plugin)?$", "^\\./common-way$"] },
      ],
    },
  },
  boundary(
    ["provider/tasks/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/resources", "**/data"],
    "tasks/ is the same for every resource that the platform changes in tasks.",
  ),
  boundary(
    ["provider/resources/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/data"],
    "A handler knows no host, no program and no HTTP.",
  ),
  boundary(
    ["provider/resources/*/{resource,args,traits}.ts"],
    ["./handler", "./wire", "./schema", "**/api/**", "axios", "zod", "**/hosts/**", "**/data"],
    "What a user's program loads takes only types from the host side.",
  ),
  boundary(
    ["provider/cli/**"],
    ["@pulumi/*", "axios", "**/program/**", "**/hosts/**", "**/resources/*", "!**/resources/index"],
    "The command looks at an account as data sources do, and knows of resources what they declare.",
  ),
  boundary(
    ["lab/torture/**"],
    ["**/provider/**", "**/test/**", "**/bench/**", "**/load/**"],
    "Torture stands on what is public, so that changes of the inside do not touch it: packages, tools and processes.ts.",
  ),
  boundary(["emulator/**"], ["pulumi-edgecloud", "**/provider/**"], "The emulator is written from the contract."),
  prettier,
  {
    // After `prettier`, which switches it off.
    files: ["**/*.{js,ts}"],
    rules: { curly: ["error", "all"] },
  },
);
