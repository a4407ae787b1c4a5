import * as pulumi from "@pulumi/pulumi";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { getOriginGroupsOutput, OriginGroup, Provider, type ProviderArgs } from "pulumi-edgecloud";
import { sentBodies, findGroup } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { engineTest, failureText, withoutKeyCheck } from "../../engine/setup/test-stack";

/** A second platform, which takes other keys than the one of the stack's configuration. */
async function withSecondPlatform(body: (second: Emulator) => Promise<void>): Promise<void> {
  const second = await startEmulator({ apiKeys: ["second-key-of-a-test", "rotated-key-of-a-test"] });
  try {
    await body(second);
    expect(second.state().originGroups).toEqual([]);
  } finally {
    await second.close();
  }
}

const sources = [{ source: "a.example.com" }];

const credentials = (emulator: Emulator) => new Set(emulator.requests().map(({ credential }) => credential?.index));

engineTest("provider: two accounts in one program, each with its own platform and key", {}, (stack) =>
  withSecondPlatform(async (second) => {
    const program =
      (args: ProviderArgs, useNext = false) =>
      () => {
        const provider = new Provider("eu", { baseUrl: second.url, ...args });
        new OriginGroup("here", { name: "shared name", sources, useNext });
        const there = new OriginGroup("there", { name: "shared name", sources, useNext }, { provider });
        return { id: there.id };
      };
    stack.program = program({ apiKey: "second-key-of-a-test" });
    await stack.up();
    for (const emulator of [stack.emulator, second]) {
      expect(emulator.state().originGroups.map(({ name }) => name)).toEqual(["shared name"]);
      expect(credentials(emulator)).toEqual(new Set([0]));
    }
    expect(await stack.preview()).toMatch(/4 unchanged/);

    // A new key and a new address replace nothing.
    second.clearRequests();
    const moved = await startEmulator({ apiKeys: ["rotated-key-of-a-test"], seed: second.state() });
    try {
      stack.program = program({ apiKey: "rotated-key-of-a-test" }, true);
      const preview = await stack.preview();
      expect(preview).toMatch(/3 to update\n +1 unchanged/);
      expect(preview).not.toMatch(/-key-of-a-test|replace/);
      await stack.up();
      expect(credentials(second)).toEqual(new Set([1]));
      expect(findGroup(second, "shared name").use_next).toBe(true);

      stack.program = program({ apiKey: "rotated-key-of-a-test", baseUrl: moved.url }, false);
      second.clearRequests();
      await stack.up();
      expect(second.requests()).toEqual([]);
      expect(withoutKeyCheck(moved.requests()).map(({ method, status }) => `${method} ${status}`)).toEqual(["PUT 200"]);
      expect(findWords(["second-key-of-a-test", "rotated-key-of-a-test"], readFiles(stack))).toEqual([]);

      await stack.destroy();
      expect(moved.state().originGroups).toEqual([]);
      second.replaceState({});
    } finally {
      await moved.close();
    }
  }),
);

engineTest(
  "provider: every setting takes effect, an unused stack configuration is not required, and a key may be known only " +
    "after up",
  {},
  (stack) =>
    withSecondPlatform(async (second) => {
      await stack.configure({ "edgecloud:apiKey": undefined, "edgecloud:baseUrl": undefined });
      second.replaceState({ dialect: { edgeapp: "their-word" } });
      stack.program = () => {
        const provider = new Provider("eu", {
          apiKey: "second-key-of-a-test",
          // An address of this machine that does not look like one.
          baseUrl: second.url.replace("127.0.0.1", "0.0.0.0"),
          allowHttp: true,
          dialect: { edgeapp: "their-word" },
          maxRetries: 1,
          requestTimeoutSeconds: 5,
        });
        const application = { originType: "edgeapp", config: { appId: "4711" } } as const;
        const app = new OriginGroup("app", { name: "app", sources: [application] }, { provider });
        const apiKey = app.id.apply(() => "second-key-of-a-test");
        const later = new Provider("later", { apiKey, baseUrl: second.url });
        new OriginGroup("there", { name: "there", sources }, { provider: later });
      };
      expect(await stack.preview()).toMatch(/5 to create/);
      second.addFault({ method: "POST", path: "/cdn/origin_groups", body: { name: "app" }, answer: { status: 429 } });
      await stack.up();
      expect(sentBodies(second, "POST").map((body) => (body as { name: string }).name)).toEqual([
        "app",
        "app",
        "there",
      ]);
      expect(findGroup(second, "app").sources).toMatchObject([{ origin_type: "their-word" }]);
      expect(findGroup(second, "there").sources).toMatchObject(sources);
      expect(await stack.preview()).toMatch(/5 unchanged/);
      await stack.destroy();
    }),
);

engineTest("provider: the environment's key is not sent to an explicit provider's address", {}, (stack) =>
  withSecondPlatform(async (second) => {
    const { envVars } = stack.stack.workspace;
    envVars.EDGECLOUD_API_KEY = "second-key-of-a-test";
    const keys: [string, ProviderArgs["apiKey"]][] = [
      ["none", undefined],
      ["an empty one", ""],
      ["an empty output", pulumi.output("")],
      ["an empty secret", pulumi.secret("")],
    ];
    for (const [, apiKey] of keys) {
      stack.program = () => {
        const provider = new Provider("eu", { apiKey, baseUrl: second.url });
        new OriginGroup("there", { name: "there", sources }, { provider });
        return { found: getOriginGroupsOutput({}, { provider }) };
      };
      const failure = await failureText(stack.preview());
      expect(failure).toContain(
        'apiKey of Provider "eu" is not set, and the key of the environment is not sent to a baseUrl that the Provider has ' +
          "of its own; set apiKey, or remove baseUrl, in the program",
      );
      expect(failure).not.toMatch(/second-key|node_modules/);
    }
    expect(second.requests()).toEqual([]);

    const declare = (args: ProviderArgs) => () =>
      void new OriginGroup("there", { name: "there", sources }, { provider: new Provider("eu", args) });
    stack.program = declare({ apiKey: "second-key-of-a-test" });
    expect(await failureText(stack.preview())).toContain(
      'baseUrl of Provider "eu" is not set; set it in the program, or with the environment variable EDGECLOUD_BASE_URL',
    );
    stack.program = declare({ apiKey: "wrong-key-of-a-test", baseUrl: second.url });
    expect(await failureText(stack.preview())).toContain(
      `(401). The key comes from apiKey of Provider "eu", and was sent to ${second.url}`,
    );

    // The second way that the message names.
    envVars.EDGECLOUD_BASE_URL = second.url;
    stack.program = () => {
      const provider = new Provider("eu", { maxRetries: 3 });
      new OriginGroup("there", { name: "there", sources }, { provider });
    };
    await stack.up();
    expect(findGroup(second, "there").id).toBe(1001);
    await stack.destroy();
  }),
);
