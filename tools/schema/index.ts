import fs from "node:fs";
import path from "node:path";
import type ts from "typescript";
import type * as Naming from "../../provider/api/calls/naming";
import type * as Config from "../../provider/config/config";
import type * as DataSources from "../../provider/core/data-source";
import type { Traits } from "../../provider/core/traits";
import { ROOT } from "../paths";
import { describeArguments, describeResult } from "./data-sources";
import { addExamples, type Documented, type Translations } from "./examples";
import { findIntegers } from "./integers";
import { describePackage } from "./package";
import { Prose } from "./prose";
import { describeSettings } from "./provider";
import { describeInputs, describeOutputs } from "./resources";
import { toToken, type FunctionSpec, type MembersSpec, type PackageSpec, type ResourceSpec } from "./spec";
import { readSurface, type DataSource, type Resource, type Surface } from "./surface";
import { Types } from "./type-specs";

/** Loads a module of the provider by its path below `provider/`, without extension. */
export type Load = (module: string) => Record<string, unknown>;

/** Translates the examples, which need the schema without them. */
export type Translate = (schema: PackageSpec) => Translations;

const PROVIDER = path.join(ROOT, "provider");

/** Where the schema is checked in. */
export const SCHEMA_FILE = path.join(PROVIDER, "schema.json");

/** A resource with what was found out about it so far. */
interface DescribedResource extends Resource {
  readonly traits: Traits;
  readonly inputs: Required<MembersSpec>;
  readonly outputs: Required<MembersSpec>;
}

interface DescribedDataSource extends DataSource {
  readonly inputs: MembersSpec;
  readonly outputs: MembersSpec;
}

/** The schema as it is checked in. */
export function printSchema(load: Load, translate: Translate): string {
  return `${JSON.stringify(generateSchema(load, translate), undefined, 2)}\n`;
}

/** Derives the package schema, which other languages see, from types, their documentation, zod schemas and traits. */
export function generateSchema(load: Load, translate: Translate): PackageSpec {
  const surface = readSurface();
  const withTraits = surface.resources.map((resource) => ({ ...resource, traits: loadTraits(load, resource) }));
  const onlyOfPrograms = withTraits.flatMap(({ traits }) => Object.keys(traits.textFiles ?? {}));
  const prose = new Prose(surface.checker, [...surface.foreign, ...onlyOfPrograms]);
  const types = new Types(surface.checker, prose, findIntegerProperties(load, surface));

  // All arguments first: an output may be of the type of an argument.
  const withInputs = withTraits.map((one) => ({ ...one, inputs: describeInputs(types, one, one.traits) }));
  const withArguments = surface.dataSources.map((one) => ({ ...one, inputs: describeArguments(types, one) }));
  const { toEnvironmentName } = load("config/config") as typeof Config;
  const variables = describeSettings(types, surface.provider, toEnvironmentName);

  const { deriveResultName } = load("core/data-source") as typeof DataSources;
  const dataSources = withArguments.map((one) => ({ ...one, outputs: describeResult(types, one, deriveResultName) }));
  const resources = withInputs.map((one) => ({
    ...one,
    outputs: describeOutputs(types, one, one.traits, one.inputs.properties),
  }));
  const named = sortByName(types.listNamed().map(([name, spec]) => [toToken(name), spec]));

  const schema: PackageSpec = {
    ...describePackage(readManifest()),
    config: { variables },
    types: named,
    provider: { description: prose.describe(surface.provider.symbol), inputProperties: variables },
    resources: sortByName(resources.map((one) => [toToken(one.name), toResourceSpec(one, prose)])),
    functions: sortByName(dataSources.map((one) => [toToken(one.name), toFunctionSpec(one, prose)])),
  };
  addExamples(schema, translate(schema), listDocumented(resources, dataSources, prose));
  return schema;
}

function toResourceSpec(resource: DescribedResource, prose: Prose): ResourceSpec {
  const { name, symbol, inputs, outputs } = resource;
  return {
    description: prose.describe(symbol),
    ...outputs,
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    aliases: [{ type: `pulumi-nodejs:dynamic/edgecloud:${name}` }],
  };
}

function toFunctionSpec({ symbol, inputs, outputs }: DescribedDataSource, prose: Prose): FunctionSpec {
  return { description: prose.describe(symbol), inputs, outputs };
}

function listDocumented(
  resources: readonly DescribedResource[],
  dataSources: readonly DataSource[],
  prose: Prose,
): Documented[] {
  const readExample = (symbol: ts.Symbol) => prose.readTag(symbol, "example") ?? "";
  return [
    ...resources.map(({ name, symbol, traits }) => ({ name, uses: name, code: readExample(symbol), id: traits.id })),
    ...dataSources.map(({ name, outputForm }) => ({ name, uses: outputForm.name, code: readExample(outputForm) })),
  ];
}

function findIntegerProperties(load: Load, { resources }: Surface): (property: string) => boolean {
  const { configSchema } = load("config/config") as typeof Config;
  const args = resources.map(({ folder }) => load(`${folder}/schema`).argsSchema);
  const endpoints = fs.readdirSync(path.join(PROVIDER, "api/calls")).map((file) => file.replace(/\.ts$/, ""));
  const answers = endpoints.flatMap((endpoint) => Object.values(load(`api/calls/${endpoint}`)));
  const { camelCase } = load("api/calls/naming") as typeof Naming;
  return findIntegers([configSchema, ...args], answers, camelCase);
}

function loadTraits(load: Load, { folder }: Resource): Traits {
  return load(`${folder}/traits`).traits as Traits;
}

function readManifest(): Parameters<typeof describePackage>[0] {
  const text = fs.readFileSync(path.join(PROVIDER, "package.json"), "utf8");
  return JSON.parse(text) as Parameters<typeof describePackage>[0];
}

function sortByName<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
