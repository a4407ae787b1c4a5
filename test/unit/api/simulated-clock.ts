import type { Clock } from "../../../provider/api/transport/stop";

/** A clock for many concurrent sleeps: time passes only in `run`, from one wake-up to the next. */
export class SimulatedClock implements Clock {
  private time = 0;
  private sleepers: { at: number; wake: () => void }[] = [];

  constructor(readonly random: () => number = () => 0.5) {}

  now = () => this.time;

  sleep = (ms: number) =>
    new Promise<void>((wake) => {
      this.sleepers.push({ at: this.time + Math.max(ms, 0), wake });
    });

  /** Lets time pass until no sleep is left, or up to the given time. */
  async run(untilMs = Infinity): Promise<void> {
    for (await settled(); ; await settled()) {
      const next = this.sleepers.reduce((first, { at }) => Math.min(first, at), Infinity);
      if (next === Infinity || next > untilMs) {
        return;
      }
      this.time = Math.max(this.time, next);
      const woken = this.sleepers.filter(({ at }) => at <= next);
      this.sleepers = this.sleepers.filter(({ at }) => at > next);
      woken.forEach(({ wake }) => wake());
    }
  }
}

/** Lets everything finish that needs no time. */
function settled(): Promise<void> {
  return new Promise(setImmediate);
}
