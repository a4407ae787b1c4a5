import { schema, text, textNow } from "./package-schema";

test("the schema is what `npm run schema` writes", () => {
  expect(textNow()).toBe(text);
});

test("every reference leads to a type", () => {
  const names = [...text.matchAll(/"\$ref": "#\/types\/([^"]+)"/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => !(name in schema.types))).toEqual([]);
  expect(Object.keys(schema.types).filter((name) => !names.includes(name))).toEqual([]);
});

test("no description refers to the contract or to TypeScript only", () => {
  const words = /contract|DataSourceError|pulumi\.secret|`codePath`|`Date`|TypeScript/g;
  expect(text.match(words) ?? []).toEqual([]);
  const withoutPrograms = text.replaceAll(/```\w+\\n.*?\\n```/g, "");
  expect(withoutPrograms.length).toBeLessThan(text.length);
  expect(withoutPrograms.match(/\w+Output\b/g) ?? []).toEqual([]);
});

test("every argument of a resource is described", () => {
  const plain = Object.values(schema.resources).flatMap(({ inputProperties }) => Object.entries(inputProperties));
  const nested = ["Source", "SourceConfig", "LegacyAuth", "Autoscaling"].flatMap((name) =>
    Object.entries(schema.types[`edgecloud:index:${name}`]?.properties ?? {}),
  );
  expect(nested).not.toHaveLength(0);
  expect([...plain, ...nested].filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
});

test("the schema names no environment variable, since SDKs would write its value into the state", () => {
  expect(text).not.toContain("defaultInfo");
  expect(schema.provider.inputProperties.apiKey).toMatchObject({ secret: true });
});
