import type { Engine } from "../../../tools/engine";

interface Prepared extends Engine {
  template: string;
  secretsProvider: string;
}

/**
 * What `prepare-engine.js` has prepared before the tests started: the engine, the folder of the stack that tests copy,
 * and what keeps the keys of stacks.
 */
export const { template, secretsProvider, ...engine } = JSON.parse(process.env.TEST_ENGINE ?? "{}") as Prepared;
