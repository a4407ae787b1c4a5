import type { Engine, Say } from "#tools/engine";
import { formatSeconds } from "#tools/terminal";
import type { HostUsage } from "./host-usage";
import { type Message, quote } from "./messages";
import type { Traffic } from "./meter";
import type { Program } from "./programs";
import type { Ended, Trial } from "./trial";

/** What a row must reach; to converge is always one of its aims. */
export interface Aims {
  /** Most `up`s until everything is there. */
  readonly ups: number;
  /** Most requests for a useful one. */
  readonly ratio?: number;
  /** Most polls a second. */
  readonly peakPolls?: number;
  /** Longest time from the end of a task until it is noticed. */
  readonly noticedMs?: number;
}

/** What was measured in a row. */
export interface Measured {
  /** Resources after the first `up`. */
  readonly created: number;
  readonly needed: number;
  /** Number of `up`s until everything was there; undefined: it never was. */
  readonly ups: number | undefined;
  readonly milliseconds: number;
  readonly traffic: Traffic;
  readonly usage: HostUsage | undefined;
  readonly error: string | undefined;
  /** What else is of interest in this row. */
  readonly notes: readonly string[];
  /** What is wrong, in addition to missed aims. */
  readonly problems: readonly string[];
}

/** A situation, what was measured in it before requests were limited, and how to measure it now. */
export interface Row {
  readonly name: string;
  readonly situation: string;
  readonly before: string;
  readonly aims: Aims;
  /** Throws `NotPossible` if this machine cannot bring the situation about. */
  readonly measure: (engine: Engine, say: Say) => Promise<Measured>;
}

/** A situation that this machine cannot bring about; the message says why. */
export class NotPossible extends Error {}

const MAX_UPS = 5;

interface ConvergeOptions {
  readonly needed: number;
  readonly parallel?: number;
  readonly say: Say;
  /** What is done after each `up`. */
  readonly afterEach?: (count: number) => unknown;
}

/** Runs `up` until everything is there, and measures it. */
export async function converge(
  trial: Trial,
  program: Program,
  { needed, parallel, say, afterEach = () => {} }: ConvergeOptions,
): Promise<Measured & { messages: readonly Message[] }> {
  const ups: Ended[] = [];
  let isThere = false;
  while (!isThere && ups.length < MAX_UPS) {
    const up = await trial.run("up", program, parallel);
    ups.push(up);
    isThere = up.isDone && (await trial.platform.call("countObjects")) === needed;
    say(`  up ${ups.length}: ${up.isDone ? "done" : "failed"}, made ${up.created}, ${formatSeconds(up.milliseconds)}`);
    await afterEach(ups.length);
  }
  const messages = ups.flatMap((up) => up.messages);
  return {
    created: ups[0]?.created ?? 0,
    needed,
    ups: isThere ? ups.length : undefined,
    milliseconds: ups.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    traffic: await trial.platform.call("summarizeTraffic"),
    usage: trial.usage,
    error: quote(messages, ["error"]),
    notes: [],
    problems: [],
    messages,
  };
}
