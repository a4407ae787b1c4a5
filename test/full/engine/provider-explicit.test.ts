import { startEmulator, type Emulator } from "edgecloud-emulator";
import { CloudFunction, OriginGroup, Provider, type ProviderArgs } from "pulumi-edgecloud";
import { countChanges, idOf, required } from "../../engine/setup/functions";
import { sentBodies, findGroup, startPlatform } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { engineTest, withoutKeyCheck } from "../../engine/setup/test-stack";

const taskLife = { newPolls: 1, runningPolls: 1 };

/** A second platform, which takes other keys than the one of the stack's configuration. */
async function withSecondPlatform(body: (second: Emulator) => Promise<void>): Promise<void> {
  const seed = { cloud: { taskLife } };
  const second = await startPlatform({ apiKeys: ["second-key-of-a-test", "rotated-key-of-a-test"], seed });
  try {
    await body(second);
    expect(second.state()).toMatchObject({ originGroups: [], functions: [] });
  } finally {
    await second.close();
  }
}

const sources = [{ source: "a.example.com" }];

const credentials = (emulator: Emulator) => new Set(emulator.requests().map(({ credential }) => credential?.index));

engineTest(
  "provider: two accounts in one program, each with its own platform, key, project and tasks; a new key and a new " +
    "address replace nothing",
  { seed: { cloud: { taskLife } }, config: { "edgecloud:taskPath": { value: "/v1/tasks/" } } },
  (stack) =>
    withSecondPlatform(async (second) => {
      const program =
        (args: ProviderArgs, useNext = false) =>
        () => {
          const provider = new Provider("eu", { baseUrl: second.url, projectId: 77, regionId: 3, ...args });
          new OriginGroup("here", { name: "shared name", sources, useNext });
          new OriginGroup("there", { name: "shared name", sources, useNext }, { provider });
          new CloudFunction("fn-here", required);
          new CloudFunction("fn-there", { ...required, projectId: undefined, regionId: undefined }, { provider });
        };
      stack.program = program({ apiKey: "second-key-of-a-test" });
      await stack.up();
      expect((await stack.resources()).map(({ id }) => id)).toEqual(
        expect.arrayContaining([idOf(), "77/3/images/resize"]),
      );
      // Each of the tasks was polled in NEW, in RUNNING and in FINISHED.
      for (const [path, emulator] of [["/v1/tasks/", stack.emulator] as const, ["/cloud/v1/tasks/", second] as const]) {
        expect(emulator.state().originGroups.map(({ name }) => name)).toEqual(["shared name"]);
        expect(credentials(emulator)).toEqual(new Set([0]));
        const polls = emulator.requests().filter((request) => request.path.includes("/tasks/"));
        expect(polls.map((poll) => [poll.path.startsWith(path), poll.status])).toEqual(Array(3).fill([true, 200]));
      }
      expect(await stack.preview()).toMatch(/6 unchanged/);

      second.clearRequests();
      const moved = await startEmulator({ apiKeys: ["rotated-key-of-a-test"], seed: second.state() });
      try {
        stack.program = program({ apiKey: "rotated-key-of-a-test" }, true);
        const up = await stack.up(undefined, { diff: true });
        expect(up).toMatch(/3 updated\n +3 unchanged/);
        expect(up).not.toMatch(/-key-of-a-test|replace/);
        expect(credentials(second)).toEqual(new Set([1]));
        expect(findGroup(second, "shared name").use_next).toBe(true);

        stack.program = program({ apiKey: "rotated-key-of-a-test", baseUrl: moved.url }, false);
        second.clearRequests();
        await stack.up();
        expect(second.requests()).toEqual([]);
        const sent = withoutKeyCheck(moved.requests()).map(({ method, status }) => `${method} ${status}`);
        expect(sent).toEqual(["PUT 200"]);
        expect(findWords(["second-key-of-a-test", "rotated-key-of-a-test"], readFiles(stack))).toEqual([]);

        await stack.destroy();
        expect(moved.state()).toMatchObject({ originGroups: [], functions: [] });
        expect(countChanges(moved)).toBe("2 DELETE");
        second.replaceState({});
      } finally {
        await moved.close();
      }
    }),
);

engineTest(
  "provider: every setting takes effect, an unused stack configuration " +
    "is not required, and a key may be known only after up",
  {},
  (stack) =>
    withSecondPlatform(async (second) => {
      await stack.configure({ "edgecloud:apiKey": undefined, "edgecloud:baseUrl": undefined });
      second.replaceState({ dialect: { edgeapp: "their-word" } });
      stack.program = () => {
        const provider = new Provider("eu", {
          apiKey: "second-key-of-a-test",
          // An address of this machine that does not look like one.
          baseUrl: second.url.replace("127.0.0.1", "0.0.0.0"),
          allowHttp: true,
          dialect: { edgeapp: "their-word" },
          maxRetries: 1,
          requestTimeoutSeconds: 5,
        });
        const application = { originType: "edgeapp", config: { appId: "4711" } } as const;
        const app = new OriginGroup("app", { name: "app", sources: [application] }, { provider });
        const apiKey = app.id.apply(() => "second-key-of-a-test");
        const later = new Provider("later", { apiKey, baseUrl: second.url });
        new OriginGroup("there", { name: "there", sources }, { provider: later });
      };
      expect(await stack.preview()).toMatch(/5 to create/);
      second.addFault({ method: "POST", path: "/cdn/origin_groups", body: { name: "app" }, answer: { status: 429 } });
      await stack.up();
      const names = sentBodies(second, "POST").map((body) => (body as { name: string }).name);
      expect(names).toEqual(["app", "app", "there"]);
      expect(findGroup(second, "app").sources).toMatchObject([{ origin_type: "their-word" }]);
      expect(findGroup(second, "there").sources).toMatchObject(sources);
      // Program, state and diff have the neutral word.
      expect(JSON.stringify(await stack.resources())).toContain('"edgeapp"');
      expect(JSON.stringify(await stack.resources())).not.toContain("their-word");
      expect(await stack.preview({ refresh: true })).toMatch(/5 unchanged/);
      await stack.destroy();
    }),
);
