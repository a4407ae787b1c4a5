import type { RequestListener, ServerResponse } from "node:http";
import { connect, Preflight } from "../../../provider/api/connection";
import { AuthenticationError } from "../../../provider/api/failures/errors";
import { loadConfig } from "../../../provider/config/config";
import { apiKey, clientOf, json, never, reset, serve } from "./server";

async function platform(answer: RequestListener, more: Record<string, string> = {}) {
  const { url, received } = await serve(answer);
  const settings: Record<string, string> = { apiKey, baseUrl: url, maxRetries: "0", ...more };
  return { received, connection: connect(loadConfig((key) => settings[key.replace("edgecloud:", "")], {})) };
}

const always =
  (answer: ReturnType<typeof json>): RequestListener =>
  (_, response) =>
    answer(response);

describe("the check of the key", () => {
  it("makes one call, however often it is requested", async () => {
    const { connection, received } = await platform(always(json(401, { message: `no ${apiKey}` })));
    expect(received).toEqual([]);
    const answers = await Promise.all([connection.preflight.findKeyRefusal(), connection.preflight.findKeyRefusal()]);
    for (const error of [...answers, await connection.preflight.findKeyRefusal()]) {
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error?.message).toMatch(
        /^no \[secret\] \(401\)\. The key comes from edgecloud:apiKey in the configuration of the stack, and was sent to http:\/\/[^/]+$/,
      );
    }
    expect(received).toMatchObject([
      { method: "GET", url: "/cdn/origin_groups?limit=1", headers: { authorization: `apikey ${apiKey}` } },
    ]);
  });

  it("is made once for each connection", async () => {
    const { connection, received } = await platform(always(json(200, [])));
    const other = await platform(always(json(401, {})));
    expect(await connection.preflight.findKeyRefusal()).toBeUndefined();
    expect(await other.connection.preflight.findKeyRefusal()).toBeInstanceOf(AuthenticationError);
    expect([received.length, other.received.length]).toEqual([1, 1]);
  });

  it.each<[string, RequestListener]>([
    ["200", always(json(200, { count: 0, results: [] }))],
    ["200 with something else", always(json(200, "<html>"))],
    ...[301, 400, 403, 404, 407, 408, 409, 500, 502, 503].map((status): [string, RequestListener] => [
      String(status),
      always(json(status, { message: "no" })),
    ]),
    ["a reset", always(reset)],
  ])("concludes nothing after %s", async (_, answer) => {
    const { connection, received } = await platform(answer);
    expect(await connection.preflight.findKeyRefusal()).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it.each([
    ["there is no answer in time", { requestTimeoutSeconds: "1" }],
    ["nothing listens", { baseUrl: "http://127.0.0.1:1" }],
  ])("concludes nothing if %s", async (_, settings) => {
    const { connection } = await platform(never, settings);
    expect(await connection.preflight.findKeyRefusal()).toBeUndefined();
  });

  it("ends within five seconds if the answer never ends", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "performance"] });
    try {
      const { connection, received } = await platform(
        (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write(" "),
        { requestTimeoutSeconds: "600" },
      );
      let isOver = false;
      const asked = connection.preflight.findKeyRefusal().finally(() => (isOver = true));
      const settled = () => new Promise(setImmediate);
      while (received.length === 0) {
        await settled();
      }
      jest.advanceTimersByTime(4_500);
      await settled();
      expect(isOver).toBe(false);
      jest.advanceTimersByTime(500);
      expect(await asked).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("the check of the address", () => {
  const page = (response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>");

  /** Where what listens is wrong, the CDN's problem; what the other products would answer is not known. */
  it.each<[string, string, RequestListener, RegExp?]>([
    ["a list", "", always(json(200, { count: 0, results: [] }))],
    ["a bare list", "", always(json(200, []))],
    ["a page of HTML", "", always(page), /cannot be understood/],
    ["a redirect", "", always(json(301, "", { location: "https://other.example.com/" })), /redirects to/],
    ["a 404 of somebody else", "/x", always(json(404, "<html>")), /\(404\)\. Check edgecloud:baseUrl and any proxy/],
    [
      "the platform's 404",
      "/x",
      always(json(404, { message: "Not found." })),
      /^Not found\. \(404\)\. Check edgecloud:baseUrl and any proxy/,
    ],
    ...[401, 403, 408, 409, 500, 502, 503].map((status): [string, string, RequestListener] => [
      String(status),
      "",
      always(json(status, { message: "no" })),
    ]),
    ["a reset", "", always(reset)],
  ])("after %s", async (_, path, answer, problem = /^nothing$/) => {
    const { url, received } = await serve(answer);
    const look = new Preflight(clientOf(`${url}${path}`));
    expect((await look.findAddressProblem("cdn"))?.message ?? "nothing").toMatch(problem);
    expect(await look.findAddressProblem("cloud")).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it("reports that nothing listens, for every product", async () => {
    const look = new Preflight(clientOf("http://127.0.0.1:1"));
    for (const product of ["cdn", "cloud", "streaming"] as const) {
      expect((await look.findAddressProblem(product))?.message).toContain("no connection to http://127.0.0.1:1");
    }
    expect(await look.findKeyRefusal()).toBeUndefined();
  });

  it("reports at once that http was sent to an https port", async () => {
    const { url, received } = await serve(always(json(200, [])));
    const look = new Preflight(clientOf(url.replace("http:", "https:")));
    expect((await look.findAddressProblem("cloud"))?.message).toContain(
      "it answers in http, not in https; correct the",
    );
    expect(received).toEqual([]);
  });
});
