import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { startEmulator, type EmulatorState, type SeedInput } from "edgecloud-emulator";
import { freePort } from "../../documents/free-port";
import { blocksOf, root } from "../../documents/pages";
import { demoSeed } from "../../engine/setup/demo-seed";
import { ExampleCopy } from "../../engine/setup/example-copy";
import { normalizeState } from "../../engine/setup/test-stack";

/** What each example shows after `up`. Projects in Python and Go are run with the plugin's SDKs: `languages.test.ts`. */
const shown: Record<string, object> = {
  adopt: { hasRelatedResources: true },
  functions: { endpoint: "https://greeting-hello.functions.example.com" },
  "image-lookup": {
    imageId: "8ca59966-66ce-4b36-8512-bd1311072231",
    price: expect.stringMatching(/^[\d.]+ EUR per hour$/) as string,
    armImages: ["debian-12-generic-arm64", "ubuntu-22.04-arm64", "ubuntu-24.04-arm64"],
  },
  "live-stream": {
    playlist: expect.stringMatching(/\?get_duration_sec=true$/) as string,
    onAir: true,
    pulledFrom: [],
    encryptedIngest: expect.stringMatching(/^rtmps:\/\/[^/]+:443\//) as string,
  },
  "named-credentials": { groupId: expect.any(Number) as number, variables: { LOG_LEVEL: "info" } },
  "origin-group": { downloadsGroupId: expect.any(Number) as number },
  policy: {},
  quickstart: { assetsGroupId: expect.any(Number) as number, snapshotTags: expect.any(Array) as object },
  "snapshot-tags": { status: "available" },
  "two-accounts": { groupIds: [expect.any(Number), expect.any(Number)] },
  "usage-report": {
    traffic: Array(2).fill(expect.stringMatching(/^\w+\.example\.com: [1-9]\d+ requests, \d+ bytes$/)) as string[],
    transcodedMinutes: expect.any(Number) as number,
  },
  yaml: {
    downloadsGroupId: expect.any(Number) as number,
    endpoint: "https://greeting-yaml-hello-yaml.functions.example.com",
    groupsInUse: [{ name: "website" }],
  },
};

/** The outputs that are secret. */
const secretOutputs: Record<string, string[]> = {
  "live-stream": ["encryptedIngest", "pulledFrom"],
  quickstart: ["ingestUrl"],
};

/** What comes after the example's own commands. Its types are checked only once. */
const afterwards = (ports: string[], showsSecrets: boolean) => `
export PULUMI_NODEJS_TRANSPILE_ONLY=true
pulumi preview --expect-no-changes
pulumi stack output --json > hidden.json
${showsSecrets ? "pulumi stack output --json --show-secrets" : "cat hidden.json"} > outputs.json
${ports.map((port) => download(port, "up")).join("\n")}
`;

/** The example's commands to clean up, with a look at the platform before it ends, and at what is left. */
function cleanUp(commands: string, ports: string[]): string {
  const looks = ports.map((port) => download(port, "end")).join("\n");
  return `
${commands.replace(/^kill /m, `${looks}\n$&`)}
pulumi stack ls --json > stacks.json
wait
`;
}

/** Keeps what is on the platform that listens there. */
function download(port: string, when: string): string {
  return `curl --silent --fail --output ${when}-${port}.json http://127.0.0.1:${port}/__emulator/state`;
}

/** What is on a platform before anything was done. */
async function seeded(seed: SeedInput | undefined): Promise<EmulatorState> {
  const emulator = await startEmulator({ seed });
  const state = emulator.state();
  await emulator.close();
  return state;
}

/** Puts free ports in the place of those that the example names. */
async function withFreePorts(text: string, ports: Map<string, string>): Promise<string> {
  for (const [port] of text.matchAll(/\b808\d\b/g)) {
    ports.set(port, ports.get(port) ?? (await freePort()));
  }
  return text.replace(/\b808\d\b/g, (port) => ports.get(port)!);
}

test.each(Object.entries(shown))(
  "example %s: deploys, is unchanged by a second up, and cleans up",
  async (name, outputs) => {
    await ExampleCopy.use(name, async (copy) => {
      const ports = new Map<string, string>();
      const settings = copy.at("Pulumi.dev.yaml");
      await writeFile(settings, await withFreePorts(await readFile(settings, "utf8"), ports));
      const [deploying, cleaning] = blocksOf(`examples/${name}/README.md`).filter(
        ({ language }) => language === "bash",
      );
      const script = await withFreePorts(deploying!.text, ports);
      const used = [...ports.values()];
      const secrets = secretOutputs[name] ?? [];
      const showsSecrets = secrets.some((output) => output in outputs);
      const printed = await copy.paste(script + afterwards(used, showsSecrets) + cleanUp(cleaning!.text, used));
      expect(printed).toMatch(/\d+ created/);
      expect(printed).toMatch(/\d+ unchanged/);
      expect(printed).toMatch(/\d+ deleted/);
      expect(await copy.json("outputs.json")).toMatchObject(outputs);
      const hidden = Object.entries((await copy.json("hidden.json")) as object).filter(
        ([, value]) => value === "[secret]",
      );
      expect(hidden.map(([output]) => output)).toEqual(secrets);
      const before = normalizeState(await seeded(script.includes("demo.json") ? demoSeed : undefined));
      for (const port of used) {
        expect(normalizeState((await copy.json(`end-${port}.json`)) as EmulatorState)).toEqual(before);
      }
      // No number has a tail of binary fractions, such as 6760.490000000002.
      expect(printed).not.toMatch(/\d\.\d{7}/);
      // Ready for the next time.
      expect(await copy.json("stacks.json")).toEqual([]);
      expect(existsSync(settings)).toBe(true);
      if (name === "named-credentials") {
        expect(printed).toContain(
          "the value of the environment variable MEDIA_SECRET_ACCESS_KEY differs from the one sent last",
        );
        expect(printed).not.toMatch(/media-secret-key-\d(?! MAIL_TOKEN|$)/m);
      }
      if (name === "two-accounts") {
        const states = await Promise.all(used.map((port) => copy.json(`up-${port}.json`)));
        expect((states as EmulatorState[]).map(({ originGroups }) => originGroups[0]?.sources)).toMatchObject([
          [{ source: "origin.staging.example.com" }],
          [{ source: "origin.production.example.com" }],
        ]);
      }
    });
  },
);

test("every example is run here", () => {
  const examples = path.join(root, "examples");
  const others = ["go", "pipelines", "python"];
  const folders = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, "README.md")));
  expect(folders.sort()).toEqual([...Object.keys(shown), ...others].sort());
});
