import { readFileSync } from "node:fs";
import path from "node:path";
import { demoSeed } from "./setup/demo-seed";
import { yamlTest } from "./setup/yaml-stack";

const folder = path.resolve(__dirname, "../../examples/yaml");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const files = { "Pulumi.yaml": read("Pulumi.yaml"), "greeting.go": read("greeting.go") };
const config = {
  "edgecloud:projectId": { value: "11" },
  "edgecloud:regionId": { value: "3" },
  s3AccessKeyId: { value: "AKIDEXAMPLE1", secret: true },
  s3SecretAccessKey: { value: "example+secret/access-key", secret: true },
  databaseUrl: { value: "postgres://example@db.example.com/web", secret: true },
};
const options = { seed: demoSeed, config };

const secret = /AKIDEXAMPLE1|secret\/access-key|postgres:/;

yamlTest("the YAML example converges, survives a refresh and exports its results", files, options, async (stack) => {
  const up = await stack.up();
  expect(up).toContain("+ 4 created");
  expect(up).not.toMatch(secret);
  expect(await stack.pulumi("stack", "export")).not.toMatch(secret);
  expect(await stack.refresh()).toMatch(/ 4 unchanged\n/);
  expect(await stack.preview()).toMatch(/ 4 unchanged\n$/);
  const group = stack.emulator.state().originGroups.find(({ name }) => name === "downloads-yaml");
  expect(group?.sources).toMatchObject([
    { config: { s3_access_key_id: "AKIDEXAMPLE1", s3_secret_access_key: "example+secret/access-key" } },
    { source: "origin.example.com:8443", backup: true },
  ]);
  expect(await stack.outputs()).toMatchObject({
    downloadsGroupId: group?.id,
    endpoint: "https://greeting-yaml-hello-yaml.functions.example.com",
    groupsInUse: [{ name: "website" }],
  });
});
