import type { Engine } from "../../../tools/engine";

/** The same engine behind a script that notes each call. */
export function countCalls(engine: Engine, name: string, launcher?: string): Engine;
