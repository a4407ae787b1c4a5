// @ts-check
"use strict";

const ts = require("typescript");

/**
 * The example as a whole program, which takes everything from the package's own classes for the plugin.
 * @param {string} code
 */
function typescriptProgram(code) {
  const names = importedIn(code);
  const usesConfig = /\bconfig\./.test(code);
  const imports = [
    ...(usesConfig || /\bpulumi\./.test(code) ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import { ${names.join(", ")} } from "pulumi-edgecloud/plugin";`,
  ];
  return [...imports, "", ...(usesConfig ? ["const config = new pulumi.Config();"] : []), code].join("\n");
}

/**
 * The example of a data source, in the form that also CommonJS takes, which has no `await` outside of functions.
 * @param {import("./parse").Call} call
 * @param {string} code
 */
function typescriptCall({ variable, function: name }, code) {
  const asked = code.replace(new RegExp(`await ${name}\\b`), `${name}Output`);
  return typescriptProgram(
    asked.replace(new RegExp(`\\b${variable}\\.(.*\\.)?map\\(.*\\)(?=;)`), (taken) => {
      return `${variable}.apply((found) => ${taken.replace(variable, "found")})`;
    }),
  );
}

/**
 * What an example constructs or calls by its bare name.
 * @param {string} code
 */
function importedIn(code) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} node */
  const look = (node) => {
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression)) {
      names.add(node.expression.text);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true));
  return [...names].sort();
}

module.exports = { typescriptCall, typescriptProgram };
