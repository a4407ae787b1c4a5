import { z } from "zod";
import { OutcomeUnknownError, ValidationError, UnexpectedAnswerError } from "../../../provider/api/failures/errors";
import { besideSockets, useFakeTime, useRealTime } from "../hosts/fake-time";
import { breakOff, call, clientOf, failure, json, never, reset, serve, serveInTurn, silent } from "./server";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { maxNesting } from "../../../provider/values/json";
import { maxEntries } from "../../../provider/api/calls/pages";

afterEach(useRealTime);

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
  const fromTest = ". The key comes from the test";

  it.each(statuses)("%d is %s for a read, %s for a change", async (status, ofRead, ofChange) => {
    const { url } = await serveInTurn(json(status, message, { "x-request-id": "7f3a" }));
    const shown = expect.stringContaining(`(${status}, request 7f3a)`) as string;
    expect(await failure(call(clientOf(url), "GET"))).toMatchObject({ name: ofRead, status, message: shown });
    for (const method of changing) {
      expect(await failure(call(clientOf(url), method))).toMatchObject({ name: ofChange, status, message: shown });
    }
  });

  it.each([
    ["the body's message", json(403, message), `because (403)${fromTest}`],
    ["the body's request id", json(403, { ...message, request_id: "7f3a" }), `because (403, request 7f3a)${fromTest}`],
    [
      "the body's before the header's",
      json(403, { request_id: "a" }, { "x-request-id": "b" }),
      `the platform answered 403 without a reason (403, request a)${fromTest}`,
    ],
    ["no reason where the body has none", json(502, "<html>"), "the platform answered 502 without a reason (502)"],
    ["a page's title", json(502, "<html><title>502 Bad Gateway</title>"), "502 Bad Gateway (502)"],
    ["a page's title, whatever else it has", json(502, `<title>Bad</title>${"{".repeat(200)}`), "Bad (502)"],
    ["a plain text", json(503, "upstream connect error\n"), "upstream connect error (503)"],
    ["where the key came from", json(401, message), `because (401)${fromTest}, and was sent to <address>`],
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
  const unavailable = ["UnavailableError", "OutcomeUnknownError"];
  const unexpected = ["UnexpectedAnswerError", "OutcomeUnknownError"];
  const notUnderstood = /cannot be understood: body: /;

  it.each<[string, Parameters<typeof serveInTurn>[0], string[], RegExp]>([
    ["a reset", reset, unavailable, /^no complete answer from http:.*: ECONNRESET/],
    ["a good answer that is cut off", breakOff(200), unavailable, /: ERR_BAD_RESPONSE/],
    ["malformed JSON", json(200, '{"id": 7'), unexpected, notUnderstood],
    ["the wrong shape", json(200, { id: "x" }), unexpected, /cannot be understood: id: /],
    ["no body", json(200, ""), unexpected, notUnderstood],
    ["a page of HTML", json(200, "<html>"), unexpected, notUnderstood],
  ])("fails, with an unknown outcome for a create: %s", async (_, answer, names, text) => {
    const { url } = await serveInTurn(answer);
    const read = await failure(call(clientOf(url), "GET"));
    const create = await failure(call(clientOf(url), "POST"));
    expect([read.name, create.name]).toEqual(names);
    expect(read.message).toMatch(text);
    expect(create.message).toMatch(text);
  });

  it("fails if no answer arrives in time", async () => {
    let requests = 0;
    const { url } = await serve(() => ++requests === 2 && jest.advanceTimersByTime(1_000));
    useFakeTime(besideSockets);
    const client = clientOf(url, { requestTimeoutSeconds: 1 });
    const [read, create] = await Promise.all([failure(call(client, "GET")), failure(call(client, "POST"))]);
    expect([read?.name, create?.name]).toEqual(["UnavailableError", "OutcomeUnknownError"]);
    expect(read?.message).toBe(`no complete answer from ${url} within 1 second (edgecloud:requestTimeoutSeconds)`);
  });

  it("fails in time even if bytes keep arriving one by one", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" ", () => jest.advanceTimersByTime(100)), 50);
      response.on("close", () => clearInterval(timer));
    });
    useFakeTime(besideSockets);
    const error = await failure(call(clientOf(url, { requestTimeoutSeconds: 1 }), "GET"));
    expect(error.message).toBe(`no complete answer from ${url} within 1 second (edgecloud:requestTimeoutSeconds)`);
  });

  it("fails without a retry if the answer is too long", async () => {
    const { url, received } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on("drain", more);
      more();
    });
    const error = await failure(call(clientOf(url, { maxRetries: 3 }), "PUT"));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toMatch(/maxContentLength size of 33554432 exceeded/);
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

it("an answer may begin with a byte order mark", async () => {
  const { url } = await serveInTurn(json(200, '\ufeff{"id": 7, "name": "é"}'));
  expect(await call(clientOf(url), "GET")).toEqual({ id: 7, name: "é" });
});

/** A client of a platform that answers that text to everything. */
async function answering(body: string, status = 200) {
  const { url } = await serve((_, response) => json(status, body)(response));
  return { url, client: clientOf(url) };
}

const anything = { method: "GET", path: "/cdn/things", answer: z.unknown() } as const;

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + "1" + close.repeat(levels);

describe.each<[string, (levels: number) => string]>([
  ["arrays", (levels) => nested(levels, "[", "]")],
  ["objects", (levels) => nested(levels, '{"a":', "}")],
])("an answer of nested %s", (_, written) => {
  it(`is read to ${maxNesting} levels`, async () => {
    const { client } = await answering(written(maxNesting));
    expect(JSON.stringify(await client.request(anything))).toBe(written(maxNesting));
  });

  it.each([maxNesting + 1, 200_000])("is a one-line error with %d levels", async (levels) => {
    const { url, client } = await answering(written(levels));
    const error = await failure(client.request(anything));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toBe(
      `the answer from ${url}/cdn/things cannot be understood: it is nested more than ${maxNesting} levels deep`,
    );
    expect(await failure(call(client, "POST"))).toBeInstanceOf(OutcomeUnknownError);
  });

  it("is not quoted as the reason of a failure", async () => {
    const { client } = await answering(written(200_000), 404);
    expect((await failure(call(client, "GET"))).message).toContain("the platform answered 404 without a reason");
  });
});

it("an answer with more values than any of the platform has is not parsed", async () => {
  const list = (count: number) => `[${"0,".repeat(count - 1)}0]`;
  const good = await answering(list(999_999));
  expect(await good.client.request(anything)).toHaveLength(999_999);
  const { client } = await answering(list(1_000_001));
  const error = await failure(call(client, "GET"));
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error.message.length).toBeLessThan(500);
});

describe("a list", () => {
  const entry = (id: number) => ({ id, name: `g${id}` });
  const listOf = (length: number, of: (id: number) => object = entry) => Array.from({ length }, (_, id) => of(id));

  it("is refused with more entries than any account has", async () => {
    const pageSize = 10_000;
    const { url, received } = await serve((request, response) => {
      const offset = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("offset"));
      json(200, { next: "more", results: listOf(pageSize, (id) => entry(1 + offset + id)) })(response);
    });
    const groups = new OriginGroupsEndpoint(clientOf(url));
    expect((await failure(groups.list({}))).message).toBe(
      `the list has more than the maximum of ${maxEntries} entries; narrow it with filters`,
    );
    expect(received).toHaveLength(maxEntries / pageSize + 1);
  });

  it("is refused as a whole if snapshots cannot be read", async () => {
    const { client } = await answering(JSON.stringify(listOf(maxEntries, () => ({}))));
    const { message } = await failure(new SnapshotsEndpoint(client).list({ projectId: 1, regionId: 2 }));
    expect(message).toContain("no entry has the expected form");
  });
});
