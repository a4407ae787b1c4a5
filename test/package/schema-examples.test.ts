import { readdirSync } from "node:fs";
import { blocksOf, read } from "../documents/pages";
import { problemsIn } from "../documents/typescript-problems";
import { EXAMPLES, toProgram } from "../../tools/schema/examples";
import { askedInTypeScript, askedInYaml } from "./example-programs";
import { programIn, schema } from "./schema/package-schema";

const languages = ["typescript", "python", "csharp", "go", "yaml"];

const resources = examplesIn(schema.resources);
const functions = examplesIn(schema.functions);

function examplesIn(described: Record<string, { description?: string }>) {
  return Object.entries(described).map(([token, { description }]) => ({
    name: token.replace("edgecloud:index:", ""),
    example: (language: string) => programIn(description, language),
  }));
}

/** The examples of data sources as promises, which only the reference has. */
const promised = functions.map(({ name, example }) => {
  const code = blocksOf(`docs/reference/${name}.md`).find(({ text }) => text.includes(`await ${name}`))?.text ?? "";
  return { name: `${name} as a promise`, example, program: toProgram(code, [name]) };
});

test("the examples in TypeScript are programs", () => {
  const programs = [...resources, ...functions].map(({ name, example }) => [`${name}.ts`, example("typescript")]);
  const modules = promised.map(({ program }, index) => [`${index}.mts`, program]);
  expect(problemsIn(Object.fromEntries([...programs, ...modules]) as Record<string, string>)).toEqual([]);
  expect(problemsIn({ "wrong.ts": 'import { OriginGroups } from "pulumi-edgecloud/plugin";' })).toHaveLength(1);
});

test("every resource and data source has an example in each language, and one program in YAML", () => {
  const missing = [...resources, ...functions].flatMap(({ name, example }) =>
    languages
      .filter((language) => example(language).startsWith("no example"))
      .map((language) => `${name}: ${language}`),
  );
  expect(missing).toEqual([]);
  expect(readdirSync(EXAMPLES).sort()).toEqual([...resources, ...functions].map(({ name }) => `${name}.yaml`).sort());
});

test.each([
  ...[...resources, ...functions].map(({ name, example }) => ({ name, example, program: example("typescript") })),
  ...promised,
])("the example of $name asks for the same in TypeScript as in YAML", async ({ example, program }) => {
  const inYaml = askedInYaml(example("yaml"));
  expect(inYaml).toHaveLength(1);
  expect(await askedInTypeScript(program, inYaml[0]?.inputs.code)).toEqual(inYaml);
});

test("every resource says how it is imported, and the page does as they say", () => {
  const commands = Object.values(schema.resources).map(({ description }) => programIn(description, "sh"));
  const onPage = /```sh\n(pulumi import [^`]*)```/.exec(read("docs/adopt.md"))?.[1]?.trim().split("\n");
  expect(commands.map(formOf)).toEqual(expect.arrayContaining(onPage?.map(formOf) ?? []));
  expect(onPage).toHaveLength(3);
  const imports = Object.values(schema.resources).filter(({ description }) => /^## Import$/m.test(description ?? ""));
  expect(imports).toHaveLength(commands.length);
});

/** The command with the parts of the ID counted, which are those of the demo on the page. */
function formOf(command: string | undefined): string {
  const [, , type, , id = ""] = (command ?? "").split(" ");
  return `${type}: ${id.split("/").length} parts`;
}
