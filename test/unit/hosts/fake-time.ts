import { performance } from "node:perf_hooks";
import { systemClock, type Clock } from "../../../provider/api/transport/stop";

/** A clock without jitter, to be used with `useFakeTime`. */
export const steadyClock: Clock = {
  ...systemClock,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => 1,
};

/** From now on time passes only as `jest.advanceTimersByTimeAsync` lets it, for timers and for `performance`. */
export function useFakeTime(): void {
  jest.useFakeTimers();
  const start = Date.now();
  // Jest replaces the global object of this name, not the one that Node's module has.
  jest.spyOn(performance, "now").mockImplementation(() => Date.now() - start);
}

export function useRealTime(): void {
  jest.restoreAllMocks();
  jest.useRealTimers();
}
