import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { startProxy } from "../../network/proxy-server";
import { json, serve } from "../api/server";
import { diagnosis, folderWith, run } from "./command";

const key = "doctor-test-key-5d414";

const products = ["origin groups", "images", "snapshots", "functions", "statistics", "analytics"];

let emulator: Emulator;

beforeAll(async () => (emulator = await startEmulator({ apiKeys: [key] })));
afterAll(() => emulator.close());

/** The variables of a connection to the emulator. */
const variables = (more: Record<string, string> = {}) => ({
  EDGECLOUD_API_KEY: key,
  EDGECLOUD_BASE_URL: emulator.url,
  EDGECLOUD_PROJECT_ID: "11",
  EDGECLOUD_REGION_ID: "3",
  ...more,
});

/** A platform that gives one answer to everything. */
async function answering(status: number, type: string, body: string): Promise<string> {
  const { url } = await serve((_, response) => response.writeHead(status, { "content-type": type }).end(body));
  return url;
}

test("a good key is accepted, each product answers, and nothing is changed or shown of the key", async () => {
  const { found, text } = await diagnosis(variables());
  expect(found("key")).toEqual([]);
  for (const check of products) {
    expect(found(check)).toEqual([{ check, level: "ok", message: "answered" }]);
  }
  expect(emulator.requests().filter(({ method, path: to }) => method !== "GET" && !to.endsWith("/query"))).toEqual([]);
  expect(found("edgecloud:apiKey")).toMatchObject([{ message: "[secret] (environment variable EDGECLOUD_API_KEY)" }]);
  expect(found("edgecloud:regionId")).toMatchObject([{ message: "3 (environment variable EDGECLOUD_REGION_ID)" }]);
  expect(found("edgecloud:maxRetries")).toMatchObject([{ message: "5 (default)" }]);
  expect(text).not.toContain(key);
});

/** A folder with a Pulumi CLI that has this configuration; with `locked` it cannot decrypt it. */
function folderWithStack(config: object, locked = false): string {
  const refusal = locked ? '[ "$3" = --show-secrets ] && echo "error: incorrect passphrase" >&2 && exit 1\n' : "";
  const pulumi = `#!/bin/sh\n${refusal}[ "$1" = config ] && echo '${JSON.stringify(config)}'\n`;
  const folder = folderWith({ pulumi });
  chmodSync(path.join(folder, "pulumi"), 0o755);
  return folder;
}

test("sends no other key to the address of a stack whose secrets cannot be decrypted", async () => {
  emulator.clearRequests();
  const folder = folderWithStack({ "edgecloud:baseUrl": { value: emulator.url } }, true);
  const { ok, found } = await diagnosis(variables({ PATH: folder }), folder);
  expect(ok).toBe(false);
  expect(found("stack")).toMatchObject([{ level: "problem", message: "cannot be read: incorrect passphrase" }]);
  const list = await run(["list"], variables({ PATH: folder }), folder);
  expect(list).toMatchObject({ code: 1, stdout: "" });
  expect(list.stderr).toMatch(/^pulumi-edgecloud: the stack cannot be read: incorrect passphrase\. Select or name/);
  expect(emulator.requests()).toEqual([]);
});

test.each([
  [false, "warning", "[secret] (stack configuration): in plain text in Pulumi.<stack>.yaml"],
  [true, "ok", "[secret] (stack configuration)"],
])("warns of a key in plain text in the stack; secret: %s", async (secret, level, message) => {
  const folder = folderWithStack({ "edgecloud:apiKey": { value: key, secret } });
  const { found, text } = await diagnosis(variables({ PATH: folder, EDGECLOUD_API_KEY: "" }), folder);
  const advice = expect.stringContaining("`pulumi config set --secret edgecloud:apiKey <key>`") as string;
  expect(found("edgecloud:apiKey")).toEqual([
    { check: "edgecloud:apiKey", level, message, ...(level === "warning" && { advice }) },
  ]);
  expect(text).not.toContain(key);
});

test("a refused key is a problem that names the key's source", async () => {
  const { ok, found } = await diagnosis(variables({ EDGECLOUD_API_KEY: "another-key-00000" }));
  expect(ok).toBe(false);
  expect(found("key")).toMatchObject([
    { level: "problem", message: expect.stringMatching(/\(401.*environment variable EDGECLOUD_API_KEY/) as string },
  ]);
});

test("a 403 is a warning with the platform's message, and none of the key", async () => {
  const url = await answering(403, "application/json", `{"message":"No permission for ${key}."}`);
  const { found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  expect(found("key")).toEqual([]);
  for (const check of products) {
    const message = "No permission for [secret]. (403). The key comes from the environment variable EDGECLOUD_API_KEY";
    expect(found(check)).toMatchObject([{ level: "warning", message }]);
  }
  expect(text).not.toContain(key);
});

test.each([
  ["a web page", "text/html", "<html>Welcome!</html>"],
  ["nothing", "text/plain", ""],
  ["another JSON", "application/json", '{"status":"ok"}'],
])("what answers everything with 200 and %s is not the platform", async (_, type, body) => {
  const url = await answering(200, type, body);
  const { ok, found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  expect(ok).toBe(false);
  const advice = "Check edgecloud:baseUrl and any proxy, network or load balancer in between";
  for (const check of products) {
    const message = expect.stringMatching(`^the answer from ${url}/.* cannot be understood: `) as string;
    expect(found(check)).toEqual([{ check, level: "problem", message, advice }]);
  }
  expect(text).not.toContain(key);
});

test.each([429, 500])(
  "a product that answers %d is a problem that may pass, and not one of the address",
  async (status) => {
    const now = performance.now.bind(performance);
    const spy = jest.spyOn(performance, "now");
    let answers = 0;
    const { url } = await serve((_, response) => {
      // The time of a check is over at once.
      answers += 1;
      spy.mockImplementation(() => now() + 10_001 * answers);
      return json(status, {})(response);
    });
    const { found } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
    spy.mockRestore();
    const advice = "Try again later; if the problem stays, ask the platform's support";
    for (const check of products) {
      expect(found(check)).toMatchObject([{ level: "problem", advice }]);
    }
  },
);

test.each([400, 404, 422])(
  "a product that answers %d, while others answer well, lacks the project or region",
  async (status) => {
    const groups = json(200, { count: 0, results: [] });
    const { url } = await serve(({ url = "" }, response) =>
      (url.startsWith("/cdn/origin_groups") ? groups : json(status, {}))(response),
    );
    const { found } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
    const advice = "Check edgecloud:projectId and edgecloud:regionId, and whether the platform has this product";
    for (const check of ["images", "snapshots", "functions"]) {
      expect(found(check)).toMatchObject([{ level: "problem", advice }]);
      expect(JSON.stringify(found(check))).not.toContain("baseUrl");
    }
    expect(found("statistics")).toMatchObject([{ advice: expect.stringContaining("edgecloud:baseUrl") as string }]);
  },
);

test("an unreachable platform is one problem", async () => {
  const { found } = await diagnosis(variables({ EDGECLOUD_BASE_URL: "http://127.0.0.1:9" }));
  expect(found("platform")).toMatchObject([
    { level: "problem", message: expect.stringContaining("127.0.0.1:9") as string },
  ]);
  expect([...found("key"), ...found("origin groups")]).toEqual([]);
});

test("shows the proxy's host, but not its login", async () => {
  const proxy = await startProxy({ turns: [407] });
  const address = proxy.url.replace("http://", "http://somebody:pass%2Fword-1@");
  const { found, text } = await diagnosis(
    variables({ EDGECLOUD_BASE_URL: "http://api.example.com", EDGECLOUD_ALLOW_HTTP: "true", http_proxy: address }),
  );
  await proxy.close();
  expect(found("proxy")).toMatchObject([{ message: `${new URL(proxy.url).host} (environment variable http_proxy)` }]);
  expect(found("platform")).toMatchObject([{ message: expect.stringContaining("with 407") as string }]);
  expect(text).not.toMatch(/pass(%2F|\/)word/);
});

test("without configuration, each missing setting is a problem with advice on how to set it", async () => {
  const { code, stdout } = await run(["doctor"]);
  expect(code).toBe(1);
  for (const setting of ["apiKey", "baseUrl"]) {
    expect(stdout).toMatch(
      RegExp(`^problem {2}edgecloud:${setting} {2,}is not set\n +-> Set it with \`pulumi config`, "m"),
    );
  }
  expect(stdout).toMatch(/\nproblems: 3, warnings: 0\n$/);
});

test("does not show a wrong value, which may contain a login", async () => {
  const { found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: "https://me:hidden-login@api.example.com" }));
  expect(found("edgecloud:baseUrl")).toMatchObject([{ level: "problem" }]);
  expect(text).not.toContain("hidden-login");
});

test("a missing Pulumi CLI is a problem, and the stack is only a note", async () => {
  const { found } = await diagnosis(variables());
  expect(found("Pulumi CLI")).toMatchObject([{ level: "problem", message: "there is no `pulumi` on the PATH" }]);
  expect(found("stack")).toMatchObject([{ level: "note" }]);
});

test.each([
  ["cannot be executed", 0o644, "", "spawn pulumi EACCES"],
  [
    "ends without a message",
    0o755,
    "#!/bin/sh\nexit 1\n",
    "Command failed: pulumi version --non-interactive --color never",
  ],
])("a Pulumi CLI that %s is a problem that says so", async (_, mode, pulumi, message) => {
  const folder = folderWith({ pulumi });
  chmodSync(path.join(folder, "pulumi"), mode);
  const { found } = await diagnosis({ PATH: folder }, folder);
  expect(found("Pulumi CLI")).toMatchObject([{ level: "problem", message }]);
});

test("a stack that is named and cannot be read is a problem, and nothing is asked", async () => {
  emulator.clearRequests();
  const { found } = await diagnosis(variables(), folderWith(), ["--stack", "nope"]);
  expect(found("stack")).toEqual([
    {
      check: "stack",
      level: "problem",
      message: "cannot be read: there is no `pulumi` on the PATH",
      advice: expect.stringContaining("`pulumi stack ls`") as string,
    },
  ]);
  expect(found("key")).toEqual([]);
  expect(emulator.requests()).toEqual([]);
});

test("an old Node.js is a problem", async () => {
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, node: "18.20.0" } });
  const { found } = await diagnosis();
  Object.defineProperty(process, "versions", { value: versions });
  const advice = "Install a version that matches >=20";
  expect(found("Node.js")).toEqual([
    { check: "Node.js", level: "problem", message: "18.20.0 is not supported", advice },
  ]);
});

const place = path.resolve(__dirname, "../../../provider/plugin");

test.each([
  ["named in block", "ok", `runtime: yaml\nplugins:\n  providers:\n    - name: edgecloud\n      path: ${place}\n`],
  ["named in flow style", "ok", `runtime: yaml\nplugins: { providers: [{ path: ${place}, name: edgecloud }] }\n`],
  ["named but missing from its path", "problem", "plugins: { providers: [{ name: edgecloud, path: x/plugin }] }\n"],
  ["missing in a YAML project", "problem", "runtime:\n  name: yaml\n"],
  ["missing in a Node.js project", "note", "runtime: { name: nodejs }\n"],
  ["missing beside an unknown alias", "problem", "runtime: yaml\nplugins: *foo\n"],
  [
    "named beside an unknown alias",
    "ok",
    `config: *foo\nplugins: { providers: [{ path: ${place}, name: edgecloud }] }\n`,
  ],
])("a plugin that is %s gives the level %s", async (_, level, project) => {
  const { found } = await diagnosis({}, folderWith({ "Pulumi.yaml": project }));
  expect(found("plugin")).toMatchObject([{ level }]);
});

test("finds the plugin that Pulumi.yaml names in a folder above", async () => {
  const project = folderWith({ "Pulumi.yaml": "plugins: { providers: [{ name: edgecloud, path: plugin }] }\n" });
  symlinkSync(place, path.join(project, "plugin"));
  const folder = path.join(project, "program", "src");
  mkdirSync(folder, { recursive: true });
  const { found } = await diagnosis({}, folder);
  expect(found("plugin")).toEqual([{ check: "plugin", level: "ok", message: "plugin (Pulumi.yaml)" }]);
});

test("finds no plugin if the folder of plugins is a file", async () => {
  const { found } = await diagnosis({}, folderWith({ plugins: "", "Pulumi.yaml": "runtime: yaml\n" }));
  expect(found("plugin")).toMatchObject([{ level: "problem" }]);
});

test("finds a plugin installed for the user", async () => {
  const home = folderWith();
  const folder = path.join(home, "plugins", "resource-edgecloud-v0.10.0");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "pulumi-resource-edgecloud"), "");
  const { found } = await diagnosis({ PULUMI_HOME: home }, folderWith({ "Pulumi.yaml": "runtime: yaml\n" }));
  expect(found("plugin")).toMatchObject([
    { level: "ok", message: expect.stringMatching(/edgecloud-v0\.10\.0$/) as string },
  ]);
});

test("reports keys of the stack that are no settings", async () => {
  const names = ["baseURL", "projektId", "nothing"];
  const values = Object.fromEntries(names.map((name) => [`edgecloud:${name}`, { value: "7" }]));
  const folder = folderWithStack(values);
  const { ok, found } = await diagnosis(variables({ PATH: folder }), folder);
  expect(ok).toBe(false);
  expect(found("edgecloud:baseURL")).toMatchObject([
    {
      level: "problem",
      message: expect.stringContaining('is not a setting (did you mean "edgecloud:baseUrl"?); remove it.') as string,
      advice: "Remove it with `pulumi config rm edgecloud:baseURL`",
    },
  ]);
  expect(found("edgecloud:projektId")[0]?.message).toContain('(did you mean "edgecloud:projectId"?)');
  expect(found("edgecloud:nothing")[0]?.message).toMatch(/^is not a setting; remove it/);
});

test("finds the platform's own words, and prints the command that sets them", async () => {
  const config = { s3_type: "vendcloud", s3_bucket_name: "b", s3_region: "r" };
  const credentials = { s3_access_key_id: "key-1", s3_secret_access_key: "secret-secret-1x" };
  const app = { origin_type: "fastedge", config: { app_id: "7" } };
  const sources = [{ origin_type: "s3", config: { ...config, ...credentials } }, app];
  const dialect = { cloudvendor: "vendcloud", edgeapp: "fastedge" };
  const seed = { dialect, originGroups: [{ name: "a", sources }] };
  const platform = await startEmulator({ apiKeys: [key], seed });
  const address = { EDGECLOUD_BASE_URL: platform.url };
  const own = await diagnosis(variables(address));
  const told = await diagnosis(variables({ ...address, EDGECLOUD_DIALECT: JSON.stringify(dialect) }));
  await platform.close();
  expect(own.found("dialect")).toEqual([
    {
      check: "dialect",
      level: "problem",
      message:
        'the origin groups of this platform have "vendcloud", probably for "cloudvendor", and "fastedge", probably for "edgeapp"',
      advice:
        'If so, set its words: `pulumi config set edgecloud:dialect \'{"cloudvendor":"vendcloud","edgeapp":"fastedge"}\'`',
    },
  ]);
  expect(told.found("dialect")).toEqual([]);
});

test("reads no more pages of groups after 10 seconds", async () => {
  const now = performance.now.bind(performance);
  const spy = jest.spyOn(performance, "now");
  const offsets: number[] = [];
  const { url } = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    if (searchParams.get("limit") !== "1000") {
      return json(200, [])(response);
    }
    const id = offsets.push(Number(searchParams.get("offset")));
    spy.mockImplementation(() => now() + 10_001 * id);
    return json(200, id > 3 ? [] : [{ id, name: `group-${id}`, sources: [] }])(response);
  });
  const { found } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  spy.mockRestore();
  expect(found("origin groups")).toMatchObject([{ level: "ok" }]);
  expect(offsets).toEqual([0]);
});
