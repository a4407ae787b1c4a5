// @ts-check
"use strict";

/** Loaded into the host by NODE_OPTIONS: on SIGUSR2 its wall clock is set an hour forward, as by a time server. */
const HOUR_MS = 3_600_000;

const RealDate = Date;
let aheadMs = 0;
process.on("SIGUSR2", () => (aheadMs += HOUR_MS));

/** @type {any} */
const SetDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now() + aheadMs], newTarget),
  get: (target, key, receiver) => (key === "now" ? () => target.now() + aheadMs : Reflect.get(target, key, receiver)),
});
globalThis.Date = SetDate;
