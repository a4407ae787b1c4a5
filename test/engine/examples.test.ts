import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { startEmulator, type SeedInput } from "edgecloud-emulator";
import { projectId, regionId, seed as snapshotSeed, snapshotId } from "./setup/snapshots";
import { engineTest, type StackOptions, type TestStack } from "./setup/test-stack";

const examples = path.resolve(__dirname, "../../examples");

const credentials = {
  "test:s3AccessKeyId": { value: "AKIDEXAMPLE1", secret: true },
  "test:s3SecretAccessKey": { value: "example+secret/access-key", secret: true },
};

/** The emulator's demo account, without its origin groups. */
const demo: SeedInput = {
  ...(JSON.parse(readFileSync(require.resolve("edgecloud-emulator/seeds/demo.json"), "utf8")) as SeedInput),
  originGroups: [],
};

const demoScope = { "edgecloud:projectId": { value: "11" }, "edgecloud:regionId": { value: "3" } };

/** What each example needs of the platform and of its stack. */
const needs: Record<string, StackOptions> = {
  quickstart: {
    seed: demo,
    config: {
      ...credentials,
      ...demoScope,
      "test:snapshotId": { value: "00000002-0000-4000-8000-000000000002" },
      "test:streamId": { value: "2002" },
    },
  },
  "origin-group": {
    seed: { edgeApps: [{ app_id: "7", enabled: true, apiType: "wasi-http" }] },
    config: { ...credentials, "test:appId": { value: "7" } },
  },
  adopt: {
    seed: { originGroups: [{ id: 42, name: "by-hand", sources: [{ source: "old.example.com" }] }] },
    config: { "test:originGroupId": { value: "42" } },
  },
  "snapshot-tags": {
    seed: snapshotSeed,
    config: {
      "edgecloud:projectId": { value: String(projectId) },
      "edgecloud:regionId": { value: String(regionId) },
      "test:snapshotId": { value: snapshotId },
    },
  },
  functions: {
    seed: { cloud: { taskLife: { runningPolls: 1 } } },
    config: { ...demoScope, "test:databaseUrl": { value: "postgres://example@db.example.com/web", secret: true } },
  },
  "image-lookup": { seed: demo, config: demoScope },
  "live-stream": { seed: demo, config: { "test:streamId": { value: "2002" } } },
  "usage-report": { seed: demo },
};

/** What examples show: data sources, of the demo account. */
const shown: Record<string, object> = {
  functions: { endpoint: { value: "https://greeting-web.functions.example.com", secret: false } },
  "image-lookup": {
    imageId: { value: "8ca59966-66ce-4b36-8512-bd1311072231" },
    price: { value: expect.stringMatching(/^[\d.]+ EUR per hour$/) as string },
    armImages: { value: ["debian-12-generic-arm64", "ubuntu-22.04-arm64", "ubuntu-24.04-arm64"] },
  },
  "live-stream": {
    playlist: { value: expect.stringMatching(/\?get_duration_sec=true$/) as string, secret: false },
    onAir: { value: true },
    pulledFrom: { value: [] },
    encryptedIngest: { value: expect.stringMatching(/^rtmps:\/\/[^/]+:443\//) as string, secret: true },
  },
  "usage-report": {
    traffic: {
      value: Array(2).fill(expect.stringMatching(/^\w+\.example\.com: [1-9]\d+ requests, \d+ bytes$/)) as string[],
    },
    transcodedMinutes: { value: expect.any(Number) as number },
  },
};

/** Executes the compiled example anew for each operation, which loading it as a module would not. */
function run(example: string): Record<string, unknown> {
  const code = readFileSync(path.join(examples, "dist", example, "index.js"), "utf8");
  const outputs = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is our own compiled example
  new Function("require", "exports", code)(require, outputs);
  return outputs;
}

async function expectConvergence(stack: TestStack): Promise<void> {
  await stack.preview();
  await stack.up();
  expect(await stack.preview()).toMatch(/\d+ unchanged\n$/);
}

for (const [example, options] of Object.entries(needs)) {
  engineTest(`example ${example} converges`, options, async (stack) => {
    stack.program = () => run(example);
    await expectConvergence(stack);
    expect(await stack.lastOutputs()).toMatchObject(shown[example] ?? {});
  });
}

engineTest("example two-accounts converges in both", {}, async (stack) => {
  const production = await startEmulator({ apiKeys: ["production-key"] });
  try {
    await stack.stack.setAllConfig({
      "test:stagingApiKey": { value: "demo-key", secret: true },
      "test:stagingBaseUrl": { value: stack.emulator.url },
      "test:productionApiKey": { value: "production-key", secret: true },
      "test:productionBaseUrl": { value: production.url },
    });
    stack.program = () => run("two-accounts");
    await expectConvergence(stack);
    const sources = [stack.emulator, production].flatMap((emulator) => emulator.state().originGroups[0]?.sources);
    expect(sources).toMatchObject([
      { source: "origin.staging.example.com" },
      { source: "origin.production.example.com" },
    ]);
    await stack.destroy();
    expect(production.state().originGroups).toEqual([]);
  } finally {
    await production.close();
  }
});

test("every example is run here", () => {
  const folders = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, "index.ts")));
  expect(folders.sort()).toEqual([...Object.keys(needs), "two-accounts"].sort());
});
