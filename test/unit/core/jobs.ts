import { ConflictError, OutcomeUnknownError, PermissionError } from "../../../provider/api/failures/errors";
import { UnavailableError } from "../../../provider/api/failures/errors";
import type { Clock } from "../../../provider/api/transport/stop";
import { reconcile } from "../../../provider/core/reconcile";
import type { Waits } from "../../../provider/core/handler";
import { WaitDisplay } from "../../../provider/hosts/wait-display";
import { fakeClock } from "../api/fake-clock";
import {
  type ApplyResult,
  type Change,
  type Job,
  type UnfinishedOperation,
  type Progress,
  type Step,
} from "../../../provider/core/job";

/** What an observation shows: a word. */
export type Seen = string;
export type Past = Progress<Seen, Change>;
export type Next = Step<Change>;

export const done: Next = { do: "done" };
export const wait = (gracePeriod?: { reason: string; seconds: number; then?: Next }): Next => ({
  do: "wait",
  shown: "is being made",
  gracePeriod,
});
export const send = (kind: Change["kind"], more: { isRepeated?: boolean; busy?: boolean } = {}): Next => ({
  do: "send",
  request: { kind, ...(more.isRepeated && { isRepeated: true }) },
  busy: more.busy,
});

export const create = { kind: "create" } as const;
export const working: UnfinishedOperation = { kind: "update", tasks: ["t-1"] };

/** Waits while something is being made. */
export const untilThere = (seen: Seen): Next => (seen === "there" ? done : wait());

/** Sends until the platform has accepted a change. */
export const sendOnce = (step: Next) => {
  return (_: Seen, { accepted }: Past): Next => (accepted ? done : step);
};

export const lost = new OutcomeUnknownError({ message: "no answer" });
export const refused = new ConflictError({ message: "in use", status: 409 });
export const forbidden = new PermissionError({ message: "no", status: 403 });
export const busy = new UnavailableError({ message: "busy", status: 503 });

/** The error of a job that has not finished, with what it saves. */
export class Kept extends Error {
  constructor(
    readonly error: Error,
    readonly past: Past,
    readonly seen: Seen | undefined,
  ) {
    super(`kept: ${error.message}`);
  }
}

/** What happens to a job; the last of several answers repeats. */
interface Course {
  /** What the observations show, in turn or by the number of requests that were sent and the time. */
  looks?: (Seen | Error)[] | ((sent: number, now: number) => Seen | Error);
  /** The results of the requests. */
  answers?: (ApplyResult<Seen> | Error)[];
  plan: (seen: Seen, past: Past) => Next;
  first?: Change;
  operation?: UnfinishedOperation;
  timeoutSeconds?: number;
  operationSeconds?: number;
  mayPass?: (error: unknown) => boolean;
  clock?: Clock;
  /** Of the fake clock, on which time passes as soon as the job sleeps. */
  random?: () => number;
  /** @default true */
  hasClock?: boolean;
  /** The display of the host. @default one without other waits */
  waits?: Waits;
}

/** Runs a job to its end. */
export async function run({
  looks = ["there"],
  answers = [{}],
  plan,
  mayPass,
  clock,
  random,
  hasClock = true,
  waits = silentDisplay(),
  ...course
}: Course) {
  const time = fakeClock(random);
  const events: string[] = [];
  const lookedAt: number[] = [];
  const lookedFor: (UnfinishedOperation | undefined)[] = [];
  const sent: Change[] = [];
  const job: Job<Seen, Change> = {
    noun: "function",
    name: "resize",
    timeoutSeconds: 60,
    waits,
    clock: hasClock ? (clock ?? time) : undefined,
    ...course,
    observe: (operation) => {
      events.push("look");
      lookedFor.push(operation);
      const turn = typeof looks === "function" ? looks(sent.length, time.now()) : at(looks, lookedAt.length);
      lookedAt.push(time.now());
      return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(turn ?? "there");
    },
    plan,
    apply: (request) => {
      events.push(request.kind);
      const answer = at(answers, sent.push(request) - 1);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? {});
    },
    isTransient: mayPass ?? (() => false),
    explain: (error) => error,
    toPartialFailure: (error, past, seen) => new Kept(error, { ...past }, seen),
  };
  const end: unknown = await reconcile(job).catch((error: unknown) => error);
  return { end, events, lookedAt, lookedFor, sent, slept: time.slept, now: time.now };
}

/** A display that shows nothing. */
export function silentDisplay(): WaitDisplay {
  return new WaitDisplay(
    () => undefined,
    () => false,
  );
}

function at<Turn>(turns: readonly Turn[], index: number): Turn | undefined {
  return turns[Math.min(index, turns.length - 1)];
}
