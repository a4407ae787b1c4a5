import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator, type SeedInput } from "edgecloud-emulator";
import { readPackageFile } from "../../../provider/config/package-file";
import { folderWith, run, runProcess } from "./command";

const uuid = (digit: number) => `0000000${digit}-0000-4000-8000-00000000000${digit}`;

const place = { s3_type: "other", s3_bucket_name: "media", s3_storage_hostname: "s3.example.com" };
const credentials = { s3_access_key_id: "access-key-1", s3_secret_access_key: "secret-key-of-media" };
const settings = { main_method: "Greet", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout: 5 };
const seed: SeedInput = {
  originGroups: [
    { id: 7, name: "web pages", sources: [{ source: "a.example.com" }] },
    { id: 8, name: "bucket", sources: [{ origin_type: "s3", config: { ...place, ...credentials } }] },
  ],
  snapshots: [1, 2].map((digit) => ({ id: uuid(digit), name: "nightly", project_id: 1, region_id: 2 })),
  namespaces: [{ project_id: 1, region_id: 2, name: "web" }],
  functions: [{ project_id: 1, region_id: 2, namespace: "web", name: "greet", code_text: "package main", ...settings }],
};

let emulator: Emulator;

beforeAll(async () => (emulator = await startEmulator()));
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.replaceState(seed);
  emulator.clearFaults();
  emulator.clearRequests();
});

const variables = (more: Record<string, string> = {}) => ({
  EDGECLOUD_API_KEY: "demo-key",
  EDGECLOUD_BASE_URL: emulator.url,
  EDGECLOUD_PROJECT_ID: "1",
  EDGECLOUD_REGION_ID: "2",
  ...more,
});

const onlyEnvironment =
  "pulumi-edgecloud: no stack was read, so only environment variables count: there is no `pulumi` on the PATH\n";

test("the import file has everything but groups with a private bucket, each with a unique name", async () => {
  const folder = folderWith();
  const { code, stdout } = await run(["list", "--import-file", "import.json"], variables(), folder);
  expect(JSON.parse(readFileSync(path.join(folder, "import.json"), "utf8"))).toEqual({
    resources: [
      { type: "edgecloud:index:OriginGroup", name: "web-pages", id: "7" },
      { type: "edgecloud:index:SnapshotAttributes", name: "nightly", id: `1/2/${uuid(1)}` },
      { type: "edgecloud:index:SnapshotAttributes", name: "nightly-2", id: `1/2/${uuid(2)}` },
      { type: "edgecloud:index:FunctionNamespace", name: "web", id: "1/2/web" },
      { type: "edgecloud:index:CloudFunction", name: "greet", id: "1/2/web/greet" },
    ],
  });
  expect(stdout).toContain("pulumi import edgecloud:index:OriginGroup bucket 8   # then write its credentials");
  expect(stdout).not.toMatch(/demo-key|secret-key-of-media|access-key-1/);
  expect(code).toBe(0);
});

test("names for commands and names in the import file never collide", async () => {
  const hidden = [{ origin_type: "s3", config: { ...place, ...credentials } }];
  const groups = [
    { id: 1, name: "cdn one", sources: [{ source: "a.example.com" }] },
    { id: 2, name: "cdn-one", sources: hidden },
    { id: 3, name: "a b", sources: hidden },
    { id: 4, name: "a-b", sources: hidden },
  ];
  emulator.replaceState({ originGroups: groups });
  const folder = folderWith();
  const { stdout } = await run(["list", "groups", "--import-file", "import.json"], variables(), folder);
  const { resources } = JSON.parse(readFileSync(path.join(folder, "import.json"), "utf8")) as {
    resources: { name: string }[];
  };
  const inCommands = [...stdout.matchAll(/pulumi import \S+ (\S+) \d/g)].map(([, name]) => name);
  expect(inCommands).toHaveLength(3);
  expect(new Set([...resources.map(({ name }) => name), ...inCommands]).size).toBe(4);
});

test("the functions of all namespaces are listed with one request", async () => {
  const other = { ...seed.functions![0]!, namespace: "jobs", name: "sweep", runtime: "python3.12" };
  emulator.seed({ namespaces: [{ project_id: 1, region_id: 2, name: "jobs" }], functions: [other] });
  expect(await run(["list", "functions"], variables())).toEqual({
    code: 0,
    stderr: onlyEnvironment,
    stdout:
      "Functions of project 1, region 2: import with the ID, or adopt with namespace, name and adopt: true\n" +
      "  ID              RUNTIME     STATUS\n" +
      "  1/2/web/greet   go1.16.6    ACTIVE\n" +
      "  1/2/jobs/sweep  python3.12  ACTIVE\n",
  });
  expect(emulator.requests()).toHaveLength(1);
});

test.each([
  ["the name of a group", { envs: { TARGET: "web pages" } }],
  ["the ID of a group", { envs: { LEVEL: "info", TARGET: "7" } }],
  ["the name of another function", { envs: { TARGET: "other" } }],
  ["a name in another secret property", { dependencies: "other" }],
])("a function whose secret is %s is left to an import of its own", async (_, secrets) => {
  const [greet] = seed.functions!;
  const other = { ...greet!, name: "other" };
  emulator.replaceState({ ...seed, functions: [{ ...greet!, ...secrets }, other] });
  const folder = folderWith();
  const args = ["list", "groups", "functions", "--import-file", "import.json"];
  const { code, stdout } = await run(args, variables(), folder);
  const { resources } = JSON.parse(readFileSync(path.join(folder, "import.json"), "utf8")) as { resources: object[] };
  expect(resources).toEqual([
    { type: "edgecloud:index:OriginGroup", name: "web-pages", id: "7" },
    { type: "edgecloud:index:CloudFunction", name: "other", id: "1/2/web/other" },
  ]);
  expect(stdout).toContain(
    "pulumi import edgecloud:index:CloudFunction greet 1/2/web/greet   # by itself: a variable, the code or the " +
      "dependencies are the name or ID of another object, at which Pulumi fails if it writes code for both together\n",
  );
  expect(code).toBe(0);
});

test("a function may hold its own name", async () => {
  emulator.replaceState({ ...seed, functions: [{ ...seed.functions![0]!, envs: { NAME: "greet" } }] });
  const { stdout } = await run(["list", "functions", "--import-file", "import.json"], variables());
  expect(stdout).toContain("Wrote 1 resource to import.json.");
});

test("an import file comes with what is missing, if no plugin is there", async () => {
  const args = ["list", "groups", "--import-file", "import.json"];
  const { code, stdout, stderr } = await run(args, variables());
  expect(stdout).toContain("Wrote 1 resource to import.json.");
  expect(stderr).toMatch(
    /\npulumi-edgecloud: `pulumi import` needs the plugin, which this project does not have\. To use it, install the .*\}\.\n$/,
  );
  expect(code).toBe(0);
});

test("only the named kinds are requested", async () => {
  const { stdout } = await run(["list", "groups"], variables());
  expect(stdout).toContain("Origin groups");
  expect(stdout).not.toMatch(/Snapshots|Functions|Images/);
  expect(emulator.requests().map(({ path: to }) => to)).toEqual(["/cdn/origin_groups"]);
});

test("without project and region the groups are listed, and the other kinds report what is missing", async () => {
  const { code, stdout } = await run(["list"], variables({ EDGECLOUD_REGION_ID: "" }));
  expect(code).toBe(0);
  expect(stdout).toContain("web pages");
  expect(stdout).toContain("Snapshots: not listed\n  edgecloud:projectId or edgecloud:regionId is not set\n");
});

test("a name cannot break its line or reverse its direction", async () => {
  const shown = {
    "one\ntwo  7": "one\\ntwo  7",
    "tab\tbed": "tab\\tbed",
    "gpj.\u202egnp": "gpj.\\u202egnp",
    "\u2066x\u2069": "\\u2066x\\u2069",
    "a\u2028b": "a\\u2028b",
    "bell\u0007": "bell\ufffd",
    "caf\u00e9 \u05d0": "caf\u00e9 \u05d0",
  };
  const sources = [{ source: "a.example.com" }];
  emulator.replaceState({ originGroups: Object.keys(shown).map((name, id) => ({ id: id + 1, name, sources })) });
  const { stdout } = await run(["list", "groups"], variables());
  const lines = stdout.trimEnd().split("\n").slice(2);
  expect(lines.map((line) => line.trim().replace(/^\d +/, ""))).toEqual(Object.values(shown));
});

test("a refused list fails the command, and no import file is written", async () => {
  const folder = folderWith();
  const refused = variables({ EDGECLOUD_API_KEY: "wrong-key-0000" });
  const { code, stdout } = await run(["list", "groups", "--import-file", "import.json"], refused, folder);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Origin groups: FAILED\n {2}groups: reading the list of groups: .*401/);
  expect(stdout).not.toContain("wrong-key");
  expect(existsSync(path.join(folder, "import.json"))).toBe(false);
});

const refusal = { times: 9, answer: { status: 403, body: { message: "No permission." } } };

test("an import file that would lack a kind is not written", async () => {
  emulator.addFault({ path: "/cloud/v1/snapshots/*", ...refusal });
  const folder = folderWith();
  const { code, stderr } = await run(["list", "--import-file", "import.json"], variables(), folder);
  expect(stderr).toBe(
    `${onlyEnvironment}pulumi-edgecloud: import.json was not written, because snapshots could not be listed. To leave ` +
      "snapshots out, name the other kinds\n",
  );
  expect(code).toBe(1);
  expect(existsSync(path.join(folder, "import.json"))).toBe(false);
});

test("the import file is written although images, which are never in it, cannot be listed", async () => {
  emulator.addFault({ path: "/cloud/v1/images/*", ...refusal });
  const { code, stdout } = await run(["list", "--import-file", "import.json"], variables());
  expect(stdout).toContain("\nImages: FAILED\n");
  expect(stdout).toContain("Wrote 5 resources to import.json.");
  expect(code).toBe(1);
});

test("an import file whose folder does not exist is one sentence", async () => {
  const { code, stderr } = await run(["list", "groups", "--import-file", "no/i.json"], variables());
  expect(code).toBe(1);
  expect(stderr).toContain("ENOENT: no such file or directory, open 'no/i.json'\n");
});

test("the version is that of the package", async () => {
  const { version } = readPackageFile();
  expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("nothing is requested if the named stack cannot be read", async () => {
  const { code, stdout, stderr } = await run(["list", "--stack", "nope"], variables());
  expect(stderr).toMatch(/^pulumi-edgecloud: the stack cannot be read: there is no `pulumi` on the PATH\. Select or/);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(emulator.requests()).toEqual([]);
});

test("sends nothing over http to another machine", async () => {
  const address = emulator.url.replace("127.0.0.1", "0.0.0.0");
  const { code, stderr } = await run(["list", "groups"], variables({ EDGECLOUD_BASE_URL: address }));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /\npulumi-edgecloud: edgecloud:baseUrl is http:.*, and over http the key travels in plain text/,
  );
  expect(emulator.requests()).toEqual([]);
});

test.each([
  [["lst"], 'unknown command "lst"; see `pulumi-edgecloud --help`\n'],
  [["list", "--all"], "Unknown option '--all'."],
  [["list", "servers"], 'unknown kind "servers"; use groups, snapshots, namespaces, functions or images\n'],
])("%j is one line on stderr and the exit code 1", async (args, message) => {
  const { code, stderr } = await runProcess(args, variables());
  expect(stderr).toMatch(/^.*\n$/);
  expect(stderr).toContain(`pulumi-edgecloud: ${message}`);
  expect(code).toBe(1);
});

test("the help names every command and option", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  const options = ["--title", "--stack", "--json", "--import-file"];
  for (const word of ["doctor", "list", "summary", ...options, "Exit code"]) {
    expect(stdout).toContain(word);
  }
});
