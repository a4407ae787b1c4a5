import { performance } from "node:perf_hooks";
import { systemClock, type Clock } from "../../../provider/api/transport/stop";

/** A clock without jitter, to be used with `useFakeTime`. */
export const steadyClock: Clock = {
  ...systemClock,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => 1,
};

type FakeTimes = Parameters<typeof jest.useFakeTimers>[0];

/** For tests with real sockets, which need these, and whose servers write at intervals. */
export const besideSockets: FakeTimes = {
  doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "setInterval", "clearInterval"],
};

/** From now on time passes only as `jest.advanceTimersByTime` or `…Async` lets it, for timers and for `performance`. */
export function useFakeTime(times: FakeTimes = {}): void {
  jest.useFakeTimers(times);
  const start = Date.now();
  // Jest replaces the global object of this name, not the one that Node's module has.
  jest.spyOn(performance, "now").mockImplementation(() => Date.now() - start);
}

export function useRealTime(): void {
  jest.restoreAllMocks();
  jest.useRealTimers();
}
