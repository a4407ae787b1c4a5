import { spawn } from "node:child_process";
import { once } from "node:events";
import { startEmulator } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud/plugin";
import { killEngine, waitUntil } from "../../engine/setup/host-process";
import { PluginProcess, pluginScript } from "../../engine/setup/plugin-process";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

/** Runs `body` with a plugin that was started by hand, for instance in a debugger. */
async function withPlugin(env: NodeJS.ProcessEnv, body: (plugin: PluginProcess) => Promise<void>): Promise<void> {
  const plugin = await PluginProcess.start(env);
  try {
    await body(plugin);
  } finally {
    plugin.stop();
  }
}

/** Has the next operations of the stack use that process. */
function attach(stack: TestStack, { port }: PluginProcess): void {
  stack.stack.workspace.envVars.PULUMI_DEBUG_PROVIDERS = `edgecloud:${port}`;
}

/** Longer than it takes to kill an engine, and for its plugin to notice. */
const later = { status: 429, body: { message: "slow down" }, headers: { "Retry-After": "60" } };

function declare(stack: TestStack, source: string): void {
  stack.program = () => void new OriginGroup("website", { name: "website", sources: [{ source }] });
}

test("a second configuration is refused, and does not redirect the environment's key", async () => {
  const [platform, elsewhere] = await Promise.all([startEmulator(), startEmulator()]);
  try {
    await withPlugin({ EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: undefined }, async (plugin) => {
      expect(await plugin.configure({ baseUrl: platform.url })).toBeUndefined();
      for (const settings of [{ baseUrl: elsewhere.url }, { baseUrl: platform.url }, {}]) {
        expect(await plugin.configure(settings)).toContain("is already configured and cannot be configured again");
      }
      expect(await plugin.invoke("getOriginGroups")).toEqual({ originGroups: [] });
      expect(platform.requests().map(({ path }) => path)).toEqual(["/cdn/origin_groups"]);
      expect(elsewhere.requests()).toEqual([]);
    });
  } finally {
    await Promise.all([platform.close(), elsewhere.close()]);
  }
});

engineTest("a plugin started by hand serves one run and ends with its engine", {}, async (stack) => {
  declare(stack, "first.example.com");
  for (const run of [() => stack.preview(), () => stack.up()]) {
    await withPlugin({}, async (plugin) => {
      attach(stack, plugin);
      await run();
      await waitUntil(() => plugin.hasEnded);
    });
  }
  expect(stack.changes()).toEqual(["POST /cdn/origin_groups 201"]);

  stack.emulator.clearRequests();
  declare(stack, "second.example.com");
  stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/*", answer: later });
  await withPlugin({}, async (plugin) => {
    attach(stack, plugin);
    const running = failureText(stack.up());
    await waitUntil(() => stack.changes().length > 0);
    killEngine();
    await running;
    await waitUntil(() => plugin.hasEnded);
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/1001 429"]);
  });
  delete stack.stack.workspace.envVars.PULUMI_DEBUG_PROVIDERS;
  await stack.stack.cancel();
});

const project = (source: string) =>
  yamlProject(`
resources:
  website: { type: "edgecloud:OriginGroup", properties: { name: website, sources: [{ source: ${source} }] } }
`);

yamlTest("a plugin started for its schema ends with its engine, too", project("a.example.com"), {}, async (stack) => {
  await stack.up();
  await stack.write(project("b.example.com"));
  stack.emulator.clearRequests();
  stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/*", answer: later });
  const changes = () => stack.emulator.requests().filter(({ method }) => method !== "GET");
  const running = failureText(stack.up());
  await waitUntil(() => changes().length > 0);
  const plugins = killEngine();
  await running;
  expect(plugins.ids).toHaveLength(2);
  await plugins.waitForEnd();
  expect(changes().map(({ status }) => status)).toEqual([429]);
  await stack.pulumi("cancel", "--yes");
});

test("a plugin ends if its engine is gone before it prints its port", async () => {
  const child = spawn(process.execPath, [pluginScript, "127.0.0.1:1"]);
  [child.stdin, child.stdout, child.stderr].forEach((stream) => stream.destroy());
  expect(await once(child, "exit")).toEqual([1, null]);
});
