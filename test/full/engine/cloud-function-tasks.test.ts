import { byTheClock, declareFunctions, findFunction, pathOf } from "../../engine/setup/functions";
import { waitUntil } from "../../engine/setup/host-process";
import { changesOf, creationOf, only, updateOf } from "../../engine/setup/named-functions";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

const hour = byTheClock.runningMs;
const minute = 60_000;
const patient = { taskTimeoutSeconds: 1 };
const failing = { ...byTheClock, end: "ERROR", error: "The build ended with code 2." } as const;

const taskIds = ({ emulator }: TestStack) => emulator.state().tasks.map(({ id }) => id);
const pollsOf = (stack: TestStack, task: string | undefined) =>
  stack.requests().filter(({ path }) => path === `/cloud/v1/tasks/${task}`);

/** The tasks that run as long as that. */
const tasksWith = ({ emulator }: TestStack, runningMs: number) =>
  emulator.state().tasks.flatMap(({ id, life }) => (life.runningMs === runningMs ? [id] : []));

engineTest(
  "tasks: polls all tasks of a call, despite 404s and failures, up to the limit; the next up goes on, or repeats what failed",
  {},
  async (stack) => {
    const { emulator } = stack;
    const operationOf = async (name: string) => (await stack.findResource(name))?.outputs.operation;

    // All tasks of a call are polled, and their 404s tolerated. Transient failures of polls do not end the wait.
    emulator.addFault({
      ...creationOf("three-tasks"),
      tasks: { tasks: 3, unknownPolls: 2, newPolls: 1, runningPolls: 1 },
    });
    emulator.addFault({ ...creationOf("polls-fail"), tasks: { runningMs: minute } });
    emulator.addFault({ ...creationOf("raised"), tasks: byTheClock });
    const declared = declareFunctions({
      "three-tasks": {},
      "polls-fail": {},
      updated: patient,
      raised: { taskTimeoutSeconds: 0 },
    });
    stack.program = declared.program;
    const first = stack.upWithFailures();
    const polled = () => pollsOf(stack, tasksWith(stack, minute)[0]);
    await waitUntil(() => polled().length > 0);
    const retried = { method: "GET", answer: { status: 503 }, times: 12 } as const;
    emulator.addFault({ ...retried, path: `/cloud/v1/tasks/${tasksWith(stack, minute)[0]}` });
    await waitUntil(() => polled().filter(({ status }) => status === 503).length === retried.times);
    emulator.advanceClock(minute);
    const failure = await first;
    expect(new Set(failure.match(/function "\S+": .*timed out after \d+ second/g))).toHaveProperty("size", 1);
    const three = emulator.state().tasks.filter(({ life }) => life.unknownPolls === 2);
    expect(three).toHaveLength(3);
    for (const { id } of three) {
      expect(
        pollsOf(stack, id)
          .map(({ status }) => status)
          .slice(0, 3),
      ).toEqual([404, 404, 200]);
    }
    expect(changesOf(stack, "three-tasks")).toEqual(["POST 200"]);
    expect(changesOf(stack, "polls-fail")).toEqual(["POST 200"]);
    expect(failure).toContain("timed out after 0 seconds");

    // The limit names what has not ended. A raised limit is stored in the state although the up fails.
    const begun = taskIds(stack);
    emulator.clearRequests();
    emulator.addFault({ ...creationOf("two-tasks"), tasks: { tasks: 2, ...byTheClock } });
    emulator.addFault({ ...creationOf("odd"), tasks: { runningMs: 3 * hour, state: "QUEUED" } });
    emulator.addFault({ ...creationOf("refreshed"), tasks: failing });
    emulator.addFault({ ...creationOf("repeated"), tasks: failing });
    emulator.addFault({ ...updateOf("updated"), tasks: failing });
    declared.all = {
      ...declared.all,
      ...{ "two-tasks": patient, odd: patient, refreshed: patient, repeated: patient, raised: patient },
      updated: { ...patient, description: "New." },
    };
    const late = await stack.upWithFailures();
    const [odd] = tasksWith(stack, 3 * hour);
    const [one, two] = emulator.state().tasks.flatMap(({ id, life }) =>
      // Those of the others end in an error.
      !begun.includes(id) && life.runningMs === hour && life.end !== "ERROR" ? [id] : [],
    );
    expect(late).toContain(
      `creating function "two-tasks": task ${one} is RUNNING, task ${two} is RUNNING; timed out after 1 second`,
    );
    expect(await operationOf("two-tasks")).toEqual({ kind: "create", tasks: [one, two] });
    expect(late).toContain(`creating function "odd": task ${odd} is in the state "QUEUED"; timed out after 1 second`);
    expect(await operationOf("odd")).toEqual({ kind: "create", tasks: [odd] });
    expect(late).toMatch(/updating function "raised": task \S+ is RUNNING; timed out after 1 second/);
    expect((await stack.findResource("raised"))?.outputs).toMatchObject({
      taskTimeoutSeconds: 1,
      operation: { kind: "create" },
    });
    for (const name of ["refreshed", "repeated", "updated"]) {
      expect(late).toMatch(new RegExp(`function "${name}": task \\S+ is RUNNING; timed out after 1 second`));
      expect(await stack.findResource(name)).toBeDefined();
    }

    // If a task fails after the time-out, refresh drops the function, and up creates it again. Refused changes are sent
    // again, once.
    emulator.advanceClock(hour);
    expect(findFunction(emulator, "refreshed")).toBeUndefined();
    expect(findFunction(emulator, "repeated")).toBeUndefined();
    expect(findFunction(emulator, "updated")?.description).toBe("");
    await stack.refresh(await only(stack, "refreshed"));
    expect(await stack.findResource("refreshed")).toBeUndefined();
    expect(changesOf(stack, "refreshed")).toEqual(["POST 200"]);

    // The wait for the odd state goes on, and ends with the task.
    emulator.clearRequests();
    declared.all = { ...declared.all, odd: { taskTimeoutSeconds: 600 } };
    const up = stack.up(16);
    await waitUntil(() => pollsOf(stack, odd).length > 1);
    emulator.advanceClock(3 * hour);
    await up;
    expect(Object.fromEntries(Object.keys(declared.all).map((name) => [name, changesOf(stack, name)]))).toEqual({
      ...{ "three-tasks": [], "polls-fail": [], raised: [], "two-tasks": [], odd: [] },
      ...{ refreshed: ["POST 200"], repeated: ["POST 200"], updated: ["PATCH 200"] },
    });
    const { functionId } = (await stack.findResource("repeated"))!.outputs;
    expect(functionId).toBe(findFunction(emulator, "repeated")!.id);
    expect(findFunction(emulator, "updated")?.description).toBe("New.");

    // Nothing is left to do, except for a create whose task never ends.
    emulator.clearRequests();
    emulator.addFault({ ...creationOf("stuck"), tasks: { endState: "RUNNING" } });
    declared.all = { ...declared.all, stuck: patient };
    const converged = await stack.upWithFailures();
    expect(converged).toMatch(/creating function "stuck": task \S+ is RUNNING; timed out after 1 second/);
    expect(converged).toContain("9 unchanged");
    expect(stack.changes()).toHaveLength(1);

    // That does not keep it from being deleted.
    emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes()).toContain(`DELETE ${pathOf("stuck")} 200`);
    expect(stack.changes().sort()).toEqual(
      Object.keys(declared.all)
        .map((name) => `DELETE ${pathOf(name)} 200`)
        .sort(),
    );
    expect(emulator.state().functions).toEqual([]);
  },
);
