import type { ServerResponse } from "node:http";
import { answering, passing, proxy, secureServer } from "./proxies";
import { breakOff, call, clientOf, failure, json, never } from "./server";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const hangUp = (response: ServerResponse) => void response.destroy();
const gone = JSON.stringify({ message: "Origin group is not found." });

describe("a proxy that refuses to connect is not the platform", () => {
  it.each([
    ...[204, 301, 400, 401, 403, 407, 409, 422, 451].map((status) => [status, ""] as const),
    ...[404, 429, 500, 502, 503].map((status) => [status, gone] as const),
  ])("%d %s", async (status, body) => {
    const { address } = await proxy(answering(status, body));
    for (const method of methods) {
      const error = await failure(call(clientOf("https://api.example.com"), method));
      expect(error).toMatchObject({ name: "UnavailableError", status: undefined });
      expect(error.message).toBe(
        `no answer from https://api.example.com/cdn/things: the proxy ${address} refused the connection with ${status}; ` +
          "check HTTPS_PROXY and NO_PROXY",
      );
    }
  });

  it("and one that is not there neither", async () => {
    process.env.HTTPS_PROXY = "http://proxy-user:proxy-password@127.0.0.1:1";
    for (const method of methods) {
      const error = await failure(call(clientOf("https://api.example.com"), method));
      expect(error.name).toBe("UnavailableError");
      expect(error.message).toContain("the proxy 127.0.0.1:1 gave no connection (");
      expect(error.message).not.toMatch(/proxy-user|proxy-password/);
    }
  });

  it("nor one that says nothing: the change was never sent", async () => {
    const { address } = await proxy(() => undefined);
    const error = await failure(call(clientOf("https://api.example.com", { requestTimeoutSeconds: 1 }), "POST"));
    expect(error.name).toBe("UnavailableError");
    expect(error.message).toContain(`the proxy ${address} gave no connection (timeout of 1000ms exceeded)`);
  });

  it.each(methods)("%s is made again after a passing fault, and then reaches the platform", async (method) => {
    const url = await secureServer(json(200, { id: 7 }));
    const { targets } = await proxy(answering(503), passing);
    expect(await call(clientOf(url, { maxRetries: 1 }), method)).toEqual({ id: 7 });
    expect(targets).toHaveLength(2);
  });

  it.each(methods)("%s is not made again after a refusal that does not pass", async (method) => {
    const { targets } = await proxy(answering(407));
    expect((await failure(call(clientOf("https://api.example.com", { maxRetries: 3 }), method))).name).toBe(
      "UnavailableError",
    );
    expect(targets).toHaveLength(1);
  });
});

describe("what the platform says over TLS is the platform's", () => {
  const answers: [number, object, string][] = [
    [404, { message: "Origin group is not found." }, "NotFoundError"],
    [403, { message: "no" }, "PermissionError"],
    [409, { message: "no" }, "ConflictError"],
  ];

  it.each(answers)("through a proxy: %d", async (status, body, name) => {
    const url = await secureServer(json(status, body));
    const { targets } = await proxy(passing);
    const client = clientOf(url);
    for (const method of ["GET", "PUT"] as const) {
      expect(await failure(call(client, method))).toMatchObject({ name, status });
    }
    expect(targets).not.toHaveLength(0);
  });

  it.each(answers)("without one, also over a connection that is used again: %d", async (status, body, name) => {
    const client = clientOf(await secureServer(json(status, body)));
    for (const method of ["GET", "PUT"] as const) {
      expect(await failure(call(client, method))).toMatchObject({ name, status });
    }
  });

  it.each([
    ["a connection that ends", hangUp],
    ["no answer", never],
    ["an answer that broke off", breakOff(200)],
  ])("a change that went through the proxy may have been carried out: %s", async (_, answer) => {
    let received = 0;
    const url = await secureServer((response) => {
      received += 1;
      answer(response);
    });
    await proxy(passing);
    const error = await failure(call(clientOf(url, { maxRetries: 3, requestTimeoutSeconds: 1 }), "POST"));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(received).toBe(1);
  });

  it("and is not taken for one without effect if the proxy refuses the next attempt", async () => {
    const url = await secureServer(hangUp);
    await proxy(passing, answering(403));
    expect(await failure(call(clientOf(url, { maxRetries: 3 }), "PUT"))).toMatchObject({ name: "OutcomeUnknownError" });
  });
});
