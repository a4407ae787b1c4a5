// @ts-check
"use strict";

const { joined } = require("./prose");

/**
 * The settings of a connection, for the configuration of a stack and for an explicit provider.
 *
 * None of them names its environment variable to the SDKs: those read it in the program and give it to the engine, which
 * writes it into the state, the key too. The plugin reads it itself.
 * @param {import("./type-specs").Types} types
 * @param {import("./surface").Surface["provider"]} provider
 * @param {Record<string, unknown>} config  the provider's module
 */
function settingsOf(types, { args }, config) {
  const { environmentName } = /** @type {{ environmentName: (key: string) => string }} */ (config);
  const { properties } = types.objects.members(args, {
    owner: "Provider",
    isOutput: false,
    secrets: new Set(["apiKey"]),
  });
  const entries = Object.entries(properties).map(([key, { description, ...spec }]) => {
    const fallback = `If it is missing, the environment variable \`${environmentName(key)}\` is used.`;
    const [text, preset] = description?.split(/(?= Default: )/) ?? [];
    return [key, { ...spec, description: joined(text, fallback, preset?.trim()) }];
  });
  return /** @type {Record<string, import("./spec").PropertySpec>} */ (Object.fromEntries(entries));
}

module.exports = { settingsOf };
