import { expectConverged } from "./setup/expectations";
import { byTheClock, collection, countChanges, declareFunction, pathOf, findFunction } from "./setup/functions";
import { waitUntil } from "./setup/host-process";
import { engineTest, failureText } from "./setup/test-stack";

const post = { method: "POST", path: collection } as const;

engineTest("tasks: polls all tasks of a call, and tolerates their 404s", {}, async (stack) => {
  stack.emulator.addFault({ ...post, tasks: { tasks: 3, unknownPolls: 2, newPolls: 1, runningPolls: 1 } });
  stack.program = declareFunction().program;
  await stack.up();
  const tasks = stack.emulator.state().tasks.map(({ id }) => id);
  expect(tasks).toHaveLength(3);
  for (const id of tasks) {
    const polls = stack.requests().filter(({ path }) => path === `/cloud/v1/tasks/${id}`);
    expect(polls.map(({ status }) => status).slice(0, 3)).toEqual([404, 404, 200]);
  }
  expect(countChanges(stack.emulator)).toBe("1 POST");
  await expectConverged(stack);
});

engineTest("tasks: the time-out names all unfinished tasks, and the next up resumes them", {}, async (stack) => {
  stack.emulator.addFault({ ...post, tasks: { tasks: 2, ...byTheClock } });
  stack.program = declareFunction({ taskTimeoutSeconds: 1 }).program;
  const failure = await failureText(stack.up());
  const [first, second] = stack.emulator.state().tasks.map(({ id }) => id);
  expect(failure).toContain(`task ${first} is RUNNING, task ${second} is RUNNING; timed out after 1 second`);
  expect((await stack.resources())[0]?.outputs.operation).toEqual({ kind: "create", tasks: [first, second] });
  stack.emulator.advanceClock(byTheClock.runningMs);
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 POST");
  await expectConverged(stack);
});

engineTest("tasks: waits in an unknown task state, and names it at the deadline", {}, async (stack) => {
  const odd = { ...byTheClock, state: "QUEUED" };
  stack.emulator.addFault({ ...post, tasks: odd });
  const declared = declareFunction({ taskTimeoutSeconds: 1 });
  stack.program = declared.program;
  const failure = await failureText(stack.up());
  const [task] = stack.emulator.state().tasks;
  expect(failure).toContain(
    `creating function "resize": task ${task!.id} is in the state "QUEUED"; timed out after 1 second`,
  );
  expect((await stack.resources())[0]?.outputs.operation).toEqual({ kind: "create", tasks: [task!.id] });

  // The next up continues to wait, and ends with the task.
  declared.args = { taskTimeoutSeconds: 600 };
  stack.emulator.clearRequests();
  const up = stack.up();
  await waitUntil(() => stack.requests().filter(({ path }) => path.includes("/tasks/")).length > 1);
  stack.emulator.advanceClock(byTheClock.runningMs);
  await up;
  expect(countChanges(stack.emulator)).toBe("");
  await expectConverged(stack);
});

engineTest("tasks: transient failures of polls do not end the wait", {}, async (stack) => {
  stack.emulator.addFault({ ...post, tasks: byTheClock });
  stack.program = declareFunction().program;
  const asked = () => stack.requests().filter(({ path }) => path.includes("/tasks/"));
  const up = stack.up();
  await waitUntil(() => asked().length > 0);
  const retried = { method: "GET", path: "/cloud/v1/tasks/*", answer: { status: 503 }, times: 12 } as const;
  stack.emulator.addFault(retried);
  await waitUntil(() => asked().filter(({ status }) => status === 503).length === retried.times);
  stack.emulator.advanceClock(byTheClock.runningMs);
  await up;
  expect(countChanges(stack.emulator)).toBe("1 POST");
  await expectConverged(stack);
});

engineTest("tasks: a raised limit is stored in the state although the up fails", {}, async (stack) => {
  stack.emulator.addFault({ ...post, tasks: byTheClock });
  const declared = declareFunction({ taskTimeoutSeconds: 0 });
  stack.program = declared.program;
  expect(await failureText(stack.up())).toContain("timed out after 0 seconds");
  declared.args = { taskTimeoutSeconds: 1 };
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  const [{ outputs } = { outputs: {} }] = await stack.resources();
  expect(outputs).toMatchObject({ taskTimeoutSeconds: 1, operation: { kind: "create" } });
  stack.emulator.advanceClock(byTheClock.runningMs);
});

engineTest("tasks: a stuck task does not keep the function from being deleted", {}, async (stack) => {
  stack.emulator.addFault({ ...post, tasks: { endState: "RUNNING" } });
  stack.program = declareFunction({ taskTimeoutSeconds: 1 }).program;
  expect(await failureText(stack.up())).toContain("is RUNNING; timed out after 1 second");
  stack.emulator.clearRequests();
  await stack.destroy();
  expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`]);
  expect(stack.emulator.state().functions).toEqual([]);
});

const failing = { ...byTheClock, end: "ERROR", error: "The build ended with code 2." } as const;

engineTest(
  "tasks: if one fails after the time-out, refresh drops the function and up creates it again",
  {},
  async (stack) => {
    const declared = declareFunction({ taskTimeoutSeconds: 1 });
    stack.program = declared.program;
    for (const next of ["refresh", "up"] as const) {
      stack.emulator.clearRequests();
      stack.emulator.addFault({ ...post, tasks: failing });
      expect(await failureText(stack.up())).toContain("timed out after 1 second");
      expect(await stack.resources()).toHaveLength(1);
      stack.emulator.advanceClock(byTheClock.runningMs);
      expect(stack.emulator.state().functions).toEqual([]);
      // A function that was not created is sent again, once.
      await stack[next]();
      expect([countChanges(stack.emulator), await stack.resources()]).toMatchObject(
        next === "refresh"
          ? ["1 POST", []]
          : ["2 POST", [{ outputs: { functionId: findFunction(stack.emulator)?.id } }]],
      );
    }
    await expectConverged(stack);

    declared.args = { taskTimeoutSeconds: 1, description: "New." };
    stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: failing });
    expect(await failureText(stack.up())).toContain("timed out after 1 second");
    stack.emulator.advanceClock(byTheClock.runningMs);
    expect(findFunction(stack.emulator)?.description).toBe("");
    await stack.up();
    expect(countChanges(stack.emulator)).toBe("2 PATCH");
    expect(findFunction(stack.emulator)?.description).toBe("New.");
    await expectConverged(stack);
  },
);
