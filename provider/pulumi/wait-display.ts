import { performance } from "node:perf_hooks";
import { engineProgress, hasTerminal, type Say } from "./progress";

/** Shows how a wait stands, in a few words. */
export type Show = (state: string) => void;

interface ShownWait {
  noun: string;
  name: string;
  since: number;
  state: string;
}

export const displayLimits = { linesApartMs: 1_000, waitsInLine: 5 } as const;

/**
 * Shows all waits of the host in one line: `2 functions: resize BUILDING task 3f2a RUNNING 14 s · thumbs task 91bc NEW
 * 3 s`. Lines are at least a second apart. Where there is no terminal each of them stays on the screen, so there is one
 * only if a state has changed.
 */
export class WaitDisplay {
  private readonly waits = new Set<ShownWait>();
  private shownAt = -Infinity;
  private shownStates = "";
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly progress: Say,
    private readonly isLive: () => boolean,
  ) {}

  /** Shows a wait from its first `show` until `work` has ended. */
  async during<Result>(noun: string, name: string, work: (show: Show) => Promise<Result>): Promise<Result> {
    const wait: ShownWait = { noun, name, since: performance.now(), state: "" };
    let isOver = false;
    try {
      return await work((state) => {
        wait.state = state;
        if (!isOver) {
          this.waits.add(wait);
          this.refresh();
        }
      });
    } finally {
      isOver = true;
      this.waits.delete(wait);
      this.refresh();
    }
  }

  private refresh(): void {
    const leftMs = this.shownAt + displayLimits.linesApartMs - performance.now();
    // The display is nothing to keep a process alive for.
    this.timer ??= setTimeout(() => this.draw(), Math.max(leftMs, 0)).unref();
  }

  private draw(): void {
    this.timer = undefined;
    const waits = [...this.waits];
    const states = JSON.stringify(waits.map(({ noun, name, state }) => [noun, name, state]));
    const isNews = states !== this.shownStates;
    this.shownStates = states;
    if (waits.length === 0 || (!isNews && !this.isLive())) {
      return;
    }
    this.shownAt = performance.now();
    this.progress(lineOf(waits, this.shownAt));
  }
}

/** The display of this host. */
export const hostWaits = new WaitDisplay(engineProgress(), hasTerminal);

function lineOf(waits: readonly ShownWait[], now: number): string {
  const nouns = [...new Set(waits.map(({ noun }) => noun))];
  return nouns
    .map((noun) =>
      partOf(
        noun,
        waits.filter((wait) => wait.noun === noun),
        now,
      ),
    )
    .join("; ");
}

/** The waits for one kind of thing, the oldest first. */
function partOf(noun: string, waits: readonly ShownWait[], now: number): string {
  const shown = waits.slice(0, displayLimits.waitsInLine).map(({ name, state, since }) => {
    return `${name} ${state} ${Math.floor((now - since) / 1000)} s`;
  });
  const more = waits.length - shown.length;
  const heading = `${waits.length} ${noun}${waits.length === 1 ? "" : "s"}`;
  return `${heading}: ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(" · ")}`;
}
