// @ts-check
"use strict";

const { startEmulator } = require("edgecloud-emulator");
const { Meter } = require("./meter");

/** @type {import("edgecloud-emulator").Emulator} */
let emulator;
/** @type {Meter} */
let meter;

/** @type {Record<string, (argument: any) => unknown>} */
const questions = {
  async start(options) {
    emulator = await startEmulator(options);
    meter = new Meter(Number(new URL(emulator.url).port));
    return emulator.url;
  },
  addFault: (fault) => void emulator.addFault(fault),
  faultsHit: () => emulator.faults().reduce((sum, { times, timesLeft }) => sum + times - timesLeft, 0),
  setRateLimit: (limit) => emulator.setRateLimit(limit),
  objects: () => emulator.state().originGroups.length + emulator.state().functions.length,
  traffic: () => meter.traffic(emulator.state().tasks),
};

process.on("message", async (/** @type {{ number: number, method: string, argument: unknown }} */ question) => {
  const { number, method, argument } = question;
  try {
    process.send?.({ number, result: await questions[method]?.(argument) });
  } catch (error) {
    process.send?.({ number, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit());
