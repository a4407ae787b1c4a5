import { connect } from "../../../provider/api/connection";
import { UnexpectedAnswerError } from "../../../provider/api/failures/errors";
import type { Product } from "../../../provider/api/calls/products";
import { loadConfig } from "../../../provider/config/config";
import { apiKey, clientOf, failure, json, reset, serveInTurn, thing } from "./server";

/** What each product answers for a missing object (platform facts), and the reason in it. */
const own: [Product, object, string][] = [
  ["cdn", { message: "Origin group is not found." }, "Origin group is not found."],
  ["cdn", { detail: "Not found." }, "Not found."],
  ["cloud", { exception_class: "NotFoundError", message: "No image", request_id: "7f3a" }, "No image"],
  ["streaming", { data: [], errors: ["No stream"] }, "No stream"],
  ["streaming", { error: "No stream" }, "No stream"],
];

const anywhere: [string, unknown][] = [
  ["a text", "default backend - 404"],
  ["a page", "<html><head><title>404 Not Found</title></head></html>"],
  ["nothing", ""],
  ["a JSON text", '"not found"'],
  ["a list", ["not found"]],
  ["null", "null"],
  ["an empty object", {}],
  ["another object", { code: 404, reason: "no route" }],
  ["a field map", { name: ["not found"] }],
  ["an empty reason", { message: "", detail: "", error: "", exception_class: "" }],
  ["reasons that are not texts", { message: 404, detail: {}, error: {}, exception_class: "X" }],
];

/** The format of one product in the answer of another. */
const elsewhere: [Product, object][] = [
  ["cdn", { error: "No route" }],
  ["cdn", { data: [], errors: ["No route"] }],
  ["cloud", { message: "No route" }],
  ["cloud", { detail: "No route" }],
  ["cloud", { exception_class: "NotFoundError" }],
  ["streaming", { message: "No route" }],
  ["streaming", { exception_class: "NotFoundError", message: "No route" }],
  ["streaming", { data: [{}], errors: ["No route"] }],
  ["streaming", { data: [], errors: [] }],
];

const foreign = [
  ...(["cdn", "cloud", "streaming"] as const).flatMap((product) =>
    anywhere.map(([form, body]): [Product, string, unknown] => [product, form, body]),
  ),
  ...elsewhere.map(([product, body]): [Product, string, unknown] => [product, JSON.stringify(body), body]),
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

describe("a 404 in the format of its product", () => {
  it.each(own)("means that the object is gone: %s, %j", async (product, body, reason) => {
    const { url } = await serveInTurn(json(404, body));
    for (const method of methods) {
      const error = await failure(clientOf(url).request({ method, product, path: "/x/7", answer: thing }));
      expect(error).toMatchObject({ name: "NotFoundError", status: 404 });
      expect(error.message).toContain(reason);
    }
  });

  it.each(own)("means the same after a lost answer: %s, %j", async (product, body) => {
    const { url } = await serveInTurn(reset, json(404, body));
    const request = { method: "DELETE", product, path: "/x/7", answer: thing } as const;
    expect(await failure(clientOf(url, { maxRetries: 1 }).request(request))).toMatchObject({ name: "NotFoundError" });
  });
});

describe("any other 404", () => {
  it.each(foreign)("says nothing about the object: %s, %s", async (product, _, body) => {
    const { url } = await serveInTurn(json(404, body));
    for (const method of methods) {
      const error = await failure(clientOf(url).request({ method, product, path: "/x/7", answer: thing }));
      // Without a status: a program that checks for 404 would take the object for gone.
      expect(error).toMatchObject({ name: "UnexpectedAnswerError", status: undefined });
      expect(error.message).toContain(`${url}/x/7 answered 404`);
      expect(error.message).toContain("says nothing about the object");
      expect(error.message).toContain("Check edgecloud:baseUrl");
    }
  });

  it("is quoted in the error", async () => {
    const { url } = await serveInTurn(json(404, "default backend - 404\n"));
    const error = await failure(clientOf(url).request({ method: "GET", product: "cdn", path: "/x/7", answer: thing }));
    expect(error.message).toBe(
      `${url}/x/7 answered 404 ("default backend - 404"), but not in the platform's format, so it says nothing about ` +
        "the object. Check edgecloud:baseUrl and any proxy or load balancer in between",
    );
  });

  it.each(["PUT", "DELETE"] as const)("says nothing about an earlier attempt either: %s", async (method) => {
    const { url } = await serveInTurn(reset, json(404, "default backend - 404"));
    const request = { method, product: "cdn", path: "/x/7", answer: thing } as const;
    const error = await failure(clientOf(url, { maxRetries: 1 }).request(request));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("Check edgecloud:baseUrl");
  });
});

describe("every endpoint knows its product", () => {
  const ref = { projectId: 1, regionId: 2, namespace: "n", name: "f" };
  const snapshot = { projectId: 1, regionId: 2, snapshotId: "s" };
  type Calls = ReturnType<typeof connect>;
  const calls: [string, Product, (to: Calls) => Promise<unknown>][] = [
    ["originGroups.create", "cdn", ({ originGroups }) => originGroups.create({})],
    ["originGroups.get", "cdn", ({ originGroups }) => originGroups.get("7")],
    ["originGroups.replace", "cdn", ({ originGroups }) => originGroups.replace("7", {})],
    ["originGroups.delete", "cdn", ({ originGroups }) => originGroups.delete("7")],
    ["originGroups.findByName", "cdn", ({ originGroups }) => originGroups.findByName("a")],
    ["analytics.query", "cdn", ({ analytics }) => analytics.query({ query: "{ a }" })],
    ["functions.create", "cloud", ({ functions }) => functions.create(ref, {})],
    ["functions.get", "cloud", ({ functions }) => functions.get(ref)],
    ["functions.patch", "cloud", ({ functions }) => functions.patch(ref, {})],
    ["functions.delete", "cloud", ({ functions }) => functions.delete(ref)],
    ["images.get", "cloud", ({ images }) => images.get(ref, "i", {})],
    ["images.list", "cloud", ({ images }) => images.list(ref, {})],
    ["snapshots.get", "cloud", ({ snapshots }) => snapshots.get(snapshot)],
    ["snapshots.patch", "cloud", ({ snapshots }) => snapshots.patch(snapshot, {})],
    ["tasks.get", "cloud", ({ tasks }) => tasks.get("t")],
    ["streams.get", "streaming", ({ streams }) => streams.get(7)],
    [
      "statistics.transcodingDuration",
      "streaming",
      ({ statistics }) => statistics.getTranscodingDuration({ from: "", to: "" }),
    ],
  ];

  const connectionTo = (baseUrl: string, more: Record<string, string> = {}) => {
    const settings: Record<string, string> = { apiKey, baseUrl, maxRetries: "0", ...more };
    return connect(loadConfig((key) => settings[key.replace("edgecloud:", "")], {}));
  };

  it.each(calls)("%s: %s", async (_, product, call) => {
    for (const [other, body] of own) {
      const { url } = await serveInTurn(json(404, body));
      const error = await failure(call(connectionTo(url)));
      // An answer of the cloud has a message, which is all that the format of the CDN needs.
      const isOwn = other === product || (product === "cdn" && "message" in body);
      expect(error.name).toBe(isOwn ? "NotFoundError" : "UnexpectedAnswerError");
    }
  });

  it.each(["/cloud/v1/tasks", "/v1/tasks"])(
    "a 404 for a task at the wrong path suggests edgecloud:taskPath: %s",
    async (taskPath) => {
      const { url } = await serveInTurn(json(404, { message: "no Route matched with those values" }));
      const error = await failure(connectionTo(url, { taskPath }).tasks.get("t"));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error.message).toContain(`${url}${taskPath}/t answered 404 ("no Route matched with those values"), but`);
      expect(error.message).toContain("Check edgecloud:taskPath");
    },
  );
});

it("an HTML page is not accepted as the answer to a delete", async () => {
  const { url } = await serveInTurn(json(200, "<html>please log in</html>"));
  const settings: Record<string, string> = { "edgecloud:apiKey": apiKey, "edgecloud:baseUrl": url };
  const { originGroups } = connect(loadConfig((key) => settings[key], {}));
  expect(await failure(originGroups.delete("7"))).toMatchObject({ name: "OutcomeUnknownError" });
});

it.each([
  ["an empty body", ""],
  ["an object", {}],
])("%s is accepted as the answer to a delete", async (_, body) => {
  const { url } = await serveInTurn(json(200, body));
  const settings: Record<string, string> = { "edgecloud:apiKey": apiKey, "edgecloud:baseUrl": url };
  await connect(loadConfig((key) => settings[key], {})).originGroups.delete("7");
});
