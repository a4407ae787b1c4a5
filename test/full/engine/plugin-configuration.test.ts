import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];

// What goes to which address is in `hosts/key-destination.test.ts`, for both hosts.
engineTest(
  "plugin: an unknown setting and a missing key are reported, once; changed settings of an explicit provider replace " +
    "nothing, and its key stays hidden",
  { config: { "edgecloud:apikey": { value: "x" } } },
  async (stack) => {
    const declareGroups = () => {
      new OriginGroup("one", { name: "one", sources });
      new OriginGroup("two", { name: "two", sources });
    };
    stack.program = declareGroups;
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
    const program = (key: pulumi.Input<string>, requestTimeoutSeconds: number) => () => {
      declareGroups();
      const provider = new Provider("eu", { apiKey: key, baseUrl: stack.emulator.url, requestTimeoutSeconds });
      new OriginGroup("assets", { name: "assets", sources }, { provider });
    };
    stack.program = program("demo-key", 30);
    await stack.up();
    expect(JSON.stringify(await stack.allResources())).not.toContain("demo-key");
    stack.program = program(pulumi.secret("demo-key"), 60);
    const up = await stack.up(undefined, { diff: true });
    expect(up).toMatch(/~ requestTimeoutSeconds: "30" => "60"/);
    expect(up).toMatch(/1 updated\s+4 unchanged/);
    expect(stack.changes()).toEqual(Array(3).fill("POST /cdn/origin_groups 201"));
  },
);
