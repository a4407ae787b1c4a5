import { explainFailedCall, type RequestContext } from "../../../provider/api/failures/failure";
import { NoResponse } from "../../../provider/api/transport/no-response";
import type { HttpMethod } from "../../../provider/api/transport/transport";
import { answered, failedBy, reached, refusedByProxy, unanswered } from "./outcomes";

const proxy = { url: "http://user:password@proxy.example.com:3128/", variable: "https_proxy" };
const host = "https://platform.example.com";

/** A request through the proxy that ended with Node's error of that code. */
function throughProxy(baseUrl: string, delivery: typeof reached.nothing, code: string): NoResponse {
  const error = Object.assign(new Error("words"), { code });
  return new NoResponse({ baseUrl, proxy }, delivery, { error });
}

describe("the message for a request without an answer", () => {
  const ca = "Node.js does not trust the certificate authority that signed its certificate";

  it.each([
    ["nothing listens", unanswered(reached.nothing, "ECONNREFUSED"), `no connection to ${host}: ECONNREFUSED, words`],
    ["a lost answer", unanswered(reached.platform, "ECONNRESET"), `no answer from ${host}: ECONNRESET, words`],
    [
      "an answer that was cut off",
      unanswered(reached.platform, "ERR_BAD_RESPONSE"),
      `no answer from ${host}: the answer was cut off`,
    ],
    [
      "no connection in time",
      unanswered(reached.nothing, "ERR_CANCELED", { timeoutSeconds: 60 }),
      `no connection to ${host} within 60 seconds (edgecloud:requestTimeoutSeconds)`,
    ],
    [
      "no answer in time",
      unanswered(reached.platform, "ERR_CANCELED", { timeoutSeconds: 1 }),
      `no complete answer from ${host} within 1 second (edgecloud:requestTimeoutSeconds)`,
    ],
    [
      "an unknown authority",
      unanswered(reached.nothing, "SELF_SIGNED_CERT_IN_CHAIN"),
      `no connection to ${host}: ${ca} (SELF_SIGNED_CERT_IN_CHAIN); put that CA's certificate into a file, ` +
        "and the path of the file into the environment variable NODE_EXTRA_CA_CERTS",
    ],
    [
      "an expired certificate",
      unanswered(reached.nothing, "CERT_HAS_EXPIRED"),
      `no connection to ${host}: its certificate has expired (CERT_HAS_EXPIRED)`,
    ],
    [
      "a certificate that is not valid yet",
      unanswered(reached.nothing, "CERT_NOT_YET_VALID"),
      `no connection to ${host}: its certificate is not valid yet (CERT_NOT_YET_VALID); check the clock of this machine`,
    ],
    [
      "a refused tunnel",
      refusedByProxy(403),
      "the proxy proxy.example.com:3128 refused the connection with 403; check HTTPS_PROXY and NO_PROXY",
    ],
    [
      "a proxy that asks for credentials",
      refusedByProxy(407),
      "the proxy proxy.example.com:3128 requires authentication (407); " +
        "check the user name and the password in HTTPS_PROXY",
    ],
    [
      "a proxy that is not running",
      throughProxy(host, reached.nothing, "ECONNREFUSED"),
      "the proxy proxy.example.com:3128 could not be used: ECONNREFUSED, words; check https_proxy and NO_PROXY",
    ],
    [
      "a certificate behind a tunnel",
      throughProxy(host, { ...reached.nothing, tunnelStatus: 200 }, "CERT_HAS_EXPIRED"),
      `no connection to ${host}: its certificate has expired (CERT_HAS_EXPIRED)`,
    ],
  ])("%s", (_, outcome, text) => {
    expect(outcome.text).toBe(text);
  });

  it("has the reason for each of several addresses, and equal ones once", () => {
    const refused = (address: string) => Object.assign(new Error(`connect ${address}`), { code: "ECONNREFUSED" });
    const error = new AggregateError([refused("::1"), refused("127.0.0.1"), refused("::1")]);
    const outcome = new NoResponse({ baseUrl: host }, reached.nothing, { error });
    expect(outcome.text).toBe(`no connection to ${host}: ECONNREFUSED, connect ::1; ECONNREFUSED, connect 127.0.0.1`);
    expect(outcome.isTransient).toBe(true);
  });

  it("blames the proxy of plain http only if it was not reached", () => {
    expect(throughProxy("http://platform.example.com", reached.nothing, "ECONNREFUSED").isByProxy).toBe(true);
    expect(throughProxy("http://platform.example.com", reached.platform, "ECONNRESET").isByProxy).toBe(false);
  });
});

describe("the error after the last attempt", () => {
  const request = (method: HttpMethod, mayHaveActed = false): RequestContext => ({
    method,
    mayHaveActed,
    url: `${host}/cdn/things`,

    addressKey: "edgecloud:baseUrl",
    keySource: "the test",
    secrets: [],
  });

  it.each([
    ["no connection", unanswered(reached.nothing, "ECONNREFUSED"), "UnreachableError", "UnreachableError"],
    ["nothing sent", unanswered(reached.connection, "ECONNRESET"), "UnavailableError", "UnavailableError"],
    ["something sent", unanswered(reached.platform, "ECONNRESET"), "UnavailableError", "OutcomeUnknownError"],
    ["a certificate", unanswered(reached.nothing, "CERT_HAS_EXPIRED"), "UnreachableError", "UnreachableError"],
    ...[401, 403, 404, 407, 409, 429, 502].map(
      (status) => [`a proxy's ${status}`, refusedByProxy(status), "ProxyError", "ProxyError"] as const,
    ),
    ["a proxy that is not running", throughProxy(host, reached.nothing, "ECONNREFUSED"), "ProxyError", "ProxyError"],
    ["429", answered(429), "RateLimitedError", "RateLimitedError"],
  ] as const)("%s", (_, response, ofRead, ofChange) => {
    const outcome = failedBy(response);
    expect(explainFailedCall(outcome, request("GET")).name).toBe(ofRead);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      expect(explainFailedCall(outcome, request(method)).name).toBe(ofChange);
      // An earlier attempt may have had an effect.
      expect(explainFailedCall(outcome, request(method, true)).name).toBe("OutcomeUnknownError");
    }
  });
});
