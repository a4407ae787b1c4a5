import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { engineTest, failureText } from "./setup/test-stack";
import { yamlProject, yamlTest, type YamlStack } from "./setup/yaml-stack";

const sources = [{ source: "a.example.com" }];

engineTest("a missing key is reported once, by the provider", {}, async (stack) => {
  stack.program = () => {
    new OriginGroup("one", { name: "one", sources });
    new OriginGroup("two", { name: "two", sources });
  };
  await stack.stack.removeConfig("edgecloud:apiKey");
  const failure = await failureText(stack.preview());
  expect(failure).toContain(
    "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
  );
  const lines = new Set(failure.split("\n").filter((line) => line.includes("edgecloud:apiKey is not set")));
  expect([...lines].filter((line) => line.startsWith("error:"))).toHaveLength(1);
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
  await stack.up();
});

engineTest("a refused key fails the preview", {}, async (stack) => {
  stack.program = () => void new OriginGroup("assets", { name: "assets", sources });
  await stack.stack.setConfig("edgecloud:apiKey", { value: "another-key", secret: true });
  expect(await failureText(stack.preview())).toContain("edgecloud:apiKey in the configuration of the stack");
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
});

engineTest("changed settings replace nothing, and the key stays hidden", {}, async (stack) => {
  const program = (requestTimeoutSeconds: number, apiKey: pulumi.Input<string>) => () => {
    const provider = new Provider("eu", { apiKey, baseUrl: stack.emulator.url, requestTimeoutSeconds });
    new OriginGroup("assets", { name: "assets", sources }, { provider });
  };
  stack.program = program(30, "demo-key");
  await stack.up();
  const state = JSON.stringify(await stack.allResources());
  expect(state).not.toContain("demo-key");
  stack.program = program(60, pulumi.secret("demo-key"));
  const preview = await stack.preview();
  expect(preview).toMatch(/~ requestTimeoutSeconds: "30" => "60"/);
  expect(preview).toMatch(/1 to update\s+2 unchanged/);
  await stack.up();
  expect(stack.changes()).toEqual(["POST /cdn/origin_groups 201"]);
});

engineTest("an unknown setting is reported", {}, async (stack) => {
  stack.program = () => void new OriginGroup("assets", { name: "assets", sources });
  await stack.stack.setConfig("edgecloud:apikey", { value: "x" });
  expect(await failureText(stack.preview())).toContain("edgecloud:apikey is not a setting; remove it");
  await stack.stack.removeConfig("edgecloud:apikey");
});

engineTest("an explicit provider with its own address needs its own key", {}, async (stack) => {
  stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key";
  for (const apiKey of [undefined, pulumi.output("")]) {
    stack.program = () => {
      const provider = new Provider("eu", { apiKey, baseUrl: stack.emulator.url });
      new OriginGroup("assets", { name: "assets", sources }, { provider });
    };
    expect(await failureText(stack.preview())).toContain('Provider "eu": edgecloud:apiKey is not set on the Provider');
  }
  expect(stack.emulator.requests()).toEqual([]);
});

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
  "YAML: the environment's key goes to the environment's address only",
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
    const environments: Record<string, string>[] = [variables, { EDGECLOUD_API_KEY: "demo-key" }, {}];
    for (const environment of environments) {
      expect(await refusedPreview(stack, environment)).toContain(
        "edgecloud:apiKey is not set on the Provider, which has a baseUrl of its own",
      );
    }
    expect(stack.emulator.requests()).toEqual([]);
    await stack.write(yamlProject(explicit.replace("baseUrl:", "apiKey: demo-key, baseUrl:")));
    await stack.up();
    await stack.configure({ "edgecloud:apiKey": { value: "demo-key", secret: true } });
  },
);

yamlTest("YAML: sends a key in plain text to this machine only", yamlProject(lookup), {}, async (stack) => {
  const elsewhere = stack.emulator.url.replace("127.0.0.1", "0.0.0.0");
  await stack.configure({ "edgecloud:baseUrl": { value: elsewhere } });
  expect(await refusedPreview(stack)).toContain(`edgecloud:baseUrl is ${elsewhere}, and over http the key travels in`);
  expect(stack.emulator.requests()).toEqual([]);
  await stack.configure({ "edgecloud:allowHttp": { value: "true" } });
  await stack.up();
});
