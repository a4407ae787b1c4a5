// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { argumentsOf, resultOf } = require("./data-sources");
const { addExamples } = require("./examples");
const { integersIn } = require("./integers");
const { head } = require("./package");
const { token } = require("./objects");
const { Prose } = require("./prose");
const { settingsOf } = require("./provider");
const { inputsOf, outputsOf } = require("./resources");
const { readSurface } = require("./surface");
const { Types } = require("./type-specs");

/** @typedef {import("./surface").Surface} Surface */
/** @typedef {import("./spec").Load} Load */
/** @typedef {import("./spec").Translate} Translate */

const PROVIDER = path.join(ROOT, "provider");
const SCHEMA_FILE = path.join(PROVIDER, "schema.json");

/**
 * The package schema: what the types, their documentation, the zod schemas and the traits say, for other languages.
 * @param {Load} load
 * @param {Translate} translate
 * @returns {import("./spec").PackageSpec}
 */
function generateSchema(load, translate) {
  const surface = readSurface();
  const resources = surface.resources.map((resource) => ({ ...resource, traits: traitsOf(load, resource) }));
  const ofPrograms = resources.flatMap(({ traits }) => Object.keys(traits.textFiles ?? {}));
  const prose = new Prose(surface.checker, [...surface.foreign, ...ofPrograms]);
  const types = new Types(surface.checker, prose, integers(load, surface));

  // All arguments first: an output may be of the type of an argument.
  const given = resources.map((resource) => ({ ...resource, inputs: inputsOf(types, resource, resource.traits) }));
  const asked = surface.dataSources.map((one) => ({ ...one, inputs: argumentsOf(types, one) }));
  const variables = settingsOf(types, surface.provider, load("config"));

  const { resultName } = load("core/data-source");
  const functions = asked.map((one) => ({ ...one, outputs: resultOf(types, one, resultName) }));
  const managed = given.map((one) => ({ ...one, outputs: outputsOf(types, one, one.traits, one.inputs.properties) }));
  const named = byName(types.named().map(([name, spec]) => [token(name), spec]));

  /** @type {import("./spec").PackageSpec} */
  const schema = {
    ...head(JSON.parse(fs.readFileSync(path.join(PROVIDER, "package.json"), "utf8"))),
    config: { variables },
    types: named,
    provider: { description: prose.of(surface.provider.symbol), inputProperties: variables },
    resources: byName(
      managed.map(({ name, symbol, inputs, outputs }) => {
        const spec = {
          description: prose.of(symbol),
          ...outputs,
          inputProperties: inputs.properties,
          requiredInputs: inputs.required,
          aliases: [{ type: `pulumi-nodejs:dynamic/edgecloud:${name}` }],
        };
        return [token(name), spec];
      }),
    ),
    functions: byName(
      functions.map(({ name, symbol, inputs, outputs }) => [
        token(name),
        { description: prose.of(symbol), inputs, outputs },
      ]),
    ),
  };

  const example = (/** @type {import("typescript").Symbol} */ symbol) => prose.tag(symbol, "example") ?? "";
  addExamples(schema, translate(schema), [
    ...resources.map(({ name, symbol, traits }) => ({ name, uses: name, code: example(symbol), id: traits.id })),
    ...functions.map(({ name, outputForm }) => ({ name, uses: outputForm.name, code: example(outputForm) })),
  ]);
  return schema;
}

/**
 * @param {Load} load
 * @param {Surface} surface
 */
function integers(load, { resources }) {
  const { configSchema } = load("config");
  const args = resources.map(({ folder }) => load(`${folder}/schema`).argsSchema);
  const endpoints = fs.readdirSync(path.join(PROVIDER, "api/endpoints")).map((file) => file.replace(/\.ts$/, ""));
  const answers = endpoints.flatMap((endpoint) => Object.values(load(`api/endpoints/${endpoint}`)));
  const { camelCase } = /** @type {typeof import("../../provider/api/naming")} */ (load("api/naming"));
  return integersIn([configSchema, ...args], answers, camelCase);
}

/**
 * @param {Load} load
 * @param {Surface["resources"][number]} resource
 */
function traitsOf(load, { folder }) {
  return /** @type {import("../../provider/core/traits").Traits} */ (load(`${folder}/traits`).traits);
}

/**
 * @template T
 * @param {readonly (readonly [string, T])[]} entries
 * @returns {Record<string, T>}
 */
function byName(entries) {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * As it is checked in.
 * @param {Load} load
 * @param {Translate} translate
 */
function schemaText(load, translate) {
  return `${JSON.stringify(generateSchema(load, translate), undefined, 2)}\n`;
}

module.exports = { SCHEMA_FILE, generateSchema, schemaText };
