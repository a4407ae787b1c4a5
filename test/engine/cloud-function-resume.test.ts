import { expectConverged } from "./setup/expectations";
import { byTheClock, collection, countsOf, declaring, diffOf, idOf, pathOf, stored } from "./setup/functions";
import { until } from "./setup/host-process";
import { engineTest, failureText } from "./setup/test-stack";

const hour = byTheClock.runningMs;
const slowly = { method: "POST", path: collection, tasks: byTheClock } as const;
const patient = { taskTimeoutSeconds: 1 };

const runsOn = (task: string) =>
  `task ${task} is RUNNING; timed out after 1 second. The platform goes on; the function stays in the state, and the next ` +
  "`pulumi up` resumes the wait without sending anything again. To wait longer, raise taskTimeoutSeconds";

engineTest("resume: a create that takes too long is kept, and the next up waits on", {}, async (stack) => {
  stack.emulator.addFault(slowly);
  stack.program = declaring(patient).program;
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
  // A refresh says what there is, and forgets nothing.
  await stack.refresh();
  const [refreshed] = await stack.resources();
  expect(refreshed?.outputs).toMatchObject({ operation: { tasks: [task!.id] }, code: "package main" });

  stack.emulator.advanceClock(hour);
  await stack.up();
  expect(countsOf(stack.emulator)).toBe("1 POST");
  const [finished] = await stack.resources();
  expect(finished?.outputs).toMatchObject({ functionId: stored(stack.emulator)?.id, status: "ACTIVE" });
  expect(finished?.outputs).not.toHaveProperty("operation");
  expect(finished?.initErrors ?? []).toEqual([]);
  await expectConverged(stack);
});

engineTest("resume: a refresh after the end, and while the function is not visible yet", {}, async (stack) => {
  stack.program = declaring(patient).program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { newMs: hour } });
  expect(await failureText(stack.up())).toContain("is NEW; timed out after 1 second");
  expect(stack.requests().filter(({ path }) => path === pathOf())).toEqual([]);
  await stack.refresh();
  const [unseen] = await stack.resources();
  expect(unseen?.outputs.operation).toMatchObject({ kind: "create", tasks: [expect.any(String)] });

  stack.emulator.advanceClock(hour);
  await stack.refresh();
  const [seen] = await stack.resources();
  expect(seen?.outputs).toMatchObject({ functionId: stored(stack.emulator)?.id, status: "ACTIVE" });
  await stack.up();
  expect(countsOf(stack.emulator)).toBe("1 POST");
  await expectConverged(stack);
});

engineTest("resume: an update that takes too long; what changes meanwhile is sent after it", {}, async (stack) => {
  const declared = declaring(patient);
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
  expect(countsOf(stack.emulator)).toBe("1 PATCH");
  expect(stored(stack.emulator)).toMatchObject({ description: "First.", envs: { A: "1" } });

  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: byTheClock });
  declared.args = { ...patient, description: "Second.", envs: { A: "1" } };
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  // What was sent and is not declared any more is emptied, although no state says that it was ever there.
  stack.emulator.advanceClock(hour);
  stack.emulator.clearRequests();
  declared.args = { ...patient, timeout: 60 };
  await stack.up();
  expect(stack.requests().flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { timeout: 60, description: "", envs: {} },
  ]);
  await expectConverged(stack);
});

engineTest("resume: destroy waits for what still runs, and leaves nothing", {}, async (stack) => {
  stack.program = declaring(patient).program;
  for (const method of ["POST", "DELETE"]) {
    stack.emulator.addFault({ method: method as "POST", path: `${collection}*`, tasks: byTheClock });
  }
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  // The platform is asked, and refuses while it is at work.
  expect(await failureText(stack.destroy())).toMatch(
    /deleting function "resize": function resize cannot be deleted at the moment: .*locked by task .*timed out after 1 second/,
  );
  expect(await stack.resources()).toHaveLength(1);
  expect(countsOf(stack.emulator)).toMatch(/^1 POST, \d DELETE$/);
  stack.emulator.clearFaults();
  stack.emulator.addFault({ method: "DELETE", path: `${collection}*`, tasks: byTheClock });

  stack.emulator.advanceClock(hour);
  // Now it is the task of the DELETE that takes its hour.
  expect(await failureText(stack.destroy())).toMatch(
    /deleting function "resize": task \S+ is RUNNING; timed out after 1 second\. Run it again to keep waiting, or raise/,
  );
  expect(await stack.resources()).toHaveLength(1);
  stack.emulator.clearRequests();
  const destroy = stack.destroy();
  await until(() => stack.requests().length > 0);
  stack.emulator.advanceClock(hour);
  await destroy;
  expect(stack.emulator.state().functions).toEqual([]);
  // While it is being deleted it takes no other DELETE, and then there is nothing left to delete.
  expect(stack.changes().filter((change) => !/ (409|404)$/.test(change))).toEqual([]);
});

engineTest("resume: what the program says meanwhile comes after the creation", {}, async (stack) => {
  stack.emulator.addFault(slowly);
  const declared = declaring(patient);
  stack.program = declared.program;
  expect(await failureText(stack.up())).toContain("timed out after 1 second");
  stack.emulator.clearRequests();
  stack.emulator.advanceClock(hour);
  declared.args = { ...patient, code: "package later", description: "Later." };
  await stack.up();
  expect(stack.requests().flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { code_text: "package later", description: "Later." },
  ]);

  // Of another one, if that is what it says.
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
