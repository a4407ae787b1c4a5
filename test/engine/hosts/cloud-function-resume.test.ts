import { bodiesByName, byTheClock, collection, declareFunctions, findFunction, idOf, pathOf } from "../setup/functions";
import { changesOf, creationOf, deletionOf, only, updateOf } from "../setup/named-functions";
import { diffOf } from "../setup/previews";
import { engineTest, failureText, type TestStack } from "../setup/test-stack";
import { readPrivateState } from "../setup/private-state";

const hour = byTheClock.runningMs;
const patient = { taskTimeoutSeconds: 1 };
const tasks = byTheClock;

const runsOn = (task: string) =>
  `task ${task} is RUNNING; timed out after 1 second. The platform goes on with task ${task}; the function stays in the ` +
  "state, and the next `pulumi up` resumes the wait without sending anything again. To wait longer, raise " +
  "taskTimeoutSeconds";

const tasksOn = ({ emulator }: TestStack) => emulator.state().tasks.map(({ id }) => id);

const operationOf = async (stack: TestStack, name: string) =>
  readPrivateState(await stack.findResource(name)).operation as { kind: string; tasks: string[] } | undefined;

engineTest(
  "resume: a create or an update that timed out stays in the state, the next up resumes the wait and sends what is " +
    "new, refresh completes it, destroy waits for it",
  // No answer has `disabled`.
  { seed: { cloud: { omitsDisabled: true } } },
  async (stack) => {
    const { emulator } = stack;
    const declared = declareFunctions({ waiting: patient, unseen: patient, updated: patient });
    stack.program = declared.program;

    // Creates time out, and stay in the state.
    emulator.addFault({ ...creationOf("waiting"), tasks });
    emulator.addFault({ ...creationOf("unseen"), tasks: { newMs: hour } });
    const created = await stack.upWithFailures();
    const [task] = (await operationOf(stack, "waiting"))!.tasks;
    expect(tasksOn(stack)).toContain(task);
    expect(created).toContain(`creating function "waiting": ${runsOn(task!)}`);
    const kept = await stack.findResource("waiting");
    expect(kept).toMatchObject({ id: idOf("waiting"), outputs: { code: "package main" } });
    expect(await operationOf(stack, "waiting")).toEqual({ kind: "create", tasks: [task] });
    expect(kept?.initErrors).toHaveLength(1);
    expect(created).toMatch(/creating function "unseen": task \S+ is NEW; timed out after 1 second/);
    expect(stack.requests().filter(({ path }) => path === pathOf("unseen"))).toEqual([]);

    const preview = await stack.preview();
    expect(preview).toMatch(/~ 2 to update/);
    expect(diffOf(preview, "waiting")).not.toMatch(/[~+-] /);
    expect(preview).toContain(`function "waiting": first waits for the last change: task ${task}`);

    // The tasks still run: another up waits once more, and sends nothing. An update and further creates time out.
    const update = { ...patient, description: "First.", envs: { A: "1" } };
    const disabled = { ...patient, disabled: true };
    declared.all = { ...declared.all, updated: update, changed: patient, disabled, "disabled-seen": disabled };
    emulator.addFault({ ...updateOf("updated"), tasks });
    for (const name of ["changed", "disabled", "disabled-seen"]) {
      emulator.addFault({ ...creationOf(name), tasks });
    }
    const waited = await stack.upWithFailures();
    expect(waited).toContain(`updating function "waiting": ${runsOn(task!)}`);
    expect(await operationOf(stack, "waiting")).toEqual({ kind: "create", tasks: [task] });
    const operation = await operationOf(stack, "updated");
    expect(operation).toEqual({ kind: "update", tasks: [expect.any(String)] });
    // Tasks are listed in the order in which they began.
    expect(tasksOn(stack).slice(-4)).toContain(operation!.tasks[0]);
    expect(waited).toContain(`updating function "updated": ${runsOn(operation!.tasks[0]!)}`);
    for (const name of ["changed", "disabled", "disabled-seen"]) {
      expect(waited).toMatch(new RegExp(`creating function "${name}": task \\S+ is RUNNING; timed out after 1 second`));
    }

    // A refresh reads the function, if it is visible, and keeps the operation in the state.
    await stack.refresh(await only(stack, "waiting", "unseen"));
    expect((await stack.findResource("waiting"))?.outputs).toMatchObject({ code: "package main" });
    expect(await operationOf(stack, "waiting")).toMatchObject({ tasks: [task] });
    expect(await operationOf(stack, "unseen")).toMatchObject({ kind: "create", tasks: [expect.any(String)] });

    // Once the tasks have ended, a refresh completes what it reads.
    emulator.advanceClock(hour);
    await stack.refresh(await only(stack, "unseen", "disabled-seen"));
    expect((await stack.findResource("unseen"))?.outputs).toMatchObject({
      functionId: findFunction(emulator, "unseen")?.id,
      status: "ACTIVE",
    });

    // The next up sends what was not sent, and what has changed since.
    for (const name of Object.keys(declared.all)) {
      expect(changesOf(stack, name)).toEqual(["POST 200", ...(name === "updated" ? ["PATCH 200"] : [])]);
    }
    emulator.clearRequests();
    declared.all = { ...declared.all, changed: { ...patient, code: "package later", description: "Later." } };
    await stack.up();
    expect(bodiesByName(emulator, "PATCH")).toEqual({
      changed: [{ code_text: "package later", description: "Later." }],
      disabled: [{ disabled: true }],
      "disabled-seen": [{ disabled: true }],
    });
    expect(stack.changes()).toHaveLength(3);
    expect(findFunction(emulator, "updated")).toMatchObject({ description: "First.", envs: { A: "1" } });
    expect(findFunction(emulator, "disabled")?.disabled).toBe(true);
    expect(findFunction(emulator, "disabled-seen")?.disabled).toBe(true);
    const finished = await stack.findResource("waiting");
    expect(finished?.outputs).toMatchObject({ functionId: findFunction(emulator, "waiting")?.id, status: "ACTIVE" });
    expect(await operationOf(stack, "waiting")).toBeUndefined();
    expect(finished?.initErrors ?? []).toEqual([]);

    // Updates time out. All others have nothing left to do.
    emulator.clearRequests();
    emulator.addFault({ ...updateOf("updated"), tasks });
    emulator.addFault({ ...updateOf("changed"), tasks });
    declared.all = {
      ...declared.all,
      updated: { ...patient, description: "Second.", envs: { A: "1" } },
      changed: { ...patient, code: "package last" },
    };
    const again = await stack.upWithFailures();
    expect(again).toMatch(/updating function "updated": task \S+ is RUNNING; timed out after 1 second/);
    expect(again).toMatch(/updating function "changed": task \S+ is RUNNING; timed out after 1 second/);
    expect(stack.changes().sort()).toEqual([`PATCH ${pathOf("changed")} 200`, `PATCH ${pathOf("updated")} 200`]);
    // The stack, waiting, unseen and both that are disabled.
    expect(again).toContain("5 unchanged");

    // Fields that were sent and are no longer declared are emptied, although no state has ever listed them. A change of
    // the name replaces the function.
    emulator.advanceClock(hour);
    emulator.clearRequests();
    declared.all = { ...declared.all, updated: { ...patient, timeout: 60 }, changed: { ...patient, name: "another" } };
    await stack.up();
    expect(bodiesByName(emulator, "PATCH")).toEqual({ updated: [{ timeout: 60, description: "", envs: {} }] });
    const replaced = stack.changes().filter((change) => !change.startsWith("PATCH"));
    expect(replaced).toEqual([`DELETE ${pathOf("changed")} 200`, `POST ${collection} 200`]);

    // Nothing is left to do, except for a create that times out.
    emulator.clearRequests();
    emulator.addFault({ ...creationOf("destroyed"), tasks });
    declared.all = { ...declared.all, destroyed: patient };
    const converged = await stack.upWithFailures();
    expect(converged).toMatch(/creating function "destroyed": task \S+ is RUNNING; timed out after 1 second/);
    expect(converged).toContain("7 unchanged");
    expect(stack.changes()).toEqual([`POST ${collection} 200`]);

    // The DELETE is sent, and the platform refuses it while the task runs.
    emulator.clearRequests();
    emulator.addFault({ ...deletionOf("destroyed"), tasks });
    expect(await failureText(stack.destroy())).toMatch(
      /deleting function "destroyed": function destroyed cannot be deleted at the moment: .*locked by task .*timed out after 1 second/,
    );
    expect(await stack.findResource("destroyed")).toBeDefined();
    const refused = changesOf(stack, "destroyed");
    expect(refused.filter((change) => change !== "DELETE 409")).toEqual([]);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeLessThan(10);
    emulator.clearFaults();
    emulator.addFault({ ...deletionOf("destroyed"), tasks });

    emulator.advanceClock(hour);
    // Now the task of the DELETE takes an hour.
    expect(await failureText(stack.destroy())).toMatch(
      /deleting function "destroyed": task \S+ is RUNNING; timed out after 1 second\. The function may be deleted nevertheless, .* Run the same command again to see it through/,
    );
    expect(await stack.resources()).toHaveLength(1);
    emulator.clearRequests();
    emulator.advanceClock(hour);
    await stack.destroy();
    expect(emulator.state().functions).toEqual([]);
    expect(stack.changes()).toEqual([]);
  },
);
