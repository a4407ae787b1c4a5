// @ts-check
"use strict";

const ts = require("typescript");
const { isRequired } = require("./declared");
const { ofOutput } = require("./prose");

/** @typedef {import("../../provider/core/traits").Traits} Traits */
/** @typedef {import("./spec").MembersSpec} MembersSpec */
/** @typedef {import("./spec").PropertySpec} PropertySpec */
/** @typedef {import("./surface").Resource} Resource */
/** @typedef {import("./type-specs").Types} Types */

/**
 * What other languages can give to a resource.
 * @param {Types} types
 * @param {Resource} resource
 * @param {Traits} traits
 * @returns {Required<MembersSpec>}
 */
function inputsOf(types, { name, args }, traits) {
  const { textFiles = {}, deprecated = {} } = traits;
  const secrets = new Set(credentialsIn(traits));
  const without = Object.keys(textFiles);
  const { properties, required = [] } = types.objects.members(args, { owner: name, isOutput: false, secrets, without });
  for (const [property, spec] of Object.entries(properties)) {
    const advice = deprecated[property];
    Object.assign(spec, advice && { deprecationMessage: asSentence(advice) }, replacement(property, traits));
  }
  return { properties, required: [...required, ...Object.values(textFiles)] };
}

/**
 * What a resource tells. Credentials are in the inputs alone: one in an output would hide its whole property.
 * @param {Types} types
 * @param {Resource} resource
 * @param {Traits} traits
 * @param {Record<string, PropertySpec>} inputs  their descriptions stand in where an output has none
 * @returns {Required<MembersSpec>}
 */
function outputsOf(types, { name, declaration }, traits, inputs) {
  const without = credentialsIn(traits);
  const symbols = declaration.members.flatMap((member) => {
    const symbol = ts.isPropertyDeclaration(member) ? types.checker.getSymbolAtLocation(member.name) : undefined;
    return symbol ? [symbol] : [];
  });
  /** @type {Record<string, PropertySpec>} */
  const properties = {};
  for (const symbol of symbols) {
    const place = { owner: name, property: symbol.name, isOutput: true, without };
    const spec = types.objects.property(symbol, place);
    const description = spec.description ?? ofOutput(inputs[symbol.name]?.description ?? "");
    properties[symbol.name] = { ...spec, ...(description && { description }) };
  }
  return { properties, required: symbols.filter(isRequired).map((symbol) => symbol.name) };
}

/**
 * The names of credentials, wherever they stand among the properties.
 * @param {Traits} traits
 */
function credentialsIn({ credentials = [] }) {
  return credentials.flatMap((path) => path.split(".").slice(-1));
}

/**
 * SDKs pass `replaceOnChanges` on to the engine, which then replaces at any difference. An argument that an output stands
 * in for can be left out without another object being meant, so of it only the documentation tells.
 * @param {string} property
 * @param {Traits} traits
 */
function replacement(property, { replacedBy, computed }) {
  if (!replacedBy.includes(property)) {
    return {};
  }
  return property in computed ? { willReplaceOnChanges: true } : { replaceOnChanges: true };
}

/** @param {string} text */
function asSentence(text) {
  return `${text.replace(/^./, (letter) => letter.toUpperCase())}.`;
}

module.exports = { inputsOf, outputsOf };
