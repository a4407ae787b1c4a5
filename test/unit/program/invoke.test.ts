import * as pulumi from "@pulumi/pulumi";
import {
  getImages,
  getImagesOutput,
  getLiveStream,
  getLiveStreamOutput,
  getTranscodingDurationOutput,
  queryAnalytics,
} from "../../../provider/index";
import { Provider as PluginProvider } from "../../../provider/plugin";
import { Provider } from "../../../provider/program/provider";
import { messageOf, platform, platformThatAnswers, queryOf } from "../data/platform";
import { answeredStream, secrets } from "../data/streams";
import { factsOf, run } from "./runs";

const noImages = { count: 0, results: [] };

class Thing extends pulumi.CustomResource {
  constructor(name = "thing", opts?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, {}, opts);
  }
}

const unknown = () => pulumi.output(pulumi.unknown) as unknown as pulumi.Output<number>;

describe("identical calls", () => {
  it("are made once in each run, in both forms, with an explicit or a default project", async () => {
    const { received } = await platformThatAnswers(200, noImages);
    await run(async () => {
      await Promise.all([getImages(), getImages({}), getImages({ projectId: 1 }), getImages({ tags: {} })]);
      await factsOf(getImagesOutput());
      await getImages({ tags: { b: "1", a: "2" } });
      await getImages({ tags: { a: "2", b: "1" } });
      await getImages({ projectId: 3 });
    });
    expect(received).toHaveLength(4);
    await run(() => getImages());
    expect(received).toHaveLength(5);
  });

  it("of GraphQL have the same variables, of which null is another than none", async () => {
    const { received } = await platformThatAnswers(200, { data: {} });
    await run(async () => {
      for (const variables of [{}, { id: null }, { id: null }, { id: undefined }, undefined]) {
        await queryAnalytics({ query: "{ a }", variables });
      }
    });
    expect(received.map(({ body }) => (JSON.parse(body) as { variables?: object }).variables)).toEqual([
      {},
      { id: null },
      undefined,
    ]);
  });

  it("are not repeated if they fail, and share one error", async () => {
    const { received } = await platformThatAnswers(403, { message: "no" });
    await run(async () => {
      const [a, b] = await Promise.all([0, 1].map(() => getImages().catch((error: unknown) => error)));
      expect(a).toBe(b);
      expect(String(a)).toBe(
        "DataSourceError: getImages: reading the list of images of project 1, region 2: no (403). The key comes from the " +
          "environment variable EDGECLOUD_API_KEY",
      );
    });
    expect(received).toHaveLength(1);
  });

  it("give each caller a result of its own", async () => {
    await platformThatAnswers(200, answeredStream);
    await run(async () => {
      (await getLiveStream({ streamId: 7 })).broadcastIds?.push(99);
      expect((await getLiveStream({ streamId: 7 })).broadcastIds).toEqual([11, 12]);
    });
  });
});

describe("the Output form", () => {
  it("waits for arguments of every kind", async () => {
    const { received } = await platformThatAnswers(200, []);
    const from = pulumi.output(0).apply((ms) => new Date(ms));
    const to = Promise.resolve(new Date(1000));
    await run(() => factsOf(getTranscodingDurationOutput({ from, to })));
    await run(() =>
      factsOf(getTranscodingDurationOutput(pulumi.output(1).apply((ms) => ({ from: new Date(0), to: new Date(ms) })))),
    );
    expect(received.map(queryOf)).toEqual([
      { from: "1970-01-01T00:00:00.000Z", to: "1970-01-01T00:00:01.000Z" },
      { from: "1970-01-01T00:00:00.000Z", to: "1970-01-01T00:00:00.001Z" },
    ]);
  });

  it("is unknown, without a request, while an argument is", async () => {
    const { received } = await platformThatAnswers(200, answeredStream);
    await run(async () => {
      const stream = getLiveStreamOutput({ streamId: unknown() });
      expect(await factsOf(stream)).toMatchObject({ isKnown: false, isSecret: false });
      expect(await factsOf(stream.pushUrl)).toMatchObject({ isKnown: false });
    }, true);
    expect(received).toEqual([]);
  });

  it("marks the secrets of a stream one by one", async () => {
    await platformThatAnswers(200, { ...answeredStream, later: 1 });
    const found = await run(async () => {
      const stream = getLiveStreamOutput({ streamId: 7 });
      expect((await factsOf(stream)).isSecret).toBe(false);
      return {
        name: await factsOf(stream.name),
        pushUrl: await factsOf(stream.pushUrl),
        extra: await factsOf(stream.extra),
      };
    });
    expect(found.name).toEqual({ value: "Main stage", isKnown: true, isSecret: false });
    expect(found.pushUrl).toEqual({ value: secrets.push_url, isKnown: true, isSecret: true });
    expect(found.extra).toEqual({ value: { later: 1 }, isKnown: true, isSecret: true });
  });

  it("is secret if an argument is, and then no error contains the argument", async () => {
    const { received } = await platform((_, response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error": "no 987654"}');
    });
    await run(async () => {
      const error = await factsOf(getLiveStreamOutput({ streamId: pulumi.secret(987654) })).catch(String);
      expect(error).toBe(
        "DataSourceError: getLiveStream: reading live stream [secret]: no [secret] (404). Correct its ID or name, its project or region, or use a key of the account that has it. If it is there, check edgecloud:baseUrl and any proxy or gateway in between",
      );
    });
    expect(received).toHaveLength(1);
    await platformThatAnswers(200, noImages);
    expect(await run(() => factsOf(getImagesOutput({ name: pulumi.secret("n") })))).toMatchObject({ isSecret: true });
  });
});

describe("the connection", () => {
  it("is the explicit provider's, a parent's provider, else the stack's; the key makes no result secret", async () => {
    const stack = await platformThatAnswers(200, noImages);
    const other = await platformThatAnswers(200, noImages);
    process.env.EDGECLOUD_BASE_URL = stack.url;
    const found = await run(async () => {
      const args = { apiKey: "other-key", baseUrl: other.url, projectId: 8, regionId: 9 };
      const provider = new Provider("other", args);
      const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { provider });
      await getImages({}, { provider });
      await getImages({ name: "a" }, { parent });
      await getImages({ name: "b" });
      const plugin = new PluginProvider("plugin", args);
      const component = new pulumi.ComponentResource("test:index:Parent", "component", {}, { providers: [plugin] });
      await getImages({ name: "d" }, { parent: component });
      return factsOf(getImagesOutput({ name: "c" }, { provider }));
    });
    expect(found).toEqual({ value: [], isKnown: true, isSecret: false });
    expect(stack.received.map(({ url }) => url)).toEqual([expect.stringMatching(/images\/1\/2\?name=b/)]);
    expect(other.received).toHaveLength(4);
    for (const { url, headers } of other.received) {
      expect(url).toMatch(/^\/cloud\/v1\/images\/8\/9\?/);
      expect(headers.authorization).toBe("apikey other-key");
    }
  });

  it("is unknown in the Output form and an error in the Promise form while its provider is unknown", async () => {
    const { received } = await platformThatAnswers(200, noImages);
    await run(async () => {
      const provider = new Provider("later", { apiKey: unknown().apply(String) });
      expect(await factsOf(getImagesOutput({}, { provider }))).toMatchObject({ isKnown: false });
      expect(await messageOf(getImages({}, { provider }))).toBe(
        "getImages: provider has settings that this preview does not know yet; call getImagesOutput instead",
      );
    }, true);
    expect(received).toEqual([]);
  });

  it.each(["*", "edgecloud", "pulumi-nodejs"])(
    "is not the stack's if pulumi:disable-default-providers has %s",
    async (name) => {
      const { url, received } = await platformThatAnswers(200, noImages);
      const key = "pulumi:disable-default-providers";
      await run(async () => {
        pulumi.runtime.setConfig(key, JSON.stringify(["aws", name]));
        const text = `getImages: provider must be given, because ${key} has ${JSON.stringify(name)}: pass { provider } or { parent }`;
        expect(await messageOf(getImages())).toBe(text);
        expect(await factsOf(getImagesOutput()).catch((error: Error) => error.message)).toBe(text);
        expect(received).toEqual([]);
        const args = { apiKey: "other-key", baseUrl: url, projectId: 8, regionId: 9 };
        await getImages({}, { provider: new Provider("other", args) });
        pulumi.runtime.setConfig(key, JSON.stringify(["aws"]));
        await getImages();
        expect(received).toHaveLength(2);
      }).finally(() => pulumi.runtime.setConfig(key, "[]"));
    },
  );

  it("is refused if it is another package's provider", async () => {
    await run(async () => {
      const provider = new (class extends pulumi.ProviderResource {})("other", "other", {});
      const text = "getImages: provider must be a Provider of this package";
      expect(await messageOf(getImages({}, { provider }))).toBe(text);
      expect(await factsOf(getImagesOutput({}, { provider })).catch((error: Error) => error.message)).toBe(text);
    });
  });
});

test("the Promise form rejects outputs and promises, inside of arguments too", async () => {
  const { received } = await platformThatAnswers(200, { data: {} });
  const variables = { name: pulumi.output("x"), list: [1, Promise.resolve("y")] };
  expect(await messageOf(queryAnalytics({ query: "{ a }", variables }))).toBe(
    "queryAnalytics: variables.name, variables.list[1] are outputs or promises; call queryAnalyticsOutput instead",
  );
  expect(await messageOf(getImages({ name: pulumi.output("x") } as never))).toBe(
    "getImages: name is an output or a promise; call getImagesOutput instead",
  );
  expect(received).toEqual([]);
});

/** A component whose child is created late. */
class Group extends pulumi.ComponentResource {
  constructor() {
    super("test:index:Group", "group");
  }

  protected override async initialize(): Promise<void> {
    await new Promise(setImmediate);
    new Thing("child", { parent: this });
  }
}

describe("a call that depends on resources", () => {
  it("is sent each time, since an earlier answer may be out of date", async () => {
    const { received } = await platformThatAnswers(200, noImages);
    await run(async () => {
      await getImages({ name: "golden" });
      const [a, b] = [new Thing("a"), new Thing("b")];
      await factsOf(getImagesOutput({ name: "golden" }, { dependsOn: [pulumi.output(b), Promise.resolve(a)] }));
      await factsOf(getImagesOutput({ name: a.urn.apply(() => "golden") }));
      await getImages({ name: "golden" });
      await factsOf(getImagesOutput({ name: "golden" }, { dependsOn: [] }));
    });
    expect(received).toHaveLength(3);
  });

  it.each<[string, () => pulumi.Output<unknown>]>([
    ["a resource", () => getImagesOutput({}, { dependsOn: new Thing() })],
    ["resources", () => getImagesOutput({}, { dependsOn: [new Thing()] })],
    ["children of a component, also late ones", () => getImagesOutput({}, { dependsOn: new Group() })],
    ["the resource of a known argument", () => getImagesOutput({ name: new Thing().urn.apply(() => "golden") })],
  ])("waits for %s, and is unknown while it does not exist", async (_, call) => {
    const { received } = await platformThatAnswers(200, noImages);
    const program = async () => (await factsOf(call())).isKnown;
    expect(await run(program, true)).toBe(false);
    expect(received).toEqual([]);
    expect(await run(program)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it("may be what a component waits for that its argument comes from", async () => {
    await platformThatAnswers(200, noImages);
    class Waiting extends pulumi.ComponentResource<boolean> {
      constructor() {
        super("test:index:Waiting", "waiting");
      }

      protected override async initialize(): Promise<boolean> {
        const name = this.urn.apply(() => "golden");
        return (await factsOf(getImagesOutput({ name }, { parent: this }))).isKnown;
      }

      readResult(): Promise<boolean> {
        return this.getData();
      }
    }
    expect(await run(() => new Waiting().readResult())).toBe(true);
  });
});
