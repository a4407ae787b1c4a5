import * as pulumi from "@pulumi/pulumi";
import { startEmulator } from "edgecloud-emulator";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { expectProblems } from "../../engine/setup/expectations";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];

class Other extends pulumi.CustomResource {}

engineTest(
  "plugin: an unknown setting, resource, function or argument and a missing key are reported, once",
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
    let ofFunction = "";
    stack.program = async () => {
      ofFunction = await failureText(pulumi.runtime.invoke("edgecloud:index:getorigingroup", { name: "assets" }));
      new Other("edgecloud:index:Origingroups", "assets", { name: "assets", sources });
    };
    const unknown = await failureText(stack.preview());
    expect(unknown).toContain(
      "error: the package edgecloud has no resource edgecloud:index:Origingroups; it has edgecloud:index:CloudFunction, ",
    );
    expect(ofFunction).toContain("the package edgecloud has no function edgecloud:index:getorigingroup; it has ");
    expect(`${unknown} ${ofFunction}`).not.toMatch(/ at .*provider\/plugin\/index\.js/);

    stack.program = () => {
      const wrong = { config: { s3Type: "other", s3BucketName: "media", s3AccessKeyId: "k" } };
      new OriginGroup("assets", { name: "assets", sources: [wrong as never], usenext: true } as never);
    };
    expectProblems(await failureText(stack.preview()), [
      'usenext is not a property (did you mean "useNext"?); remove it',
      "sources[0].config.s3AccessKeyId must be",
      "sources[0].config.s3SecretAccessKey is required",
      'sources[0].config.s3StorageHostname is required when s3Type is "other"',
    ]);
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
