import { performance } from "node:perf_hooks";
import type { Notify, Wait, Waits } from "../../core/waits";
import { displayLimits } from "../wait-display";

/** Only this many waits also read the status of their object. */
const maxShownWaits = displayLimits.waitsInLine;

/**
 * Shows each wait in the row of its own resource: `BUILDING task 3f2a RUNNING 14 s`. Without a terminal each line stays
 * on the screen, so one is printed only if the state has changed.
 */
export class RowDisplay {
  private readonly waits = new Set<object>();

  constructor(private readonly isLive: () => boolean) {}

  /** The waits of an operation, shown in its row by `notify`. */
  createWaits(notify: Notify): Waits {
    const { waits } = this;
    return {
      get count() {
        return waits.size;
      },
      track: (_noun, _name, work) => this.trackWait(notify, work),
    };
  }

  private async trackWait<Result>(notify: Notify, work: (wait: Wait) => Promise<Result>): Promise<Result> {
    const own = {};
    const since = performance.now();
    const showSeconds = (state: string) => notify(`${state} ${Math.floor((performance.now() - since) / 1000)} s`);
    const row = new Row(showSeconds, () => notify(""), this.isLive());
    const begin = () => void this.waits.add(own);
    try {
      return await work({
        begin,
        show: (state) => {
          begin();
          row.show(state);
        },
        isShown: () => this.isAmongFirst(own),
      });
    } finally {
      row.end();
      this.waits.delete(own);
    }
  }

  private isAmongFirst(own: object): boolean {
    const first = [...this.waits].slice(0, maxShownWaits);
    return first.includes(own) || first.length < maxShownWaits;
  }
}

/** One row, whose lines are at least a second apart. */
class Row {
  private state = "";
  private shown = "";
  private shownAt = -Infinity;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly notify: Notify,
    private readonly clear: () => void,
    private readonly isLive: boolean,
  ) {}

  show(state: string): void {
    this.state = state;
    const leftMs = this.shownAt + displayLimits.linesApartMs - performance.now();
    this.timer ??= setTimeout(() => this.draw(), Math.max(leftMs, 0)).unref();
  }

  /** Clears the row, which then shows how the operation has ended. */
  end(): void {
    clearTimeout(this.timer);
    if (this.isLive && this.shown !== "") {
      this.clear();
    }
  }

  private draw(): void {
    this.timer = undefined;
    if (this.isLive || this.state !== this.shown) {
      this.shown = this.state;
      this.shownAt = performance.now();
      this.notify(this.state);
    }
  }
}
