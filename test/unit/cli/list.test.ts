import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator, type SeedInput } from "edgecloud-emulator";
import { readPackageFile } from "../../../provider/config/package-file";
import { folderWith, run } from "./command";

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

/** Runs `list --import-file` for some kinds, or all; `resources` is what the file has, if it was written. */
async function writeFile(selected: string[], environment = variables()) {
  const folder = folderWith();
  const ended = await run(["list", ...selected, "--import-file", "import.json"], environment, folder);
  const file = path.join(folder, "import.json");
  const content = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { resources: { name: string }[] }) : {};
  return { ...ended, resources: undefined, ...content };
}

test("the import file has everything but groups with a private bucket, each with a unique name", async () => {
  const { code, stdout, resources } = await writeFile([]);
  expect(resources).toEqual([
    { type: "edgecloud:index:OriginGroup", name: "web-pages", id: "7" },
    { type: "edgecloud:index:SnapshotAttributes", name: "nightly", id: `1/2/${uuid(1)}` },
    { type: "edgecloud:index:SnapshotAttributes", name: "nightly-2", id: `1/2/${uuid(2)}` },
    { type: "edgecloud:index:FunctionNamespace", name: "web", id: "1/2/web" },
    { type: "edgecloud:index:CloudFunction", name: "greet", id: "1/2/web/greet" },
  ]);
  expect(stdout).toContain("pulumi import edgecloud:index:OriginGroup bucket 8   # then write its credentials");
  expect(stdout).not.toMatch(/demo-key|secret-key-of-media|access-key-1/);
  expect(code).toBe(0);
});

test("names for commands and names in the import file never collide", async () => {
  const hidden = [{ origin_type: "s3", config: { ...place, ...credentials } }];
  const groups = ["cdn one", "cdn-one", "a b", "a-b"].map((name, index) => ({
    ...{ id: index + 1, name, sources: index === 0 ? [{ source: "a.example.com" }] : hidden },
  }));
  emulator.replaceState({ originGroups: groups });
  const { stdout, resources = [] } = await writeFile(["groups"]);
  const inCommands = [...stdout.matchAll(/pulumi import \S+ (\S+) \d/g)].map(([, name]) => name);
  expect([...resources.map(({ name }) => name), ...inCommands]).toEqual(["cdn-one", "cdn-one-2", "a-b", "a-b-2"]);
});

test("a kind that is named twice is listed and written once", async () => {
  const { stdout, resources } = await writeFile(["groups", "groups"]);
  expect(resources).toEqual([{ type: "edgecloud:index:OriginGroup", name: "web-pages", id: "7" }]);
  expect(stdout.match(/Origin groups: /g)).toHaveLength(1);
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

test("functions that cannot be read are not shown as none", async () => {
  const body = [{ name: "jobs" }, { name: "web", functions: [{ title: "greet" }] }];
  emulator.addFault({ path: "/cloud/v1/faas/namespaces/1/2", times: 9, answer: { status: 200, body } });
  const { code, stdout } = await run(["list", "functions", "namespaces"], variables());
  expect(stdout).toBe(
    "Functions: FAILED\n" +
      '  functions: reading the list of functions of project 1, region 2: no function of the namespace "web" has the ' +
      "expected form\n\n" +
      "Namespaces of functions of project 1, region 2: import with the ID, or adopt with name and adopt: true\n" +
      "  ID        STATUS  FUNCTIONS\n" +
      "  1/2/jobs\n" +
      "  1/2/web           ?\n",
  );
  expect(code).toBe(1);
});

test("an import file comes with what is missing, if no plugin is there", async () => {
  const { code, stdout, stderr } = await writeFile(["groups"]);
  expect(stdout).toContain("Wrote 1 resource to import.json.");
  expect(stderr).toMatch(
    /\npulumi-edgecloud: `pulumi import` needs the plugin, which this project does not have\. To use it, install the .*\}\.\n$/,
  );
  expect(code).toBe(0);
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
  const refused = variables({ EDGECLOUD_API_KEY: "wrong-key-0000" });
  const { code, stdout, stderr, resources } = await writeFile(["groups"], refused);
  expect({ code, resources }).toEqual({ code: 1, resources: undefined });
  expect(stdout).toMatch(/^Origin groups: FAILED\n {2}groups: reading the list of groups: .*401/);
  expect(stdout).not.toContain("wrong-key");
  expect(stderr).toBe(
    `${onlyEnvironment}pulumi-edgecloud: import.json was not written, because groups could not be listed. To leave ` +
      "groups out, name the other kinds\n",
  );
});

test("the import file is written although images, which are never in it, cannot be listed", async () => {
  const answer = { status: 403, body: { message: "No permission." } };
  emulator.addFault({ path: "/cloud/v1/images/*", times: 9, answer });
  const { code, stdout, resources } = await writeFile([]);
  expect(stdout).toContain("\nImages: FAILED\n");
  expect(resources).toHaveLength(5);
  expect(code).toBe(1);
});

test("the version is that of the package", async () => {
  const { version } = readPackageFile();
  expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.each([
  [["lst"], 'unknown command "lst"; see `pulumi-edgecloud --help`\n'],
  [["list", "--all"], "Unknown option '--all'."],
  [["list", "servers"], 'unknown kind "servers"; use groups, snapshots, namespaces, functions or images\n'],
])("%j is one line on stderr and the exit code 1", async (args, message) => {
  const { code, stderr } = await run(args, variables());
  expect(stderr).toMatch(/^pulumi-edgecloud: /);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test("the help names every command and option", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /doctor \[--stack .* \[--json\][^]*list .*--stack .*--import-file[^]*summary .*--title[^]*Exit code/,
  );
});
