import { ApiError, OutcomeUnknownError, RateLimitedError, TimeoutError, UnavailableError } from "../api/errors";
import { isCrowded, nextLookMs, systemClock, type Clock } from "../api/wait";
import { timedOut } from "./limit";
import { alsoUnseen, refusalTexts } from "./refusals";
import type { Wait, Waits } from "./waits";

/** A change that has been begun and is not over. It stands in the state until it is. */
export interface Operation {
  kind: "create" | "update" | "delete";
  /** The tasks that the platform has started for it; there once the platform has taken the change. */
  tasks?: readonly string[];
  /** The answer to a request was lost: nobody knows whether the platform has carried it out, or still will. */
  unconfirmed?: true;
}

/** A change to be sent. */
export interface Change {
  kind: Operation["kind"];
  /** Whether the client has sent it again already where an answer was lost, because that does no harm. */
  isRepeated?: boolean;
}

/** What a plan says is to be done next. */
export type Step<Request extends Change> =
  /** The platform is as it should be. */
  | { do: "done" }
  /** `busy`: the platform is seen at work on the object, so a refusal may be waited for to the end. */
  | { do: "send"; request: Request; busy?: boolean }
  /** `shown` is said of the object: "is locked by task 8"; `why` is a clause of its own, where that reads better. */
  | { do: "wait"; shown: string; why?: string; patience?: Patience<Request> }
  /** The tasks do not matter any more: what there is on the platform decides. */
  | { do: "dropTasks" }
  /** `isOver`: nothing of the operation is left, neither on the platform nor to be kept. */
  | { do: "fail"; error: Error; isOver?: boolean };

/** A bound on one reason to wait, and what comes after it. */
export interface Patience<Request extends Change> {
  /** Which reason: the time counts as long as the plan gives the same. */
  for: string;
  seconds: number;
  then: Step<Request>;
}

/** How to look at an object. */
export interface Look {
  /** Whether it is one look of a wait: those of a host share a budget. */
  isPoll: boolean;
  /** Whether the line of the waits shows the object, so that its own status is of interest, too. */
  isShown: boolean;
}

/** What has happened so far. */
export interface Progress<Seen, Request extends Change> {
  /** From the state at first, then what this run has sent. */
  operation?: Operation;
  /** The last change that the platform has taken in this run. */
  accepted?: Request;
  /** What was there before this run sent anything. */
  before?: Seen;
  /** How many answers were lost in this run. */
  losses: number;
}

/** What came of a request; `seen` if its answer shows the object, so that it need not be looked at again. */
export interface Applied<Seen> {
  tasks?: readonly string[];
  seen?: Seen;
}

/** Everything by which one object is brought to where it should be. */
export interface Job<Seen, Request extends Change> {
  /** What users call the object, and its name: the subject of errors and of the display. */
  noun: string;
  name: string;
  /**
   * Seconds for which the platform may keep a change waiting; they begin anew with each change that it takes, and when
   * tasks are dropped.
   */
  timeoutSeconds: number;
  /** The time of the whole operation: then the seconds of the waits are all within it, and never begin anew. */
  operationSeconds?: number;
  waits: Waits;
  clock?: Clock;
  /** What is under way according to the state. */
  operation?: Operation;
  /** Sent without looking first. */
  first?: Request;
  /** What is there, and what became of the tasks. */
  observe(operation: Operation | undefined, look: Look): Promise<Seen>;
  /** The table: what is to be done, given what is there. Pure. */
  plan(seen: Seen, progress: Progress<Seen, Request>): Step<Request>;
  apply(request: Request): Promise<Applied<Seen>>;
  /** Whether a refusal may pass by itself, or is to be understood by a look. */
  mayPass(error: unknown, request: Request): boolean;
  /** An error of a request, in the user's words. */
  explain(error: Error): Error;
  /** The error of an operation that is not over, with the state to keep. */
  keep(error: Error, progress: Progress<Seen, Request>, seen: Seen | undefined): Error;
}

/** Where a reconciliation has ended. */
export interface Outcome<Seen, Request extends Change> {
  seen: Seen;
  progress: Progress<Seen, Request>;
}

/** How often a change is sent again whose answer was lost. */
export const lossLimit = 2;

/** How long a refusal is waited for although the platform shows no reason for it. */
export const refusalSeconds = 60;

/**
 * The one loop of creating, changing, deleting and resuming: observe what is there, plan the next step, apply it, until
 * nothing is left to do or the time is over. A failure while something is under way becomes the state to keep.
 */
export async function reconcile<Seen, Request extends Change>(
  job: Job<Seen, Request>,
): Promise<Outcome<Seen, Request>> {
  return job.waits.during(job.noun, job.name, async (wait) => {
    const run = new Run(job, wait);
    try {
      return { seen: await run.toItsEnd(), progress: run.progress };
    } catch (error) {
      throw run.progress.operation ? job.keep(error as Error, run.progress, run.seen) : error;
    }
  });
}

type Waited = Pick<Extract<Step<Change>, { do: "wait" }>, "shown" | "why">;
type Sending<Request extends Change> = Extract<Step<Request>, { do: "send" }>;

class Run<Seen, Request extends Change> {
  readonly progress: Progress<Seen, Request>;
  seen: Seen | undefined;
  private isSeenFresh = false;
  private readonly clock: Clock;
  private startedAt: number;
  private isFirstWait = true;
  private isFirstDelay = true;
  private hasPaused = false;
  /** Why the last change was not taken, until it has been waited for. */
  private refusal: Error | undefined;
  private refusedAt: number | undefined;
  /** The last lost answer, until the platform has taken a change. */
  private lost: Error | undefined;
  private patience: { for: string; since: number } | undefined;
  /** What was waited for last, unless the platform has taken a change since. */
  private waited: Waited | undefined;

  constructor(
    private readonly job: Job<Seen, Request>,
    private readonly wait: Wait,
  ) {
    this.progress = { operation: job.operation, losses: 0 };
    this.clock = job.clock ?? systemClock;
    this.startedAt = this.clock.now();
  }

  async toItsEnd(): Promise<Seen> {
    const { first } = this.job;
    let step: Step<Request> = first ? { do: "send", request: first } : await this.next();
    while (step.do !== "done") {
      await this.take(step);
      step = await this.next();
    }
    return this.seen as Seen;
  }

  private async take(step: Exclude<Step<Request>, { do: "done" }>): Promise<void> {
    switch (step.do) {
      case "send":
        return this.refusal ? this.waitOutRefusal(step, this.refusal) : this.send(step);
      case "wait":
        // What is waited for explains a refusal before; the next one is a new one.
        this.refusedAt = undefined;
        return this.pause(step);
      case "dropTasks":
        this.progress.operation = this.progress.operation && { ...this.progress.operation, tasks: [] };
        this.beginWait();
        return;
      case "fail":
        this.progress.operation = step.isOver ? undefined : this.progress.operation;
        throw step.error;
    }
  }

  /** Looks, unless the last answer has shown everything, and plans. Patience that has run out is part of the plan. */
  private async next(): Promise<Step<Request>> {
    if (!this.isSeenFresh) {
      await this.awaitTurn();
      try {
        const look = { isPoll: this.hasPaused, isShown: this.wait.isShown() };
        this.seen = await this.job.observe(this.progress.operation, look);
      } catch (error) {
        return this.lookLater(error);
      }
    }
    this.isSeenFresh = false;
    return this.withoutPatience(this.job.plan(this.seen as Seen, this.progress));
  }

  /** While the platform works at a change, a look that fails in passing is part of the wait. */
  private lookLater(error: unknown): Step<Request> {
    const cause = this.refusal ?? this.lost;
    if (error instanceof TimeoutError) {
      // The operation has no time left for a look, so what was waited for is not over.
      throw cause ?? (this.waited ? this.timeOut(this.waited) : error);
    }
    const isPassing = error instanceof UnavailableError || error instanceof RateLimitedError;
    if (!isPassing || !this.progress.operation?.tasks?.length) {
      throw cause ? alsoUnseen(cause, error) : error;
    }
    return { do: "wait", shown: `cannot be read: ${error.message}` };
  }

  private withoutPatience(step: Step<Request>): Step<Request> {
    const patience = step.do === "wait" ? step.patience : undefined;
    if (!patience) {
      this.patience = step.do === "send" ? this.patience : undefined;
      return step;
    }
    if (this.patience?.for !== patience.for) {
      // What is waited for from the beginning counts from there, so that patience for the whole time ends with it.
      this.patience = { for: patience.for, since: this.isFirstWait ? this.startedAt : this.clock.now() };
    }
    const isOver = this.clock.now() - this.patience.since >= patience.seconds * 1000;
    return isOver ? patience.then : step;
  }

  private async send(step: Sending<Request>): Promise<void> {
    const { request } = step;
    this.progress.before ??= this.seen;
    try {
      const { tasks = [], seen } = await this.job.apply(request);
      this.progress.accepted = request;
      this.progress.operation = { kind: request.kind, tasks };
      this.seen = seen ?? this.seen;
      this.isSeenFresh = seen !== undefined;
      this.refusedAt = undefined;
      this.lost = undefined;
      this.patience = undefined;
      this.beginWait();
    } catch (error) {
      await this.refused(step, error as Error);
    }
  }

  private beginWait(): void {
    this.startedAt = this.job.operationSeconds === undefined ? this.clock.now() : this.startedAt;
    this.waited = undefined;
    this.isFirstWait = true;
    this.isFirstDelay = true;
  }

  /** Who has the name of a new object is looked at at once, and so is whether a change without an answer is there. */
  private async refused(step: Sending<Request>, error: Error): Promise<void> {
    const { request } = step;
    const isLost = error instanceof OutcomeUnknownError;
    if (isLost || (error instanceof ApiError && error.mayHaveActed)) {
      this.progress.losses += 1;
      this.progress.operation = { kind: request.kind, unconfirmed: true };
    }
    const explained = this.job.explain(error);
    if (!isLost && !this.job.mayPass(error, request)) {
      throw explained;
    }
    this.refusal = explained;
    this.lost = isLost ? explained : this.lost;
    const looksFirst = isLost ? request.isRepeated : request.kind === "create";
    if (!looksFirst) {
      await this.waitOutRefusal(step, explained);
    }
  }

  /** A refusal with no reason to be seen is believed after a while; a lost answer is bounded by its count. */
  private async waitOutRefusal({ request, busy = false }: Sending<Request>, refusal: Error): Promise<void> {
    const isLost = refusal instanceof OutcomeUnknownError;
    this.refusedAt = busy || isLost ? this.clock.now() : (this.refusedAt ?? this.clock.now());
    const isBelieved = this.clock.now() - this.refusedAt >= refusalSeconds * 1000;
    if (isBelieved || (isLost && (request.isRepeated || this.isOver() || this.progress.losses > lossLimit))) {
      throw refusal;
    }
    await this.pause({ shown: `${refusalTexts[request.kind]}: ${refusal.message}` });
  }

  private async pause(wait: Waited): Promise<void> {
    if (this.isOver()) {
      throw this.timeOut(wait);
    }
    this.waited = wait;
    this.wait.show(wait.shown);
    await this.sleep();
    this.isFirstWait = false;
    this.refusal = undefined;
  }

  private isOver(): boolean {
    return this.clock.now() - this.startedAt >= this.job.timeoutSeconds * 1000;
  }

  private timeOut({ shown, why }: Waited): TimeoutError {
    const { noun, name, timeoutSeconds, operationSeconds = timeoutSeconds } = this.job;
    return timedOut(operationSeconds, why ?? `${noun} ${name} ${shown}`);
  }

  /** What the platform has just begun is looked at at once, unless so many are waited for that looks take turns. */
  private async awaitTurn(): Promise<void> {
    if (this.isFirstDelay && this.progress.operation?.tasks?.length) {
      this.wait.begin();
      if (isCrowded(this.job.waits.count)) {
        await this.sleep();
      }
    }
  }

  /** Until the next look, which comes later if more waits come before the first one. The last is at the deadline itself. */
  private async sleep(): Promise<void> {
    const { waits, timeoutSeconds } = this.job;
    const waitedMs = this.clock.now() - this.startedAt;
    const leftMs = timeoutSeconds * 1000 - waitedMs;
    const lot = this.isFirstDelay ? this.clock.random() : undefined;
    const delayMs = () => Math.min(nextLookMs(waitedMs, waits.count, lot), leftMs);
    let sleptMs = 0;
    do {
      const nextMs = delayMs();
      await this.clock.sleep(nextMs - sleptMs);
      sleptMs = nextMs;
    } while (lot !== undefined && delayMs() > sleptMs);
    this.isFirstDelay = false;
    this.hasPaused = true;
  }
}
