import { EventRecorder } from "../../engine/setup/events";
import { byTheClock, collection, declareFunctions } from "../../engine/setup/functions";
import { waitUntil } from "../../engine/setup/host-process";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

/** The progress lines of an `up`; `meanwhile` runs beside it and can read the lines so far. */
async function recordProgress(
  stack: TestStack,
  meanwhile: (soFar: () => string[]) => Promise<void>,
): Promise<string[]> {
  const recorder = new EventRecorder();
  const running = stack.stack.up({ onEvent: recorder.onEvent });
  await meanwhile(() => recorder.progress);
  await running;
  return recorder.progress;
}

// What a line shows of other operations and states: `test/unit/hosts/wait-display.test.ts`.
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
    const one = "\\d+ s task [0-9a-f]{4} RUNNING: function fn-\\d";
    const all = new RegExp(`^${one}( · ${one}){4} · 3 more$`);
    const ofMany = await recordProgress(stack, async (soFar) => {
      await waitUntil(() => soFar().some((text) => all.test(text)));
      // While their tasks run, the functions are not read.
      const looks = stack.requests().filter(({ method, path }) => method === "GET" && path.startsWith(collection));
      expect(looks).toEqual([]);
      stack.emulator.advanceClock(byTheClock.runningMs);
    });
    expect(ofMany.filter((text) => !/^\d+ s .*: function fn-\d/.test(text))).toEqual([]);

    declared.all = { ...declared.all, resize: {} };
    stack.emulator.clearRequests();
    const polls = () => stack.requests().filter(({ path }) => path.includes("/tasks/")).length;
    const ofOne = await recordProgress(stack, async () => {
      await waitUntil(() => polls() > 3);
      stack.emulator.advanceClock(byTheClock.runningMs);
    });
    expect(ofOne[0]).toMatch(/^\d+ s task \w{4} RUNNING: function resize$/);
    const states = ofOne.map((text) => text.replace(/^\d+ s /, ""));
    expect(states).toEqual([...new Set(states)]);
  },
);
