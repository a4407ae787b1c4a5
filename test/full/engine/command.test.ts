import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { demoSeed } from "../../engine/setup/demo-seed";
import { YamlStack, yamlProject } from "../../engine/setup/yaml-stack";

const docs = path.resolve(__dirname, "../../../docs");
const pageOfCommand = path.join(docs, "doctor-and-list.md");
const pageOfImport = path.join(docs, "adopt.md");
const config = { "edgecloud:projectId": { value: "11" }, "edgecloud:regionId": { value: "3" } };

/** The commands of a page's section with this heading. */
function commandsOf(page: string, heading: string): string[] {
  const [, section = ""] = readFileSync(page, "utf8").split(`\n## ${heading}`);
  const [, block = ""] = /```bash\n(.*?)```/s.exec(section) ?? [];
  return block.trimEnd().split("\n");
}

/** Expects the output of a command on its page; `UPDATE_GOLDENS=1` writes it there. */
function expectOnPage(name: string, output: string, page = pageOfCommand): void {
  const text = readFileSync(page, "utf8");
  const block = new RegExp(`(<!-- output of ${name} -->\n\n\`\`\`\n)(.*?)(\`\`\`\n)`, "s");
  if (process.env.UPDATE_GOLDENS) {
    writeFileSync(
      page,
      text.replace(block, (_, before: string, __, after: string) => before + output + after),
    );
  }
  const [, , shown = ""] = block.exec(readFileSync(page, "utf8")) ?? [];
  expect(withoutVersions(shown)).toBe(withoutVersions(output));
}

/** Versions differ from machine to machine, and from release to release. */
const withoutVersions = (text: string) =>
  text.replace(/^(ok +(?:pulumi-edgecloud|Node\.js|@pulumi\/pulumi|Pulumi CLI|plugin) +)\d[^\s,]*/gm, "$1…");

let stack: YamlStack;

beforeAll(async () => (stack = await YamlStack.start(yamlProject(""), { seed: demoSeed, config })));
afterAll(() => stack.close());

const shown = (output: string) => output.replaceAll(stack.emulator.url, "http://127.0.0.1:8080");

test("doctor finds no problem in a complete stack, and prints what its page shows", async () => {
  const [command = ""] = commandsOf(pageOfCommand, "`doctor`");
  const { code, stdout, output } = await stack.shell(command);
  expect(output).not.toContain("demo-key");
  expectOnPage("doctor", shown(stdout));
  expect(code).toBe(0);
});

test.each([
  ["of the environment", "postgres://somebody:pass%2Fword-1@127.0.0.1:1/db", undefined],
  ["of the project", undefined, "postgres://somebody:pass%2Fword-1@127.0.0.1:1/db"],
])("doctor does not print the login of the backend %s", async (_, ofEnvironment, ofProject) => {
  const backend = ofProject === undefined ? "" : `backend: { url: "${ofProject}" }\n`;
  await stack.write({ "Pulumi.yaml": `${yamlProject("")["Pulumi.yaml"]}${backend}` });
  try {
    const variable = ofEnvironment === undefined ? "env -u PULUMI_BACKEND_URL" : `PULUMI_BACKEND_URL=${ofEnvironment}`;
    for (const command of ofEnvironment ? ["doctor", "list"] : ["doctor", "doctor --json"]) {
      const { stdout, output } = await stack.shell(`${variable} npx pulumi-edgecloud ${command} || true`);
      expect(output).toContain("only environment variables count");
      expect(output).not.toMatch(/pass(%2F|\/)word-1/);
      if (command === "doctor") {
        expect(stdout).toMatch(/unable to open state database .*postgres:\/\/\[secret\]@127\.0\.0\.1:1\/db/);
      }
    }
  } finally {
    await stack.write(yamlProject(""));
  }
});

describe("without the key of the stack's secrets", () => {
  const locked = "VAULT_SERVER_URL=http://127.0.0.1:1 EDGECLOUD_API_KEY=another-key npx pulumi-edgecloud";

  test("doctor sends no other key to the stack's address", async () => {
    const before = stack.emulator.requests().length;
    const { code, output } = await stack.shell(`${locked} doctor`);
    expect(output).toMatch(
      /^problem +stack +cannot be read: 2 errors occurred: .*connection refused.*\n +-> Select or name/m,
    );
    expect(output).toMatch(/\nproblems: 1, warnings: 0\n$/);
    expect(code).toBe(1);
    expect(stack.emulator.requests()).toHaveLength(before);
  });

  test("list fails", async () => {
    const before = stack.emulator.requests().length;
    const { code, stdout, output } = await stack.shell(`${locked} list groups --import-file locked.json`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(output).toMatch(
      /^pulumi-edgecloud: the stack cannot be read: 2 errors occurred: .*connection refused.* Select or/m,
    );
    expect(stack.emulator.requests()).toHaveLength(before);
  });
});

test("a stack that is named and is not there is an error, whatever the environment has", async () => {
  const before = stack.emulator.requests().length;
  const ofEnvironment = `EDGECLOUD_API_KEY=demo-key EDGECLOUD_BASE_URL=${stack.emulator.url} npx pulumi-edgecloud`;
  const list = await stack.shell(`${ofEnvironment} list --stack nope`);
  expect(list).toMatchObject({ code: 1, stdout: "" });
  expect(list.output).toMatch(/^pulumi-edgecloud: the stack cannot be read: .*nope.*\. Select or name/m);
  expect(stack.emulator.requests()).toHaveLength(before);
  const doctor = await stack.shell(`${ofEnvironment} doctor --stack nope`);
  expect(doctor.code).toBe(1);
  expect(doctor.output).toMatch(/^problem +stack +cannot be read: .*nope/m);
});

test("four commands take over an account without changing anything", async () => {
  const before = { state: stack.emulator.state(), requests: stack.emulator.requests().length };
  const commands = commandsOf(pageOfImport, "Import a whole account");
  expect(commands).toHaveLength(4);
  const outputs = [];
  for (const command of commands) {
    const { code, stdout, output } = await stack.shell(command);
    expect({ code, output }).toMatchObject({ code: 0 });
    outputs.push(stdout);
  }
  const [list = "", imported, , preview] = outputs;
  const [account = "", written = ""] = list.split(/\n(?=Wrote )/);
  expectOnPage("list --import-file", written, pageOfImport);
  const [shownCommand = ""] = commandsOf(pageOfCommand, "`list`");
  const { stdout: ofSomeKinds } = await stack.shell(shownCommand);
  expectOnPage("list", ofSomeKinds);
  expect(account).toContain(`${ofSomeKinds}\n`);
  expect(list).not.toMatch(/demo-key|demo-media|demo\/media|SECRET_VALUE/);
  expect(imported).not.toContain("failed to validate");
  // Two groups, seven snapshots, a namespace, and the stack itself.
  expect(preview).toMatch(/ 11 unchanged\s*$/);
  const requests = stack.emulator.requests().slice(before.requests);
  expect(requests.length).toBeGreaterThan(9);
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(stack.emulator.state().originGroups).toEqual(before.state.originGroups);
});

test("the environment's key is not sent to another address of the stack", async () => {
  await stack.pulumi("config", "rm", "edgecloud:apiKey");
  const before = stack.emulator.requests().length;
  const ofEnvironment = "EDGECLOUD_API_KEY=demo-key EDGECLOUD_BASE_URL=https://api.example.com npx pulumi-edgecloud";
  const message = "which goes with EDGECLOUD_BASE_URL, https://api.example.com";
  const doctor = await stack.shell(`${ofEnvironment} doctor`);
  expect(doctor.code).toBe(1);
  expect(doctor.output).toMatch(RegExp(`^problem +edgecloud:baseUrl .*${message}\n +-> Remove edgecloud:baseUrl`, "m"));
  const list = await stack.shell(`${ofEnvironment} list`);
  expect(list).toMatchObject({ code: 1, output: expect.stringContaining(message) as string });
  expect(stack.emulator.requests()).toHaveLength(before);
});
