// @ts-check
"use strict";

const ts = require("typescript");
const { isRequired, literalsOf, nodeOf, unwrapped } = require("./declared");
const { joined, listed } = require("./prose");

/** @typedef {import("./type-specs").Types} Types */
/** @typedef {import("./type-specs").Place} Place */

/**
 * One of several forms of an object. The word is that of the property that tells the forms apart, if there is one.
 * @typedef {{ type: ts.Type, teller?: string, word?: string }} Form
 */

/** @typedef {Form & { symbol: ts.Symbol }} Having  a form that has a property */

/**
 * A union of objects as one object: other languages write unions badly, or not at all. What not every form has is
 * optional, and its description says where it belongs.
 * @param {Types} types
 * @param {readonly Form[]} forms
 * @param {Place} place
 * @returns {import("./spec").MembersSpec}
 */
function flatten(types, forms, place) {
  const { checker } = types;
  const names = new Set(forms.flatMap(({ type }) => checker.getPropertiesOfType(type).map(({ name }) => name)));
  /** @type {import("./spec").MembersSpec["properties"]} */
  const properties = {};
  /** @type {string[]} */
  const required = [];
  for (const name of names) {
    const having = forms.flatMap((form) => {
      const symbol = form.type.getProperty(name);
      return symbol && isThere(checker, symbol) ? [{ ...form, symbol }] : [];
    });
    properties[name] = memberOf(types, having, having.length === forms.length, { ...place, property: name });
    if (having.length === forms.length && having.every(({ symbol }) => isRequired(symbol))) {
      required.push(name);
    }
  }
  return { properties, ...(required.length > 0 && { required }) };
}

/**
 * Forms with the words that tell them apart. Where only outputs have them, nobody has to be told which is which.
 * @param {ts.TypeChecker} checker
 * @param {readonly ts.Type[]} variants
 * @returns {Form[]}
 */
function formsOf(checker, variants) {
  const wordOf = (/** @type {ts.Type} */ type, /** @type {string} */ name) => {
    const symbol = type.getProperty(name);
    const words = symbol && isThere(checker, symbol) ? literalsOf(checker, nodeOf(symbol)) : [];
    return words.length === 1 ? words[0] : undefined;
  };
  const names = variants[0] ? checker.getPropertiesOfType(variants[0]).map(({ name }) => name) : [];
  const teller = names.find(
    (name) => new Set(variants.map((type) => wordOf(type, name) ?? "")).size === variants.length,
  );
  const isTold = teller && variants.every((type) => wordOf(type, teller));
  return variants.map((type) => (isTold ? { type, teller, word: wordOf(type, teller) } : { type }));
}

/**
 * @param {Types} types
 * @param {readonly Having[]} having
 * @param {boolean} isInAll
 * @param {Place} place
 */
function memberOf(types, having, isInAll, place) {
  const spec = typeOf(types, having, place);
  const symbols = having.map(({ symbol }) => symbol);
  const description = types.objects.description(symbols, spec, place);
  return types.objects.member(spec, joined(description, belonging(having, isInAll)), place);
}

/**
 * @param {Types} types
 * @param {readonly Having[]} having
 * @param {Place} place
 */
function typeOf(types, having, place) {
  const { checker } = types;
  const nodes = having.map(({ symbol }) => unwrapped(nodeOf(symbol)));
  const inner = nodes.map((node) => checker.getTypeFromTypeNode(node));
  const variants = inner.map((type) => (type.isUnion() ? type.types : [type]));
  if (new Set(inner).size > 1 && variants.flat().every((type) => type.flags & ts.TypeFlags.Object)) {
    const forms = variants.flatMap((types, index) => types.map((type) => ({ ...tellerOf(having[index]), type })));
    return types.objects.reference(types.objects.nameIn(place), forms, place);
  }
  const words = nodes.map((node) => literalsOf(checker, node));
  if (words.length > 1 && words.every((some) => some.length > 0)) {
    return types.enumerations.of(types.enumerations.nameOf(place), words.flat(), place);
  }
  return types.oneOf(nodes, place);
}

/**
 * What tells a form apart, for the forms of an object in it.
 * @param {Having | undefined} form
 */
function tellerOf(form) {
  return { teller: form?.teller, word: form?.word };
}

/**
 * Which forms have a property, and which of them need it.
 * @param {readonly Having[]} having
 * @param {boolean} isInAll
 */
function belonging(having, isInAll) {
  const words = (/** @type {readonly Having[]} */ forms) => [...new Set(forms.flatMap(({ word }) => word ?? []))];
  const all = words(having);
  const sparing = words(having.filter(({ symbol }) => !isRequired(symbol)));
  const needing = all.filter((word) => !sparing.includes(word));
  const teller = having[0]?.teller;
  if (!teller || (isInAll && (needing.length === 0 || needing.length === all.length))) {
    return undefined;
  }
  if (isInAll) {
    return `Required for \`${teller}\` ${listed(needing, "and")}.`;
  }
  const only = `For \`${teller}\` ${listed(all, "and")} only`;
  return needing.length === all.length ? `${only}, and required there.` : `${only}.`;
}

/**
 * Whether a form has more of a property than its name.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function isThere(checker, symbol) {
  return !(checker.getTypeFromTypeNode(nodeOf(symbol)).flags & ts.TypeFlags.Undefined);
}

module.exports = { flatten, formsOf };
