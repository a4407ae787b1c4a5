// @ts-check
"use strict";

const { valuesIn } = require("./parse");

/** @typedef {import("./parse").Value} Value */

/**
 * @param {import("./parse").Example} example
 * @returns {string}
 */
function yamlProgram(example) {
  return [
    ...configuration(example),
    "resources:",
    `  ${example.name}:`,
    `    type: edgecloud:${example.type}`,
    "    properties:",
    ...entries(example.args).map((line) => `      ${line}`),
  ].join("\n");
}

/**
 * @param {import("./parse").Call} call
 * @returns {string}
 */
function yamlCall(call) {
  return [
    ...configuration(call),
    "variables:",
    `  ${call.variable}:`,
    "    fn::invoke:",
    `      function: edgecloud:${call.function}`,
    "      arguments:",
    ...entries(call.args).map((line) => `        ${line}`),
    "outputs:",
    `  ${call.exported}: \${${call.variable}.${call.property}}`,
  ].join("\n");
}

/**
 * The settings that an example reads.
 * @param {Pick<import("./parse").Example, "args">} example
 */
function configuration(example) {
  const settings = valuesIn(example).flatMap((value) => (value.kind === "setting" ? [value] : []));
  const lines = settings.flatMap(({ name, isSecret }) => [
    `  ${name}:`,
    "    type: string",
    ...(isSecret ? ["    secret: true"] : []),
  ]);
  return lines.length > 0 ? ["config:", ...lines] : [];
}

/**
 * @param {readonly [string, Value][]} pairs
 * @returns {string[]}
 */
function entries(pairs) {
  return pairs.flatMap(([key, value]) => {
    const lines = written(value);
    return lines.length === 1 && !isBlock(value)
      ? [`${scalar(key)}: ${lines[0]}`]
      : [`${scalar(key)}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/**
 * @param {Value} value
 * @returns {string[]}
 */
function written(value) {
  switch (value.kind) {
    case "list":
      return value.items.flatMap((item) =>
        written(item).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`)),
      );
    case "map":
    case "object":
      return entries(value.entries);
    case "setting":
      return [`\${${value.name}}`];
    case "file":
      return [`fn::readFile: ${scalar(value.path)}`];
    default:
      return [typeof value.value === "string" ? scalar(value.value) : JSON.stringify(value.value)];
  }
}

/** @param {Value} value */
function isBlock({ kind }) {
  return ["list", "map", "object", "file"].includes(kind);
}

/**
 * A text, in quotes where it could be taken for something else.
 * @param {string} text
 */
function scalar(text) {
  return /^[A-Za-z][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

module.exports = { yamlCall, yamlProgram };
