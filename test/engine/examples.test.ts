import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { startEmulator, type EmulatorState, type SeedInput } from "edgecloud-emulator";
import { freePort } from "../documents/free-port";
import { blocksOf, root } from "../documents/pages";
import { demoSeed } from "./setup/demo-seed";
import { Clone } from "./setup/clone";
import { comparable } from "./setup/test-stack";

/** What each example shows after `up`. Projects in Python and Go are run with the plugin's SDKs: `languages.test.ts`. */
const shown: Record<string, object> = {
  adopt: { hasRelatedResources: true },
  functions: { endpoint: "https://greeting-web.functions.example.com" },
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
    endpoint: "https://greeting-web.functions.example.com",
    groupsInUse: [{ name: "website" }],
  },
};

/** The outputs that are secret. */
const secretOutputs: Record<string, string[]> = { "live-stream": ["encryptedIngest"], quickstart: ["ingestUrl"] };

/** What comes after the example's own commands. Its types are checked only once. */
const afterwards = (ports: string[]) => `
export PULUMI_NODEJS_TRANSPILE_ONLY=true
pulumi preview --expect-no-changes
pulumi stack output --json --show-secrets > outputs.json
pulumi stack output --json > hidden.json
${ports.map((port) => download(port, "up")).join("\n")}
pulumi destroy --yes --skip-preview
${ports.map((port) => download(port, "end")).join("\n")}
`;

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

test.each(Object.entries(shown))("example %s: the commands of its README end in unchanged", async (name, outputs) => {
  await Clone.use("logged in", async (clone) => {
    const folder = path.join("examples", name);
    await mkdir(clone.at(folder, "node_modules"));
    await symlink(path.join(root, "provider"), clone.at(folder, "node_modules/pulumi-edgecloud"), "junction");
    const ports = new Map<string, string>();
    const settings = clone.at(folder, "Pulumi.dev.yaml");
    await writeFile(settings, await withFreePorts(await readFile(settings, "utf8"), ports));
    const [commands] = blocksOf(`examples/${name}/README.md`).filter(({ language }) => language === "bash");
    const script = await withFreePorts(commands!.text, ports);
    const printed = await clone.paste(script + afterwards([...ports.values()]), folder);
    expect(printed).toMatch(/\d+ created/);
    expect(printed).toMatch(/\d+ unchanged/);
    expect(printed).toMatch(/\d+ deleted/);
    const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(clone.at(folder, file), "utf8"));
    expect(await json("outputs.json")).toMatchObject(outputs);
    const hidden = Object.entries((await json("hidden.json")) as object).filter(([, value]) => value === "[secret]");
    expect(hidden.map(([output]) => output)).toEqual(secretOutputs[name] ?? []);
    const before = comparable(await seeded(script.includes("demo.json") ? demoSeed : undefined));
    for (const port of ports.values()) {
      expect(comparable((await json(`end-${port}.json`)) as EmulatorState)).toEqual(before);
    }
    if (name === "two-accounts") {
      const states = await Promise.all([...ports.values()].map((port) => json(`up-${port}.json`)));
      expect((states as EmulatorState[]).map(({ originGroups }) => originGroups[0]?.sources)).toMatchObject([
        [{ source: "origin.staging.example.com" }],
        [{ source: "origin.production.example.com" }],
      ]);
    }
  });
});

test("every example is run here", () => {
  const examples = path.join(root, "examples");
  const others = ["go", "pipelines", "python"];
  const folders = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, "README.md")));
  expect(folders.sort()).toEqual([...Object.keys(shown), ...others].sort());
});
