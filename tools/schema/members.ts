import ts from "typescript";
import type { ConfigKey } from "../../provider/config/config";
import type { Traits } from "../../provider/core/traits";
import { describeOutput, joinTexts } from "./prose";
import { capitalize, type MembersSpec, type PropertySpec } from "./spec";
import type { Export } from "./surface";
import type { Translator } from "./translator";
import { unwrapType } from "./unions";

/** A resource that the package exports. */
export interface Resource extends Export {
  readonly name: string;
  readonly traits: Traits;
}

/** A data source that the package exports. */
export interface DataSource extends Export {
  readonly name: string;
  /** The property that holds a result that is no object. */
  readonly resultName: string | undefined;
  /** The function that takes and returns outputs. */
  readonly outputForm: Export;
}

/** Describes the arguments that other languages can give to a resource. */
export function describeInputs(types: Translator, { name, args, traits }: Resource): MembersSpec {
  const { textFiles = {}, deprecated = {}, credentials = [], replacedBy, computed } = traits;
  const secrets = new Set(credentials.map((path) => path.replace(/.*\./, "")));
  const { properties, required = [] } = types.describeObject(args, { owner: name, isOutput: false, secrets });
  for (const [property, spec] of Object.entries(properties)) {
    spec.deprecationMessage = deprecated[property] && `${capitalize(deprecated[property])}.`;
    // SDKs pass `replaceOnChanges` on to the engine, which then replaces at any difference. An argument that is also an
    // output can be left out and still mean the same object, so for it only the documentation mentions the replacement.
    if (replacedBy.includes(property)) {
      spec[property in computed ? "willReplaceOnChanges" : "replaceOnChanges"] = true;
    }
  }
  const kept = Object.entries(properties).filter(([property]) => !(property in textFiles));
  return { properties: Object.fromEntries(kept), required: [...required, ...Object.values(textFiles)] };
}

/** Describes the outputs of a resource. The description of an argument stands in where its output has none. */
export function describeOutputs(
  types: Translator,
  { name, symbol, result }: Resource,
  inputs: MembersSpec,
): MembersSpec {
  const { valueDeclaration } = symbol;
  const members = valueDeclaration && ts.isClassDeclaration(valueDeclaration) ? [...valueDeclaration.members] : [];
  const own = members.filter(ts.isPropertyDeclaration).map((member) => member.name.getText());
  const outputs = types.describeObject(result, { owner: name, isOutput: true }, own);
  for (const [property, spec] of Object.entries(outputs.properties)) {
    spec.description ??= describeOutput(inputs.properties[property]?.description ?? "") || undefined;
  }
  return outputs;
}

/** Describes the arguments of a data source. */
export function describeArguments(types: Translator, { name, args }: DataSource): MembersSpec {
  return types.describeObject(args, { owner: capitalize(name), isOutput: false });
}

/** Describes the result of a data source. For other languages it is always an object. */
export function describeResult(types: Translator, source: DataSource): MembersSpec {
  const { checker } = types;
  // The Output form marks secrets by giving them as outputs of their own.
  const isOutput = (type: ts.Type) => unwrapType(checker, type) !== type;
  const members = unwrapType(checker, source.outputForm.result).getProperties();
  const secrets = members.filter((member) => isOutput(checker.getTypeOfSymbol(member)));
  const names = new Set(secrets.map(({ name }) => name));
  const property = source.resultName ?? "";
  const place = { owner: capitalize(source.name), isOutput: true, secrets: names, property };
  const result = unwrapType(checker, source.result);
  const spec = types.toPlainSpec(result, place);
  return spec ? { properties: { [property]: spec }, required: [property] } : types.describeObject(result, place);
}

/**
 * Describes the settings of a connection, for the configuration of a stack and for an explicit provider.
 *
 * No setting names its environment variable to the SDKs: these would read it in the program and give it to the engine,
 * which writes it into the state, even the key. The plugin reads it itself.
 */
export function describeSettings(
  types: Translator,
  { args }: Export,
  toEnvironmentName: (key: ConfigKey) => string,
): Record<string, PropertySpec> {
  const place = { owner: "Provider", isOutput: false, secrets: new Set(["apiKey"]) };
  const entries = Object.entries(types.describeObject(args, place).properties);
  const settings = entries.map(([key, { description, ...spec }]): [string, PropertySpec] => {
    const fallback = `If it is missing, the environment variable \`${toEnvironmentName(key as ConfigKey)}\` is used.`;
    const [text, preset] = description?.split(/ (?=Default: )/) ?? [];
    return [key, { ...spec, description: joinTexts(text, fallback, preset) }];
  });
  return Object.fromEntries(settings);
}
