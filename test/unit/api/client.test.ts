import { inspect } from "node:util";
import { z } from "zod";
import { freePort } from "../../documents/free-port";
import { besideSockets, useFakeTime, useRealTime } from "../hosts/fake-time";
import {
  apiKey,
  breakOff,
  call,
  clientOf,
  credential,
  failure,
  json,
  reset,
  serve,
  serveInTurn,
  thing,
} from "./server";

afterEach(useRealTime);

describe("a request", () => {
  it("carries the key, the query and the body", async () => {
    const { url, received } = await serveInTurn(json(200, { id: 7, more: true }));
    const query = { name: "a b&c", limit: 5, all: true, offset: undefined };
    const request = { method: "POST", path: "/cdn/things", query, body: { name: "é" }, answer: thing } as const;
    expect(await clientOf(url).request(request)).toEqual({ id: 7, more: true });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      headers: { authorization: `apikey ${apiKey}`, "content-type": "application/json", accept: "application/json" },
      body: '{"name":"é"}',
    });
    const sent = new URL(received[0]?.url ?? "", url);
    expect(sent.pathname).toBe("/cdn/things");
    expect(Object.fromEntries(sent.searchParams)).toEqual({ name: "a b&c", limit: "5", all: "true" });
  });

  it("sends every key of the body, whatever its name, also in a retry", async () => {
    const { url, received } = await serveInTurn(json(503, ""), json(200, { id: 7 }));
    const body = { tags: { constructor: "a", prototype: "b", toString: "c" } };
    await clientOf(url, { maxRetries: 1 }).request({ method: "PUT", path: "/cloud/things/7", body, answer: thing });
    expect(received.map((request) => JSON.parse(request.body) as unknown)).toEqual([body, body]);
    expect(received.map(({ headers }) => headers["content-type"])).toEqual(["application/json", "application/json"]);
  });

  it("is sent below the path of the base URL", async () => {
    const { url, received } = await serveInTurn(json(200, { id: 7 }));
    await call(clientOf(`${url}/proxy`), "GET");
    expect(received[0]?.url).toBe("/proxy/cdn/things");
  });

  it("accepts an answer without a body if none is needed", async () => {
    const { url } = await serveInTurn((response) => response.writeHead(204).end());
    const answer = z.unknown();
    await expect(clientOf(url).request({ method: "DELETE", path: "/cdn/things/7", answer })).resolves.toBe("");
  });

  it("reuses one connection, except for what must not be repeated if it breaks", async () => {
    const { url, received } = await serveInTurn(json(200, { id: 7 }));
    const client = clientOf(url);
    for (const method of ["GET", "PUT", "POST", "DELETE"] as const) {
      await call(client, method);
    }
    expect(received).toHaveLength(4);
    expect(received.map(({ port }) => port === received[0]?.port)).toEqual([true, true, false, true]);
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%d is not followed, so the key is not sent elsewhere", async (status) => {
    const other = await serveInTurn(json(200, { id: 7 }));
    const { url, received } = await serveInTurn(json(status, "", { location: `${other.url}/cdn/things` }));
    const error = await failure(call(clientOf(url), "GET"));
    expect(error.name).toBe("UnexpectedAnswerError");
    expect(error.message).toBe(
      `${url}/cdn/things redirects to ${other.url}/cdn/things; the key is not sent there (${status}). ` +
        `Set edgecloud:baseUrl to the final address, and check any proxy or load balancer in between`,
    );
    expect(received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

describe("no secret is in an error", () => {
  const lowerCase = encodeURIComponent(apiKey).toLowerCase();
  const echo = `key ${apiKey}, encoded ${encodeURIComponent(apiKey)} and ${lowerCase}, credential ${credential}`;

  it.each([
    ["400", json(400, { errors: { name: [echo], [credential]: { source: [echo] } } })],
    ["302", json(302, "", { location: `http://127.0.0.1:1/?key=${encodeURIComponent(apiKey)}&c=${credential}` })],
    ["wrong shape", json(200, { s3_secret_access_key: credential, id: apiKey })],
    ["malformed", json(200, echo)],
    ["text", json(503, `${"x".repeat(470)} ${echo}`)],
  ])("%s", async (_, answer) => {
    const { url } = await serveInTurn(answer);
    for (const method of ["PUT", "POST"] as const) {
      const error = await failure(call(clientOf(url), method));
      const printed = inspect(error, { depth: 9, showHidden: true });
      const text = [error.stack, String(error), JSON.stringify(error), printed].join();
      for (const secret of [apiKey, encodeURIComponent(apiKey), lowerCase, credential]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

const good = json(200, { id: 7 });
const soon = { "retry-after": "0" };
const busy = json(503, { message: "busy" });
const slow = json(429, { message: "slow down" }, soon);

const throttled = json(503, { message: "busy" }, soon);
const garbled = json(200, "no gzip", { "content-encoding": "gzip" });

describe("a retry", () => {
  it.each([
    ["GET", "503", busy, 2],
    ["POST", "a reset", reset, 1],
    ["PATCH", "a reset", reset, 1],
    ["DELETE", "a reset", reset, 2],
    ["GET", "an answer that was cut off", breakOff(200), 2],
    ["POST", "429", slow, 2],
    ["POST", "503 with Retry-After", throttled, 1],
    ["GET", "malformed JSON", json(200, "{"), 1],
    ["GET", "a broken encoding", garbled, 2],
    ["POST", "a broken encoding", garbled, 1],
  ] as const)("of %s after %s, case %#", async (method, _, first, times) => {
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

  it("is made of a PATCH that the request declares idempotent", async () => {
    const { url, received } = await serveInTurn(busy, good);
    const patch = { method: "PATCH", path: "/cloud/things/7", body: {}, idempotent: true, answer: thing } as const;
    expect(await clientOf(url, { maxRetries: 1 }).request(patch)).toEqual({ id: 7 });
    expect(received).toHaveLength(2);
  });

  it.each([0, 3])("is made at most %d times", async (maxRetries) => {
    const { url, received } = await serveInTurn(busy);
    const error = await failure(call(clientOf(url, { maxRetries }), "GET"));
    expect(error).toMatchObject({ name: "UnavailableError", message: "busy (503)" });
    expect(received).toHaveLength(maxRetries + 1);
  });

  it("has the full request timeout", async () => {
    // Together longer than the timeout, each shorter.
    const answers = [busy, busy, good].map((answer) => (response: Parameters<typeof good>[0]) => {
      jest.advanceTimersByTime(1_500);
      answer(response);
    });
    const { url, received } = await serveInTurn(...answers);
    useFakeTime(besideSockets);
    await call(clientOf(url, { maxRetries: 2, requestTimeoutSeconds: 2 }), "GET");
    expect(received).toHaveLength(3);
  });

  it.each([
    ["PUT", reset, json(404, { message: "gone" }), "NotFoundAnswerError", true],
    ["PUT", reset, json(302, "", { location: "/login" }), "OutcomeUnknownError", true],
    ["PUT", reset, json(400, { message: "no" }), "ValidationError", true],
    ["DELETE", busy, json(409, { message: "no" }), "ConflictError", true],
    ["PUT", slow, json(403, { message: "no" }), "PermissionError", false],
    ["GET", reset, json(403, { message: "no" }), "PermissionError", false],
  ] as const)(
    "has an error that accounts for a lost attempt: %s, case %#",
    async (method, first, last, name, acted) => {
      const { url } = await serveInTurn(first, last);
      const error = await failure(call(clientOf(url, { maxRetries: 1 }), method));
      expect(error).toMatchObject({ name, mayHaveActed: acted });
    },
  );

  it("that finds no server leaves the outcome of a lost change unknown", async () => {
    // Nobody else gets this port while nothing listens there.
    const port = Number(await freePort());
    const { url } = await serve((_, response) => {
      const server = (response.socket as unknown as { server: { close(): void } }).server;
      server.close();
      reset(response);
    }, port);
    const error = await failure(call(clientOf(url, { maxRetries: 1 }), "PUT"));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("ECONNREFUSED");
  });
});

describe("maxRetries 0", () => {
  it.each([
    ["POST after 429", "POST", slow],
    ["PUT after 503 with Retry-After", "PUT", throttled],
  ] as const)("does not limit retries after the platform asks to slow down: %s", async (_, method, first) => {
    const { url, received } = await serveInTurn(first, first, first, good);
    expect(await call(clientOf(url), method)).toEqual({ id: 7 });
    expect(received).toHaveLength(4);
  });

  it("is enough for a POST where the server resets each connection on its second request", async () => {
    const seen = new WeakSet<object>();
    const { url, received } = await serve(({ socket }, response) => {
      (seen.has(socket) ? reset : good)(response);
      seen.add(socket);
    });
    const client = clientOf(url);
    for (const method of ["GET", "POST", "POST"] as const) {
      expect(await call(client, method)).toEqual({ id: 7 });
    }
    expect(received).toHaveLength(3);
  });
});
