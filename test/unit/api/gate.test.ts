import { RateLimitedError } from "../../../provider/api/failures/errors";
import { Gate, gateLimits, planRetry, type TurnOptions } from "../../../provider/api/transport/gate";
import { classify, type HttpResponse } from "../../../provider/api/transport/transport";
import { answered, reached, unanswered } from "./outcomes";
import { SimulatedClock } from "./simulated-clock";

/** A platform that accepts a limited number of calls per second. */
type Platform = (now: number) => HttpResponse;

/** Works as most limiters do: tokens are added at a steady rate, and some can be saved for a burst. */
function tokenBucket(perSecond: number, burst: number, headers: HttpResponse["headers"] = {}): Platform {
  let tokens = burst;
  let last = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) * perSecond) / 1000);
    last = now;
    if (tokens < 1) {
      return answered(429, headers);
    }
    tokens -= 1;
    return answered(200);
  };
}

interface Sent {
  at: number;
  status: number;
}

/** A simulation in which calls are retried as long as the platform asks to slow down. */
function world(platform: Platform, latencyMs = 20) {
  let seed = 1;
  const clock = new SimulatedClock(() => (seed = (seed * 16807) % 2147483647) / 2147483647);
  const told: number[] = [];
  const gate = new Gate(clock, (untilMs) => told.push(untilMs - clock.now()));
  const sent: Sent[] = [];
  /** Makes a call as the client does. */
  const call = async (passing: TurnOptions = {}, answers = platform) => {
    const startedAt = clock.now();
    for (let throttles = 0; ; throttles++) {
      const outcome = await gate.pass({ ...passing, isRetry: throttles > 0 }, async () => {
        const at = clock.now();
        const answer = answers(at);
        sent.push({ at, status: answer.status });
        await clock.sleep(latencyMs);
        return classify(answer);
      });
      if (outcome?.kind !== "throttled") {
        return clock.now();
      }
      const attempt = { isIdempotent: true, retries: 0, throttles, elapsedMs: clock.now() - startedAt, outcome };
      const pauseMs = planRetry(attempt, 0, clock.random);
      if (pauseMs === undefined) {
        throw new RateLimitedError({ message: "given up by the client" });
      }
      await clock.sleep(pauseMs);
    }
  };
  /** Runs this number of callers, each of which makes one call after the other. */
  const callers = async (count: number, calls: number) => {
    let left = calls;
    const caller = async () => {
      while (left-- > 0) {
        await call();
      }
    };
    await Promise.all(Array.from({ length: count }, caller));
  };
  return { clock, gate, sent, told, call, callers };
}

function peakOf(sent: readonly Sent[], withinMs = 1000): number {
  return Math.max(...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + withinMs).length));
}

describe("a platform that limits the rate", () => {
  it("refuses at most a tenth of the requests of 200 creations if it allows 20 per second", async () => {
    for (const latencyMs of [2, 20, 100, 500, 2_000]) {
      const { clock, sent, callers } = world(tokenBucket(20, 20), latencyMs);
      const done = callers(200, 200);
      await clock.run();
      await done;
      expect(sent.filter(({ status }) => status === 200)).toHaveLength(200);
      expect(sent.length - 200).toBeLessThanOrEqual(sent.length / 10);
    }
  });

  it.each([
    ["20 per second, bursts of 20", () => tokenBucket(20, 20), 200],
    ["20 per second, no bursts", () => tokenBucket(20, 1), 200],
    ["20 per second, with Retry-After", () => tokenBucket(20, 20, { "retry-after": "1" }), 200],
    ["100 per second", () => tokenBucket(100, 100), 1000],
    ["2 per second", () => tokenBucket(2, 2), 100],
  ])("accepts every call in the end, with few throttles: %s", async (_, platform, calls) => {
    for (const callersAtOnce of [16, 1000]) {
      for (const latencyMs of [2, 100]) {
        const { clock, sent, callers } = world(platform(), latencyMs);
        const done = callers(callersAtOnce, calls);
        await clock.run();
        await done;
        expect(sent.filter(({ status }) => status === 200)).toHaveLength(calls);
        expect(sent.length).toBeLessThanOrEqual(1.3 * calls);
      }
    }
  });

  it("is used close to its limit", async () => {
    const { clock, callers } = world(tokenBucket(20, 20));
    const done = callers(64, 400);
    await clock.run();
    await done;
    expect(clock.now()).toBeLessThan(1.5 * (400 / 20) * 1000);
  });
});

describe("a refusal", () => {
  it.each([
    ["no Retry-After", {}, 125, 250],
    ["zero seconds", { "retry-after": "0" }, 125, 250],
    ["a date in the past", { "retry-after": "Sun, 01 Mar 2020 12:00:00 GMT" }, 125, 250],
    ["seconds", { "retry-after": "12" }, 12_000, 12_000],
    ["seconds over the cap", { "retry-after": "3600" }, 60_000, 60_000],
  ])("delays all calls: %s", async (_, headers: Record<string, string>, least, most) => {
    let throttles = 1;
    const { clock, sent, call } = world(() => answered(throttles-- > 0 ? 429 : 200, headers));
    const first = call();
    await clock.run(20);
    const others = [call(), call({ isRead: true })];
    await clock.run();
    await Promise.all([first, ...others]);
    const [refused, ...taken] = sent;
    expect(refused).toEqual({ at: 0, status: 429 });
    const waits = taken.map(({ at }) => at - 20);
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(least);
    expect(Math.min(...waits)).toBeLessThanOrEqual(most);
  });

  it("leads to growing pauses while it persists, up to a minute", async () => {
    const { clock, sent, call } = world(() => answered(429));
    void call().catch(() => undefined);
    await clock.run(250_000);
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0) - 20);
    expect(pauses.slice(0, 4).every((pause, index) => pause >= 125 * 2 ** index)).toBe(true);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(30_000);
  });

  it("fails the waiting calls after five minutes without an accepted one", async () => {
    const { clock, call, gate } = world(() => answered(429));
    const waiting = Promise.allSettled(Array.from({ length: 100 }, () => call()));
    await clock.run(400_000);
    const results = await waiting;
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(100);
    const reasons = results.map((result) => String((result as PromiseRejectedResult).reason));
    expect(new Set(reasons)).toEqual(
      new Set([
        "RateLimitedError: given up by the client",
        "RateLimitedError: the platform has refused every call for five minutes",
      ]),
    );
    // The next call is still tried.
    const next = gate.pass({}, () => Promise.resolve(classify(answered(200))));
    await clock.run();
    expect(await next).toEqual(classify(answered(200)));
  });

  it("does not block other calls if one is refused again and again", async () => {
    const { clock, sent, call } = world(() => answered(200));
    const refused = call({}, () => answered(429)).catch(String);
    const others = Promise.all(Array.from({ length: 60 }, () => call()));
    await clock.run();
    expect(await refused).toContain("given up by the client");
    expect(Math.max(...(await others))).toBeLessThan(30_000);
    expect(sent.filter(({ status }) => status === 429).length).toBeLessThan(20);
  });

  it("counts once for concurrent calls", async () => {
    let throttles = 10;
    const { clock, sent, callers } = world(() => answered(throttles-- > 0 ? 429 : 200));
    const done = callers(10, 10);
    await clock.run();
    await done;
    expect(sent.slice(0, 10).map(({ at }) => at)).toEqual(Array(10).fill(0));
    expect(sent[10]?.at).toBeLessThanOrEqual(20 + 250);
    expect(clock.now()).toBeLessThan(10_000);
  });

  it("is reported if it lasts a while", async () => {
    for (const seconds of [0, 12]) {
      let throttles = 2;
      const headers = { "retry-after": String(seconds) };
      const { clock, told, call } = world(() => answered(throttles-- > 0 ? 429 : 200, headers));
      const first = call();
      await clock.run();
      await first;
      expect(told.some((ms) => ms >= 12_000 && ms <= 12_500)).toBe(seconds === 12);
    }
  });
});

describe("without a limit", () => {
  const free: Platform = () => answered(200);

  it("sends calls without delay", async () => {
    const { clock, callers } = world(free, 0);
    const done = callers(64, 1000);
    await clock.run(0);
    await done;
    expect(clock.now()).toBe(0);
  });

  it("starts with few concurrent calls, and never exceeds the window", async () => {
    const { clock, sent, callers } = world(free, 1000);
    const done = callers(1000, 1000);
    await clock.run();
    await done;
    expect(sent.filter(({ at }) => at === 0)).toHaveLength(gateLimits.firstWindow);
    expect(peakOf(sent)).toBe(gateLimits.maxWindow);
  });

  it("sends changes before the reads that wait", async () => {
    const { clock, call } = world(tokenBucket(2, 2), 1);
    const reads = Array.from({ length: 100 }, () => call({ isRead: true }));
    await clock.run(2_000);
    const change = call();
    await clock.run();
    await Promise.all(reads);
    expect(await change).toBeLessThan(10_000);
    expect(clock.now()).toBeGreaterThan(20_000);
  });

  it("unanswered calls delay no others", async () => {
    const { gate, clock } = world(free);
    const lost = classify(unanswered(reached.nothing, "ECONNREFUSED"));
    for (let count = 0; count < 20; count++) {
      expect(await gate.pass({}, () => Promise.resolve(lost))).toBe(lost);
    }
    expect(clock.now()).toBe(0);
  });

  it("an attempt that throws frees its place", async () => {
    const { gate } = world(free);
    for (let count = 0; count < 100; count++) {
      await expect(gate.pass({}, () => Promise.reject(new Error("stopped")))).rejects.toThrow("stopped");
    }
  });
});

it("the gate fails waiting calls when the work of the process is stopped", async () => {
  const clock = new SimulatedClock();
  const stopped = new Error("stopped");
  clock.sleep = () => Promise.reject(stopped);
  const gate = new Gate(clock);
  await gate.pass({}, () => Promise.resolve(classify(answered(429, { "retry-after": "9" }))));
  for (let call = 0; call < 3; call++) {
    await expect(gate.pass({}, () => Promise.resolve(classify(answered(200))))).rejects.toBe(stopped);
  }
});
