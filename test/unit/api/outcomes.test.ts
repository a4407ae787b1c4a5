import { computeBackoffMs, planRetry, retryLimits, type Attempt } from "../../../provider/api/transport/gate";
import { classify, NoResponse, type Failed, type HttpRequest } from "../../../provider/api/transport/transport";
import { answered, failedBy, reached, refusedByProxy, unanswered } from "./outcomes";
import { explainFailedCall, type RequestContext } from "../../../provider/api/failures/failure";

type Response = Failed["response"];

type HttpMethod = HttpRequest["method"];

const methods: HttpMethod[] = ["GET", "PUT", "DELETE", "POST", "PATCH"];
const idempotentMethods: HttpMethod[] = ["GET", "PUT", "DELETE"];

/** Milliseconds until a retry, which counts as one, and after a request to slow down, which the gate delays. */
const [counted, free] = [187.5, 0];

const inTime = (delivery: (typeof reached)["nothing"], timeoutSeconds = 1) =>
  unanswered(delivery, "ERR_CANCELED", { timeoutSeconds });
const named = <Key extends string | number>(keys: Key[], what: string, of: (key: Key) => Response) =>
  keys.map((key): [string, Response] => [what + String(key), of(key)]);

/** The methods whose call is retried, when, and the outcomes after which it is. */
const table: [retried: HttpMethod[], when: number | undefined, outcomes: [what: string, response: Response][]][] = [
  [
    methods,
    counted,
    [
      ...named(
        ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ECONNRESET"],
        "no connection: ",
        (code) => unanswered(reached.nothing, code),
      ),
      ["no connection in time", inTime(reached.nothing)],
      ["a connection that broke before anything was sent", unanswered(reached.connection, "ECONNRESET")],
      ...named([408, 429, 502, 503, 504], "refused by a proxy: ", refusedByProxy),
    ],
  ],
  [
    methods,
    free,
    [
      ["429", answered(429)],
      ["429 with Retry-After", answered(429, { "retry-after": "7" })],
    ],
  ],
  [
    idempotentMethods,
    counted,
    [
      ...named(["ECONNRESET", "EPIPE", "ETIMEDOUT", "Z_DATA_ERROR", "HPE_INVALID_CONSTANT"], "lost answer: ", (code) =>
        unanswered(reached.platform, code),
      ),
      ["no answer in time", inTime(reached.platform)],
      ["an answer that broke off", unanswered(reached.platform, "ERR_BAD_RESPONSE")],
      ...named([408, 500, 501, 502, 503, 504, 520, 599], "", answered),
    ],
  ],
  [idempotentMethods, free, [["503 with Retry-After", answered(503, { "retry-after": "7" })]]],
  [
    [],
    undefined,
    [
      ...named(
        ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID", "EPROTO"],
        "TLS: ",
        (code) => unanswered(reached.nothing, code),
      ),
      ...named([401, 403, 404, 407, 409], "refused by a proxy: ", refusedByProxy),
      ...named([301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 422, 425, 428, 431], "", answered),
    ],
  ],
];

const half = () => 0.5;
const attempt = (response: Response, rest: Partial<Attempt> = {}): Attempt => ({
  isIdempotent: true,
  retries: 0,
  throttles: 0,
  elapsedMs: 0,
  outcome: failedBy(response),
  ...rest,
});

describe("the retry rules", () => {
  it.each(
    table.flatMap(([retried, when, outcomes]) =>
      outcomes.map(([what, response]) => ({ what, response, retried, when })),
    ),
  )("apply to the outcome: $what", ({ response, retried, when }) => {
    for (const method of methods) {
      const isIdempotent = idempotentMethods.includes(method);
      expect(planRetry(attempt(response, { isIdempotent }), 5, half)).toEqual(
        retried.includes(method) ? when : undefined,
      );
    }
  });

  it("have every kind of failure in the table", () => {
    const kinds = table.flatMap(([, , outcomes]) => outcomes.map(([, response]) => failedBy(response).kind));
    expect([...new Set(kinds)].sort()).toEqual(["final", "throttled", "transient"]);
  });
});

describe("the limits of retries", () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [5, 4, true],
    [5, 5, false],
  ])("allow %d retries; another one after %d: %p", (maxRetries, retries, goesOn) => {
    expect(planRetry(attempt(answered(500), { retries }), maxRetries, half) !== undefined).toBe(goesOn);
  });

  it.each([
    [0, 0],
    [1, 375],
    [2, 750],
    [9, 45_000],
  ])("let a call wait after %d throttles of its own for %d ms", (throttles, afterMs) => {
    expect(planRetry(attempt(answered(429), { throttles }), 0, half)).toBe(afterMs);
  });

  it("do not apply to requests to slow down", () => {
    expect(planRetry(attempt(answered(429), { retries: 9 }), 0, half)).toBe(free);
  });

  it.each([
    ["500, just within", answered(500), retryLimits.maxTotalMs - 188, counted],
    ["500, just beyond", answered(500), retryLimits.maxTotalMs - 187, undefined],
    ["429, just within", answered(429), retryLimits.maxTotalMs - 1, free],
    ["429, just beyond", answered(429), retryLimits.maxTotalMs, undefined],
  ])("include the total time: %s", (_, response, elapsedMs, when) => {
    expect(planRetry(attempt(response, { elapsedMs }), 5, half)).toBe(when);
  });
});

it.each([
  [0, 125, 250],
  [1, 250, 500],
  [5, 4_000, 8_000],
  [2_000, 4_000, 8_000],
])("the back-off after %d retries is %d to %d ms", (retries, least, most) => {
  const waits = [0, 0.5, 1].map((random) => computeBackoffMs(retries, () => random));
  expect(waits).toEqual([least, (least + most) / 2, most]);
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
    ["a date by a clock that is an hour ahead", { "retry-after": inSeconds(3607), date: inSeconds(3600) }, 7_000],
    ["a date in the past", { "retry-after": inSeconds(-7) }, 0],
    ["no header", {}, undefined],
    ["garbage", { "retry-after": "soon" }, undefined],
    ["garbage with a digit", { "retry-after": "in 5 minutes" }, undefined],
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

const proxy = { url: "http://user:password@proxy.example.com:3128/", variable: "https_proxy" };
const host = "https://platform.example.com";

/** A request through the proxy that ended with Node's error of that code. */
function throughProxy(baseUrl: string, delivery: typeof reached.nothing, code: string): NoResponse {
  const error = Object.assign(new Error("words"), { code });
  return new NoResponse({ baseUrl, proxy }, delivery, { error });
}

describe("the message for a request without an answer", () => {
  const none = `no connection to ${host}`;
  const ca = "Node.js does not trust the certificate authority that signed its certificate";
  const byProxy = "the proxy proxy.example.com:3128";
  const check = (variable: string) => `check ${variable}, a login in it, and NO_PROXY`;
  const behindTunnel = { ...reached.nothing, tunnelStatus: 200 };
  const limit = "(edgecloud:requestTimeoutSeconds)";
  const notReached = (code: string) => unanswered(reached.nothing, code);

  it.each([
    ["nothing listens", notReached("ECONNREFUSED"), `${none}: ECONNREFUSED, words`],
    ["a lost answer", unanswered(reached.platform, "ECONNRESET"), `no complete answer from ${host}: ECONNRESET, words`],
    ["no connection in time", inTime(reached.nothing, 60), `${none} within 60 seconds ${limit}`],
    ["no answer in time", inTime(reached.platform), `no complete answer from ${host} within 1 second ${limit}`],
    [
      "an unknown authority",
      notReached("SELF_SIGNED_CERT_IN_CHAIN"),
      `${none}: ${ca} (SELF_SIGNED_CERT_IN_CHAIN, words); put that CA's certificate into a file, ` +
        "and the path of the file into the environment variable NODE_EXTRA_CA_CERTS",
    ],
    [
      "a bad certificate behind a tunnel",
      throughProxy(host, behindTunnel, "CERT_HAS_EXPIRED"),
      `${none}: CERT_HAS_EXPIRED, words`,
    ],
    ["no tunnel", refusedByProxy(407), `${byProxy} refused the connection with 407; ${check("HTTPS_PROXY")}`],
    [
      "a proxy that is not running",
      throughProxy(host, reached.nothing, "ECONNREFUSED"),
      `${byProxy} could not be used: ECONNREFUSED, words; ${check("https_proxy")}`,
    ],
  ])("%s", (_, outcome, text) => {
    expect(outcome.text).toBe(text);
  });

  it("has the reason for each of several addresses, and equal ones once", () => {
    const refused = (address: string) => Object.assign(new Error(`connect ${address}`), { code: "ECONNREFUSED" });
    const error = new AggregateError([refused("::1"), refused("127.0.0.1"), refused("::1")]);
    const outcome = new NoResponse({ baseUrl: host }, reached.nothing, { error });
    expect(outcome.text).toBe(`no connection to ${host}: ECONNREFUSED, connect ::1; ECONNREFUSED, connect 127.0.0.1`);
    expect(outcome.isTransient).toBe(true);
  });

  it("blames the proxy of plain http only if it was not reached", () => {
    const reachedPlatform = throughProxy("http://platform.example.com", reached.platform, "ECONNRESET");
    expect(throughProxy("http://platform.example.com", reached.nothing, "ECONNREFUSED").text).toContain(byProxy);
    expect(reachedPlatform.text).toBe("no complete answer from http://platform.example.com: ECONNRESET, words");
  });
});

describe("the error after the last attempt", () => {
  const request = (isRead: boolean, mayHaveActed = false): RequestContext => ({
    isRead,
    mayHaveActed,
    baseUrl: host,
    path: "/cdn/things",
    keySource: "the test",
    secrets: [],
  });

  it.each([
    ["no connection", unanswered(reached.nothing, "ECONNREFUSED"), "UnreachableError", "UnreachableError"],
    ["nothing sent", unanswered(reached.connection, "ECONNRESET"), "UnavailableError", "UnavailableError"],
    ["something sent", unanswered(reached.platform, "ECONNRESET"), "UnavailableError", "OutcomeUnknownError"],
    ["a certificate", unanswered(reached.nothing, "CERT_HAS_EXPIRED"), "UnreachableError", "UnreachableError"],
    ...[401, 403, 404, 407, 409, 429, 502].map(
      (status) => [`a proxy's ${status}`, refusedByProxy(status), "UnavailableError", "UnavailableError"] as const,
    ),
    [
      "a proxy that is not running",
      throughProxy(host, reached.nothing, "ECONNREFUSED"),
      "UnavailableError",
      "UnavailableError",
    ],
    ["429", answered(429), "RateLimitedError", "RateLimitedError"],
  ] as const)("%s", (_, response, ofRead, ofChange) => {
    const outcome = failedBy(response);
    expect(explainFailedCall(outcome, request(true)).name).toBe(ofRead);
    expect(explainFailedCall(outcome, request(false)).name).toBe(ofChange);
    // An earlier attempt may have had an effect.
    expect(explainFailedCall(outcome, request(false, true)).name).toBe("OutcomeUnknownError");
  });
});
