import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { engineTest, failureText } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest, type YamlStack } from "../../engine/setup/yaml-stack";

const sources = [{ source: "a.example.com" }];

engineTest(
  "an unknown setting, a missing key, a refused one and one that is missing on an explicit provider are reported; " +
    "changed settings of that provider replace nothing, and its key stays hidden",
  { config: { "edgecloud:apikey": { value: "x" } } },
  async (stack) => {
    const declareGroups = (opts: pulumi.CustomResourceOptions = {}) => {
      new OriginGroup("one", { name: "one", sources }, opts);
      new OriginGroup("two", { name: "two", sources }, opts);
    };
    stack.program = () => declareGroups();
    expect(await failureText(stack.preview())).toContain(
      'edgecloud:apikey is not a setting (did you mean "edgecloud:apiKey"?); remove it',
    );

    const configured = await stack.configure({ "edgecloud:apikey": undefined, "edgecloud:apiKey": undefined });
    const failure = await failureText(stack.preview());
    expect(failure).toContain(
      "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
    );
    const lines = new Set(failure.split("\n").filter((line) => line.includes("edgecloud:apiKey is not set")));
    expect([...lines].filter((line) => line.startsWith("error:"))).toHaveLength(1);

    await stack.configure({ "edgecloud:apiKey": "another-key" });
    expect(await failureText(stack.preview())).toContain("edgecloud:apiKey in the configuration of the stack");

    // A key of the environment is not for the address of an explicit provider.
    await stack.configure({ "edgecloud:apiKey": configured["edgecloud:apiKey"] });
    stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key";
    const program = (apiKey: pulumi.Input<string>, requestTimeoutSeconds: number) => () => {
      const provider = new Provider("eu", { apiKey, baseUrl: stack.emulator.url, requestTimeoutSeconds });
      new OriginGroup("assets", { name: "assets", sources }, { provider });
    };
    stack.emulator.clearRequests();
    stack.program = program(pulumi.output(""), 30);
    expect(await failureText(stack.preview())).toContain('apiKey of Provider "eu" is not set');
    expect(stack.emulator.requests()).toEqual([]);

    const withGroups = (declareOther: () => void) => () => {
      declareGroups();
      declareOther();
    };
    stack.program = withGroups(program("demo-key", 30));
    await stack.up();
    expect(JSON.stringify(await stack.allResources())).not.toContain("demo-key");
    stack.program = withGroups(program(pulumi.secret("demo-key"), 60));
    const up = await stack.up(undefined, { diff: true });
    expect(up).toMatch(/~ requestTimeoutSeconds: "30" => "60"/);
    expect(up).toMatch(/1 updated\s+4 unchanged/);
    expect(stack.changes()).toEqual(Array(3).fill("POST /cdn/origin_groups 201"));
  },
);

const plainGroup = "type: edgecloud:OriginGroup, properties: { name: assets, sources: [{ source: a.example.com }] }";
const lookup = `resources: { assets: { ${plainGroup} } }
outputs: { found: { fn::invoke: { function: "edgecloud:getOriginGroups" } } }`;

/** What a preview says that fails, with these variables beside those of the test. */
async function refusedPreview(stack: YamlStack, variables: Record<string, string> = {}): Promise<string> {
  const set = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const { code, output } = await stack.shell([...set, "pulumi preview --diff"].join(" "));
  expect({ code, output }).not.toMatchObject({ code: 0 });
  return output;
}

yamlTest(
  "YAML: the environment's key goes to the environment's address only; a key in plain text goes to this machine only",
  yamlProject(lookup),
  {},
  async (stack) => {
    const { url } = stack.emulator;
    const variables = { EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: "https://api.example.com" };
    await stack.pulumi("config", "rm", "edgecloud:apiKey");
    const refused = await refusedPreview(stack, variables);
    expect(refused).toContain(
      `edgecloud:baseUrl is ${url} in the configuration, but the key is that of EDGECLOUD_API_KEY, which goes with ` +
        "EDGECLOUD_BASE_URL, https://api.example.com; remove edgecloud:baseUrl from the configuration, or " +
        "configure a key for that address",
    );
    const { code, stdout } = await stack.shell(
      `EDGECLOUD_API_KEY=demo-key EDGECLOUD_BASE_URL=https://api.example.com npx pulumi-edgecloud doctor --json`,
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      findings: expect.arrayContaining([
        {
          check: "edgecloud:baseUrl",
          level: "problem",
          message: expect.stringContaining("which goes with EDGECLOUD_BASE_URL, https://api.example.com") as string,
          advice: expect.stringMatching(
            /^Remove edgecloud:baseUrl from the configuration, or configure a key/,
          ) as string,
        },
      ]) as object,
    });
    const listing = await stack.shell(
      "EDGECLOUD_API_KEY=demo-key EDGECLOUD_BASE_URL=https://api.example.com npx pulumi-edgecloud list",
    );
    expect(listing).toMatchObject({ code: 1, output: expect.stringContaining("edgecloud:baseUrl is") as string });

    // An explicit provider: neither key nor address of the environment, nor those of the stack.
    const explicit = `resources:
  eu: { type: "pulumi:providers:edgecloud", properties: { baseUrl: "${url}" } }
  assets: { ${plainGroup}, options: { provider: "\${eu}" } }`;
    await stack.write(yamlProject(explicit));
    expect(await refusedPreview(stack, variables)).toContain(
      'apiKey of Provider "eu" is not set, and the key of the environment is not sent to a baseUrl',
    );
    expect(stack.emulator.requests()).toEqual([]);
    await stack.write(yamlProject(explicit.replace("baseUrl:", "apiKey: demo-key, baseUrl:")));
    await stack.up();

    const elsewhere = url.replace("127.0.0.1", "0.0.0.0");
    await stack.configure({
      "edgecloud:apiKey": { value: "demo-key", secret: true },
      "edgecloud:baseUrl": { value: elsewhere },
    });
    await stack.write(yamlProject(lookup));
    stack.emulator.clearRequests();
    expect(await refusedPreview(stack)).toContain(
      `edgecloud:baseUrl is ${elsewhere}, and over http the key travels in`,
    );
    expect(stack.emulator.requests()).toEqual([]);
    await stack.configure({ "edgecloud:allowHttp": { value: "true" } });
    await stack.up();
  },
);
