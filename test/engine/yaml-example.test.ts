import { readFileSync } from "node:fs";
import path from "node:path";
import type { SeedInput } from "edgecloud-emulator";
import { yamlTest, type YamlStack } from "./setup/yaml-stack";

const folder = path.resolve(__dirname, "../../examples/yaml");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const files = { "Pulumi.yaml": read("Pulumi.yaml"), "greeting.go": read("greeting.go") };
const seed = JSON.parse(readFileSync(require.resolve("edgecloud-emulator/seeds/demo.json"), "utf8")) as SeedInput;

/** What a user puts in the place of what the example's README leaves open. */
const own: Record<string, string> = {
  key: "demo-key",
  project: "11",
  region: "3",
  "access key": "AKIDEXAMPLE1",
  "secret key": "example+secret/access-key",
  url: "postgres://example@db.example.com/web",
};

const secret = /AKIDEXAMPLE1|secret\/access-key|postgres:/;

/** The settings as the README of the example has them. */
async function configure(stack: YamlStack): Promise<void> {
  const commands = [...read("README.md").matchAll(/^pulumi (config set (?:--secret )?\S+) (.+)$/gm)];
  expect(commands).toHaveLength(7);
  for (const [, command = "", value = ""] of commands) {
    const given = value.startsWith("<") ? own[value.slice(1, -1)]! : stack.emulator.url;
    await stack.pulumi(...command.split(" "), given);
  }
}

yamlTest("the example in YAML converges, survives a refresh and says what it found", files, { seed }, async (stack) => {
  await configure(stack);
  await stack.preview();
  const up = await stack.up();
  expect(up).toContain("+ 3 created");
  expect(up).not.toMatch(secret);
  expect(await stack.pulumi("stack", "export")).not.toMatch(secret);
  expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
  expect(await stack.refresh()).toMatch(/ 3 unchanged\n/);
  expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
  const group = stack.emulator.state().originGroups.find(({ name }) => name === "downloads");
  expect(group?.sources).toMatchObject([
    { config: { s3_access_key_id: "AKIDEXAMPLE1", s3_secret_access_key: "example+secret/access-key" } },
    { source: "origin.example.com:8443", backup: true },
  ]);
  expect(await stack.outputs()).toMatchObject({
    downloadsGroupId: group?.id,
    endpoint: "https://greeting-web.functions.example.com",
    groupsInUse: [{ name: "website" }],
  });
});
