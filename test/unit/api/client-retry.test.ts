import { breakOff, call, clientOf, failure, json, reset, serve, serveInTurn, thing } from "./server";

const good = json(200, { id: 7 });
const soon = { "retry-after": "0" };
const busy = json(503, { message: "busy" });
const slow = json(429, { message: "slow down" }, soon);

describe("over the wire", () => {
  it.each([
    ["GET is retried after 503", "GET", busy, 2],
    ["PUT is retried after 503", "PUT", busy, 2],
    ["DELETE is retried after 503", "DELETE", busy, 2],
    ["GET is retried after a reset", "GET", reset, 2],
    ["PUT is retried after a reset", "PUT", reset, 2],
    ["GET is retried after an answer that was cut off", "GET", breakOff(200), 2],
    ["POST is retried after 429", "POST", slow, 2],
    ["PATCH is retried after 429", "PATCH", slow, 2],
    ["POST is not retried after 503", "POST", busy, 1],
    ["POST is not retried after a reset", "POST", reset, 1],
    ["POST is not retried after an answer that was cut off", "POST", breakOff(201), 1],
    ["PATCH is not retried after 503", "PATCH", busy, 1],
    ["GET is not retried after 400", "GET", json(400, {}, soon), 1],
    ["GET is not retried after 404", "GET", json(404, {}, soon), 1],
    ["GET is not retried after 409", "GET", json(409, {}, soon), 1],
    ["GET is not retried after malformed JSON", "GET", json(200, "{"), 1],
    ["GET is retried after a broken encoding", "GET", json(200, "no gzip", { "content-encoding": "gzip" }), 2],
    ["POST is not retried after a broken encoding", "POST", json(200, "no gzip", { "content-encoding": "gzip" }), 1],
    ["PUT is retried after 503 with Retry-After", "PUT", json(503, {}, soon), 2],
    ["POST is not retried after 503 with Retry-After", "POST", json(503, {}, soon), 1],
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

  it.each([busy, reset, breakOff(200)])(
    "PATCH is retried if the request declares it idempotent, case %#",
    async (first) => {
      const { url, received } = await serveInTurn(first, good);
      const patch = {
        method: "PATCH",

        path: "/cloud/things/7",
        body: {},
        idempotent: true,
        answer: thing,
      } as const;
      expect(await clientOf(url, { maxRetries: 1 }).request(patch)).toEqual({ id: 7 });
      expect(received).toHaveLength(2);
    },
  );

  it.each([0, 1, 3])("GET is retried at most %d times", async (maxRetries) => {
    const { url, received } = await serveInTurn(busy);
    const error = await failure(call(clientOf(url, { maxRetries }), "GET"));
    expect(error).toMatchObject({ name: "UnavailableError", message: "busy (503)" });
    expect(received).toHaveLength(maxRetries + 1);
  });

  it("each attempt has the full request timeout", async () => {
    const answers = [busy, busy, good].map((answer) => (response: Parameters<typeof good>[0]) => {
      // Together longer than the timeout, each much shorter.
      setTimeout(() => answer(response), 800);
    });
    const { url, received } = await serveInTurn(...answers);
    await call(clientOf(url, { maxRetries: 2, requestTimeoutSeconds: 2 }), "GET");
    expect(received).toHaveLength(3);
  });

  it.each([
    ["PUT", reset, json(404, { message: "gone" }), "NotFoundAnswerError"],
    ["PUT", reset, json(302, "", { location: "/login" }), "OutcomeUnknownError"],
  ] as const)("the error of a retried %s accounts for the lost attempt, case %#", async (method, first, last, name) => {
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
    "a refused %s reports whether an earlier attempt may have acted, case %#",
    async (method, first, last, expected) => {
      const { url } = await serveInTurn(first, last);
      const error = await failure(call(clientOf(url, { maxRetries: 1 }), method));
      expect(error).toMatchObject({ mayHaveActed: expected, message: expect.stringMatching(/^no/) as string });
    },
  );

  it("a lost change whose retry finds no server still has an unknown outcome", async () => {
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

describe("maxRetries 0", () => {
  it.each([
    ["GET after 429", "GET", slow],
    ["POST after 429", "POST", slow],
    ["PUT after 503 with Retry-After", "PUT", json(503, { message: "busy" }, { "retry-after": "0" })],
  ] as const)("does not limit retries after the platform asks to slow down: %s", async (_, method, first) => {
    const { url, received } = await serveInTurn(first, first, first, good);
    expect(await call(clientOf(url), method)).toEqual({ id: 7 });
    expect(received).toHaveLength(4);
  });

  /** A server that resets each connection on its second request. */
  async function resetsReused() {
    const seen = new WeakSet<object>();
    return serve((request, response) => {
      const { socket } = request;
      const isReused = seen.has(socket);
      seen.add(socket);
      (isReused ? reset : good)(response);
    });
  }

  it.each(["GET", "PUT", "DELETE"] as const)(
    "does not limit retries after a keep-alive connection breaks: %s",
    async (method) => {
      const { url, received } = await resetsReused();
      const client = clientOf(url);
      for (let times = 0; times < 3; times++) {
        expect(await call(client, method)).toEqual({ id: 7 });
      }
      expect(received.length).toBeGreaterThan(3);
    },
  );

  it("fails one POST on a broken keep-alive connection; later POSTs use new connections", async () => {
    const { url, received } = await resetsReused();
    const client = clientOf(url);
    await call(client, "GET");
    expect((await failure(call(client, "POST"))).name).toBe("OutcomeUnknownError");
    const before = received.length;
    for (let times = 0; times < 3; times++) {
      await call(client, "GET");
      expect(await call(client, "POST")).toEqual({ id: 7 });
    }
    expect(received.slice(before).filter(({ method }) => method === "POST")).toHaveLength(3);
  });
});
