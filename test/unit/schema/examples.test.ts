import { problemsIn } from "../../documents/typescript-problems";
import { programIn, schema } from "./package-schema";

const resources = Object.entries(schema.resources).map(([token, spec]) => ({
  name: token.replace("edgecloud:index:", ""),
  example: (language: string) => programIn(spec.description, language),
  inputs: Object.keys(spec.inputProperties),
  required: spec.requiredInputs ?? [],
}));

test("the examples in TypeScript are programs", () => {
  const programs = resources.map(({ name, example }) => [`${name}.ts`, example("typescript")]);
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
