import type { ConfigKey } from "../../provider/config/config";
import { joinTexts } from "./prose";
import type { PropertySpec } from "./spec";
import type { Surface } from "./surface";
import type { Types } from "./type-specs";

/**
 * Describes the settings of a connection, for the configuration of a stack and for an explicit provider.
 *
 * No setting names its environment variable to the SDKs: these would read it in the program and give it to the engine,
 * which writes it into the state, even the key. The plugin reads it itself.
 */
export function describeSettings(
  types: Types,
  { args }: Surface["provider"],
  toEnvironmentName: (key: ConfigKey) => string,
): Record<string, PropertySpec> {
  const { properties } = types.objects.describeMembers(args, {
    owner: "Provider",
    isOutput: false,
    secrets: new Set(["apiKey"]),
  });
  const entries = Object.entries(properties).map(([key, { description, ...spec }]): [string, PropertySpec] => {
    const fallback = `If it is missing, the environment variable \`${toEnvironmentName(key as ConfigKey)}\` is used.`;
    const [text, preset] = description?.split(/(?= Default: )/) ?? [];
    return [key, { ...spec, description: joinTexts(text, fallback, preset?.trim()) }];
  });
  return Object.fromEntries(entries);
}
