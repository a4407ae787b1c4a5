// @ts-check
"use strict";

const ts = require("typescript");

/** @typedef {import("../spec").TypeSpec} TypeSpec */

/**
 * What the schema says of a resource or a data source.
 * @typedef {object} Described
 * @property {string} name
 * @property {Record<string, TypeSpec>} inputs
 * @property {import("../spec").PackageSpec["types"]} types
 */

/**
 * A value of an example, with what each language must know to write it down.
 * @typedef {{ kind: "text" | "number" | "flag", value: string | number | boolean, type: TypeSpec }} Plain
 * @typedef {{ kind: "enum", name: string, value: string }} Word
 * @typedef {{ kind: "list", items: Value[], type: TypeSpec }} List
 * @typedef {{ kind: "map", entries: [string, Value][] }} Entries
 * @typedef {{ kind: "object", name: string, entries: [string, Value][] }} Members
 * @typedef {{ kind: "setting", name: string, isSecret: boolean }} Setting
 * @typedef {{ kind: "file", path: string }} File
 * @typedef {Plain | Word | List | Entries | Members | Setting | File} Value
 */

/**
 * One resource: `const <variable> = new <type>("<name>", { … })`.
 * @typedef {{ variable: string, type: string, name: string, args: [string, Value][] }} Example
 */

/**
 * One call of a data source, `const <variable> = await <function>({ … })`, and what of its result the program exports.
 * @typedef {{ variable: string, function: string, args: [string, Value][], exported: string, property: string }} Call
 */

/**
 * @param {string} code
 * @param {Described} resource
 * @param {Record<string, string>} textFiles  for each argument that names a file the one that takes its text
 * @returns {Example}
 */
function parseExample(code, resource, textFiles) {
  const { statements } = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  const [statement, ...others] = statements;
  const [declaration] = statement && ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const made = declaration?.initializer;
  if (!declaration || !made || !ts.isNewExpression(made) || others.length > 0) {
    throw new Error(`${resource.name}: its example must be one resource that is kept in a variable`);
  }
  const [name, args] = made.arguments ?? [];
  const type = made.expression.getText();
  if (type !== resource.name || !name || !ts.isStringLiteral(name) || !args || !ts.isObjectLiteralExpression(args)) {
    throw new Error(`${resource.name}: its example must give a name and arguments`);
  }
  const reader = new Reader(resource, textFiles);
  return { variable: declaration.name.getText(), type, name: name.text, args: reader.members(args, resource.inputs) };
}

/**
 * The example of a data source. Where the one in TypeScript makes something of a list, the others export the list.
 * @param {string} code
 * @param {Described & { outputs: Record<string, TypeSpec> }} source
 * @returns {Call}
 */
function parseCall(code, source) {
  const { statements } = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  const [made, exported] = statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  const call = made?.initializer && ts.isAwaitExpression(made.initializer) ? made.initializer.expression : undefined;
  const [args] = call && ts.isCallExpression(call) ? call.arguments : [];
  if (!made || !exported || statements.length !== 2 || !args || !ts.isObjectLiteralExpression(args)) {
    throw new Error(`${source.name}: its example must be one call and one output`);
  }
  const variable = made.name.getText();
  const taken = exported.initializer?.getText().replace(`${variable}.`, "") ?? "";
  const [only, ...others] = Object.keys(source.outputs);
  const property = taken in source.outputs ? taken : only;
  if (!property || (property !== taken && others.length > 0)) {
    throw new Error(`${source.name}: its example exports ${taken}, which is not in the schema`);
  }
  return {
    variable,
    function: source.name,
    args: new Reader(source, {}).members(args, source.inputs),
    exported: property === taken ? exported.name.getText() : property,
    property,
  };
}

class Reader {
  /**
   * @param {Described} resource
   * @param {Record<string, string>} textFiles
   */
  constructor({ name, types }, textFiles) {
    this.name = name;
    this.types = types;
    this.textFiles = textFiles;
  }

  /**
   * @param {ts.ObjectLiteralExpression} object
   * @param {Record<string, TypeSpec> | ((key: string) => TypeSpec | undefined)} types
   * @returns {[string, Value][]}
   */
  members(object, types) {
    const typeOf = typeof types === "function" ? types : (/** @type {string} */ key) => types[key];
    return object.properties.map((property) => {
      const key = property.name && ts.isIdentifier(property.name) ? property.name.text : "";
      const value = ts.isPropertyAssignment(property) ? property.initializer : property;
      const text = this.textFiles[key];
      if (text && ts.isStringLiteral(value)) {
        return [text, { kind: "file", path: value.text }];
      }
      const type = typeOf(key);
      if (!type) {
        throw new Error(`${this.name}: its example has ${key}, which is not in the schema`);
      }
      return [key, this.value(value, type)];
    });
  }

  /**
   * @param {ts.Node} node
   * @param {TypeSpec} type
   * @returns {Value}
   */
  value(node, type) {
    const name = type.$ref?.replace("#/types/edgecloud:index:", "") ?? "";
    const named = this.types[`edgecloud:index:${name}`];
    if (ts.isObjectLiteralExpression(node)) {
      const { additionalProperties } = type;
      return named?.properties
        ? { kind: "object", name, entries: this.members(node, named.properties) }
        : { kind: "map", entries: this.members(node, () => additionalProperties) };
    }
    if (ts.isArrayLiteralExpression(node) && type.items) {
      const { items } = type;
      return { kind: "list", items: node.elements.map((element) => this.value(element, items)), type: items };
    }
    if (ts.isStringLiteral(node)) {
      return named?.enum ? { kind: "enum", name, value: node.text } : { kind: "text", value: node.text, type };
    }
    if (ts.isNumericLiteral(node)) {
      return { kind: "number", value: Number(node.text), type };
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      return { kind: "flag", value: node.kind === ts.SyntaxKind.TrueKeyword, type };
    }
    const [, method, setting = ""] = /^config\.(require(?:Secret)?)\("(\w+)"\)$/.exec(node.getText()) ?? [];
    if (method) {
      return { kind: "setting", name: setting, isSecret: method === "requireSecret" };
    }
    throw new Error(`${this.name}: its example has ${node.getText()}, which the other languages are not taught`);
  }
}

/**
 * All values inside an example, at any depth.
 * @param {Pick<Example, "args">} example
 * @returns {Value[]}
 */
function valuesIn({ args }) {
  /** @type {(value: Value) => Value[]} */
  const all = (value) => {
    const inside = "entries" in value ? value.entries.map(([, inner]) => inner) : "items" in value ? value.items : [];
    return [value, ...inside.flatMap(all)];
  };
  return args.flatMap(([, value]) => all(value));
}

module.exports = { parseCall, parseExample, valuesIn };
