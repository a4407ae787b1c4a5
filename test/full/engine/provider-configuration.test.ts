import { startEmulator } from "edgecloud-emulator";
import { getOriginGroupsOutput, OriginGroup } from "pulumi-edgecloud";
import { findGroup } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

const declare = (useNext = false) => {
  return () => new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }] });
};

/** Sets keys of the package's configuration, or removes them. */
const configure = (stack: TestStack, settings: Record<string, string | undefined>) =>
  stack.configure(Object.fromEntries(Object.entries(settings).map(([key, value]) => [`edgecloud:${key}`, value])));

engineTest(
  "configuration: missing settings are named at preview, with both ways to set them; the environment's key goes to the " +
    "environment's address only, and a key in plain text to this machine only",
  {},
  async (stack) => {
    const { url } = stack.emulator;
    const { workspace } = stack.stack;
    const { envVars: ofTests } = workspace;
    await configure(stack, { apiKey: undefined, baseUrl: undefined });
    stack.program = declare();
    const failure = await failureText(stack.preview());
    expect(failure).toContain(
      "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>` or the " +
        "environment variable EDGECLOUD_API_KEY",
    );
    expect(failure).toContain(
      "edgecloud:baseUrl is not set; set it with `pulumi config set edgecloud:baseUrl <value>` or the environment " +
        "variable EDGECLOUD_BASE_URL",
    );

    // The second way.
    workspace.envVars = { ...ofTests, EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: url };
    await stack.up();
    expect(findGroup(stack.emulator, "assets").id).toBe(1001);
    expect(findWords(["demo-key"], readFiles(stack))).toEqual([]);

    // The connection is needed as long as there is anything left to delete.
    workspace.envVars = ofTests;
    expect(await failureText(stack.destroy())).toMatch(
      /deleting origin group "assets": edgecloud:apiKey is not set; set/,
    );

    const second = await startEmulator();
    try {
      workspace.envVars = { ...ofTests, EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: url };
      await configure(stack, { baseUrl: second.url });
      stack.emulator.clearRequests();
      expect(await failureText(stack.preview())).toContain(
        `edgecloud:baseUrl is ${second.url} in the configuration, but the key is that of EDGECLOUD_API_KEY, which goes ` +
          `with EDGECLOUD_BASE_URL, ${url}; remove edgecloud:baseUrl from the configuration, or configure a key`,
      );
      expect([...second.requests(), ...stack.requests()]).toEqual([]);
    } finally {
      await second.close();
    }

    // Without an address of its own, the environment's key serves any.
    workspace.envVars = { ...ofTests, EDGECLOUD_API_KEY: "demo-key" };
    await configure(stack, { baseUrl: url });
    stack.program = declare(true);
    await stack.up();
    expect(findGroup(stack.emulator, "assets").use_next).toBe(true);
    workspace.envVars = { ...workspace.envVars, EDGECLOUD_BASE_URL: `${url}/` };
    expect(await stack.preview()).toMatch(/2 unchanged/);

    // The first way wins over the second.
    workspace.envVars = { ...ofTests, EDGECLOUD_API_KEY: "another-key", EDGECLOUD_BASE_URL: "http://127.0.0.1:1" };
    await configure(stack, { apiKey: "demo-key", baseUrl: `${url}/` });
    stack.program = declare();
    await stack.up();
    expect(findGroup(stack.emulator, "assets").use_next).toBe(false);

    // An address of this machine that does not look like one.
    const elsewhere = url.replace("127.0.0.1", "0.0.0.0");
    await configure(stack, { baseUrl: elsewhere });
    stack.program = () => ({ id: declare(true)().id, found: getOriginGroupsOutput({}) });
    stack.emulator.clearRequests();
    const plain = await failureText(stack.preview());
    expect(plain).toContain(
      `edgecloud:baseUrl is ${elsewhere}, and over http the key travels in plain text; use https, or, for a network`,
    );
    expect(plain).toContain("getOriginGroups: edgecloud:baseUrl is");
    expect(stack.emulator.requests()).toEqual([]);
    await configure(stack, { allowHttp: "true" });
    await stack.up();
    expect(findGroup(stack.emulator, "assets").use_next).toBe(true);
    await configure(stack, { allowHttp: undefined, baseUrl: url.replace("127.0.0.1", "localhost") });
    expect(await stack.preview()).toMatch(/2 unchanged/);
  },
);

engineTest("configuration: every wrong value is named at preview", {}, async (stack) => {
  const before = await configure(stack, {
    baseUrl: "127.0.0.1:23010",
    maxRetries: "x",
    requestTimeoutSeconds: "601",
    dialect: "{",
    projectId: "1.5",
    taskPath: "tasks",
  });
  stack.program = declare();
  const failure = await failureText(stack.preview());
  expect(failure).toContain(
    'edgecloud:baseUrl must be an http or https URL, not "127.0.0.1:23010": write "http://127.0.0.1:23010"; ' +
      "correct it in the configuration of the stack (`pulumi config set edgecloud:baseUrl <value>`)",
  );
  expect(failure).toContain("edgecloud:maxRetries must be a number; correct it in");
  expect(failure).toContain("edgecloud:requestTimeoutSeconds ");
  expect(failure).toContain("edgecloud:dialect must be a JSON object; correct it in");
  expect(failure).toContain("edgecloud:projectId must be a whole number; correct it in");
  expect(failure).toContain("edgecloud:taskPath ");
  expect(stack.requests()).toEqual([]);

  await configure(stack, { dialect: '{"edgeApp":"word"}' });
  const second = await failureText(stack.preview());
  expect(second).toMatch(/edgecloud:dialect .*edgeApp/);
  await stack.configure(before);
  expect(await stack.preview()).toMatch(/2 to create/);
});

engineTest("configuration: a wrong or read-only key is reported with the platform's message", {}, async (stack) => {
  stack.program = declare();
  await configure(stack, { apiKey: "key-nobody-knows" });
  const unknown = await failureText(stack.up());
  expect(unknown).toContain(
    "configuration: Authentication credentials were not provided or are not valid. (401). The key comes from edgecloud:apiKey",
  );
  expect(unknown).not.toContain("key-nobody-knows");

  await configure(stack, { apiKey: "demo-key" });
  await stack.up();
  const before = stack.emulator.state();
  await configure(stack, { apiKey: "demo-key-readonly" });
  stack.program = declare(true);
  expect(await stack.preview()).toMatch(/~ useNext: false => true/);
  expect(await failureText(stack.up())).toContain(
    'updating origin group "assets": You do not have permission to perform this action. (403)',
  );
  expect(stack.emulator.state()).toEqual(before);
  expect((await stack.resources())[0]?.outputs.useNext).toBe(false);
  expect(await stack.refresh()).toMatch(/2 unchanged/);
  expect(stack.requests().at(-1)).toMatchObject({ method: "GET", credential: { readOnly: true } });

  // Destroy does not run the program and uses the key of the last up: the message has to say what helps.
  await configure(stack, { apiKey: "demo-key" });
  expect(await failureText(stack.destroy())).toContain(
    'deleting origin group "assets": You do not have permission to perform this action. (403). The key comes from ' +
      "edgecloud:apiKey in the configuration of the stack. `pulumi refresh` and " +
      "`pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, add --run-program",
  );
  expect(stack.emulator.state()).toEqual(before);
  await stack.destroy({ runProgram: true });
  expect(stack.emulator.state().originGroups).toEqual([]);
});
