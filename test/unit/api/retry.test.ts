import {
  isIdempotent,
  neverArrived,
  retryDelayMs,
  retryLimits,
  retryRules,
  type Attempt,
} from "../../../provider/api/retry";

const methods = ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"];
const repeatable = ["GET", "HEAD", "PUT", "DELETE"];
const nobody: string[] = [];

/** Case by case the methods whose call is made again. */
const table: [what: string, failure: Partial<Attempt>, repeated: string[]][] = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ECONNECTTIMEOUT"].map(
    (code): [string, Partial<Attempt>, string[]] => [`no connection: ${code}`, { code }, methods],
  ),
  ["429", { status: 429 }, methods],
  ["408", { status: 408 }, repeatable],
  ...[500, 501, 502, 503, 504, 520, 599].map((status): [string, Partial<Attempt>, string[]] => [
    String(status),
    { status },
    repeatable,
  ]),
  ...["ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EPIPE"].map((code): [string, Partial<Attempt>, string[]] => [
    `connection lost: ${code}`,
    { code },
    repeatable,
  ]),
  ...[200, 301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 422, 425, 428, 431].map(
    (status): [string, Partial<Attempt>, string[]] => [String(status), { status }, nobody],
  ),
  ["a certificate", { code: "CERT_HAS_EXPIRED" }, nobody],
  ["an error without a code", {}, nobody],
  ["an answer decides before a code: 400", { status: 400, code: "ECONNREFUSED" }, nobody],
  ["an answer decides before a code: 503", { status: 503, code: "ERR_BAD_RESPONSE" }, repeatable],
];

const half = () => 0.5;
const attempt = (rest: Partial<Attempt>): Attempt => ({ method: "GET", retries: 0, elapsedMs: 0, ...rest });
const delay = (rest: Partial<Attempt>, maxRetries = 5) => retryDelayMs(attempt(rest), maxRetries, half);

describe("which calls are made again", () => {
  it.each(table)("%s", (_, failure, repeated) => {
    expect(methods.filter((method) => delay({ ...failure, method }) !== undefined)).toEqual(repeated);
  });

  it("has a case here for each rule there", () => {
    const matched = retryRules.filter(({ statuses, codes }) =>
      table.some(([, { status, code }]) => (status ? statuses?.(status) : codes?.has(code ?? ""))),
    );
    expect(matched).toEqual(retryRules);
    expect(retryRules).toHaveLength(5);
  });

  it.each(methods)("%s: idempotent or not", (method) => {
    expect(isIdempotent(method)).toBe(repeatable.includes(method));
    expect(isIdempotent(method.toLowerCase())).toBe(repeatable.includes(method));
  });

  it.each([
    ["PATCH", true, true],
    ["POST", true, true],
    ["PATCH", false, false],
    ["PUT", false, false],
    ["PUT", undefined, true],
  ])("%s that is said to be idempotent or not (%p): made again %p", (method, idempotent, again) => {
    expect(delay({ status: 503, method, idempotent }) !== undefined).toBe(again);
  });

  it.each([
    ["ECONNREFUSED", true],
    ["ECONNECTTIMEOUT", true],
    ["ECONNRESET", false],
    ["ETIMEDOUT", false],
    ["ECONNABORTED", false],
    [undefined, false],
  ])("%s: never arrived: %p", (code, never) => {
    expect(neverArrived(code)).toBe(never);
  });
});

describe("bounds", () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [5, 4, true],
    [5, 5, false],
    [5, 6, false],
  ])("of %d retries, after %d: goes on %p", (maxRetries, retries, goesOn) => {
    expect(delay({ status: 503, retries }, maxRetries) !== undefined).toBe(goesOn);
  });

  it.each([
    ["just within", retryLimits.longestTotalMs - 2_000, true],
    ["just beyond", retryLimits.longestTotalMs - 1_999, false],
    ["long over", retryLimits.longestTotalMs * 2, false],
  ])("of the total time: %s", (_, elapsedMs, goesOn) => {
    expect(delay({ status: 429, retryAfter: "2", elapsedMs })).toBe(goesOn ? 2_000 : undefined);
  });

  it("of the total time hold for back-off too", () => {
    expect(delay({ status: 503, elapsedMs: retryLimits.longestTotalMs })).toBeUndefined();
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
    [19, 4_000, 8_000],
    [2_000, 4_000, 8_000],
  ])("after %d retries waits %d to %d ms", (retries, least, most) => {
    const wait = (random: number) => retryDelayMs(attempt({ status: 500, retries }), 9_999, () => random);
    expect(wait(0)).toBe(least);
    expect(wait(0.5)).toBe((least + most) / 2);
    expect(wait(1)).toBe(most);
  });

  it("is not the same for two callers", () => {
    const waits = Array.from({ length: 20 }, () => retryDelayMs(attempt({ status: 500, retries: 9 }), 99));
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  beforeAll(() => jest.useFakeTimers({ now }));
  afterAll(() => jest.useRealTimers());

  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toUTCString();
  const backoff = 187.5;

  it.each([
    ["seconds", "3", 3_000],
    ["no seconds", "0", 0],
    ["seconds at the cap", "60", 60_000],
    ["seconds over the cap", "3600", 60_000],
    ["more seconds than a number holds", "9".repeat(400), 60_000],
    ["a date", inSeconds(7), 7_000],
    ["a date over the cap", inSeconds(3_600), 60_000],
    ["a date in the past", inSeconds(-7), 0],
    ["this moment", inSeconds(0), 0],
    ["nothing", undefined, backoff],
    ["an empty text", "", backoff],
    ["garbage", "soon", backoff],
    ["garbage with a digit", "in 5 minutes", backoff],
    ["negative seconds", "-5", backoff],
    ["a fraction", "1.5", backoff],
    ["a date that is none", "Sun, 99 Mar 2026 12:00:00 GMT", backoff],
  ])("%s", (_, retryAfter, waitMs) => {
    expect(delay({ status: 429, retryAfter })).toBe(waitMs);
    expect(delay({ status: 503, retryAfter })).toBe(waitMs);
  });

  it("does not make a call repeatable", () => {
    expect(delay({ method: "POST", status: 503, retryAfter: "1" })).toBeUndefined();
    expect(delay({ status: 400, retryAfter: "1" })).toBeUndefined();
  });
});
