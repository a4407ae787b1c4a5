import * as pulumi from "@pulumi/pulumi";
import { startEmulator } from "edgecloud-emulator";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];

engineTest(
  "plugin: an unknown setting and a missing key are reported, once",
  { config: { "edgecloud:apikey": { value: "x" } } },
  async (stack) => {
    stack.program = () => {
      new OriginGroup("one", { name: "one", sources });
      new OriginGroup("two", { name: "two", sources });
    };
    expect(await failureText(stack.preview())).toContain(
      'edgecloud:apikey is not a setting (did you mean "edgecloud:apiKey"?); remove it',
    );

    const { "edgecloud:apiKey": apiKey } = await stack.configure({
      "edgecloud:apikey": undefined,
      "edgecloud:apiKey": undefined,
    });
    const failure = await failureText(stack.preview());
    expect(failure).toContain(
      "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
    );
    const lines = new Set(failure.split("\n").filter((line) => line.includes("edgecloud:apiKey is not set")));
    expect([...lines].filter((line) => line.startsWith("error:"))).toHaveLength(1);

    await stack.configure({ "edgecloud:apiKey": apiKey });
  },
);

// What goes to which address is in `hosts/key-destination.test.ts`, for both hosts.
engineTest(
  "plugin: the resources of an explicit provider are at its platform; its changed settings replace nothing, and its key " +
    "stays hidden",
  {},
  async (stack) => {
    const production = await startEmulator({ apiKeys: ["production-key"] });
    try {
      const program = (apiKey: pulumi.Input<string>, requestTimeoutSeconds: number) => () => {
        new OriginGroup("here", { name: "here", sources });
        const provider = new Provider("production", { apiKey, baseUrl: production.url, requestTimeoutSeconds });
        new OriginGroup("there", { name: "there", sources }, { provider });
      };
      stack.program = program("production-key", 30);
      await stack.up();
      expect(JSON.stringify(await stack.allResources())).not.toContain("production-key");
      stack.program = program(pulumi.secret("production-key"), 60);
      const up = await stack.up(undefined, { diff: true });
      expect(up).toMatch(/~ requestTimeoutSeconds: "30" => "60"/);
      expect(up).toMatch(/1 updated\s+3 unchanged/);
      for (const [emulator, name] of [[stack.emulator, "here"] as const, [production, "there"] as const]) {
        expect(emulator.state().originGroups.map((group) => group.name)).toEqual([name]);
      }
      await stack.destroy();
      expect(production.state().originGroups).toEqual([]);
    } finally {
      await production.close();
    }
  },
);
