import { performance } from "node:perf_hooks";
import type { Notify, Wait, Waits } from "../core/handler";

export interface ShownWait {
  noun: string;
  name: string;
  /** When the wait began, as a time of `performance.now()`. */
  since: number;
  /** Why it goes on, such as `is still there`; empty while there is nothing to show. */
  state: string;
}

const limits = { linesApartMs: 1_000, slowDownsApartMs: 5_000, waitsInLine: 5 } as const;

/**
 * Shows in one line what operations wait for. Pulumi cuts a row at the edge of the terminal, so the important part
 * comes first. Without a terminal, each line stays in the output, so a line that only counts seconds is not printed.
 */
export class WaitDisplay implements Waits {
  private readonly waits = new Set<ShownWait>();
  private isShown = false;
  private shownAt = -Infinity;
  private shownStates = "";
  private slowDown = { untilMs: -Infinity, isPrinted: false };
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly showLine: Notify,
    /** Whether a line replaces the one before it, as in a terminal. */
    private readonly isLive: () => boolean,
    /** Several displays can share this set. */
    readonly all = new Set<ShownWait>(),
  ) {}

  async track<Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>): Promise<Result> {
    const wait: ShownWait = { noun, name, since: performance.now(), state: "" };
    // True once `work` has ended, so that a late `begin` or `show` does not add the wait again.
    let isOver = false;
    const begin = () => {
      if (!isOver) {
        this.waits.add(wait);
        this.all.add(wait);
      }
    };
    const show = (state: string) => {
      wait.state = state;
      begin();
      this.refresh();
    };
    try {
      return await work({ begin, show });
    } finally {
      isOver = true;
      this.waits.delete(wait);
      this.all.delete(wait);
      if (this.waits.size === 0) {
        this.clear();
      }
      this.refresh();
    }
  }

  /** Shows that the platform slows calls down until `untilMs`, a time of `performance.now()`. */
  showSlowDown(untilMs: number): void {
    const { untilMs: earlierMs, isPrinted } = this.slowDown;
    const isNew = performance.now() - earlierMs >= limits.slowDownsApartMs;
    this.slowDown = { untilMs, isPrinted: isPrinted && !isNew };
    this.refresh();
  }

  private refresh(): void {
    const leftMs = this.shownAt + limits.linesApartMs - performance.now();
    // The display must not keep the process alive.
    this.timer ??= setTimeout(() => this.draw(), Math.max(leftMs, 0)).unref();
  }

  /** An empty text clears the row. Pulumi then shows its own text there, such as how an operation has ended. */
  private clear(): void {
    if (this.isShown && this.isLive()) {
      this.isShown = false;
      this.showLine("");
    }
  }

  private draw(): void {
    this.timer = undefined;
    const isLive = this.isLive();
    const waits = [...this.waits].filter(({ state }) => state !== "");
    const currentStates = JSON.stringify(waits.map(({ noun, name, state }) => [noun, name, state]));
    const showsWaits = waits.length > 0 && (isLive || currentStates !== this.shownStates);
    this.shownStates = currentStates;
    const isSlow = this.slowDown.untilMs > performance.now();
    const slowDown = isSlow && (isLive || !this.slowDown.isPrinted) ? this.slowDown : undefined;
    if (!showsWaits && !slowDown) {
      if (waits.length === 0) {
        this.clear();
      }
      return;
    }
    const now = performance.now();
    this.shownAt = now;
    this.isShown = true;
    const shown = waits
      .slice(0, limits.waitsInLine)
      .map(({ noun, name, since, state }) => `${Math.floor((now - since) / 1000)} s ${state}: ${noun} ${name}`);
    const more = waits.length > shown.length ? [`${waits.length - shown.length} more`] : [];
    const states = [...shown, ...more].join(" · ");
    if (!slowDown) {
      return this.showLine(states);
    }
    const seconds = Math.max(Math.ceil((slowDown.untilMs - now) / 1000), 1);
    this.showLine([`slowed down by the platform, ${seconds} s`, states].filter(Boolean).join("; "));
    slowDown.isPrinted = true;
    // In a terminal, this counts the remaining seconds down.
    this.refresh();
  }
}
