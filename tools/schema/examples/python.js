// @ts-check
"use strict";

const { PYTHON_PACKAGE } = require("../package");
const { valuesIn } = require("./parse");

/** @typedef {import("./parse").Value} Value */

const MODULE = "edgecloud";

/**
 * @param {import("./parse").Example} example
 * @returns {string}
 */
function pythonProgram(example) {
  const values = valuesIn(example);
  const usesConfig = values.some(({ kind }) => kind === "setting");
  const usesFile = values.some(({ kind }) => kind === "file");
  const imports = [
    ...(usesFile ? ["from pathlib import Path", ""] : []),
    ...(usesConfig ? ["import pulumi"] : []),
    `import ${PYTHON_PACKAGE} as ${MODULE}`,
  ];
  const args = example.args.map(([key, value]) => `    ${pythonName(key)}=${written(value, 1)},`);
  return [
    ...imports,
    "",
    ...(usesConfig ? ["config = pulumi.Config()"] : []),
    `${pythonName(example.variable)} = ${MODULE}.${example.type}(`,
    `    ${JSON.stringify(example.name)},`,
    ...args,
    ")",
  ].join("\n");
}

/**
 * @param {import("./parse").Call} call
 * @returns {string}
 */
function pythonCall(call) {
  const usesConfig = valuesIn(call).some(({ kind }) => kind === "setting");
  const variable = pythonName(call.variable);
  return [
    "import pulumi",
    `import ${PYTHON_PACKAGE} as ${MODULE}`,
    "",
    ...(usesConfig ? ["config = pulumi.Config()"] : []),
    `${variable} = ${MODULE}.${pythonName(call.function)}_output(`,
    ...call.args.map(([key, value]) => `    ${pythonName(key)}=${written(value, 1)},`),
    ")",
    "",
    `pulumi.export(${JSON.stringify(call.exported)}, ${variable}.${pythonName(call.property)})`,
  ].join("\n");
}

/**
 * @param {Value} value
 * @param {number} depth
 * @returns {string}
 */
function written(value, depth) {
  switch (value.kind) {
    case "flag":
      return value.value ? "True" : "False";
    case "list":
      return block(
        "[",
        value.items.map((item) => written(item, depth + 1)),
        "]",
        depth,
      );
    case "map":
    case "object": {
      const nameOf = value.kind === "object" ? pythonName : (/** @type {string} */ key) => key;
      const entries = value.entries.map(([key, inner]) => `"${nameOf(key)}": ${written(inner, depth + 1)}`);
      return block("{", entries, "}", depth);
    }
    case "setting":
      return `config.${value.isSecret ? "require_secret" : "require"}(${JSON.stringify(value.name)})`;
    case "file":
      return `Path(${JSON.stringify(value.path)}).read_text()`;
    default:
      return JSON.stringify(value.value);
  }
}

/**
 * @param {string} open
 * @param {readonly string[]} parts
 * @param {string} close
 * @param {number} depth
 */
function block(open, parts, close, depth) {
  const indent = "    ".repeat(depth);
  return [open, ...parts.map((part) => `${indent}    ${part},`), `${indent}${close}`].join("\n");
}

/**
 * The name of an argument in the SDK for Python, which cannot be a word of the language.
 * @param {string} name
 */
function pythonName(name) {
  const inPython = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return inPython === "from" ? "from_" : inPython;
}

module.exports = { pythonCall, pythonProgram };
