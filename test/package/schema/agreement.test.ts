import type { z } from "zod";
import { traits as groupTraits } from "../../../provider/resources/origin-group/traits";
import { configSchema } from "../../../provider/config/config";
import { dataSources } from "../../../provider/data";
import type { FunctionSpec, PropertySpec, ResourceSpec, TypeSpec } from "../../../tools/schema/spec";
import { resourceList } from "../../unit/resource-list";
import { named, schema } from "./package-schema";

const resource = (name: string) => schema.resources[`edgecloud:index:${name}`] as ResourceSpec;
const sorted = (names: Iterable<string>) => [...names].sort();
const having = (properties: Record<string, PropertySpec>, flag: (spec: PropertySpec) => unknown) =>
  sorted(Object.keys(properties).filter((name) => flag(properties[name] as PropertySpec)));

/** A type of the schema in a short form that a zod schema can be converted to, too. */
function shapeOfSpec(spec: TypeSpec): unknown {
  const type = named(spec);
  if (type?.enum) {
    return sorted(type.enum.map(({ value }) => value));
  }
  if (type?.properties) {
    const entries = Object.entries(type.properties).map(([name, member]) => [name, shapeOfSpec(member)]);
    return Object.fromEntries(entries);
  }
  if (spec.items) {
    return { items: shapeOfSpec(spec.items) };
  }
  return spec.additionalProperties ? { values: shapeOfSpec(spec.additionalProperties) } : (spec.type ?? "any");
}

/** The same form of the zod schema for the arguments of a program. */
function shapeOfZod(schema: z.ZodType): unknown {
  const { def } = schema as unknown as { def: { type: string; format?: string } & Record<string, z.ZodType> };
  const checks = (def as unknown as { checks?: { def?: { format?: string } }[] }).checks ?? [];
  switch (def.type) {
    case "optional":
    case "nullable":
      return shapeOfZod(def.innerType as z.ZodType);
    case "object":
      return Object.fromEntries(
        Object.entries((schema as z.ZodObject).shape).map(([name, member]) => [name, shapeOfZod(member as z.ZodType)]),
      );
    case "array":
      return { items: shapeOfZod(def.element as z.ZodType) };
    case "record":
      return { values: shapeOfZod(def.valueType as z.ZodType) };
    case "enum":
      return sorted(Object.values((schema as z.ZodEnum).enum).map(String));
    case "number":
      return [def, ...checks.map((check) => check.def)].some((one) => one?.format === "safeint") ? "integer" : "number";
    case "unknown":
      return "any";
    default:
      return def.type;
  }
}

function neededBy({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
}

describe.each(resourceList)("$name", ({ name, argsSchema: args, traits }) => {
  const { inputProperties, requiredInputs, properties = {}, required = [], aliases } = resource(name);

  test("has the zod schema's arguments, with the same types and enumerations", () => {
    const entries = Object.entries(inputProperties).map(([key, spec]) => [key, shapeOfSpec(spec)]);
    expect(Object.fromEntries(entries)).toEqual(shapeOfZod(args));
  });

  test("requires what the zod schema requires, and what programs can only give as a file", () => {
    const ofFiles = Object.values(traits.textFiles ?? {});
    expect(sorted(requiredInputs ?? [])).toEqual(sorted([...neededBy(args), ...ofFiles]));
  });

  test("has the outputs of the traits", () => {
    const outputs = new Set([...traits.returned, ...Object.keys(traits.computed)]);
    expect(sorted(Object.keys(properties))).toEqual(sorted(outputs));
    expect(required.filter((key) => !(key in properties))).toEqual([]);
  });

  test("marks the arguments that the traits name as deprecated or replacing", () => {
    const deprecated = having(inputProperties, (spec) => spec.deprecationMessage);
    expect(deprecated).toEqual(sorted(Object.keys(traits.deprecated ?? {})));
    const replacing = having(inputProperties, (spec) => spec.replaceOnChanges ?? spec.willReplaceOnChanges);
    expect(replacing).toEqual(sorted(traits.replacedBy));
  });

  test("is the resource of the dynamic provider", () => {
    expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/edgecloud:${name}` }]);
  });
});

test("all data sources are in the schema", () => {
  const tokens = Object.keys(dataSources).map((name) => `edgecloud:index:${name}`);
  expect(sorted(Object.keys(schema.functions))).toEqual(sorted(tokens));
});

test.each(Object.entries(dataSources))("%s has the arguments that the zod schema takes", (name, { args }) => {
  const { inputs } = schema.functions[`edgecloud:index:${name}`] as FunctionSpec;
  const entries = Object.entries(inputs.properties).map(([key, spec]) => [key, shapeOfSpec(spec)]);
  expect(Object.fromEntries(entries)).toEqual(shapeOfZod(args));
  expect(sorted(inputs.required ?? [])).toEqual(sorted(neededBy(args as unknown as z.ZodObject)));
});

test("leaving out the ID of an adopted group replaces nothing, so no SDK forces a replacement", () => {
  const { originGroupId } = resource("OriginGroup").inputProperties;
  expect(originGroupId).toMatchObject({ willReplaceOnChanges: true });
  expect(originGroupId).not.toHaveProperty("replaceOnChanges");
});

/** A type with all types that are in it. */
function typesIn(spec: TypeSpec): TypeSpec[] {
  const inside = [spec.items, spec.additionalProperties, ...Object.values(named(spec)?.properties ?? {})];
  return [spec, ...inside.flatMap((one) => (one ? typesIn(one) : []))];
}

test("no output is an enumeration, which YAML does not accept as an argument", () => {
  const outputs = [
    ...Object.values(schema.resources).map(({ properties }) => properties),
    ...Object.values(schema.functions).map((spec) => spec.outputs?.properties),
  ].flatMap((properties) => Object.values(properties ?? {}));
  expect(outputs.length).toBeGreaterThan(100);
  expect(outputs.flatMap(typesIn).filter((spec) => named(spec)?.enum)).toEqual([]);
  const { properties: group = {} } = resource("OriginGroup");
  expect(group.onDestroy?.description).toMatch(/ Known values: `delete`, `restore` and `retain`\.$/);
  expect(group.proxyNextUpstream?.description).toMatch(/ Known values: `error`, .* and `timeout`\.$/);
});

test("credentials are secrets, and arguments only", () => {
  const namesIn = (property: string) =>
    sorted(groupTraits.credentials.filter((at) => at.startsWith(property)).flatMap((at) => at.split(".").slice(-1)));
  const { properties: config = {} } = named({ $ref: "#/types/edgecloud:index:SourceConfig" }) ?? {};
  expect(having(config, (spec) => spec.secret)).toEqual(namesIn("sources"));
  const { inputProperties, properties = {} } = resource("OriginGroup");
  expect(having(named(inputProperties.auth ?? {})?.properties ?? {}, (spec) => spec.secret)).toEqual(namesIn("auth"));
  expect(JSON.stringify([properties.sources, properties.auth].map((spec) => shapeOfSpec(spec ?? {})))).not.toMatch(
    /AccessKeyId|SecretAccessKey/,
  );
});

test("the settings are those of the configuration", () => {
  expect(Object.keys(schema.config.variables)).toEqual(Object.keys(configSchema.shape));
  expect(schema.provider.inputProperties).toEqual(schema.config.variables);
});
