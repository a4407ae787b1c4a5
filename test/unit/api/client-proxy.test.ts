import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { ClientOptions } from "../../../provider/api/transport/client";
import { freePort } from "../../documents/free-port";
import { startTlsFront, type Certificate } from "../../network/tls-front";
import { callTrusting, closedAfterwards, methods, proxyOf, serveSecurely, type Method } from "./secure-server";
import { startClientProcess } from "../../network/client-process";
import { besideSockets, useFakeTime, useRealTime } from "../hosts/fake-time";
import { apiKey, call, clientOf, credential, failure, json, keySource, serve, silent } from "./server";

afterEach(useRealTime);

const good = json(200, { id: 7 });
const hangUp = (response: ServerResponse) => void response.destroy();
/** The platform answers the same text. */
const gone = JSON.stringify({ message: "Origin group is not found." });

const login = "proxy-user:hun%2Fter2";
const variable = "HTTPS_PROXY";

function through({ url }: { url: string }, name = variable): Pick<ClientOptions, "proxy"> {
  return { proxy: { url: `${url.replace("://", `://${login}@`)}/`, variable: name } };
}

/** Expects an error that blames the proxy, excludes any effect and contains no secret. */
function expectProxyError(error: Error, { port }: { port: number }, name = variable): void {
  expect(error).toMatchObject({ name: "UnavailableError", status: undefined, mayHaveActed: false });
  expect(error.message).toContain(`the proxy 127.0.0.1:${port} `);
  expect(error.message).toContain(name);
  expect(error.message).not.toMatch(/proxy-user|hun.*ter2|Origin group/);
}

describe("https through a proxy", () => {
  it("uses one tunnel and one handshake for many requests", async () => {
    const platform = await serveSecurely(good);
    const proxy = await proxyOf();
    for (const method of ["GET", "PUT", "DELETE", "GET"] as const) {
      expect(await callTrusting(platform.url, method, through(proxy))).toEqual({ id: 7 });
    }
    expect(platform.received).toHaveLength(4);
    expect(platform.connections()).toBe(1);
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${platform.port}`]);
  });

  it("sends the proxy its own login, decoded, and not the platform's key", async () => {
    const platform = await serveSecurely(good);
    const proxy = await proxyOf();
    const url = proxy.url.replace("://", "://user:p%40ss%3Aw%2Frd@");
    await callTrusting(platform.url, "POST", { proxy: { url, variable } });
    const basic = Buffer.from("user:p@ss:w/rd").toString("base64");
    expect(proxy.headers).toEqual([expect.objectContaining({ "proxy-authorization": `Basic ${basic}` })]);
    expect(JSON.stringify(proxy.headers)).not.toContain(apiKey);
    expect(platform.received).toHaveLength(1);
    expect(platform.received[0]?.headers).toMatchObject({ authorization: `apikey ${apiKey}` });
    expect(platform.received[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("works with a proxy that is itself reached over TLS", async () => {
    const platform = await serveSecurely(good);
    const proxy = await proxyOf();
    const front = closedAfterwards(await startTlsFront(proxy.url));
    expect(await callTrusting(platform.url, "POST", through(front))).toEqual({ id: 7 });
    expect(proxy.requests).toHaveLength(1);
    const error = await failure(call(clientOf(platform.url, through(front)), "POST"));
    expectProxyError(error, front);
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
    expect(platform.received).toHaveLength(1);
  });

  it("reaches hosts that only the proxy can resolve", async () => {
    const platform = await serveSecurely(good);
    const proxy = await proxyOf(["pass"], { "platform.test": platform.port });
    expect(await callTrusting("https://platform.test", "GET", through(proxy))).toEqual({ id: 7 });
    expect(proxy.requests).toEqual(["CONNECT platform.test:443"]);
  });
});

describe("a proxy that refuses a tunnel", () => {
  it.each([
    [403, 1],
    [407, 1],
    [503, 2],
  ])("is an UnavailableError with %d, attempts: %d", async (status, times) => {
    for (const method of methods) {
      const proxy = await proxyOf([{ status, body: gone }]);
      const client = clientOf("https://platform.test", { ...through(proxy, "https_proxy"), maxRetries: 1 });
      const error = await failure(call(client, method));
      expectProxyError(error, proxy, "https_proxy");
      expect(error.message).toContain(String(status));
      expect(proxy.requests).toEqual(Array<string>(times).fill("CONNECT platform.test:443"));
    }
  });
});

const notThere = async () => {
  const port = Number(await freePort());
  return { port, url: `http://127.0.0.1:${port}` };
};

describe("a change certainly has no effect if the proxy", () => {
  it.each<[string, () => Promise<{ port: number; url: string }>]>([
    ["is not running", notThere],
    ["does not answer", () => proxyOf(["hang"])],
    ["hangs up", () => proxyOf(["close"])],
  ])("%s", async (_, start) => {
    const proxy = await start();
    const client = clientOf("https://platform.test", { ...through(proxy), requestTimeoutSeconds: 1 });
    for (const error of await Promise.all(methods.map((method) => failure(call(client, method))))) {
      expectProxyError(error, proxy);
    }
  });
});

it("tries again after a proxy has hung up", async () => {
  const platform = await serveSecurely(json(200, { id: 7 }));
  const proxy = await proxyOf(["close", "pass"]);
  expect(await callTrusting(platform.url, "POST", { ...through(proxy), maxRetries: 1 })).toEqual({ id: 7 });
  expect(proxy.requests).toHaveLength(2);
});

it("leaves no connection to a proxy that does not answer", async () => {
  const closed: Promise<unknown>[] = [];
  const { url } = await silent((socket) => {
    closed.push(once(socket, "close"));
    socket.once("data", () => jest.advanceTimersByTime(1_000));
  });
  useFakeTime(besideSockets);
  const options = { ...through({ url }), requestTimeoutSeconds: 1, maxRetries: 0 };
  await failure(call(clientOf("https://platform.test", options), "GET"));
  expect(closed).toHaveLength(1);
  await Promise.all(closed);
});

describe("a request through a tunnel", () => {
  it.each([
    [404, "NotFoundAnswerError"],
    [407, "ApiError"],
  ])("gets the platform's %d as a %s", async (status, name) => {
    const platform = await serveSecurely(json(status, gone));
    const proxy = await proxyOf();
    for (const method of ["GET", "GET"] as const) {
      expect(await failure(callTrusting(platform.url, method, through(proxy)))).toMatchObject({ name, status });
    }
    expect(platform.connections()).toBe(1);
  });

  it("may have changed something after a connection that ends", async () => {
    const platform = await serveSecurely(hangUp);
    const proxy = await proxyOf();
    const error = await failure(callTrusting(platform.url, "POST", { ...through(proxy), maxRetries: 3 }));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(platform.received).toHaveLength(1);
  });

  it("may have changed something even if the proxy refuses the next attempt", async () => {
    const platform = await serveSecurely(hangUp);
    const proxy = await proxyOf(["pass", 403]);
    const error = await failure(callTrusting(platform.url, "PUT", { ...through(proxy), maxRetries: 3 }));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(proxy.requests).toHaveLength(2);
  });
});

describe("plain http through a proxy", () => {
  it("uses one tunnel, too, also of a proxy that is itself reached over TLS", async () => {
    const { url, received } = await serve((_, response) => good(response));
    const proxy = await proxyOf();
    const front = closedAfterwards(await startTlsFront(proxy.url));
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      expect(await callTrusting(url, method, through(proxy, "http_proxy"))).toEqual({ id: 7 });
    }
    expect(await callTrusting(url, "POST", through(front, "http_proxy"))).toEqual({ id: 7 });
    expect(proxy.requests).toEqual(Array<string>(2).fill(`CONNECT ${new URL(url).host}`));
    const basic = Buffer.from("proxy-user:hun/ter2").toString("base64");
    expect(proxy.headers.map((headers) => headers["proxy-authorization"])).toEqual(Array(2).fill(`Basic ${basic}`));
    expect(received).toHaveLength(4);
    expect(received[0]?.headers).not.toHaveProperty("proxy-authorization");
  });
});

describe("what DEBUG=* prints", () => {
  it.each(["http", "https"])("has no login and no key over %s", async (scheme) => {
    const client = closedAfterwards(await startClientProcess({ DEBUG: "*", DEBUG_DEPTH: "10" }));
    const { url } = await (scheme === "http" ? serve((_, response) => good(response)) : serveSecurely(good));
    const proxy = await proxyOf(["pass"], { "platform.test": Number(new URL(url).port) });
    for (const target of [`${scheme}://platform.test`, `${scheme}://platform.test:80`]) {
      const body = { s3_secret_access_key: credential };
      await client
        .call({
          options: { baseUrl: target, apiKey, keySource, requestTimeoutSeconds: 60, maxRetries: 0, ...through(proxy) },
          request: { method: "POST", path: "/cdn/things", body },
        })
        .catch(() => undefined);
    }
    expect(proxy.requests.length).toBeGreaterThan(0);
    const basic = Buffer.from("proxy-user:hun/ter2").toString("base64");
    expect(proxy.headers[0]).toMatchObject({ "proxy-authorization": `Basic ${basic}` });
    // It does print: of a library that prints nothing, this would hold nothing.
    expect(client.printed()).toContain("proxy");
    for (const secret of ["hun%2Fter2", "hun/ter2", "proxy-user", basic, apiKey, credential]) {
      expect(client.printed()).not.toContain(secret);
    }
  });
});

describe("the proxy of a client", () => {
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "NO_PROXY", "no_proxy"];
  const before = names.map((name) => [name, process.env[name]] as const);

  afterEach(() => {
    for (const [name, value] of before) {
      delete process.env[name];
      Object.assign(process.env, value === undefined ? {} : { [name]: value });
    }
  });

  it("comes from its options, and the environment is not read again", async () => {
    const { url, received } = await serve((_, response) => good(response));
    const proxy = await proxyOf();
    names.forEach((name) => delete process.env[name]);
    Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url });
    await call(clientOf(url), "POST");
    expect(proxy.requests).toEqual([]);
    Object.assign(process.env, { NO_PROXY: "*", no_proxy: "*" });
    await call(clientOf(url, through(proxy)), "POST");
    expect(proxy.requests).toHaveLength(1);
    expect(received).toHaveLength(2);
  });
});

const secure = (certificate: Certificate) => serveSecurely(good, certificate);

/** Makes a call in this process, which does not trust the certificate authority. */
function callDistrusting(baseUrl: string, method: Method, options: Partial<ClientOptions> = {}): Promise<unknown> {
  return call(clientOf(baseUrl, options), method);
}

const faults: [string, Certificate, typeof callTrusting, RegExp][] = [
  ["of an unknown authority", "good", callDistrusting, /does not trust the certificate authority.*NODE_EXTRA_CA_CERTS/],
  ["that has expired", "expired", callTrusting, /CERT_HAS_EXPIRED/],
  ["for another name", "other-name", callTrusting, /ERR_TLS_CERT_ALTNAME_INVALID/],
];

describe("a certificate", () => {
  it.each(faults)("%s is refused: nothing is sent and nothing is retried", async (_, certificate, callIt, text) => {
    const { url, received, connections } = await secure(certificate);
    for (const [n, method] of methods.slice(0, 2).entries()) {
      const error = await failure(callIt(url, method, { maxRetries: 3 }));
      expect(error).toMatchObject({ name: "UnreachableError", message: expect.stringMatching(text) as string });
      expect(connections()).toBe(n + 1);
    }
    expect(received).toEqual([]);
  });
});

describe("a URL with the wrong scheme", () => {
  it("https to an http port names the scheme and edgecloud:baseUrl", async () => {
    const { url, received } = await serve((_, response) => good(response));
    const error = await failure(callDistrusting(url.replace("http:", "https:"), "POST"));
    expect(error).toMatchObject({ name: "UnreachableError" });
    expect(error.message).toMatch(/http, not (in )?https.*edgecloud:baseUrl/);
    expect(received).toEqual([]);
  });
});
