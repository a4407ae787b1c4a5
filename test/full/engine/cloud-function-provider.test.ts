import { startEmulator } from "edgecloud-emulator";
import { CloudFunction, Provider } from "pulumi-edgecloud";
import { countChanges, findFunction, idOf, required } from "../../engine/setup/functions";
import { engineTest } from "../../engine/setup/test-stack";

const taskLife = { newPolls: 1, runningPolls: 1 };

engineTest(
  "provider: two accounts, each with its own project, each poll their own tasks, at the configured path",
  { seed: { cloud: { taskLife } }, config: { "edgecloud:taskPath": { value: "/v1/tasks/" } } },
  async (stack) => {
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
      expect((await stack.resources()).map(({ id }) => id)).toContain(idOf());
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

      // Each of the three tasks was polled in NEW, in RUNNING and in FINISHED.
      const paths = { "/v1/tasks/": stack.emulator, "/cloud/v1/tasks/": second };
      for (const [path, emulator] of Object.entries(paths)) {
        const polls = emulator.requests().filter((request) => request.path.includes("/tasks/"));
        expect(polls.map(({ status }) => status)).toEqual(Array(9).fill(200));
        expect(polls.filter((poll) => !poll.path.startsWith(path))).toEqual([]);
      }
    } finally {
      await second.close();
    }
  },
);
