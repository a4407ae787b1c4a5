import fs from "node:fs";
import path from "node:path";
import type { Traits } from "../../provider/core/traits";
import { ROOT } from "../paths";
import { toToken } from "./spec";

/** The folder with a program in YAML for each resource and data source; Pulumi's own generators translate them. */
export const EXAMPLES = path.join(ROOT, "tools", "schema", "examples");

/** Examples in other languages, by the name of the resource or data source and by language. */
export type Translations = Record<string, Record<string, string>>;

/** How a resource or a data source documents its use in TypeScript. */
export interface Documented {
  readonly name: string;
  readonly spec: { description?: string };
  /** What its example imports. */
  readonly uses: string;
  /** The text of its tag `@example`. */
  readonly code: string;
  /** Of a resource. */
  readonly id?: Traits["id"];
}

/** Adds to each description an example in every language, and to those of resources how an object is imported. */
export function addExamples(documented: readonly Documented[], translations: Translations): void {
  const importable = documented.map(({ uses }) => uses);
  for (const { name, spec, code, id } of documented) {
    const yaml = fs.readFileSync(path.join(EXAMPLES, `${name}.yaml`), "utf8").trimEnd();
    const programs = { typescript: toProgram(code, importable), ...translations[name], yaml };
    const texts = [spec.description, writeExamples(programs), id && writeImport(name, code, id)];
    spec.description = texts.filter(Boolean).join("\n\n");
  }
}

/** Makes a whole program of an example. */
export function toProgram(code: string, importable: readonly string[]): string {
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

/** In the form in which Pulumi's generators of SDKs and of the registry find what is in their own language. */
function writeExamples(programs: Record<string, string>): string {
  const blocks = Object.entries(programs).map(([language, program]) => `\`\`\`${language}\n${program}\n\`\`\``);
  return [
    "{{% examples %}}\n## Example Usage\n\n{{% example %}}",
    ...blocks,
    "{{% /example %}}\n{{% /examples %}}",
  ].join("\n\n");
}

function writeImport(name: string, code: string, { form, example }: NonNullable<Traits["id"]>): string {
  const [, resource] = /new \w+\("(\w+)"/.exec(code) ?? [];
  const command = `pulumi import ${toToken(name)} ${resource} ${example}`;
  return `## Import\n\nBy its ID, \`${form}\`:\n\n\`\`\`sh\n${command}\n\`\`\``;
}
