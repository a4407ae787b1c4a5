import { EventRecorder } from "../../engine/setup/events";
import { byTheClock, collection, declareFunction, declareFunctions } from "../../engine/setup/functions";
import { waitUntil } from "../../engine/setup/host-process";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

/** The progress lines of an operation; `meanwhile` runs beside it and can read the lines so far. */
async function recordProgress(
  stack: TestStack,
  operation: "up" | "destroy",
  meanwhile: (soFar: () => string[]) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const recorder = new EventRecorder();
  const running = stack.stack[operation]({ onEvent: recorder.onEvent });
  await meanwhile(() => recorder.progress);
  await running;
  return recorder.progress;
}

/** The status of the function may be more recent than that of the task. */
const line = /^\d+ s (([A-Z]+ )?task [0-9a-f]{4} RUNNING|task [0-9a-f]{4} NEW): function resize$/;

engineTest(
  "live progress: shows the function, its status, its task and the seconds",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 2 } } } },
  async (stack) => {
    const declared = declareFunction();
    stack.program = declared.program;
    stack.useProgram();
    const operations = { BUILDING: "up", UPDATING: "up", DELETING: "destroy" } as const;
    for (const [verb, operation] of Object.entries(operations)) {
      const live = await recordProgress(stack, operation);
      expect(live.filter((text) => !line.test(text))).toEqual([]);
      expect(live.filter((text) => text.includes(`${verb} task`)).length).toBeGreaterThan(0);
      declared.args = { timeout: 60 };
      stack.program = declared.program;
    }
  },
);

engineTest(
  "live progress: many functions share one line, which names the first five; without a terminal, there is one line for " +
    "each change of state",
  {},
  async (stack) => {
    const names = Array.from({ length: 8 }, (_, index) => `fn-${index}`);
    const declared = declareFunctions(Object.fromEntries(names.map((name) => [name, {}])));
    stack.program = declared.program;
    stack.useProgram();
    stack.emulator.addFault({ method: "POST", path: collection, times: 9, tasks: byTheClock });
    const one = "\\d+ s BUILDING task [0-9a-f]{4} RUNNING: function fn-\\d";
    const all = new RegExp(`^${one}( · ${one}){4} · 3 more functions$`);
    const ofMany = await recordProgress(stack, "up", async (soFar) => {
      await waitUntil(() => soFar().some((text) => all.test(text)));
      // Only the functions whose status the line shows are polled during the build.
      const looks = stack
        .requests()
        .filter(({ method, path }) => method === "GET" && path.startsWith(`${collection}/`));
      expect(new Set(looks.map(({ path }) => path)).size).toBe(5);
      stack.emulator.advanceClock(byTheClock.runningMs);
    });
    expect(ofMany.filter((text) => !/^\d+ s .*: function fn-\d/.test(text))).toEqual([]);

    declared.all = { ...declared.all, resize: {} };
    stack.emulator.clearRequests();
    const polls = () => stack.requests().filter(({ path }) => path.includes("/tasks/")).length;
    const ofOne = await recordProgress(stack, "up", async () => {
      await waitUntil(() => polls() > 3);
      stack.emulator.advanceClock(byTheClock.runningMs);
    });
    expect(ofOne[0]).toMatch(/^\d+ s BUILDING task \w{4} RUNNING: function resize$/);
    const states = ofOne.map((text) => text.replace(/^\d+ s /, ""));
    expect(states).toEqual([...new Set(states)]);
  },
);
