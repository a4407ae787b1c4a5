// @ts-check
"use strict";

/** @typedef {import("./surface").DataSource} DataSource */
/** @typedef {import("./type-specs").Types} Types */

/**
 * @param {Types} types
 * @param {DataSource} dataSource
 * @returns {import("./spec").MembersSpec}
 */
function argumentsOf(types, { name, args }) {
  return types.objects.members(args, { owner: pascalCase(name), isOutput: false });
}

/**
 * The result of a data source, which always is an object for other languages.
 * @param {Types} types
 * @param {DataSource} dataSource
 * @param {(name: string) => string} resultName
 * @returns {import("./spec").MembersSpec}
 */
function resultOf(types, { name, result, secrets }, resultName) {
  const place = { owner: pascalCase(name), isOutput: true, secrets };
  if (types.isObject(result)) {
    return types.objects.members(types.checker.getTypeFromTypeNode(result), place);
  }
  const property = resultName(name);
  return { properties: { [property]: types.of(result, { ...place, property }) }, required: [property] };
}

/** @param {string} name */
function pascalCase(name) {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

module.exports = { argumentsOf, resultOf };
