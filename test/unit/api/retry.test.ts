import {
  computeBackoffMs,
  isIdempotent,
  planRetry,
  retryLimits,
  type Attempt,
  type Retry,
} from "../../../provider/api/transport/retry";
import { classify, type Failed } from "../../../provider/api/transport/outcome";
import type { HttpMethod } from "../../../provider/api/transport/transport";
import { answered, failedBy, reached, refusedByProxy, unanswered } from "./outcomes";

type Response = Failed["response"];

const methods: HttpMethod[] = ["GET", "PUT", "DELETE", "POST", "PATCH"];
const idempotentMethods: HttpMethod[] = ["GET", "PUT", "DELETE"];
const nobody: HttpMethod[] = [];

const counted: Retry = { afterMs: 187.5, countsAgainstLimit: true };
const free: Retry = { afterMs: 0, countsAgainstLimit: false };

/** For each outcome, the methods whose call is retried, and how. */
const table: [what: string, response: Response, retried: HttpMethod[], how?: Retry][] = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ECONNRESET"].map(
    (code): (typeof table)[number] => [`no connection: ${code}`, unanswered(reached.nothing, code), methods, counted],
  ),
  ["no connection in time", unanswered(reached.nothing, "ERR_CANCELED", { timeoutSeconds: 1 }), methods, counted],
  ["a connection that broke before anything was sent", unanswered(reached.connection, "ECONNRESET"), methods, counted],
  ...["ECONNRESET", "EPIPE", "ETIMEDOUT", "Z_DATA_ERROR", "HPE_INVALID_CONSTANT"].map(
    (code): (typeof table)[number] => [
      `the answer was lost: ${code}`,
      unanswered(reached.platform, code),
      idempotentMethods,
      counted,
    ],
  ),
  [
    "no answer in time",
    unanswered(reached.platform, "ERR_CANCELED", { timeoutSeconds: 1 }),
    idempotentMethods,
    counted,
  ],
  ["a keep-alive connection broke", unanswered(reached.keptPlatform, "ECONNRESET"), idempotentMethods, free],
  [
    "a keep-alive connection broke within an answer",
    unanswered(reached.keptPlatform, "ERR_BAD_RESPONSE", { hasBegun: true }),
    idempotentMethods,
    counted,
  ],
  ["a keep-alive connection broke, nothing sent", unanswered(reached.keptConnection, "ECONNRESET"), methods, free],
  [
    "no answer in time on a keep-alive connection",
    unanswered(reached.keptPlatform, "ERR_CANCELED", { timeoutSeconds: 1 }),
    idempotentMethods,
    counted,
  ],
  [
    "an answer that is too long",
    unanswered(reached.platform, "ERR_BAD_RESPONSE", { isTooLong: true }),
    nobody,
    undefined,
  ],
  ...["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID", "EPROTO"].map(
    (code): (typeof table)[number] => [`TLS: ${code}`, unanswered(reached.nothing, code), nobody],
  ),
  ...[401, 403, 404, 407, 409].map((status): (typeof table)[number] => [
    `refused by a proxy: ${status}`,
    refusedByProxy(status),
    nobody,
  ]),
  ...[408, 429, 502, 503, 504].map((status): (typeof table)[number] => [
    `refused by a proxy: ${status}`,
    refusedByProxy(status),
    methods,
    counted,
  ]),
  ["429", answered(429), methods, free],
  ["429 with Retry-After", answered(429, { "retry-after": "7" }), methods, free],
  ["503 with Retry-After", answered(503, { "retry-after": "7" }), idempotentMethods, free],
  ["408", answered(408), idempotentMethods, counted],
  ...[500, 501, 502, 503, 504, 520, 599].map((status): (typeof table)[number] => [
    String(status),
    answered(status),
    idempotentMethods,
    counted,
  ]),
  ...[301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 422, 425, 428, 431].map((status): (typeof table)[number] => [
    String(status),
    answered(status),
    nobody,
  ]),
];

const half = () => 0.5;
const attempt = (response: Response, rest: Partial<Attempt> = {}): Attempt => ({
  method: "GET",
  retries: 0,
  elapsedMs: 0,
  outcome: failedBy(response),
  ...rest,
});

describe("the retry rules", () => {
  it.each(table.map(([what, ...row]) => ({ what, row })))(
    "apply to the outcome: $what",
    ({ row: [response, retried, how] }) => {
      for (const method of methods) {
        expect(planRetry(attempt(response, { method }), 5, half)).toEqual(retried.includes(method) ? how : undefined);
      }
    },
  );

  it("have every kind of failure in the table", () => {
    const kinds = new Set(table.map(([, response]) => failedBy(response).kind));
    expect([...kinds].sort()).toEqual(["final", "stale", "throttled", "transient"]);
  });

  it.each([
    ["PATCH", true, true],
    ["POST", true, true],
    ["PATCH", false, false],
    ["PUT", false, false],
    ["PUT", undefined, true],
    ["POST", undefined, false],
    ["GET", undefined, true],
  ] as const)("for %s with idempotent %p: retried is %p", (method, idempotent, again) => {
    expect(isIdempotent({ method, idempotent })).toBe(again);
    expect(planRetry(attempt(answered(500), { method, idempotent }), 5) !== undefined).toBe(again);
  });
});

describe("whether a change may have been carried out is decided for", () => {
  it.each([
    ["no connection", unanswered(reached.nothing, "ECONNRESET"), false],
    ["a connection, nothing sent", unanswered(reached.connection, "ECONNRESET"), false],
    ["something sent", unanswered(reached.platform, "ECONNRESET"), true],
    ["refused by a proxy", refusedByProxy(503), false],
    ["408", answered(408), true],
    ["500", answered(500), true],
    ["429", answered(429), false],
    ["404", answered(404), false],
  ])("%s", (_, response, mayHaveActed) => {
    expect(failedBy(response).mayHaveActed).toBe(mayHaveActed);
  });
});

describe("the limits of retries", () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [5, 4, true],
    [5, 5, false],
    [5, 6, false],
  ])("allow %d retries; another one after %d: %p", (maxRetries, retries, goesOn) => {
    expect(planRetry(attempt(answered(500), { retries }), maxRetries) !== undefined).toBe(goesOn);
  });

  it.each([
    [0, 0],
    [1, 375],
    [2, 750],
    [9, 45_000],
  ])("let a call wait after %d throttles of its own for %d ms", (throttles, afterMs) => {
    expect(planRetry(attempt(answered(429), { throttles }), 0, half)).toEqual({ afterMs, countsAgainstLimit: false });
  });

  it("do not apply to requests to slow down or to broken keep-alive connections", () => {
    for (const response of [answered(429), unanswered(reached.keptPlatform, "ECONNRESET")]) {
      expect(planRetry(attempt(response, { retries: 9 }), 0)).toEqual(free);
    }
  });

  it.each([
    ["500, just within", answered(500), retryLimits.maxTotalMs - 188, counted],
    ["500, just beyond", answered(500), retryLimits.maxTotalMs - 187, undefined],
    ["429, just within", answered(429), retryLimits.maxTotalMs - 1, free],
    ["429, just beyond", answered(429), retryLimits.maxTotalMs, undefined],
  ])("include the total time: %s", (_, response, elapsedMs, how) => {
    expect(planRetry(attempt(response, { elapsedMs }), 5, half)).toEqual(how);
  });
});

describe("back-off", () => {
  it.each([
    [0, 125, 250],
    [1, 250, 500],
    [2, 500, 1_000],
    [3, 1_000, 2_000],
    [4, 2_000, 4_000],
    [5, 4_000, 8_000],
    [6, 4_000, 8_000],
    [2_000, 4_000, 8_000],
  ])("after %d retries waits %d to %d ms", (retries, least, most) => {
    expect([0, 0.5, 1].map((random) => computeBackoffMs(retries, () => random))).toEqual([
      least,
      (least + most) / 2,
      most,
    ]);
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  beforeAll(() => jest.useFakeTimers({ now }));
  afterAll(() => jest.useRealTimers());

  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toUTCString();

  it.each([
    ["seconds", { "retry-after": "3" }, 3_000],
    ["zero seconds", { "retry-after": "0" }, 0],
    ["more seconds than a number holds", { "retry-after": "9".repeat(400) }, Infinity],
    ["a date", { "retry-after": inSeconds(7) }, 7_000],
    [
      "a date by the platform's clock, which is an hour ahead",
      { "retry-after": inSeconds(3607), date: inSeconds(3600) },
      7_000,
    ],
    ["a date beside an invalid Date header", { "retry-after": inSeconds(7), date: "now" }, 7_000],
    ["a date in the past", { "retry-after": inSeconds(-7) }, 0],
    ["the current moment", { "retry-after": inSeconds(0) }, 0],
    ["no header", {}, undefined],
    ["an empty text", { "retry-after": "" }, undefined],
    ["garbage", { "retry-after": "soon" }, undefined],
    ["garbage with a digit", { "retry-after": "in 5 minutes" }, undefined],
    ["negative seconds", { "retry-after": "-5" }, undefined],
    ["a fraction", { "retry-after": "1.5" }, undefined],
    ["an invalid date", { "retry-after": "Sun, 99 Mar 2026 12:00:00 GMT" }, undefined],
  ])("%s", (_, headers: Record<string, string>, afterMs) => {
    expect(failedBy(answered(429, headers))).toMatchObject({ kind: "throttled", retryAfterMs: afterMs });
    const kind = afterMs === undefined ? "transient" : "throttled";
    expect(failedBy(answered(503, headers))).toMatchObject({
      kind,
      ...(afterMs !== undefined && { retryAfterMs: afterMs }),
    });
  });

  it("is ignored with any other status or without an answer", () => {
    for (const status of [200, 301, 400, 500, 502]) {
      expect(classify(answered(status, { "retry-after": "7" })).kind).not.toBe("throttled");
    }
    expect(classify(refusedByProxy(429)).kind).toBe("transient");
  });
});
