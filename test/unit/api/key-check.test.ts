import type { RequestListener } from "node:http";
import { connect } from "../../../provider/api/connection";
import { AuthenticationError } from "../../../provider/api/errors";
import { loadConfig } from "../../../provider/config";
import { apiKey, json, never, reset, serve } from "./server";

async function platform(answer: RequestListener, more: Record<string, string> = {}) {
  const { url, received } = await serve(answer);
  const settings: Record<string, string> = { apiKey, baseUrl: url, maxRetries: "3", ...more };
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
    const answers = await Promise.all([connection.checkKey(), connection.checkKey()]);
    for (const error of [...answers, await connection.checkKey()]) {
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error?.message).toBe(
        "no [secret] (401). The key comes from edgecloud:apiKey in the configuration of the stack, or of the explicit Provider",
      );
    }
    expect(received).toMatchObject([
      { method: "GET", url: "/cdn/origin_groups?limit=1", headers: { authorization: `apikey ${apiKey}` } },
    ]);
  });

  it("is made once for each connection", async () => {
    const { connection, received } = await platform(always(json(200, [])));
    const other = await platform(always(json(401, {})));
    expect(await connection.checkKey()).toBeUndefined();
    expect(await other.connection.checkKey()).toBeInstanceOf(AuthenticationError);
    expect([received.length, other.received.length]).toEqual([1, 1]);
  });

  it.each<[string, RequestListener]>([
    ["200", always(json(200, { count: 0, results: [] }))],
    ["200 with something else", always(json(200, "<html>"))],
    ...[301, 400, 403, 404, 407, 408, 409, 429, 500, 502, 503].map((status): [string, RequestListener] => [
      String(status),
      always(json(status, { message: "no" }, { "retry-after": "0" })),
    ]),
    ["a reset", always(reset)],
  ])("concludes nothing and does not retry after %s", async (_, answer) => {
    const { connection, received } = await platform(answer);
    expect(await connection.checkKey()).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it("concludes nothing if there is no answer in time", async () => {
    const { connection } = await platform(never, { requestTimeoutSeconds: "1" });
    expect(await connection.checkKey()).toBeUndefined();
  });

  it("concludes nothing if nothing listens", async () => {
    const { connection } = await platform(never, { baseUrl: "http://127.0.0.1:1" });
    expect(await connection.checkKey()).toBeUndefined();
  });

  it("ends within ten seconds, even if the answer never ends", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "performance"] });
    try {
      const { connection, received } = await platform(
        (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write(" "),
        { requestTimeoutSeconds: "600" },
      );
      let isOver = false;
      const asked = connection.checkKey().finally(() => (isOver = true));
      const settled = () => new Promise(setImmediate);
      while (received.length === 0) {
        await settled();
      }
      jest.advanceTimersByTime(9_999);
      await settled();
      expect(isOver).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await asked).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});
