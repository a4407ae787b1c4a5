import type { Engine } from "../../../tools/engine";

/** The engine that `prepare-engine.js` found before the tests started, and the folder of the stack that it made. */
export const { template, ...engine } = JSON.parse(process.env.TEST_ENGINE ?? "{}") as Engine & { template: string };
