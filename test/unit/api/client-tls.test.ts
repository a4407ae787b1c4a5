import { createServer } from "node:net";
import type { ClientOptions } from "../../../provider/api/transport/client";
import { listenOnLoopback } from "../../network/loopback";
import type { Certificate } from "../../network/tls-front";
import { callTrusting, closedAfterwards, methods, proxyOf, serveSecurely, type Method } from "./secure-server";
import { call, clientOf, failure, json, serve } from "./server";

const good = json(200, { id: 7 });
const secure = (certificate: Certificate) => serveSecurely(good, certificate);

/** Makes a call in this process, which does not trust the certificate authority. */
function callDistrusting(baseUrl: string, method: Method, options: Partial<ClientOptions> = {}): Promise<unknown> {
  return call(clientOf(baseUrl, options), method);
}

it("a platform is trusted if NODE_EXTRA_CA_CERTS has its certificate authority", async () => {
  const { url, received } = await secure("good");
  for (const method of methods) {
    expect(await callTrusting(url, method)).toEqual({ id: 7 });
  }
  expect(received).toHaveLength(methods.length);
});

const faults: [string, Certificate, typeof callTrusting, RegExp][] = [
  ["of an unknown authority", "good", callDistrusting, /does not trust the certificate authority.*NODE_EXTRA_CA_CERTS/],
  ["that has expired", "expired", callTrusting, /certificate has expired/],
  ["for another name", "other-name", callTrusting, /certificate is for another name/],
];

describe("a certificate", () => {
  it.each(faults)("%s is refused: nothing is sent and nothing is retried", async (_, certificate, callIt, text) => {
    const { url, received, connections } = await secure(certificate);
    for (const [n, method] of methods.entries()) {
      const error = await failure(callIt(url, method, { maxRetries: 3 }));
      expect(error).toMatchObject({ name: "UnreachableError", message: expect.stringMatching(text) as string });
      expect(connections()).toBe(n + 1);
    }
    expect(received).toEqual([]);
  });

  it.each(faults)("%s at the end of a tunnel is not blamed on the proxy", async (_, certificate, callIt, text) => {
    const { url, port, received } = await secure(certificate);
    const proxy = await proxyOf();
    const error = await failure(callIt(url, "POST", { proxy: { url: proxy.url, variable: "HTTPS_PROXY" } }));
    expect(error).toMatchObject({ name: "UnreachableError", message: expect.stringMatching(text) as string });
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${port}`]);
    expect(received).toEqual([]);
  });
});

describe("a URL with the wrong scheme", () => {
  it.each(methods)("https to an http port names the scheme and edgecloud:baseUrl (%s)", async (method) => {
    const { url, received } = await serve((_, response) => good(response));
    const error = await failure(callDistrusting(url.replace("http:", "https:"), method));
    expect(error).toMatchObject({ name: "UnreachableError" });
    expect(error.message).toMatch(/http, not (in )?https/);
    expect(error.message).toContain("edgecloud:baseUrl");
    expect(received).toEqual([]);
  });

  it.each(methods)("http to an https port that hangs up suggests https (%s)", async (method) => {
    const { url, received } = await secure("good");
    const error = await failure(callDistrusting(url.replace("https:", "http:"), method));
    expect(error.message).toMatch(/\bhttps\b.*edgecloud:baseUrl/);
    expect(received).toEqual([]);
  });

  it("http to an https port that answers with a TLS alert suggests https", async () => {
    const alert = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]);
    const server = createServer((socket) => socket.once("data", () => socket.end(alert)));
    const { port } = closedAfterwards(await listenOnLoopback(server));
    const error = await failure(callDistrusting(`http://127.0.0.1:${port}`, "GET"));
    expect(error.message).toMatch(/\bhttps\b.*edgecloud:baseUrl/);
  });

  it("http to an https port that explains the mistake quotes it", async () => {
    const text = "Client sent an HTTP request to an HTTPS server.\n";
    const { url } = await serve((_, response) => response.writeHead(400, { "content-type": "text/plain" }).end(text));
    expect((await failure(callDistrusting(url, "GET"))).message).toContain(text.trim());
  });
});
