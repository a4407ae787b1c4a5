import fs from "node:fs";
import path from "node:path";
import type * as Naming from "../../provider/api/calls/naming";
import type * as Config from "../../provider/config/config";
import type { Traits } from "../../provider/core/traits";
import type * as Sources from "../../provider/data";
import type * as Handlers from "../../provider/resources";
import { addExamples, type Translations } from "./examples";
import { findIntegers } from "./integers";
import {
  describeArguments,
  describeInputs,
  describeOutputs,
  describeResult,
  describeSettings,
  type DataSource,
  type Resource,
} from "./members";
import { describePackage } from "./package";
import { Prose } from "./prose";
import { toToken, type PackageSpec } from "./spec";
import { PROVIDER, Surface, type Export } from "./surface";
import { Translator } from "./translator";

/** Loads a module of the provider by its path below `provider/`, without extension. */
export type Load = (module: string) => Record<string, unknown>;

/** Translates the examples, which need the schema without them. */
export type Translate = (schema: PackageSpec) => Translations;

/** Where the schema is checked in. */
export const SCHEMA_FILE = path.join(PROVIDER, "schema.json");

/** The schema as it is checked in. */
export function printSchema(load: Load, translate: Translate): string {
  return `${JSON.stringify(generateSchema(load, translate), undefined, 2)}\n`;
}

/** Derives the package schema, which other languages see, from types, their documentation, zod schemas and traits. */
function generateSchema(load: Load, translate: Translate): PackageSpec {
  const surface = new Surface();
  const { resources, dataSources } = listServed(load, surface);
  const provider = surface.find("Provider");
  const served = ["Provider", ...[...resources, ...dataSources].map(({ name }) => name)];
  const onlyOfPrograms = [
    ...surface.listValueNames().filter((name) => !served.includes(name)),
    ...resources.flatMap(({ traits }) => Object.keys(traits.textFiles ?? {})),
  ];
  const prose = new Prose(surface.checker, new Set(onlyOfPrograms));
  const types = new Translator(surface, prose, findIntegerProperties(load));
  const { toEnvironmentName } = load("config/config") as typeof Config;

  // All arguments first: an output may be of the type of an argument.
  const withInputs = resources.map((one) => ({ ...one, inputs: describeInputs(types, one) }));
  const withArguments = dataSources.map((one) => ({ ...one, inputs: describeArguments(types, one) }));
  const variables = describeSettings(types, provider, toEnvironmentName);
  const describedResources = withInputs.map(({ inputs, ...one }) => ({
    ...one,
    spec: {
      description: prose.describe(one.symbol),
      ...describeOutputs(types, one, inputs),
      inputProperties: inputs.properties,
      requiredInputs: inputs.required,
      aliases: [{ type: `pulumi-nodejs:dynamic/edgecloud:${one.name}` }],
    },
  }));
  const describedSources = withArguments.map(({ inputs, ...one }) => {
    const outputs = describeResult(types, one);
    return { ...one, spec: { description: prose.describe(one.symbol), inputs, outputs } };
  });

  const schema: PackageSpec = {
    ...describePackage(),
    config: { variables },
    types: sortByToken(types.list()),
    provider: { description: prose.describe(provider.symbol), inputProperties: variables },
    resources: sortByToken(describedResources),
    functions: sortByToken(describedSources),
  };
  const readExample = ({ symbol }: Export) => ({ uses: symbol.name, code: prose.readTag(symbol, "example") });
  const documented = [
    ...describedResources.map((one) => ({ ...one, ...readExample(one), id: one.traits.id })),
    ...describedSources.map((one) => ({ ...one, ...readExample(one.outputForm) })),
  ];
  addExamples(documented, translate(schema));
  return schema;
}

/** The resources and data sources that hosts serve. */
function listServed(load: Load, surface: Surface): { resources: Resource[]; dataSources: DataSource[] } {
  const handlers = (load("resources/index") as typeof Handlers).resources;
  const sources = (load("data/index") as typeof Sources).dataSources;
  return {
    resources: Object.entries<{ traits: Traits }>(handlers).map(([name, { traits }]) => {
      return { ...surface.find(name), name, traits };
    }),
    dataSources: Object.values(sources).map(({ name, resultName }) => {
      return { ...surface.find(name), name, resultName, outputForm: surface.find(`${name}Output`) };
    }),
  };
}

function findIntegerProperties(load: Load): (property: string) => boolean {
  const { configSchema } = load("config/config") as typeof Config;
  const { camelCase } = load("api/calls/naming") as typeof Naming;
  const { resources } = load("resources/index") as typeof Handlers;
  const args = Object.values(resources).map((resource) => resource.args);
  const endpoints = fs.readdirSync(path.join(PROVIDER, "api/calls")).map((file) => file.replace(/\.ts$/, ""));
  const answers = endpoints.flatMap((endpoint) => Object.values(load(`api/calls/${endpoint}`)));
  return findIntegers([configSchema, ...args], answers, camelCase);
}

/** The specs by token, sorted so that the order of the sources changes nothing. */
function sortByToken<T>(described: readonly { readonly name: string; readonly spec: T }[]): Record<string, T> {
  const entries = described.map(({ name, spec }) => [toToken(name), spec] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
