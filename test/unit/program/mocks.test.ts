import * as pulumi from "@pulumi/pulumi";
import * as edgecloud from "../../../provider";
import { messageOf, platformThatAnswers, setEnvironment } from "../data/platform";
import { factsOf } from "./runs";

const calls: pulumi.runtime.MockCallArgs[] = [];

/** Installs mocks that answer every call with `answer`. */
function mock(answer: (call: pulumi.runtime.MockCallArgs) => unknown, preview = false): void {
  calls.length = 0;
  void pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => ({ id: preview ? undefined : `${name}-id`, state: inputs as object }),
      call: (call) => {
        calls.push(call);
        return answer(call) as object;
      },
    },
    "project",
    "stack",
    preview,
  );
}

beforeEach(() => setEnvironment({}));

const frame = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
const query = "{ resources { id } }";

/** Calls in both forms, with the arguments that the mock gets. */
const sources: [name: string, args: object, call: () => Promise<unknown>, output: () => pulumi.Output<unknown>][] = [
  [
    "getOriginGroup",
    { name: "web" },
    () => edgecloud.getOriginGroup({ name: "web" }),
    () => edgecloud.getOriginGroupOutput({ name: pulumi.output("web") }),
  ],
  ["getImages", {}, () => edgecloud.getImages(), () => edgecloud.getImagesOutput()],
  [
    "getTranscodingDuration",
    { ...frame, from: "2026-11-01T00:00:00.000Z" },
    () => edgecloud.getTranscodingDuration({ ...frame, from: new Date(frame.from) }),
    () => edgecloud.getTranscodingDurationOutput({ ...frame, from: Promise.resolve(new Date(frame.from)) }),
  ],
  [
    "queryAnalytics",
    { query, variables: { id: 7 } },
    () => edgecloud.queryAnalytics({ query, variables: { id: 7 } }),
    () => edgecloud.queryAnalyticsOutput({ query, variables: { id: pulumi.output(7) } }),
  ],
];

describe("with mocks, without configuration and platform", () => {
  it.each(sources)("%s calls them each time, in both forms", async (name, inputs, call, output) => {
    const answer = [{ any: "thing" }, null];
    mock(() => answer);
    expect(await call()).toBe(answer);
    expect(await call()).toBe(answer);
    expect(await factsOf(output())).toEqual({ value: answer, isKnown: true, isSecret: false });
    expect(calls).toEqual(Array(3).fill({ token: `edgecloud:index:${name}`, inputs }));
  });

  it("the fields of a function that may hold secrets are secret", async () => {
    mock(() => ({ name: "resize", code: "package images", envs: { TOKEN: "word" } }));
    const ref = { namespace: "images", name: "resize" };
    expect(await edgecloud.getFunction(ref)).toMatchObject({ envs: { TOKEN: "word" } });
    const found = edgecloud.getFunctionOutput(ref);
    expect(await factsOf(found.name)).toEqual({ value: "resize", isKnown: true, isSecret: false });
    expect(await factsOf(found.code)).toEqual({ value: "package images", isKnown: true, isSecret: true });
    expect(await factsOf(found.envs.apply((envs) => envs?.TOKEN))).toMatchObject({ value: "word", isSecret: true });
    expect(calls.map(({ token }) => token)).toEqual(Array(2).fill("edgecloud:index:getFunction"));
  });

  it("arguments are checked, and secret ones make the result secret", async () => {
    mock(() => []);
    const text = 'getImages: osDistr is not a property (did you mean "osDistro"?); remove it';
    expect(await messageOf(edgecloud.getImages({ osDistr: "x" } as never))).toBe(text);
    expect(calls).toEqual([]);
    expect(await factsOf(edgecloud.getImagesOutput({ name: pulumi.secret("x") }))).toMatchObject({ isSecret: true });
    expect(calls).toMatchObject([{ inputs: { name: "x" } }]);
  });

  it("their errors are passed on unchanged", async () => {
    const failure = new edgecloud.DataSourceError("getImage: not there", 404);
    mock(() => {
      throw failure;
    });
    expect(await edgecloud.getImage({ name: "x" }).catch((error: unknown) => error)).toBe(failure);
    const output = factsOf(edgecloud.getImageOutput({ name: "x" }));
    expect(await output.catch((error: unknown) => error)).toBe(failure);
  });

  it("they receive the provider, the call's own or the parent's", async () => {
    mock(() => []);
    const provider = new edgecloud.Provider("other", {});
    const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { provider });
    await edgecloud.getImages({}, { provider });
    await factsOf(edgecloud.getImagesOutput({}, { parent }));
    const id = "urn:pulumi:stack::project::pulumi:providers:pulumi-nodejs::other::other-id";
    expect(calls.map((call) => call.provider)).toEqual([id, id]);
  });

  it("no call is made in a preview while an argument is unknown", async () => {
    mock(() => [], true);
    const name = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
    expect(await factsOf(edgecloud.getImagesOutput({ name }))).toMatchObject({ isKnown: false });
    expect(calls).toEqual([]);
  });
});

test.each([
  ["as they come", (inputs: object) => inputs],
  ["as lists", (inputs: object) => ({ ...inputs, sources: [{ source: "mocked.example.com" }], proxyNextUpstream: [] })],
])("get lists of a group by entry names, and may return them %s", async (title, stateOf) => {
  const seen: Record<string, unknown>[] = [];
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    seen.push(inputs as Record<string, unknown>);
    return { id: `${name}-id`, state: stateOf(inputs as object) };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) });
  const config = { s3Type: "other", s3BucketName: "media", s3StorageHostname: "s3.example.com" } as const;
  const keys = { s3AccessKeyId: "tests-access-key", s3SecretAccessKey: "tests/secret/access/key" };
  const sources = [{ source: pulumi.output("a.example.com"), backup: true }, { config: { ...config, ...keys } }];
  const group = new edgecloud.OriginGroup("group", { name: "group", sources, proxyNextUpstream: ["http_503"] });
  const isList = title === "as lists";
  expect(await factsOf(group.sources)).toMatchObject({
    value: isList ? [{ source: "mocked.example.com" }] : [{ source: "a.example.com", backup: true }, { config }],
    isSecret: false,
  });
  expect(await factsOf(group.proxyNextUpstream)).toMatchObject({ value: isList ? [] : ["http_503"] });
  // The SDK marks what is around a secret, here the credentials, as one secret.
  const value = { "a.example.com": { backup: true }, media: { config, after: "a.example.com" } };
  expect(seen).toMatchObject([{ sources: { value }, proxyNextUpstream: { http_503: true } }]);
});

test("mocks without `call` replace resources only", async () => {
  const { received } = await platformThatAnswers(200, { count: 0, results: [] });
  void pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }) } as unknown as pulumi.runtime.Mocks);
  expect(await edgecloud.getImages()).toEqual([]);
  expect(received).toHaveLength(1);
});
