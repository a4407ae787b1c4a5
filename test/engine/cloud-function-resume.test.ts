import { expectConverged } from "./setup/expectations";
import {
  bodiesByName,
  byTheClock,
  collection,
  countChanges,
  declareFunction,
  diffOf,
  idOf,
  pathOf,
  findFunction,
} from "./setup/functions";
import { waitUntil } from "./setup/host-process";
import { engineTest, failureText } from "./setup/test-stack";

const hour = byTheClock.runningMs;
const slowly = { method: "POST", path: collection, tasks: byTheClock } as const;
const patient = { taskTimeoutSeconds: 1 };

const runsOn = (task: string) =>
  `task ${task} is RUNNING; timed out after 1 second. The platform goes on; the function stays in the state, and the next ` +
  "`pulumi up` resumes the wait without sending anything again. To wait longer, raise taskTimeoutSeconds";

engineTest("resume: a create that times out stays in the state, the next up resumes the wait", {}, async (stack) => {
  stack.emulator.addFault(slowly);
  stack.program = declareFunction(patient).program;
  const failure = await failureText(stack.up());
  const [task] = stack.emulator.state().tasks;
  expect(failure).toContain(`creating function "resize": ${runsOn(task!.id)}`);
  const [kept] = await stack.resources();
  expect(kept).toMatchObject({
    id: idOf(),
    outputs: { operation: { kind: "create", tasks: [task!.id] }, code: "package main" },
  });
  expect(kept?.initErrors).toHaveLength(1);

  const preview = await stack.preview();
  expect(preview).toMatch(/~ 1 to update/);
  expect(diffOf(preview)).not.toMatch(/[~+-] /);
  expect(preview).toContain(`function "resize": first waits for the last change: task ${task!.id}`);
  // The task still runs: another up waits once more, and sends nothing.
  expect(await failureText(stack.up())).toContain(`updating function "resize": ${runsOn(task!.id)}`);
  expect((await stack.resources())[0]?.outputs.operation).toEqual({ kind: "create", tasks: [task!.id] });
  // A refresh reads the function and keeps the operation in the state.
  await stack.refresh();
  const [refreshed] = await stack.resources();
  expect(refreshed?.outputs).toMatchObject({ operation: { tasks: [task!.id] }, code: "package main" });

  stack.emulator.advanceClock(hour);
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 POST");
  const [finished] = await stack.resources();
  expect(finished?.outputs).toMatchObject({ functionId: findFunction(stack.emulator)?.id, status: "ACTIVE" });
  expect(finished?.outputs).not.toHaveProperty("operation");
  expect(finished?.initErrors ?? []).toEqual([]);
  await expectConverged(stack);
});

for (const when of ["", ", after a refresh"]) {
  engineTest(
    `resume: disabled is sent after a create that timed out${when}, even if no answer has it`,
    { seed: { cloud: { omitsDisabled: true } } },
    async (stack) => {
      stack.emulator.addFault(slowly);
      stack.program = declareFunction({ ...patient, disabled: true }).program;
      expect(await failureText(stack.up())).toContain("timed out after 1 second");
      stack.emulator.advanceClock(hour);
      if (when) {
        await stack.refresh();
      }
      await stack.up();
      expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ disabled: true }] });
      expect(findFunction(stack.emulator)?.disabled).toBe(true);
      await expectConverged(stack);
    },
  );
}

engineTest("resume: refresh keeps an invisible create, and completes it when it has ended", {}, async (stack) => {
  stack.program = declareFunction(patient).program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { newMs: hour } });
  expect(await failureText(stack.up())).toContain("is NEW; timed out after 1 second");
  expect(stack.requests().filter(({ path }) => path === pathOf())).toEqual([]);
  await stack.refresh();
  const [unseen] = await stack.resources();
  expect(unseen?.outputs.operation).toMatchObject({ kind: "create", tasks: [expect.any(String)] });

  stack.emulator.advanceClock(hour);
  await stack.refresh();
  const [seen] = await stack.resources();
  expect(seen?.outputs).toMatchObject({ functionId: findFunction(stack.emulator)?.id, status: "ACTIVE" });
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 POST");
  await expectConverged(stack);
});

engineTest("resume: sends changes once the update that timed out has ended", {}, async (stack) => {
  const declared = declareFunction(patient);
  stack.program = declared.program;
  await stack.up();
  stack.emulator.clearRequests();
  declared.args = { ...patient, description: "First.", envs: { A: "1" } };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: byTheClock });
  const failure = await failureText(stack.up());
  const { id } = stack.emulator.state().tasks.at(-1)!;
  expect(failure).toContain(`updating function "resize": ${runsOn(id)}`);
  expect((await stack.resources())[0]?.outputs.operation).toEqual({ kind: "update", tasks: [id] });

  // With no change of the program, the next up sends nothing.
  stack.emulator.advanceClock(hour);
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 PATCH");
  expect(findFunction(stack.emulator)).toMatchObject({ description: "First.", envs: { A: "1" } });

  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: byTheClock });
  declared.args = { ...patient, description: "Second.", envs: { A: "1" } };
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  // Fields that were sent and are no longer declared are emptied, although no state has ever listed them.
  stack.emulator.advanceClock(hour);
  stack.emulator.clearRequests();
  declared.args = { ...patient, timeout: 60 };
  await stack.up();
  expect(stack.requests().flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { timeout: 60, description: "", envs: {} },
  ]);
  await expectConverged(stack);
});

engineTest("resume: destroy waits for the running task, and leaves nothing", {}, async (stack) => {
  stack.program = declareFunction(patient).program;
  for (const method of ["POST", "DELETE"]) {
    stack.emulator.addFault({ method: method as "POST", path: `${collection}*`, tasks: byTheClock });
  }
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  // The DELETE is sent, and the platform refuses it while the task runs.
  expect(await failureText(stack.destroy())).toMatch(
    /deleting function "resize": function resize cannot be deleted at the moment: .*locked by task .*timed out after 1 second/,
  );
  expect(await stack.resources()).toHaveLength(1);
  expect(countChanges(stack.emulator)).toMatch(/^1 POST, \d DELETE$/);
  stack.emulator.clearFaults();
  stack.emulator.addFault({ method: "DELETE", path: `${collection}*`, tasks: byTheClock });

  stack.emulator.advanceClock(hour);
  // Now the task of the DELETE takes an hour.
  expect(await failureText(stack.destroy())).toMatch(
    /deleting function "resize": task \S+ is RUNNING; timed out after 1 second\. The function may be deleted nevertheless, .* Run the same command again to see it through/,
  );
  expect(await stack.resources()).toHaveLength(1);
  stack.emulator.clearRequests();
  const destroy = stack.destroy();
  await waitUntil(() => stack.requests().length > 0);
  stack.emulator.advanceClock(hour);
  await destroy;
  expect(stack.emulator.state().functions).toEqual([]);
  // During the deletion another DELETE gets 409, and after it 404.
  expect(stack.changes().filter((change) => !/ (409|404)$/.test(change))).toEqual([]);
});

engineTest("resume: sends changes of the program after the running create", {}, async (stack) => {
  stack.emulator.addFault(slowly);
  const declared = declareFunction(patient);
  stack.program = declared.program;
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  stack.emulator.clearRequests();
  stack.emulator.advanceClock(hour);
  declared.args = { ...patient, code: "package later", description: "Later." };
  await stack.up();
  expect(stack.requests().flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { code_text: "package later", description: "Later." },
  ]);

  // A change of the name replaces the function.
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: byTheClock });
  declared.args = { ...patient, code: "package last" };
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  stack.emulator.clearRequests();
  stack.emulator.advanceClock(hour);
  declared.args = { ...patient, name: "another" };
  await stack.up();
  expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`, `POST ${collection} 200`]);
  await expectConverged(stack);
});
