import { breakOff, call, clientOf, failure, json, reset, serveInTurn, thing } from "./server";

const good = json(200, { id: 7 });
const soon = { "retry-after": "0" };
const busy = json(503, { message: "busy" }, soon);
const slow = json(429, { message: "slow down" }, soon);

describe("a call is made again over the wire", () => {
  it.each([
    ["GET after 503", "GET", busy, 2],
    ["PUT after 503", "PUT", busy, 2],
    ["DELETE after 503", "DELETE", busy, 2],
    ["GET after a reset", "GET", reset, 2],
    ["PUT after a reset", "PUT", reset, 2],
    ["GET after an answer that broke off", "GET", breakOff(200), 2],
    ["POST after 429", "POST", slow, 2],
    ["PATCH after 429", "PATCH", slow, 2],
    ["POST after 503", "POST", busy, 1],
    ["POST after a reset", "POST", reset, 1],
    ["POST after an answer that broke off", "POST", breakOff(201), 1],
    ["PATCH after 503", "PATCH", busy, 1],
    ["GET after 400", "GET", json(400, {}, soon), 1],
    ["GET after 404", "GET", json(404, {}, soon), 1],
    ["GET after 409", "GET", json(409, {}, soon), 1],
    ["GET after malformed JSON", "GET", json(200, "{"), 1],
  ] as const)("%s", async (_, method, first, times) => {
    const { url, received } = await serveInTurn(first, good);
    const result = call(clientOf(url, { maxRetries: 1 }), method);
    if (times === 2) {
      expect(await result).toEqual({ id: 7 });
    } else {
      expect((await failure(result)).message).not.toBe("the call succeeded");
    }
    expect(received).toHaveLength(times);
    expect(new Set(received.map(({ body, headers }) => `${headers.authorization} ${body}`)).size).toBe(1);
  });

  it.each([busy, reset, breakOff(200)])("a PATCH that is said to be idempotent, %#", async (first) => {
    const { url, received } = await serveInTurn(first, good);
    const patch = {
      method: "PATCH",
      product: "cloud",
      path: "/cloud/things/7",
      body: {},
      idempotent: true,
      answer: thing,
    } as const;
    expect(await clientOf(url, { maxRetries: 1 }).request(patch)).toEqual({ id: 7 });
    expect(received).toHaveLength(2);
  });

  it.each([0, 1, 3])("at most %d times", async (maxRetries) => {
    const { url, received } = await serveInTurn(busy);
    const error = await failure(call(clientOf(url, { maxRetries }), "GET"));
    expect(error).toMatchObject({ name: "UnavailableError", message: "busy (503)" });
    expect(received).toHaveLength(maxRetries + 1);
  });

  it("each with its own time to answer", async () => {
    const answers = [busy, busy, good].map((answer) => (response: Parameters<typeof good>[0]) => {
      setTimeout(() => answer(response), 450);
    });
    const { url, received } = await serveInTurn(...answers);
    await call(clientOf(url, { maxRetries: 2, requestTimeoutSeconds: 1 }), "GET");
    expect(received).toHaveLength(3);
  });

  it.each([
    ["PUT", reset, slow, "OutcomeUnknownError"],
    ["DELETE", busy, slow, "OutcomeUnknownError"],
    ["PUT", slow, slow, "RateLimitedError"],
    ["GET", busy, slow, "RateLimitedError"],
    ["POST", slow, slow, "RateLimitedError"],
    ["PUT", reset, json(404, { message: "gone" }), "NotFoundError"],
    ["PUT", reset, json(404, {}), "OutcomeUnknownError"],
    ["PUT", reset, json(302, "", { location: "/login" }), "OutcomeUnknownError"],
  ] as const)("%s: what an earlier attempt may have done is not forgotten", async (method, first, last, name) => {
    const { url } = await serveInTurn(first, last);
    expect(await failure(call(clientOf(url, { maxRetries: 1 }), method))).toMatchObject({ name });
  });

  it.each([
    ["PUT", reset, json(400, { message: "no" }), true],
    ["PUT", reset, json(403, { message: "no" }), true],
    ["DELETE", busy, json(409, { message: "no" }), true],
    ["PUT", slow, json(403, { message: "no" }), false],
    ["GET", reset, json(403, { message: "no" }), false],
  ] as const)(
    "%s: a refusal tells whether an attempt before it may have acted",
    async (method, first, last, expected) => {
      const { url } = await serveInTurn(first, last);
      const error = await failure(call(clientOf(url, { maxRetries: 1 }), method));
      expect(error).toMatchObject({ mayHaveActed: expected, message: expect.stringMatching(/^no/) as string });
    },
  );

  it("a change that was lost and then found nobody listening is not taken for one without effect", async () => {
    const { url } = await serveInTurn((response) => {
      const server = (response.socket as unknown as { server: { close(): void } }).server;
      server.close();
      reset(response);
    });
    const error = await failure(call(clientOf(url, { maxRetries: 1 }), "PUT"));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("ECONNREFUSED");
  });
});

describe("waiting on a fake clock", () => {
  // Sockets are real; only what measures and lets time pass is not.
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "performance"] }),
  );
  afterEach(() => jest.useRealTimers());

  /** Lets sockets do their work, without letting time pass, until the condition holds. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise(setImmediate);
    }
  }

  async function idle(): Promise<void> {
    let rounds = 0;
    await until(() => rounds++ > 200);
  }

  /** Starts a call and says after how many milliseconds it is made for the second time. */
  async function waitOf(headers: Record<string, string>): Promise<number> {
    const { url, received } = await serveInTurn(json(429, {}, headers), good);
    const result = call(clientOf(url, { maxRetries: 1 }), "GET");
    await until(() => received.length === 1 && jest.getTimerCount() > 0);
    const startedAt = Date.now();
    await idle();
    jest.runOnlyPendingTimers();
    const waitedMs = Date.now() - startedAt;
    await until(() => received.length === 2);
    expect(await result).toEqual({ id: 7 });
    return waitedMs;
  }

  it.each([
    ["seconds", "42", 42_000],
    ["over the cap", "3600", 60_000],
  ])("as long as Retry-After says: %s", async (_, retryAfter, waitMs) => {
    expect(await waitOf({ "retry-after": retryAfter })).toBe(waitMs);
  });

  it("until the date of Retry-After", async () => {
    jest.setSystemTime(new Date("2026-03-01T12:00:00Z"));
    expect(await waitOf({ "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" })).toBe(30_000);
  });

  it("with back-off where nothing is said", async () => {
    jest.spyOn(Math, "random").mockReturnValue(1);
    expect(await waitOf({})).toBe(250);
    jest.restoreAllMocks();
  });

  it("no longer than five minutes in total", async () => {
    const { url, received } = await serveInTurn(json(429, { message: "slow down" }, { "retry-after": "59" }));
    const result = failure(call(clientOf(url, { maxRetries: 20 }), "GET"));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await until(() => received.length === attempt && jest.getTimerCount() > 0);
      await idle();
      jest.runOnlyPendingTimers();
    }
    expect((await result).name).toBe("RateLimitedError");
    expect(received).toHaveLength(6);
  });
});
