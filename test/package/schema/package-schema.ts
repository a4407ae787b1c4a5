import { readFileSync } from "node:fs";
import path from "node:path";
import { printSchema } from "../../../tools/schema";
import type { NamedTypeSpec, PackageSpec, TypeSpec } from "../../../tools/schema/spec";

export const root = path.resolve(__dirname, "../../..");

/** The schema as it is checked in. */
export const text = readFileSync(path.join(root, "provider/schema.json"), "utf8");
export const schema = JSON.parse(text) as PackageSpec;

/** The languages into which Go translates the examples. */
const translatedLanguages = ["csharp", "go", "python"];

/** The schema as the sources make it now, without Go: translated examples are those that are checked in. */
export function textNow(): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- modules are loaded by name
  const load = (module: string) => require(`../../../provider/${module}`) as Record<string, unknown>;
  return printSchema(load, () => translatedExamples());
}

/** The checked-in examples in the languages into which Go translates them, as `translatePrograms` gives them. */
export function translatedExamples(): Record<string, Record<string, string>> {
  const described = Object.entries({ ...schema.resources, ...schema.functions });
  return Object.fromEntries(
    described.map(([token, { description }]) => [
      token.replace("edgecloud:index:", ""),
      Object.fromEntries(translatedLanguages.map((language) => [language, programIn(description, language)])),
    ]),
  );
}

/** The named type that a type refers to. */
export function named({ $ref = "" }: TypeSpec): NamedTypeSpec | undefined {
  return schema.types[$ref.replace("#/types/", "")];
}

/** The program of one language in a description. */
export function programIn(description: string | undefined, language: string): string {
  const [, program] = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(description ?? "") ?? [];
  return program ?? `no example in ${language}`;
}
