import type { Clock } from "../../../provider/api/transport/stop";

/** A clock on which sleeping takes no time; `slept` has the milliseconds of each sleep. */
export function fakeClock(random = () => 1): Clock & { slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    random,
  };
}
