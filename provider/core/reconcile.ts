import {
  ApiError,
  describeError,
  OutcomeUnknownError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
} from "../api/failures/errors";
import { formatSeconds } from "../api/transport/deadline";
import { systemClock, type Clock } from "../api/transport/stop";
import type { Wait } from "./handler";
import type { Change, Job, Progress, Step } from "./job";

/** How many answers may be lost in one run. After a lost answer, it is unknown whether the request was carried out. */
export const maxLostAnswers = 2;

/** How long a refused change is retried if the object shows no reason for the refusal. */
export const refusalSeconds = 60;

const waitTexts = {
  create: { refused: "could not be created", lost: "may or may not have been created" },
  update: { refused: "cannot be changed at the moment", lost: "may or may not have been changed" },
  delete: { refused: "cannot be deleted at the moment", lost: "may or may not have been deleted" },
} as const;

/**
 * The end of a wait is noticed late by at most 2 seconds, a tenth of the time waited, or 20 ms for each wait in
 * progress, whichever is longest. Of these 20 ms, `turnMs` is the gap between two polls (about 70 a second in total),
 * and `queueMs` is left for other calls, such as the one after each poll that finds an end.
 */
export const polling = {
  firstDelayMs: 500,
  jitterMs: 250,
  baseDelayMs: 500,
  growth: 0.3,
  shortWaitDelayMs: 2_000,
  share: 0.1,
  turnMs: 14,
  queueMs: 6,
} as const;

/** `randomFraction` (0 to 1) is given for the first delay only, and spreads out waits that began together. */
export function computePollDelayMs(waitedMs: number, waits: number, randomFraction?: number): number {
  const roundMs = waits * polling.turnMs;
  if (randomFraction !== undefined) {
    return Math.max(polling.firstDelayMs + polling.jitterMs * randomFraction, roundMs * randomFraction);
  }
  const shortWaitMs = Math.min(polling.baseDelayMs + polling.growth * waitedMs, polling.shortWaitDelayMs);
  const singleWaitMs = Math.max(shortWaitMs, polling.share * waitedMs);
  return Math.max(singleWaitMs - polling.queueMs * (waits - 1), roundMs);
}

export interface Outcome<Observed, Request extends Change> {
  observed: Observed;
  progress: Progress<Observed, Request>;
}

/** Observes the object, plans the next step and takes it, until nothing is left to do. Any other end is an error. */
export function reconcile<Observed, Request extends Change>(
  job: Job<Observed, Request>,
): Promise<Outcome<Observed, Request>> {
  return job.waits.track(job.noun, job.name, async (wait) => {
    const run = new Reconciliation(job, wait);
    try {
      return { observed: await run.run(), progress: run.progress };
    } catch (error) {
      throw run.progress.operation ? job.toPartialFailure(error as Error, run.progress, run.observed) : error;
    }
  });
}

type WaitReason = Pick<Extract<Step<Change>, { do: "wait" }>, "shown" | "why">;
type SendStep<Request extends Change> = Extract<Step<Request>, { do: "send" }>;

class Reconciliation<Observed, Request extends Change> {
  readonly progress: Progress<Observed, Request>;
  observed: Observed | undefined;
  private isObservedFresh = false;
  private readonly clock: Clock;
  /** When the time limit began to count. */
  private startedAt: number;
  /** When the loop began, or when it last got a change accepted or dropped tasks, even with `customTimeouts`. */
  private waitBeganAt: number;
  private isFirstWait = true;
  private isFirstDelay = true;
  /** The last refusal or lost answer; cleared by the next wait. */
  private lastFailure: Error | undefined;
  private refusedAt: number | undefined;
  /** The last lost answer; cleared when the platform accepts a change. */
  private lost: Error | undefined;
  private gracePeriod: { reason: string; since: number } | undefined;
  /** When the last step was planned: read once, so that a grace period as long as the time limit ends with it. */
  private plannedAt = 0;
  /** What the loop waited for last; cleared when the platform accepts a change or tasks are dropped. */
  private waited: WaitReason | undefined;

  constructor(
    private readonly job: Job<Observed, Request>,
    private readonly wait: Wait,
  ) {
    this.progress = { operation: job.operation, lostAnswers: 0 };
    this.clock = job.clock ?? systemClock;
    this.startedAt = this.clock.now();
    this.waitBeganAt = this.startedAt;
  }

  async run(): Promise<Observed> {
    const { first } = this.job;
    let step: Step<Request> = first ? { do: "send", request: first } : await this.planNext();
    while (step.do !== "done") {
      switch (step.do) {
        case "send":
          await (this.lastFailure ? this.waitOutRefusal(step, this.lastFailure) : this.send(step));
          break;
        case "wait":
          // There is a reason to wait. A later refusal without a reason is retried for the full time again.
          this.refusedAt = undefined;
          await this.pause(step, this.plannedAt);
          break;
        case "dropTasks":
          this.progress.operation &&= { ...this.progress.operation, tasks: [] };
          this.beginWait();
          break;
        case "fail":
          this.progress.operation = step.isFinal ? undefined : this.progress.operation;
          throw step.error;
      }
      step = await this.planNext();
    }
    return this.observed as Observed;
  }

  private async planNext(): Promise<Step<Request>> {
    if (!this.isObservedFresh) {
      if (this.isFirstDelay && this.progress.operation?.tasks?.length) {
        // The first poll is made at once, unless there are so many waits that polls have to take turns.
        this.wait.begin();
        if (this.job.waits.all.size * polling.turnMs > polling.shortWaitDelayMs) {
          await this.sleep();
        }
      }
      try {
        this.observed = await this.job.observe(this.progress.operation);
      } catch (error) {
        return this.retryObserve(error);
      }
    }
    this.isObservedFresh = false;
    return this.applyGracePeriod(this.job.plan(this.observed as Observed, this.progress));
  }

  private retryObserve(error: unknown): Step<Request> {
    this.plannedAt = this.clock.now();
    const cause = this.lastFailure ?? this.lost;
    if (error instanceof TimeoutError) {
      // No time is left to observe the object: the last failure is the error, or else what was waited for times out.
      throw cause ?? (this.waited ? this.explainTimeout(this.waited) : error);
    }
    const isTransient = error instanceof UnavailableError || error instanceof RateLimitedError;
    if (!isTransient || !this.progress.operation?.tasks?.length) {
      const isLost = cause instanceof OutcomeUnknownError;
      const message = `${cause?.message}; reading it also failed: ${describeError(error)}`;
      throw isLost ? new OutcomeUnknownError({ message }) : (cause ?? error);
    }
    return { do: "wait", shown: `cannot be read: ${error.message}` };
  }

  private applyGracePeriod(step: Step<Request>): Step<Request> {
    this.plannedAt = this.clock.now();
    if (step.do !== "wait" || !step.gracePeriod) {
      this.gracePeriod = step.do === "send" ? this.gracePeriod : undefined;
      return step;
    }
    const { reason, seconds, then } = step.gracePeriod;
    if (this.gracePeriod?.reason !== reason) {
      // The first wait counts from its beginning, so that a period as long as the time limit ends together with it.
      this.gracePeriod = { reason, since: this.isFirstWait ? this.waitBeganAt : this.plannedAt };
    }
    // The period never exceeds the time limit. Otherwise a run with a shorter limit would always time out first, and a
    // task that the platform has forgotten would block the object forever.
    const boundMs = Math.min(seconds, this.job.timeoutSeconds) * 1000;
    if (this.plannedAt - this.gracePeriod.since < boundMs) {
      return step;
    }
    return then ?? { do: "fail", error: this.explainTimeout(step, seconds) };
  }

  private async send(step: SendStep<Request>): Promise<void> {
    const { request } = step;
    this.progress.initial ??= this.observed;
    const result = await this.job.apply(request).catch((error: Error) => error);
    if (!(result instanceof Error)) {
      const { tasks = [], observed } = result;
      this.progress.accepted = request;
      this.progress.operation = { kind: request.kind, tasks };
      this.observed = observed ?? this.observed;
      this.isObservedFresh = observed !== undefined;
      this.refusedAt = undefined;
      this.lost = undefined;
      this.gracePeriod = undefined;
      return this.beginWait();
    }
    const isLost = result instanceof OutcomeUnknownError;
    if (isLost || (result instanceof ApiError && result.mayHaveActed)) {
      this.progress.lostAnswers += 1;
      this.progress.operation = { kind: request.kind, unconfirmed: true };
    }
    const explained = this.job.explain(result);
    if (!isLost && !this.job.isTransient(result)) {
      throw explained;
    }
    this.lastFailure = explained;
    this.lost = isLost ? explained : this.lost;
    // The object shows who has the name of a refused creation, or what a request that the client repeated has done.
    const observesFirst = isLost ? request.isRepeated : request.kind === "create";
    if (!observesFirst) {
      await this.waitOutRefusal(step, explained);
    }
  }

  private beginWait(): void {
    this.waitBeganAt = this.clock.now();
    this.startedAt = this.job.operationSeconds === undefined ? this.waitBeganAt : this.startedAt;
    this.waited = undefined;
    this.isFirstWait = true;
    this.isFirstDelay = true;
  }

  /** `refusal` may also be a lost answer. */
  private async waitOutRefusal({ request, busy = false }: SendStep<Request>, refusal: Error): Promise<void> {
    const isLost = refusal instanceof OutcomeUnknownError;
    this.refusedAt = busy || isLost ? this.clock.now() : (this.refusedAt ?? this.clock.now());
    const hasLastedTooLong = this.clock.now() - this.refusedAt >= refusalSeconds * 1000;
    if (
      hasLastedTooLong ||
      (isLost && (request.isRepeated || this.isOver() || this.progress.lostAnswers > maxLostAnswers))
    ) {
      throw refusal;
    }
    const text = waitTexts[request.kind][isLost ? "lost" : "refused"];
    await this.pause({ shown: `${text}: ${refusal.message}` });
  }

  private async pause(wait: WaitReason, now = this.clock.now()): Promise<void> {
    if (this.isOver(now)) {
      throw this.explainTimeout(wait);
    }
    this.waited = wait;
    this.wait.show(wait.shown);
    await this.sleep();
    this.isFirstWait = false;
    this.lastFailure = undefined;
  }

  private isOver(now = this.clock.now()): boolean {
    return now - this.startedAt >= this.job.timeoutSeconds * 1000;
  }

  private explainTimeout({ shown, why }: WaitReason, boundSeconds = Infinity): TimeoutError {
    const { noun, name, timeoutSeconds, operationSeconds = timeoutSeconds } = this.job;
    const what = why ?? `${noun} ${name} ${shown}`;
    const seconds = Math.min(boundSeconds, operationSeconds);
    return new TimeoutError({ message: `${what}; timed out after ${formatSeconds(seconds)}` });
  }

  /** The first delay grows if other waits begin meanwhile. */
  private async sleep(): Promise<void> {
    const { waits, timeoutSeconds } = this.job;
    const waitedMs = this.clock.now() - this.startedAt;
    const leftMs = timeoutSeconds * 1000 - waitedMs;
    const randomFraction = this.isFirstDelay ? this.clock.random() : undefined;
    const computeDelayMs = () => Math.min(computePollDelayMs(waitedMs, waits.all.size, randomFraction), leftMs);
    let sleptMs = 0;
    do {
      const nextMs = computeDelayMs();
      await this.clock.sleep(nextMs - sleptMs);
      sleptMs = nextMs;
    } while (randomFraction !== undefined && computeDelayMs() > sleptMs);
    this.isFirstDelay = false;
  }
}
