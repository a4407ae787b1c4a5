import type { RequestListener } from "node:http";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import { callDataSource, checkArguments, DataSourceFailure } from "../../../provider/core/data-source";
import type { CallContext } from "../../../provider/core/data-source";
import { dataSources } from "../../../provider/data";
import { serve } from "../api/server";
import { answeredImage } from "../data/images";
import { toCanonicalJson } from "../../../provider/values/json";
import { nested } from "../../properties/hostile/values";

const image = dataSources.getImage!;

const settings = {
  "edgecloud:apiKey": "core-test-key-2a1f",
  "edgecloud:projectId": "1",
  "edgecloud:regionId": "2",
  "edgecloud:maxRetries": "0",
};

/** The surroundings of a host whose settings point to a platform on loopback. */
async function host(answer: RequestListener, more: Record<string, string> = {}) {
  const { url, received } = await serve(answer);
  const all: Record<string, string> = { ...settings, "edgecloud:baseUrl": url, ...more };
  const load = () => loadConfig((key) => all[key], {});
  const surroundings = { connect: () => ({ config: load(), connection: connect(load()) }), isSecret: false };
  return { surroundings, received };
}

const call = async (source: typeof image, args: unknown, surroundings: CallContext) =>
  callDataSource(source, checkArguments(source, args, surroundings.isSecret), surroundings);

const answering =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const failureOf = (made: Promise<unknown>) =>
  made.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a call is answered in plain JSON", async () => {
  const { surroundings, received } = await host(answering(200, answeredImage()));
  const found = await call(image, { imageId: "image-1" }, surroundings);
  expect(found).toMatchObject({ id: "image-1", tagsV2: [{ key: "team", value: "web", readOnly: false }] });
  expect(received.map(({ url }) => url)).toEqual(["/cloud/v1/images/1/2/image-1"]);
});

const gone = { error: "gone", message: "image-9 of core-test-key-2a1f", exception_class: "NotFoundError" };
const noKey = { "edgecloud:apiKey": "" };

test.each<[string, unknown, Record<string, string>, RegExp]>([
  ["arguments before settings", { imageID: "9" }, noKey, /^getImage:\n {2}imageID is not a property.*\n {2}imageId is/],
  ["arguments that are not an object", "9", {}, /^getImage: must be an object, not a string$/],
  [
    "arguments that are nested too deep",
    { tags: nested(101, false) },
    {},
    /^getImage: the arguments are nested more than 100 levels deep$/,
  ],
  ["a missing setting", { imageId: "9" }, noKey, /^getImage: edgecloud:apiKey is not set; set it with/],
])("the failure of a call reports %s", async (_, args, more, message) => {
  const { surroundings, received } = await host(answering(200, answeredImage()), more);
  const failure = await failureOf(call(image, args, surroundings));
  expect(failure).toBeInstanceOf(DataSourceFailure);
  expect(failure).toMatchObject({ message: expect.stringMatching(message) as string, status: undefined });
  expect(received).toEqual([]);
});

test("a secret argument of several lines is hidden as a whole, also where its lines are short", async () => {
  const query = "{a\npw42\n}";
  const { surroundings } = await host(answering(400, { message: `bad query: ${query}` }));
  const analytics = dataSources.queryAnalytics as unknown as typeof image;
  const failure = await failureOf(call(analytics, { query }, { ...surroundings, isSecret: true }));
  expect(String(failure)).toContain("bad query: [secret]");
  expect(String(failure)).not.toContain("pw42");
});

test.each([
  ["everything but the API key", {}, "image-9"],
  ["neither the API key nor secret arguments", { isSecret: true }, "[secret]"],
])("the failure for a missing object has its status and shows %s", async (_, secrecy, id) => {
  const { surroundings } = await host(answering(404, gone));
  const failure = await failureOf(call(image, { imageId: "image-9" }, { ...surroundings, ...secrecy }));
  const said = `getImage: reading image "${id}" of project 1, region 2: gone; ${id} of [secret] (404). Correct its ID or`;
  const message = expect.stringContaining(said) as string;
  expect(failure).toMatchObject({ name: "DataSourceFailure", message, status: 404 });
});

test("a fault in our own code stays as it is", async () => {
  const { surroundings } = await host(answering(200, {}));
  const fault = new TypeError("x is not a function");
  expect(
    await failureOf(
      call({ ...dataSources.getLiveStream!, read: () => Promise.reject(fault) }, { streamId: 7 }, surroundings),
    ),
  ).toBe(fault);
});

test("`remember` gets the same key for equal calls, and is not asked about invalid ones", async () => {
  const { surroundings, received } = await host(answering(200, answeredImage()));
  const asked: string[] = [];
  const remember: CallContext["remember"] = (key, make) => {
    asked.push(toCanonicalJson(key));
    return make();
  };
  const remembering = { ...surroundings, remember };
  await call(image, { imageId: "image-1" }, remembering);
  await call(image, { imageId: "image-1", projectId: 1 }, remembering);
  await call(image, { imageId: "image-1" }, { ...remembering, isSecret: true });
  await failureOf(call(image, {}, remembering));
  expect(received).toHaveLength(3);
  expect([asked.length, new Set(asked).size, asked[0] === asked[1]]).toEqual([3, 2, true]);
});
