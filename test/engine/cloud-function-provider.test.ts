import { startEmulator } from "edgecloud-emulator";
import { CloudFunction, Provider } from "pulumi-edgecloud";
import { countChanges, declareFunction, idOf, required, findFunction } from "./setup/functions";
import { engineTest } from "./setup/test-stack";

const taskLife = { newPolls: 1, runningPolls: 1 };

engineTest("provider: two accounts, each with its own project, each poll their own tasks", {}, async (stack) => {
  const second = await startEmulator({ apiKeys: ["second-key-of-a-test"], seed: { cloud: { taskLife } } });
  try {
    let timeout = 30;
    stack.program = () => {
      const settings = { apiKey: "second-key-of-a-test", baseUrl: second.url, projectId: 77, regionId: 3 };
      const provider = new Provider("eu", settings);
      new CloudFunction("here", { ...required, timeout });
      const args = { ...required, projectId: undefined, regionId: undefined, timeout };
      const { id } = new CloudFunction("there", args, { provider });
      return { id };
    };
    expect((await stack.outputs()).id?.value).toBe("77/3/images/resize");
    timeout = 60;
    await stack.up();
    for (const emulator of [stack.emulator, second]) {
      expect(countChanges(emulator)).toBe("1 POST, 1 PATCH");
      expect(findFunction(emulator)?.timeout).toBe(60);
    }
    expect(await stack.preview()).toMatch(/4 unchanged/);
    await stack.destroy();
    expect(second.state().functions).toEqual([]);
    expect(countChanges(second)).toBe("1 POST, 1 PATCH, 1 DELETE");
  } finally {
    await second.close();
  }
});

engineTest(
  "provider: tasks are polled at the configured path",
  { seed: { cloud: { taskLife } }, config: { "edgecloud:taskPath": { value: "/v1/tasks/" } } },
  async (stack) => {
    stack.program = declareFunction().program;
    await stack.up();
    expect((await stack.resources()).map(({ id }) => id)).toEqual([idOf()]);
    await stack.destroy();
    const polls = stack.requests().filter(({ path }) => path.includes("/tasks/"));
    expect(polls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(polls.filter(({ path }) => !path.startsWith("/v1/tasks/"))).toEqual([]);
  },
);
