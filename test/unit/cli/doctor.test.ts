import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { startProxy } from "../../network/proxy-server";
import { serve } from "../api/server";
import { diagnosis, folderWith, run } from "./command";
import { describeCredentials, type Report } from "../../../provider/cli/doctor/doctor";

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
async function answering(status: number, body: object, headers: Record<string, string> = {}): Promise<string> {
  const { url } = await serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  return url;
}

test("a good key is accepted, each product answers 200, and nothing is changed", async () => {
  const { found } = await diagnosis(variables());
  expect(found("key")).toMatchObject([{ level: "ok", message: expect.stringContaining("accepted") as string }]);
  for (const check of products.filter((name) => name !== "functions")) {
    expect(found(check)).toEqual([{ check, level: "ok", message: "200" }]);
  }
  expect(found("functions")).toMatchObject([{ level: "ok", message: expect.stringMatching(/^404 /) as string }]);
  expect(found("clock")).toMatchObject([{ level: "ok" }]);
  expect(emulator.requests().filter(({ method, path: to }) => method !== "GET" && !to.endsWith("/query"))).toEqual([]);
});

test("shows each value with its source, but not the key", async () => {
  const { found, text } = await diagnosis(variables());
  expect(found("edgecloud:apiKey")).toMatchObject([{ message: "[secret] (environment variable EDGECLOUD_API_KEY)" }]);
  expect(found("edgecloud:regionId")).toMatchObject([{ message: "3 (environment variable EDGECLOUD_REGION_ID)" }]);
  expect(found("edgecloud:maxRetries")).toMatchObject([{ message: "5 (default)" }]);
  expect(text).not.toContain(key);
});

test.each([
  [false, "warning", "[secret] (stack configuration): in plain text in Pulumi.<stack>.yaml"],
  [true, "ok", "[secret] (stack configuration)"],
])("warns of a key in plain text in the stack; secret: %s", async (secret, level, message) => {
  const config = JSON.stringify({ "edgecloud:apiKey": { value: key, secret } });
  const folder = folderWith({ pulumi: `#!/bin/sh\n[ "$1" = config ] && echo '${config}'\n` });
  chmodSync(path.join(folder, "pulumi"), 0o755);
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

test("a 403 is a warning with the platform's message, and the key is good", async () => {
  const url = await answering(403, { message: `No permission for ${key}.` });
  const { found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  expect(found("key")).toMatchObject([{ level: "ok" }]);
  for (const check of products) {
    const message = "No permission for [secret]. (403). The key comes from the environment variable EDGECLOUD_API_KEY";
    expect(found(check)).toMatchObject([{ level: "warning", message }]);
  }
  expect(text).not.toContain(key);
});

test("a clock an hour behind is a warning", async () => {
  const url = await answering(200, [], { date: new Date(Date.now() + 3_600_000).toUTCString() });
  const { found } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  const [clock] = found("clock");
  expect(clock).toMatchObject({ level: "warning", advice: expect.stringContaining("NTP") as string });
  expect(Number(/^this machine's clock is (\d+) s behind/.exec(clock?.message ?? "")?.[1])).toBeGreaterThan(3_000);
});

test.each([
  ["a web page", "text/html", "<html>Welcome!</html>"],
  ["nothing", "text/plain", ""],
  ["another JSON", "application/json", '{"status":"ok"}'],
])("what answers everything with 200 and %s is not the platform", async (_, type, body) => {
  const { url } = await serve((__, response) => response.writeHead(200, { "content-type": type }).end(body));
  const { ok, found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: url }));
  expect(ok).toBe(false);
  const advice = "Check edgecloud:baseUrl and any proxy or load balancer in between";
  for (const check of products) {
    const message = expect.stringMatching(`^the answer from ${url}/.* cannot be understood: `) as string;
    expect(found(check)).toEqual([{ check, level: "problem", message, advice }]);
  }
  expect(found("key")).toMatchObject([{ level: "warning", message: expect.stringContaining("200") as string }]);
  expect(text).not.toContain(key);
});

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
  expect(found("platform")).toMatchObject([{ message: expect.stringContaining("(407)") as string }]);
  expect(text).not.toMatch(/pass(%2F|\/)word/);
});

test.each([
  ["is not there", "/nowhere/ca.pem", "cannot be read"],
  ["has no certificate", __filename, "no certificate"],
])("a file of certificates that %s is a problem", async (_, file, problem) => {
  const { found } = await diagnosis({ NODE_EXTRA_CA_CERTS: file });
  expect(found("certificates")).toMatchObject([
    { level: "problem", message: expect.stringContaining(problem) as string },
  ]);
});

test("disabled certificate checks are a problem", async () => {
  const { found } = await diagnosis({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  expect(found("certificates")[0]).toMatchObject({ level: "problem" });
});

test("without configuration, each missing setting is a problem with advice on how to set it", async () => {
  const { ok, found } = await diagnosis();
  expect(ok).toBe(false);
  for (const check of ["edgecloud:apiKey", "edgecloud:baseUrl"]) {
    const advice = expect.stringMatching(/^Set it with `pulumi config set/) as string;
    expect(found(check)).toMatchObject([{ level: "problem", message: "is not set", advice }]);
  }
});

test("does not show a wrong value, which may contain a login", async () => {
  const { found, text } = await diagnosis(variables({ EDGECLOUD_BASE_URL: "https://me:hidden-login@api.example.com" }));
  expect(found("edgecloud:baseUrl")).toMatchObject([{ level: "problem" }]);
  expect(text).not.toContain("hidden-login");
});

test("http to another machine is a problem, and a warning once it is allowed", async () => {
  const address = emulator.url.replace("127.0.0.1", "0.0.0.0");
  const refused = await diagnosis(variables({ EDGECLOUD_BASE_URL: address }));
  expect(refused.ok).toBe(false);
  expect(refused.found("edgecloud:baseUrl")).toEqual([
    {
      check: "edgecloud:baseUrl",
      level: "problem",
      message: `is ${address}, and over http the key travels in plain text`,
      advice: expect.stringMatching(/^Use https, or, for a network that you trust, set edgecloud:allowHttp/) as string,
    },
  ]);
  expect(refused.found("key")).toEqual([]);
  const allowed = await diagnosis(variables({ EDGECLOUD_BASE_URL: address, EDGECLOUD_ALLOW_HTTP: "true" }));
  expect(allowed.found("edgecloud:allowHttp")).toMatchObject([
    { level: "warning", message: "true (environment variable EDGECLOUD_ALLOW_HTTP): the key travels in plain text" },
  ]);
  expect(allowed.found("key")).toMatchObject([{ level: "ok" }]);
  const local = await diagnosis(variables({ EDGECLOUD_ALLOW_HTTP: "true" }));
  expect(local.found("edgecloud:allowHttp")).toMatchObject([{ level: "ok" }]);
});

test("a missing Pulumi CLI is a problem, and the stack is only a note", async () => {
  const { found } = await diagnosis(variables());
  expect(found("Pulumi CLI")).toMatchObject([{ level: "problem", message: "not found on the PATH" }]);
  expect(found("stack")).toMatchObject([{ level: "note" }]);
});

test("a stack that is named and cannot be read is a problem", async () => {
  const { code, stdout } = await run(["doctor", "--json", "--stack", "nope"], variables());
  expect((JSON.parse(stdout) as Report).findings).toContainEqual({
    check: "stack",
    level: "problem",
    message: '"nope" cannot be read, so only environment variables count: there is no `pulumi` on the PATH',
    advice: expect.stringContaining("`pulumi stack ls`") as string,
  });
  expect(code).toBe(1);
});

test("an old Node.js is a problem", async () => {
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, node: "18.20.0" } });
  const { found } = await diagnosis();
  Object.defineProperty(process, "versions", { value: versions });
  const advice = "Install Node.js 20 or newer";
  expect(found("Node.js")).toEqual([{ check: "Node.js", level: "problem", message: "18.20.0 is too old", advice }]);
});

const place = path.resolve(__dirname, "../../../provider/plugin");

test.each([
  ["named in block", "ok", `runtime: yaml\nplugins:\n  providers:\n    - name: edgecloud\n      path: ${place}\n`],
  ["named in flow style", "ok", `runtime: yaml\nplugins: { providers: [{ path: ${place}, name: edgecloud }] }\n`],
  ["named but missing from its path", "problem", "plugins: { providers: [{ name: edgecloud, path: x/plugin }] }\n"],
  ["missing in a YAML project", "problem", "runtime:\n  name: yaml\n"],
  ["missing in a Node.js project", "note", "runtime: { name: nodejs }\n"],
])("a plugin that is %s gives the level %s", async (_, level, project) => {
  const { found } = await diagnosis({}, folderWith({ "Pulumi.yaml": project }));
  expect(found("plugin")).toMatchObject([{ level }]);
});

test.each(["Pulumi.yaml", "Pulumi.yml"])("reports where a %s is not valid YAML", async (name) => {
  const { found } = await diagnosis({}, folderWith({ [name]: "name: web\nplugins: { providers: [\n" }));
  const message = expect.stringMatching(`^${name} cannot be read: .* line 3`) as string;
  expect(found("plugin")).toMatchObject([{ level: "problem", message }]);
});

test("finds plugins installed for the user, and names the newest", async () => {
  const home = folderWith();
  for (const version of ["0.9.0", "0.10.0"]) {
    const folder = path.join(home, "plugins", `resource-edgecloud-v${version}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "pulumi-resource-edgecloud"), "");
    writeFileSync(path.join(folder, "schema.json"), JSON.stringify({ version }));
  }
  const { found } = await diagnosis({ PULUMI_HOME: home }, folderWith({ "Pulumi.yaml": "runtime: yaml\n" }));
  expect(found("plugin")).toMatchObject([{ level: "ok", message: "0.10.0, installed for this user" }]);
});

test("prints each finding with what to do, and exits with 1 for a problem", async () => {
  const { code, stdout } = await run(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem {2}edgecloud:apiKey {2,}is not set\n +-> Set it with/m);
  expect(stdout).toMatch(/\n3 problems, 0 warnings\n$/);
});

test("--json prints the same findings", async () => {
  const { code, stdout } = await run(["doctor", "--json"], variables());
  const report = JSON.parse(stdout) as Report;
  expect(report).toMatchObject({ ok: false });
  expect(report.findings).toContainEqual({ check: "origin groups", level: "ok", message: "200" });
  expect(stdout).not.toContain(key);
  expect(code).toBe(1);
});

test("reports keys of the stack that are no settings", async () => {
  const names = ["baseURL", "projektId", "nothing"];
  const values = Object.fromEntries(names.map((name) => [`edgecloud:${name}`, { value: "7" }]));
  const folder = folderWith({ pulumi: `#!/bin/sh\n[ "$1" = config ] && echo '${JSON.stringify(values)}'\n` });
  chmodSync(path.join(folder, "pulumi"), 0o755);
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

const identify = (type: string, name: string) => ({ type, urn: `urn:pulumi:dev::test::${type}::${name}` });

/** An exported state, of either host. */
const state = JSON.stringify({
  deployment: {
    resources: [
      { ...identify("pulumi:pulumi:Stack", "test-dev") },
      {
        ...identify("pulumi-nodejs:dynamic/edgecloud:OriginGroup", "assets"),
        inputs: { sources: { media: { config: { s3AccessKeyIdFrom: { env: "DOCTOR_KEY" } } } } },
      },
      {
        ...identify("edgecloud:index:OriginGroup", "other"),
        inputs: { sources: [{ config: { s3SecretAccessKeyFrom: { file: "/no/such/file" } } }] },
      },
      {
        ...identify("edgecloud:index:CloudFunction", "resize"),
        inputs: { envsFrom: { TOKEN: { env: "DOCTOR_KEY" }, env: { env: "DOCTOR_EMPTY" } }, validFrom: "today" },
      },
      { ...identify("other:index:Server", "of-another-package"), inputs: { passwordFrom: { env: "DOCTOR_OTHER" } } },
    ],
  },
});

test("doctor lists the names that a stack uses, by whom, and whether they can be read", () => {
  Object.assign(process.env, { DOCTOR_KEY: "value-of-the-key", DOCTOR_EMPTY: "" });
  const findings = describeCredentials(state);
  expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "ok: the environment variable DOCTOR_KEY can be read (s3AccessKeyIdFrom of assets, envsFrom.TOKEN of resize)",
    "warning: the file /no/such/file does not exist (s3SecretAccessKeyFrom of other)",
    "warning: the environment variable DOCTOR_EMPTY is empty (envsFrom.env of resize)",
  ]);
  expect(JSON.stringify(findings)).not.toContain("value-of-the-key");
});

test("doctor finds nothing in an empty stack", () => {
  expect(describeCredentials('{"version":3,"deployment":null}')).toEqual([]);
});
