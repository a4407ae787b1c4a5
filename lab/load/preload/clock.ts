/** Loaded into the host by NODE_OPTIONS: SIGUSR2 sets its wall clock an hour forward, as a time server might. */
export {};

let aheadMs = 0;
process.on("SIGUSR2", () => (aheadMs += 3_600_000));

globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget): object =>
    Reflect.construct(target, args.length > 0 ? args : [target.now() + aheadMs], newTarget) as object,
  get: (target, key, receiver): unknown =>
    key === "now" ? () => target.now() + aheadMs : Reflect.get(target, key, receiver),
});
