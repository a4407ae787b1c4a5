import { inspect } from "node:util";
import { z } from "zod";
import { OutcomeUnknownError, ValidationError } from "../../../provider/api/failures/errors";
import {
  apiKey,
  breakOff,
  call,
  clientOf,
  credential,
  failure,
  json,
  never,
  reset,
  serve,
  serveInTurn,
  silent,
  thing,
} from "./server";

describe("a request", () => {
  it("carries the key, the query and the body", async () => {
    const { url, received } = await serveInTurn(json(200, { id: 7, more: true }));
    const query = { name: "a b&c", limit: 5, all: true, offset: undefined };
    const answer = await clientOf(url).request({
      method: "POST",

      path: "/cdn/things",
      query,
      body: { name: "é" },
      answer: thing,
    });
    expect(answer).toEqual({ id: 7, more: true });
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
    await clientOf(url, { maxRetries: 1 }).request({
      method: "PUT",

      path: "/cloud/things/7",
      body,
      answer: thing,
    });
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

  it("reuses one connection", async () => {
    const { url, received } = await serveInTurn(json(200, { id: 7 }));
    const client = clientOf(url);
    for (const method of ["GET", "PUT", "POST", "GET"] as const) {
      await call(client, method);
    }
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ port }) => port)).size).toBe(1);
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%d is not followed, so the key is not sent elsewhere", async (status) => {
    const other = await serveInTurn(json(200, { id: 7 }));
    const { url, received } = await serveInTurn(json(status, "", { location: `${other.url}/cdn/things` }));
    const error = await failure(call(clientOf(url), "GET"));
    expect(error.name).toBe("UnexpectedAnswerError");
    expect(error.message).toBe(
      `${url}/cdn/things redirects to ${other.url}/cdn/things; the key is not sent there. ` +
        `Set edgecloud:baseUrl to the final address (${status})`,
    );
    expect(received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

const changing = ["POST", "PUT", "PATCH", "DELETE"] as const;
const message = { message: "because" };

/** Status, error of a read, error of a change. */
const statuses: [number, string, string][] = [
  [400, "ValidationError", "ValidationError"],
  [401, "AuthenticationError", "AuthenticationError"],
  [403, "PermissionError", "PermissionError"],
  [404, "NotFoundAnswerError", "NotFoundAnswerError"],
  [405, "ApiError", "ApiError"],
  [408, "UnavailableError", "OutcomeUnknownError"],
  [409, "ConflictError", "ConflictError"],
  [418, "ApiError", "ApiError"],
  [422, "ValidationError", "ValidationError"],
  [500, "UnavailableError", "OutcomeUnknownError"],
  [502, "UnavailableError", "OutcomeUnknownError"],
  [503, "UnavailableError", "OutcomeUnknownError"],
  [504, "UnavailableError", "OutcomeUnknownError"],
  [300, "UnexpectedAnswerError", "UnexpectedAnswerError"],
  [304, "UnexpectedAnswerError", "UnexpectedAnswerError"],
];

describe("an error answer", () => {
  it.each(statuses)("%d is %s for a read, %s for a change", async (status, ofRead, ofChange) => {
    const { url } = await serveInTurn(json(status, message, { "x-request-id": "7f3a" }));
    expect(await failure(call(clientOf(url), "GET"))).toMatchObject({ name: ofRead, status, requestId: "7f3a" });
    for (const method of changing) {
      expect(await failure(call(clientOf(url), method))).toMatchObject({ name: ofChange, status, requestId: "7f3a" });
    }
  });

  it.each([
    ["the body's message", json(403, message), "because (403). The key comes from the test"],
    [
      "the body's request id",
      json(403, { ...message, request_id: "7f3a" }),
      "because (403, request 7f3a). The key comes from the test",
    ],
    [
      "the body's before the header's",
      json(403, { request_id: "a" }, { "x-request-id": "b" }),
      "the platform answered 403 without a reason (403, request a). The key comes from the test",
    ],
    ["no reason where the body has none", json(502, "<html>"), "the platform answered 502 without a reason (502)"],
    ["a page's title", json(502, "<html><title>502 Bad Gateway</title>"), "502 Bad Gateway (502)"],
    ["a plain text", json(503, "upstream connect error\n"), "upstream connect error (503)"],
    [
      "where the key came from",
      json(401, { message: "no", request_id: "7f3a" }),
      "no (401, request 7f3a). The key comes from the test, and was sent to <address>",
    ],
  ])("shows %s", async (_, answer, text) => {
    const { url } = await serveInTurn(answer);
    expect((await failure(call(clientOf(url), "GET"))).message).toBe(text.replace("<address>", new URL(url).origin));
  });

  it("has the fields of a validation error", async () => {
    const { url } = await serveInTurn(json(400, { errors: { sources: { "a.example.com": { source: ["Bad"] } } } }));
    const error = await failure(call(clientOf(url), "PUT"));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ fields: [{ location: ["sources", "a.example.com", "source"], message: "Bad" }] });
  });
});

describe("a call without a usable answer", () => {
  it.each([
    ["a reset", reset, "UnavailableError", "OutcomeUnknownError", /^no answer from http:.*: ECONNRESET/],
    [
      "a good answer that is cut off",
      breakOff(200),
      "UnavailableError",
      "OutcomeUnknownError",
      /: the answer was cut off$/,
    ],
    [
      "malformed JSON",
      json(200, '{"id": 7'),
      "UnexpectedAnswerError",
      "OutcomeUnknownError",
      /cannot be understood: body: /,
    ],
    [
      "the wrong shape",
      json(200, { id: "x" }),
      "UnexpectedAnswerError",
      "OutcomeUnknownError",
      /cannot be understood: id: /,
    ],
    ["no body", json(200, ""), "UnexpectedAnswerError", "OutcomeUnknownError", /cannot be understood: body: /],
    [
      "a page of HTML",
      json(200, "<html>"),
      "UnexpectedAnswerError",
      "OutcomeUnknownError",
      /cannot be understood: body: /,
    ],
  ])("fails, with an unknown outcome for a create: %s", async (_, answer, ofRead, ofCreate, text) => {
    const { url } = await serveInTurn(answer);
    const read = await failure(call(clientOf(url), "GET"));
    const create = await failure(call(clientOf(url), "POST"));
    expect([read.name, create.name]).toEqual([ofRead, ofCreate]);
    expect(read.message).toMatch(text);
    expect(create.message).toMatch(text);
  });

  it("stores what was received in the error, for the caller to inspect", async () => {
    const { url } = await serveInTurn(json(201, { id: 7, name: 5 }));
    const answer = z.object({ id: z.int(), name: z.string() });
    const error = await failure(clientOf(url).request({ method: "POST", path: "/", body: {}, answer }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as OutcomeUnknownError).answer).toEqual({ id: 7, name: 5 });
  });

  it("fails if no answer arrives in time", async () => {
    const { url } = await serve(never);
    const client = clientOf(url, { requestTimeoutSeconds: 1 });
    const [read, create] = await Promise.all([failure(call(client, "GET")), failure(call(client, "POST"))]);
    expect([read?.name, create?.name]).toEqual(["UnavailableError", "OutcomeUnknownError"]);
    expect(read?.message).toBe(`no complete answer from ${url} within 1 second (edgecloud:requestTimeoutSeconds)`);
  });

  it("fails in time even if bytes keep arriving one by one", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    });
    const error = await failure(call(clientOf(url, { requestTimeoutSeconds: 1 }), "GET"));
    expect(error.message).toBe(`no complete answer from ${url} within 1 second (edgecloud:requestTimeoutSeconds)`);
  });

  it.each([
    ["GET", "UnexpectedAnswerError"],
    ["POST", "OutcomeUnknownError"],
  ] as const)("fails without a retry if the answer is too long: %s", async (method, name) => {
    const { url, received } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on("drain", more);
      more();
    });
    const error = await failure(call(clientOf(url, { maxRetries: 3 }), method));
    expect(error).toMatchObject({
      name,
      message: `the answer from ${url} is longer than 32 MiB, so it is not the platform's`,
    });
    expect(received).toHaveLength(1);
  });

  it("certainly had no effect if nothing listens", async () => {
    const free = (await serve(never)).url.replace(/:\d+$/, ":1");
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
      const error = await failure(call(clientOf(free), method));
      expect(error.name).toBe("UnreachableError");
      expect(error.message).toMatch(/^no connection to http:\/\/127\.0\.0\.1:1: ECONNREFUSED/);
    }
  });

  it("certainly had no effect if the connection ends before the request is sent", async () => {
    const { url } = await silent((socket) => socket.destroy());
    const secure = url.replace("http:", "https:");
    expect((await failure(call(clientOf(secure), "POST"))).name).toBe("UnreachableError");
  });

  it("certainly had no effect if no connection is established in time", async () => {
    // Accepts the connection, but never begins TLS.
    const { url } = await silent(() => undefined);
    const secure = url.replace("http:", "https:");
    const error = await failure(call(clientOf(secure, { requestTimeoutSeconds: 1 }), "POST"));
    expect(error).toMatchObject({
      name: "UnavailableError",
      message: `no connection to ${secure} within 1 second (edgecloud:requestTimeoutSeconds)`,
    });
  });
});

describe("a charset", () => {
  it.each([
    ["application/json; charset=iso-8859-1", Buffer.from('{"id": 7, "name": "é"}', "latin1"), "é"],
    ['application/json; charset="utf-16le"', Buffer.from('{"id": 7, "name": "é"}', "utf16le"), "é"],
    ["application/json", Buffer.from('{"id": 7, "name": "é"}'), "é"],
    ["application/json", Buffer.from('\ufeff{"id": 7, "name": "é"}'), "é"],
    ["application/json; charset=unheard-of", Buffer.from('{"id": 7, "name": "é"}'), "é"],
  ])("decides how the answer is decoded: %s", async (type, bytes, name) => {
    const { url } = await serve((_, response) => response.writeHead(200, { "content-type": type }).end(bytes));
    expect(await call(clientOf(url), "GET")).toEqual({ id: 7, name });
  });
});

describe("a base URL that ends in the path of a product", () => {
  const hint = ". edgecloud:baseUrl ends in /cdn, which the paths of that product already begin with; leave it out";

  it.each([
    ["a 404 of the platform", json(404, { detail: "Not found." })],
    ["a 404 of another server", json(404, "nothing here")],
    ["another answer", json(200, "welcome")],
  ])("is reported as the cause of %s", async (_, answer) => {
    const { url } = await serveInTurn(answer);
    const error = await failure(call(clientOf(`${url}/cdn`), "GET"));
    expect(error.name).toBe("UnexpectedAnswerError");
    expect(error.message.endsWith(hint)).toBe(true);
  });

  it.each(["", "/gateway", "/cdn/v1", "/constructor"])("is not suspected for %j", async (path) => {
    const { url } = await serveInTurn(json(404, { detail: "Not found." }));
    expect((await failure(call(clientOf(`${url}${path}`), "GET"))).name).toBe("NotFoundAnswerError");
  });
});

describe("no secret is in an error", () => {
  const lowerCase = encodeURIComponent(apiKey).toLowerCase();
  const echo = `key ${apiKey}, encoded ${encodeURIComponent(apiKey)} and ${lowerCase}, credential ${credential}`;

  it.each([
    ["400", json(400, { errors: { name: [echo], [credential]: { source: [echo] } } })],
    ["403", json(403, { message: echo, request_id: apiKey })],
    ["500", json(500, { error: echo })],
    ["302", json(302, "", { location: `http://127.0.0.1:1/?key=${encodeURIComponent(apiKey)}&c=${credential}` })],
    ["wrong shape", json(200, { s3_secret_access_key: credential, id: apiKey })],
    ["malformed", json(200, echo)],
    ["text", json(503, `${"x".repeat(470)} ${echo}`)],
    ["404 of another server", json(404, echo)],
    ["401", json(401, { message: echo })],
    ["reset", reset],
  ])("%s", async (_, answer) => {
    const { url } = await serveInTurn(answer);
    for (const method of ["PUT", "POST"] as const) {
      const error = await failure(call(clientOf(url), method));
      const text = [
        error.stack,
        String(error),
        JSON.stringify(error),
        inspect(error, { depth: 9, showHidden: true }),
      ].join();
      for (const secret of [apiKey, encodeURIComponent(apiKey), lowerCase, credential]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});
