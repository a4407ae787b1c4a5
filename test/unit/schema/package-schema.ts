import { readFileSync } from "node:fs";
import path from "node:path";
import { printSchema } from "../../../tools/schema";
import { resourceExamples } from "../../../tools/schema/examples";
import type { NamedTypeSpec, PackageSpec, TypeSpec } from "../../../tools/schema/spec";

export const root = path.resolve(__dirname, "../../..");

/** The schema as it is checked in. */
export const text = readFileSync(path.join(root, "provider/schema.json"), "utf8");
export const schema = JSON.parse(text) as PackageSpec;

/** The schema as the sources make it now. */
export function textNow(): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- modules are loaded by name
  return printSchema((module) => require(`../../../provider/${module}`) as Record<string, unknown>);
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

/** The examples of an `OriginGroup` with these arguments. */
export function examplesOf(args: string): string {
  const { inputProperties: inputs = {} } = schema.resources["edgecloud:index:OriginGroup"] ?? {};
  const code = `const media = new OriginGroup("media", ${args});`;
  const id = { form: "<number>", example: "1001" };
  return resourceExamples(code, { name: "OriginGroup", inputs, types: schema.types }, { id });
}

/** Examples with what those in the documentation lack: enumerations and settings that are not secret. */
export const furtherExamples = examplesOf(`{
  name: config.require("name"),
  proxyNextUpstream: ["error", "http_403"],
  onDestroy: "retain",
  sources: [{ config: { s3Type: "other", s3BucketName: "yes", s3AccessKeyId: config.requireSecret("key") } }],
}`);
