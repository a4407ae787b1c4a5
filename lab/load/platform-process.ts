import {
  type Emulator,
  type EmulatorOptions,
  type FaultInput,
  type RateLimitInput,
  startEmulator,
} from "edgecloud-emulator";
import { Meter, type Traffic } from "./meter";

let emulator: Emulator;
let meter: Meter;

const handlers = {
  start: async (options: EmulatorOptions): Promise<string> => {
    emulator = await startEmulator(options);
    meter = new Meter(Number(new URL(emulator.url).port));
    return emulator.url;
  },
  addFault: (fault: FaultInput): void => {
    emulator.addFault(fault);
  },
  /** Counts the requests that faults have hit. */
  countFaultHits: (): number => emulator.faults().reduce((sum, { times, timesLeft }) => sum + times - timesLeft, 0),
  setRateLimit: (limit?: RateLimitInput): void => {
    emulator.setRateLimit(limit);
  },
  countObjects: (): number => emulator.state().originGroups.length + emulator.state().functions.length,
  summarizeTraffic: (): Traffic => meter.summarize(emulator.state().tasks),
};

/** What the parent process can call. */
export type Handlers = typeof handlers;

/** A call of the parent, and its answer, which has the same number. */
export interface Call {
  readonly number: number;
  readonly method: keyof Handlers;
  readonly argument?: unknown;
}
export type Answer = { readonly number: number } & ({ readonly result: unknown } | { readonly error: string });

async function answer({ number, method, argument }: Call): Promise<Answer> {
  try {
    const handle = handlers[method] as (argument: unknown) => unknown;
    return { number, result: await handle(argument) };
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (call: Call) => void answer(call).then((answered) => process.send?.(answered)));
process.on("disconnect", () => process.exit());
