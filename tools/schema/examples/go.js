// @ts-check
"use strict";

const { GO_IMPORT } = require("../package");
const { valuesIn } = require("./parse");

/** @typedef {import("./parse").Value} Value */
/** @typedef {import("../spec").TypeSpec} TypeSpec */

const MODULE = "edgecloud";

/** Go's names of plain types. */
const plainTypes = { string: "String", boolean: "Bool", integer: "Int", number: "Float64" };

/**
 * @param {import("./parse").Example} example
 * @returns {string}
 */
function goProgram(example) {
  const file = valuesIn(example).find((value) => value.kind === "file");
  return program(example, file !== undefined, [
    ...(file ? [`text, err := os.ReadFile(${JSON.stringify(file.path)})`, "if err != nil {", "\treturn err", "}"] : []),
    `_, err ${file ? "=" : ":="} ${MODULE}.New${example.type}(ctx, ${JSON.stringify(example.name)}, ` +
      literal(`&${MODULE}.${example.type}Args`, named(example.args)) +
      ")",
    "return err",
  ]);
}

/**
 * @param {import("./parse").Call} call
 * @param {boolean} isOfResource  whether there is a resource of the same name, which Go tells apart
 * @returns {string}
 */
function goCall(call, isOfResource) {
  const name = isOfResource ? call.function.replace(/^get/, "Lookup") : capitalized(call.function);
  return program(call, false, [
    `${call.variable} := ${MODULE}.${name}Output(ctx, ` +
      literal(`${MODULE}.${name}OutputArgs`, named(call.args)) +
      ")",
    `ctx.Export(${JSON.stringify(call.exported)}, ${call.variable}.${capitalized(call.property)}())`,
    "return nil",
  ]);
}

/**
 * @param {Pick<import("./parse").Example, "args">} example
 * @param {boolean} readsFile
 * @param {readonly string[]} statements
 */
function program(example, readsFile, statements) {
  const usesConfig = valuesIn(example).some(({ kind }) => kind === "setting");
  const sdk = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";
  const imports = [
    ...(readsFile ? ['"os"', ""] : []),
    ...[sdk, ...(usesConfig ? [`${sdk}/config`] : []), GO_IMPORT].sort().map((path) => JSON.stringify(path)),
  ];
  const body = [...(usesConfig ? ['cfg := config.New(ctx, "")'] : []), ...statements];
  return [
    "package main",
    "",
    "import (",
    ...indented(imports),
    ")",
    "",
    "func main() {",
    "\tpulumi.Run(func(ctx *pulumi.Context) error {",
    ...indented(indented(body.flatMap((part) => part.split("\n")))),
    "\t})",
    "}",
  ].join("\n");
}

/**
 * @param {Value} value
 * @returns {string}
 */
function written(value) {
  switch (value.kind) {
    case "list":
      return literal(`${arrayOf(value.type)}Array`, value.items.map(written));
    case "map":
      return literal("pulumi.StringMap", pairs(value.entries.map(([key, inner]) => [JSON.stringify(key), inner])));
    case "object":
      return literal(`&${MODULE}.${value.name}Args`, named(value.entries));
    case "setting":
      return value.isSecret
        ? `cfg.RequireSecret(${JSON.stringify(value.name)})`
        : `pulumi.String(cfg.Require(${JSON.stringify(value.name)}))`;
    case "file":
      return "pulumi.String(text)";
    case "enum":
      return `${MODULE}.${value.name}(${JSON.stringify(value.value)})`;
    default:
      return `${arrayOf(value.type)}(${JSON.stringify(value.value)})`;
  }
}

/** @param {TypeSpec} type */
function arrayOf({ type, $ref }) {
  return $ref
    ? `${MODULE}.${$ref.split(":").at(-1)}`
    : `pulumi.${plainTypes[/** @type {keyof typeof plainTypes} */ (type)]}`;
}

/** @param {readonly [string, Value][]} entries */
function named(entries) {
  return pairs(entries.map(([key, value]) => [capitalized(key), value]));
}

/** @param {string} name */
function capitalized(name) {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * As gofmt aligns them: the values of neighbours that have a line each.
 * @param {readonly [string, Value][]} entries
 */
function pairs(entries) {
  const lines = entries.map(([key, value]) => ({ key: `${key}:`, text: written(value) }));
  return lines.map(({ key, text }, index) => {
    const isLine = (/** @type {number} */ at) => lines[at] !== undefined && !lines[at].text.includes("\n");
    if (!isLine(index)) {
      return `${key} ${text}`;
    }
    let [first, last] = [index, index];
    while (isLine(first - 1)) {
      first -= 1;
    }
    while (isLine(last + 1)) {
      last += 1;
    }
    const width = Math.max(...lines.slice(first, last + 1).map((line) => line.key.length));
    return `${key.padEnd(width)} ${text}`;
  });
}

/**
 * @param {string} type
 * @param {readonly string[]} parts
 */
function literal(type, parts) {
  return [`${type}{`, ...indented(parts.flatMap((part) => `${part},`.split("\n"))), "}"].join("\n");
}

/** @param {readonly string[]} lines */
function indented(lines) {
  return lines.map((line) => (line === "" ? line : `\t${line}`));
}

module.exports = { goCall, goProgram };
