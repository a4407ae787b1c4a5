import type { RequestListener, ServerResponse } from "node:http";
import { createAccessCheck, type Product } from "../../../provider/api/connection";
import { AuthenticationError } from "../../../provider/api/failures/errors";
import { apiKey, clientOf, json, never, reset, serve } from "./server";

const products: Product[] = ["cdn", "cloud", "streaming"];

const always =
  (answer: ReturnType<typeof json>): RequestListener =>
  (_, response) =>
    answer(response);

it("a refused key is found by one call, however often it is requested", async () => {
  const { url, received } = await serve(always(json(401, { message: `no ${apiKey}` })));
  const check = createAccessCheck(clientOf(url));
  expect(received).toEqual([]);
  for (const error of [...(await Promise.all(products.map(check))), await check("cdn")]) {
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error?.message).toBe(`no [secret] (401). The key comes from the test, and was sent to ${url}`);
  }
  expect(received).toMatchObject([
    { method: "GET", url: "/cdn/origin_groups?limit=1", headers: { authorization: `apikey ${apiKey}` } },
  ]);
});

const page = (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>");

/** Where what listens is wrong, the CDN's problem; what the other products would answer is not known. */
it.each<[string, RequestListener, RegExp?]>([
  ["a list", always(json(200, { count: 0, results: [] }))],
  ["a bare list", always(json(200, []))],
  ["a page of HTML", always(page), /cannot be understood/],
  ["a redirect", always(json(301, "", { location: "https://other.example.com/" })), /redirects to/],
  ["a 404 of somebody else", always(json(404, "<html>")), /\(404\)\. Check edgecloud:baseUrl and any proxy/],
  [
    "the platform's 404",
    always(json(404, { message: "No." })),
    /^No\. \(404\)\. Check edgecloud:baseUrl and any proxy/,
  ],
  ...[400, 403, 407, 408, 409, 500, 502, 503].map((status): [string, RequestListener] => [
    String(status),
    always(json(status, { message: "no" })),
  ]),
  ["a reset", always(reset)],
])("after %s no key is refused, and the address is judged", async (_, answer, problem = /^nothing$/) => {
  const { url, received } = await serve(answer);
  const check = createAccessCheck(clientOf(url));
  const error = await check("cdn");
  expect(error).not.toBeInstanceOf(AuthenticationError);
  expect(error?.message ?? "nothing").toMatch(problem);
  expect(await check("cloud")).toBeUndefined();
  expect(received).toHaveLength(1);
});

it("nothing is concluded if there is no answer in time", async () => {
  const { url } = await serve(never);
  expect(await createAccessCheck(clientOf(url, { requestTimeoutSeconds: 1 }))("cdn")).toBeUndefined();
});

it.each([
  ["nothing listens", (url: string) => url.replace(/:\d+$/, ":1"), "no connection to http://127.0.0.1:1"],
  [
    "http is spoken at an https port",
    (url: string) => url.replace("http:", "https:"),
    "it answers in http, not in https",
  ],
])("is a problem of every product that %s", async (_, toUrl, problem) => {
  const { url, received } = await serve(always(json(200, [])));
  const check = createAccessCheck(clientOf(toUrl(url)));
  for (const product of products) {
    expect((await check(product))?.message).toContain(problem);
  }
  expect(received).toEqual([]);
});
