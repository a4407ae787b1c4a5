import { load } from "js-yaml";
import { read } from "../../documents/pages";
import { problemsIn } from "../../documents/typescript-problems";
import { programIn, schema } from "./package-schema";

const languages = ["typescript", "python", "go", "yaml"];

const functions = Object.entries(schema.functions).map(([token, { description, inputs, outputs }]) => ({
  name: token.replace("edgecloud:index:", ""),
  example: (language: string) => programIn(description, language),
  inputs: Object.keys(inputs.properties),
  outputs: Object.keys(outputs.properties),
}));

const resources = Object.entries(schema.resources).map(([token, spec]) => ({
  name: token.replace("edgecloud:index:", ""),
  example: (language: string) => programIn(spec.description, language),
  inputs: Object.keys(spec.inputProperties),
  required: spec.requiredInputs ?? [],
}));

test("the examples in TypeScript are programs", () => {
  const programs = [...resources, ...functions].map(({ name, example }) => [`${name}.ts`, example("typescript")]);
  expect(problemsIn(Object.fromEntries(programs) as Record<string, string>)).toEqual([]);
  expect(problemsIn({ "wrong.ts": 'import { OriginGroups } from "pulumi-edgecloud/plugin";' })).toHaveLength(1);
});

test.each(resources)("the example of $name has all required arguments in YAML", ({ example, inputs, required }) => {
  const names = [...example("yaml").matchAll(/^ {6}(\w+):/gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => !inputs.includes(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(required));
});

test("each language reads a file in its own way, and a secret comes from the configuration", () => {
  const { example } = resources.find(({ name }) => name === "CloudFunction") ?? { example: () => "" };
  expect(example("typescript")).toContain('codePath: "functions/resize.go"');
  expect(example("yaml")).toContain("code:\n        fn::readFile: functions/resize.go");
  expect(example("python")).toContain('code=Path("functions/resize.go").read_text()');
  expect(example("go")).toContain('os.ReadFile("functions/resize.go")');
  expect(example("yaml")).toMatch(/^config:\n {2}token:\n {4}type: string\n {4}secret: true\n[^]*TOKEN: \$\{token\}$/);
  expect(example("python")).toContain('"TOKEN": config.require_secret("token")');
  expect(example("go")).toContain('cfg.RequireSecret("token")');
});

test("every resource and data source has an example in each language", () => {
  const missing = [...resources, ...functions].flatMap(({ name, example }) =>
    languages
      .filter((language) => example(language).startsWith("no example"))
      .map((language) => `${name}: ${language}`),
  );
  expect(missing).toEqual([]);
});

test.each(functions)("the example of $name in YAML calls it with its arguments and exports its result", (source) => {
  const { variables, outputs } = load(source.example("yaml")) as {
    variables: Record<string, { "fn::invoke": { function: string; arguments: object } }>;
    outputs: Record<string, string>;
  };
  const [[variable, invoke] = ["", undefined]] = Object.entries(variables);
  expect(invoke?.["fn::invoke"].function).toBe(`edgecloud:${source.name}`);
  expect(source.inputs).toEqual(expect.arrayContaining(Object.keys(invoke?.["fn::invoke"].arguments ?? {})));
  const [, exported, property] = /^\$\{(\w+)\.(\w+)\}$/.exec(Object.values(outputs).join()) ?? [];
  expect([exported, source.outputs.includes(property ?? "")]).toEqual([variable, true]);
});

test("avoids keywords of Python and name clashes in Go", () => {
  const exampleOf = (name: string) => functions.find((one) => one.name === name)?.example ?? (() => "");
  expect(exampleOf("getTranscodingDuration")("python")).toContain('\n    from_="2026-10-01T00:00:00Z",\n');
  expect(exampleOf("getOriginGroup")("go")).toContain("edgecloud.LookupOriginGroupOutput(ctx, ");
  expect(exampleOf("getOriginGroups")("go")).toContain("edgecloud.GetOriginGroupsOutput(ctx, ");
});

test("every resource says how it is imported, as the page does", () => {
  const commands = Object.values(schema.resources).map(({ description }) => programIn(description, "sh"));
  const onPage = /```sh\n(pulumi import [^`]*)```/.exec(read("docs/adopt.md"))?.[1]?.trim().split("\n");
  expect(commands.map(formOf).sort()).toEqual(onPage?.map(formOf).sort());
  const imports = Object.values(schema.resources).filter(({ description }) => /^## Import$/m.test(description ?? ""));
  expect(imports).toHaveLength(commands.length);
});

/** The command with the parts of the ID counted, which are those of the demo on the page. */
function formOf(command: string | undefined): string {
  const [, , type, , id = ""] = (command ?? "").split(" ");
  return `${type}: ${id.split("/").length} parts`;
}
