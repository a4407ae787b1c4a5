import type { Engine } from "../../../tools/engine";

/** The engine that `require-engine.js` found before the tests started. */
export const engine = JSON.parse(process.env.TEST_ENGINE ?? "null") as Engine;
