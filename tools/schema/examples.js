// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { token } = require("./objects");

const EXAMPLES = path.join(ROOT, "tools", "schema", "examples");

/** @type {typeof import("./examples").addExamples} */
function addExamples({ resources, functions }, translated, documented) {
  const importable = documented.map(({ uses }) => uses);
  for (const { name, code, id } of documented) {
    const described = resources[token(name)] ?? functions[token(name)];
    if (!described) {
      throw new Error(`${name}: the schema does not have it`);
    }
    const yaml = fs.readFileSync(path.join(EXAMPLES, `${name}.yaml`), "utf8").trimEnd();
    const programs = { typescript: toProgram(code, importable), ...translated[name], yaml };
    const imports = token(name) in resources ? [writeImport(name, code, id)] : [];
    described.description = [described.description, writeExamples(programs), ...imports].join("\n\n");
  }
}

/** @type {typeof import("./examples").toProgram} */
function toProgram(code, importable) {
  const imported = importable.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const usesConfig = /\bconfig\./.test(code);
  return [
    ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import { ${imported.join(", ")} } from "pulumi-edgecloud/plugin";`,
    "",
    ...(usesConfig ? ["const config = new pulumi.Config();"] : []),
    code,
  ].join("\n");
}

/**
 * As Pulumi's generators of SDKs and of the registry look for it, which take from it what is in their own language.
 * @param {Record<string, string>} programs
 */
function writeExamples(programs) {
  const blocks = Object.entries(programs).map(([language, program]) => `\`\`\`${language}\n${program}\n\`\`\``);
  return [
    "{{% examples %}}\n## Example Usage\n\n{{% example %}}",
    ...blocks,
    "{{% /example %}}\n{{% /examples %}}",
  ].join("\n\n");
}

/**
 * @param {string} name
 * @param {string} code
 * @param {import("./examples").Documented["id"]} id
 */
function writeImport(name, code, id) {
  if (!id) {
    throw new Error(`${name}: its traits do not say how its ID is written`);
  }
  const [, resource] = /new \w+\("(\w+)"/.exec(code) ?? [];
  const command = `pulumi import edgecloud:index:${name} ${resource} ${id.example}`;
  return `## Import\n\nBy its ID, \`${id.form}\`:\n\n\`\`\`sh\n${command}\n\`\`\``;
}

module.exports = { EXAMPLES, addExamples, toProgram };
