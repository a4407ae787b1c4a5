import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { readPublication, toManifestFields } from "../../../tools/publication";
import { hostsIn } from "../../engine/setup/clone";
import { archive, install, pack, schema } from "../../engine/setup/installed-plugin";
import { pulumi } from "../../engine/setup/pulumi-command";
import { failureText } from "../../engine/setup/test-stack";
import { yamlTest } from "../../engine/setup/yaml-stack";

const provider = path.resolve(__dirname, "../../../provider");
const work = path.resolve(__dirname, "../../../.work/tests");
mkdirSync(work, { recursive: true });
const folder = mkdtempSync(path.join(work, "install-"));
const packed = pack(folder);

/** A home of Pulumi without plugins. Nothing on another machine can be reached from there. */
function emptyHome(name: string): Record<string, string> {
  const nowhere = "http://127.0.0.1:1";
  return {
    ...engineEnvironment({ stateFolder: path.join(folder, "state") }),
    ...{ PULUMI_HOME: path.join(folder, name), HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere },
    ...{ NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
  };
}

const ofFile = emptyHome("of-file");

beforeAll(() => install(ofFile, "--file", path.join(packed, archive)));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
name: test
runtime: yaml
resources:
  assets: { type: "edgecloud:OriginGroup", properties: { name: assets, sources: [{ source: a.example.com }] } }
`;

yamlTest(
  "installed from a file, the plugin serves a project that does not name its location",
  { "Pulumi.yaml": program },
  { home: ofFile.PULUMI_HOME },
  async (stack) => {
    expect(await stack.preview()).toMatch(/\+ edgecloud:index:OriginGroup: \(create\)[^]*\+ 2 to create/);
    expect(await stack.pulumi("package", "add", "edgecloud")).toContain("Added package");
    expect(await stack.preview()).toContain("+ 2 to create");
  },
);

/** Serves the archives on this machine, and notes what is requested. */
async function withServer(body: (url: string, requested: string[]) => Promise<void>): Promise<void> {
  const requested: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    requested.push(url);
    response.end(readFileSync(path.join(packed, path.basename(url))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins`, requested);
  } finally {
    server.close();
  }
}

test("installed from a server with one request, the plugin serves its schema", async () => {
  const ofServer = emptyHome("of-server");
  await withServer(async (url, requested) => {
    await install(ofServer, "--server", url);
    expect(requested).toEqual([`/plugins/${archive}`]);
  });
  expect(JSON.parse(await pulumi(folder, ofServer, ["package", "get-schema", "edgecloud"]))).toEqual(schema);
});

test("a first preview installs the plugin from the server that a project names", async () => {
  const emulator = await startEmulator({});
  try {
    await withServer(async (url, requested) => {
      const place = path.join(folder, "project");
      mkdirSync(place);
      const options = `options: { version: ${schema.version}, pluginDownloadURL: "${url}" }`;
      writeFileSync(path.join(place, "Pulumi.yaml"), program.replace(" } }\n", ` }, ${options} }\n`));
      const platform = { EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: "demo-key" };
      const env = { ...emptyHome("home-project"), ...platform, PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "" };
      await pulumi(place, env, ["stack", "init", "of-project"]);
      expect(await pulumi(place, env, ["preview"])).toContain("+ 2 to create");
      expect(requested).toEqual([`/plugins/${archive}`]);
    });
  } finally {
    await emulator.close();
  }
});

const nodeProgram = `
const { OriginGroup, Provider } = require("pulumi-edgecloud/plugin");
const apiKey = "demo-key";
const explicit = new Provider("explicit", { apiKey, baseUrl: process.env.EDGECLOUD_BASE_URL });
new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }] });
new OriginGroup("pictures", { name: "pictures", sources: [{ source: "b.example.com" }] }, { provider: explicit });
`;

/** Puts a copy of the package into a project, as it is when it is published with that server. */
function addPublished(project: string, pluginDownloadUrl: string): void {
  const place = path.join(project, "node_modules/pulumi-edgecloud");
  const manifest = JSON.parse(readFileSync(path.join(provider, "package.json"), "utf8")) as object;
  const published = toManifestFields({ ...readPublication(), pluginDownloadUrl }, "provider");
  cpSync(path.join(provider, "dist"), path.join(place, "dist"), { recursive: true });
  writeFileSync(path.join(place, "package.json"), JSON.stringify({ ...manifest, ...published }));
}

test("classes of a published package install the plugin of their version", async () => {
  const emulator = await startEmulator({});
  try {
    await withServer(async (url, requested) => {
      const project = path.join(folder, "node-project");
      addPublished(project, url);
      writeFileSync(path.join(project, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.js\n");
      writeFileSync(path.join(project, "index.js"), nodeProgram);
      const platform = { EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: "demo-key" };
      const ambient = { PATH: [...(await hostsIn(project)), process.env.PATH].join(path.delimiter) };
      const hosts = { ...ambient, PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
      const acquisition = { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "" };
      const env = { ...emptyHome("home-node"), ...platform, ...hosts, ...acquisition };
      await pulumi(project, env, ["stack", "init", "of-node"]);
      expect(await pulumi(project, env, ["up", "--yes", "--skip-preview"])).toContain("+ 4 created");
      expect(requested).toEqual([`/plugins/${archive}`]);
      await pulumi(project, env, ["destroy", "--yes", "--skip-preview"]);
      expect(emulator.state().originGroups).toEqual([]);

      // The place that a project names comes before the server.
      const named = `plugins: { providers: [{ name: edgecloud, path: ${path.join(provider, "plugin")} }] }\n`;
      appendFileSync(path.join(project, "Pulumi.yaml"), named);
      const withoutPlugin = { ...env, PULUMI_HOME: emptyHome("home-named").PULUMI_HOME };
      expect(await pulumi(project, withoutPlugin, ["preview", "--stack", "of-node"])).toContain("+ 4 to create");
      expect(requested).toHaveLength(1);
    });
  } finally {
    await emulator.close();
  }
});

test("without Node.js, Pulumi shows that the plugin needs it", async () => {
  const withoutNode = { ...ofFile, PATH: folder, Path: folder };
  const failure = await failureText(pulumi(folder, withoutNode, ["package", "get-schema", "edgecloud"]));
  expect(failure).toContain(
    "The plugin pulumi-resource-edgecloud needs Node.js 20 or newer: there is no node on PATH.",
  );
});
