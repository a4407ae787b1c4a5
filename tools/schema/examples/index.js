// @ts-check
"use strict";

const { goCall, goProgram } = require("./go");
const { parseCall, parseExample } = require("./parse");
const { pythonCall, pythonProgram } = require("./python");
const { typescriptCall, typescriptProgram } = require("./typescript");
const { yamlCall, yamlProgram } = require("./yaml");

/**
 * The example of a resource in each language, made of the one in TypeScript, so that none of them falls behind, and how
 * such an object is imported.
 * @param {string} code  what the tag `@example` says
 * @param {import("./parse").Described} resource
 * @param {import("../../../provider/core/traits").Traits} traits
 */
function resourceExamples(code, resource, { id, textFiles = {} }) {
  if (!id) {
    throw new Error(`${resource.name}: its traits do not say how its ID is written`);
  }
  const example = parseExample(code, resource, textFiles);
  const imported = `pulumi import edgecloud:index:${resource.name} ${example.name} ${id.example}`;
  const examples = section({
    typescript: typescriptProgram(code),
    python: pythonProgram(example),
    go: goProgram(example),
    yaml: yamlProgram(example),
  });
  return `${examples}\n\n## Import\n\nBy its ID, \`${id.form}\`:\n\n\`\`\`sh\n${imported}\n\`\`\``;
}

/**
 * The example of a data source in each language, made of the one in TypeScript.
 * @param {string} code  what the tag `@example` says
 * @param {import("./parse").Described & { outputs: Record<string, import("../spec").TypeSpec> }} source
 * @param {boolean} isOfResource  whether there is a resource of the same name
 */
function dataSourceExamples(code, source, isOfResource) {
  const call = parseCall(code, source);
  return section({
    typescript: typescriptCall(call, code),
    python: pythonCall(call),
    go: goCall(call, isOfResource),
    yaml: yamlCall(call),
  });
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

module.exports = { dataSourceExamples, resourceExamples };
