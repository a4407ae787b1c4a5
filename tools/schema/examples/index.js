// @ts-check
"use strict";

const { goProgram } = require("./go");
const { parseExample } = require("./parse");
const { pythonProgram } = require("./python");
const { typescriptProgram } = require("./typescript");
const { yamlProgram } = require("./yaml");

/**
 * The example of a resource in each language, made of the one in TypeScript: so none of them falls behind.
 * @param {string} code  what the tag `@example` says
 * @param {import("./parse").Described} resource
 * @param {Record<string, string>} [textFiles]  see `Traits`
 */
function resourceExamples(code, resource, textFiles = {}) {
  const example = parseExample(code, resource, textFiles);
  return section({
    typescript: typescriptProgram(code),
    python: pythonProgram(example),
    go: goProgram(example),
    yaml: yamlProgram(example),
  });
}

/**
 * The example of a data source. Only resources have theirs in other languages, too.
 * @param {string} code  what the tag `@example` says
 */
function dataSourceExample(code) {
  return section({ typescript: typescriptProgram(code) });
}

/**
 * As Pulumi's generators look for it, which take from it what is in their own language.
 * @param {Record<string, string>} programs
 */
function section(programs) {
  const blocks = Object.entries(programs).map(([language, program]) => `\`\`\`${language}\n${program}\n\`\`\``);
  return [
    "{{% examples %}}\n## Example Usage\n\n{{% example %}}",
    ...blocks,
    "{{% /example %}}\n{{% /examples %}}",
  ].join("\n\n");
}

module.exports = { dataSourceExample, resourceExamples };
