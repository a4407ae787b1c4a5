import { z } from "zod";
import { parseInput } from "./invalid-input";

// A year is more than any task runs, and keeps all dates valid.
const advance = z
  .number()
  .int()
  .min(0)
  .max(366 * 24 * 3_600_000);

const advanceSchema = z.strictObject({ advanceMs: advance });

/** The clock's key of a seed. */
export const clockSeedShape = { clock: z.strictObject({ advancedMs: advance.default(0) }).optional() };

/** The clock's part of the state. */
export interface ClockState {
  readonly clock: { readonly advancedMs: number };
}

/** Reads the body of the control call that advances the clock; throws an `InvalidInputError`. */
export function parseAdvance(value: unknown): number {
  return parseInput(advanceSchema, value, "clock").advanceMs;
}

/** The emulator's clock: real time plus what tests have advanced it by. */
export class Clock {
  private advancedMs = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.advancedMs;
  }

  /** Moves the clock forward; throws an `InvalidInputError` beyond a year. */
  advance(advanceMs: number): void {
    this.advancedMs = parseInput(advance, this.advancedMs + parseAdvance({ advanceMs }), "clock");
  }

  /** Returns the function that applies the clock's key of a seed. */
  prepareSeed({ clock }: { clock?: { advancedMs: number } | undefined }, mode: "add" | "replace"): () => void {
    const advancedMs = clock?.advancedMs ?? (mode === "add" ? this.advancedMs : 0);
    return () => {
      this.advancedMs = advancedMs;
    };
  }

  /** How far the clock is ahead of real time. */
  exportState(): ClockState {
    return { clock: { advancedMs: this.advancedMs } };
  }
}
