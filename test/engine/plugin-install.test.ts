import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../tools/engine";
import { archive, install, pack, schema } from "./setup/installed-plugin";
import { pulumi } from "./setup/pulumi-command";
import { failureText } from "./setup/test-stack";
import { yamlTest } from "./setup/yaml-stack";

const work = path.resolve(__dirname, "../../.work/tests");
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

test("installed from a server with one request, the plugin serves its schema", async () => {
  const requested: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    requested.push(url);
    response.end(readFileSync(path.join(packed, path.basename(url))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ofServer = emptyHome("of-server");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins`;
    await install(ofServer, "--server", url);
    expect(requested).toEqual([`/plugins/${archive}`]);
  } finally {
    server.close();
  }
  expect(JSON.parse(await pulumi(folder, ofServer, ["package", "get-schema", "edgecloud"]))).toEqual(schema);
});

test("a first preview installs the plugin by itself, from where the project or a variable says", async () => {
  const requested: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    requested.push(url);
    response.end(readFileSync(path.join(packed, path.basename(url))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins`;
  const withOptions = (options: string) => program.replace(" } }\n", ` }, options: { ${options} } }\n`);
  const said: Record<string, [string, Record<string, string>]> = {
    project: [withOptions(`version: ${schema.version}, pluginDownloadURL: "${url}"`), {}],
    variable: [
      withOptions(`version: ${schema.version}`),
      { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `/pulumi-edgecloud$=${url}` },
    ],
  };
  const emulator = await startEmulator({});
  try {
    for (const [name, [text, variables]] of Object.entries(said)) {
      const place = path.join(folder, `project-${name}`);
      mkdirSync(place);
      writeFileSync(path.join(place, "Pulumi.yaml"), text);
      const platform = { EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: "demo-key" };
      const env = {
        ...emptyHome(`home-${name}`),
        ...platform,
        ...variables,
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "",
      };
      await pulumi(place, env, ["stack", "init", `of-${name}`]);
      expect(await pulumi(place, env, ["preview"])).toContain("+ 2 to create");
      expect(requested.splice(0)).toEqual([`/plugins/${archive}`]);
    }
  } finally {
    server.close();
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
