import { startEmulator } from "edgecloud-emulator";
import { failureText } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

const oneGroup = (properties: string) => `resources: { assets: { type: "edgecloud:OriginGroup", ${properties} } }\n`;
const assets = (sources: string) => oneGroup(`properties: { name: assets, sources: ${sources} }`);

const accounts = `
config:
  productionUrl: { type: string }
  productionKey: { type: string, secret: true }
`;

/** These follow the generated code. */
const ofTwoAccounts = `
  production:
    type: pulumi:providers:edgecloud
    properties: { baseUrl: "\${productionUrl}", apiKey: "\${productionKey}" }
  here:
    type: edgecloud:OriginGroup
    properties: { name: here, sources: [{ source: staging.example.com }] }
  there:
    type: edgecloud:OriginGroup
    properties: { name: there, sources: [{ source: production.example.com }] }
    options: { provider: "\${production}" }
`;

yamlTest(
  "bad input: the language host reports wrong types, the provider all wrong values; an imported group can be managed " +
    "with the code that Pulumi generates for it; several accounts: each group is created at its provider's platform",
  yamlProject(assets("[{ source: a.example.com, bakup: true }]")),
  {
    seed: { originGroups: [{ id: 42, name: "by-hand", sources: [{ source: "a.example.com" }] }] },
    left: [],
  },
  async (stack) => {
    expect(await failureText(stack.preview())).toContain("Property bakup does not exist on 'edgecloud:index:Source'");

    await stack.write(yamlProject(assets("[{ source: a.example.com, backup: perhaps }]")));
    expect(await failureText(stack.preview())).toContain("Cannot assign type 'string' to type 'boolean'");

    await stack.write(
      yamlProject(assets("[{ source: 'https://a.example.com' }, { config: { s3Type: cloudvendor } }]")),
    );
    const failure = await failureText(stack.preview());
    expect(failure).toContain(`'assets' has a problem: sources[0].source must not contain a scheme`);
    expect(failure).toContain(`sources[1].config.s3BucketName is required`);
    expect(failure).toContain(`sources[1].config.s3Region is required when s3Type is "cloudvendor"`);

    await stack.write(yamlProject(""));
    const code = await stack.import("edgecloud:index:OriginGroup", "byHand", "42");
    await stack.write(yamlProject(code));
    expect(await stack.preview()).toMatch(/ 2 unchanged\n$/);

    const production = await startEmulator({ apiKeys: ["production-key"] });
    try {
      await stack.configure({
        productionUrl: { value: production.url },
        productionKey: { value: "production-key", secret: true },
      });
      const changed = code.replace("useNext: false", "useNext: true");
      await stack.write(yamlProject(accounts + changed.trimEnd() + ofTwoAccounts));
      const up = await stack.up("--diff");
      expect(up).toContain("~ useNext: false => true");
      expect(up).not.toContain("production-key");
      expect(await stack.preview()).toMatch(/ 5 unchanged\n$/);
      expect(stack.emulator.state().originGroups).toMatchObject([
        { id: 42, name: "by-hand", use_next: true },
        { name: "here" },
      ]);
      expect(production.state().originGroups.map(({ name }) => name)).toEqual(["there"]);
      await stack.destroy();
      expect(production.state().originGroups).toEqual([]);
    } finally {
      await production.close();
    }
  },
);
