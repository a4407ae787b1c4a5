import { expectConverged } from "../../engine/setup/expectations";
import { byTheClock, declareFunctions, findFunction, pathOf } from "../../engine/setup/functions";
import { killHost, waitUntil } from "../../engine/setup/host-process";
import { changesOf, creationOf, deletionOf, updateOf } from "../../engine/setup/named-functions";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

const hour = byTheClock.runningMs;
const phases = { new: { newMs: hour }, running: { runningMs: hour } };

/** What the engine says of a killed host: the system resets a connection on which the host has not read everything. */
const lostHost = /error reading from server: (EOF|.*connection reset by peer)/;

/** Runs an operation whose host is killed once it has polled the tasks of that many functions. */
async function killHostDuring(stack: TestStack, operation: "up" | "destroy", functions: number): Promise<string> {
  const { emulator } = stack;
  emulator.clearRequests();
  const before = emulator.state().tasks.length;
  const running = failureText(stack[operation]());
  await waitUntil(() => {
    const begun = emulator.state().tasks.slice(before);
    const polls = stack.requests().filter(({ status }) => status === 200);
    return (
      begun.length === functions && begun.every(({ id }) => polls.some(({ path }) => path.endsWith(`/tasks/${id}`)))
    );
  });
  killHost();
  return running;
}

/** Lets the last changes end once the platform has refused another one of each function because of them. */
async function endTasksDuring(stack: TestStack, running: Promise<string>, ...names: string[]): Promise<string> {
  await waitUntil(() => names.every((name) => changesOf(stack, name).some((change) => change.endsWith(" 409"))));
  stack.emulator.advanceClock(hour);
  return running;
}

engineTest(
  "crash: a killed create can be adopted, with its task in NEW or RUNNING, up repeats no killed update, destroy no " +
    "killed delete",
  {},
  async (stack) => {
    const { emulator } = stack;
    const names = Object.keys(phases);
    const declareAll = (args: object) => Object.fromEntries(names.map((name) => [name, { envs: { A: "1" }, ...args }]));
    const declared = declareFunctions(declareAll({}));
    stack.program = declared.program;
    for (const [name, tasks] of Object.entries(phases)) {
      emulator.addFault({ ...creationOf(name), tasks });
    }
    expect(await killHostDuring(stack, "up", 2)).toMatch(lostHost);
    expect(await stack.resources()).toEqual([]);
    const made = emulator.state().functions.map(({ id }) => id);

    emulator.clearRequests();
    const refused = await endTasksDuring(stack, failureText(stack.up()), ...names);
    for (const name of names) {
      expect(refused).toMatch(
        new RegExp(
          `already has a function "${name}".*\n *- If an interrupted \`pulumi up\` created it: set adopt: true and onDestroy: "delete"\n`,
        ),
      );
      expect(new Set(changesOf(stack, name))).toEqual(new Set(["POST 409"]));
    }
    // Beside them is another function for the rest of the test.
    declared.all = { ...declareAll({ adopt: true, onDestroy: "delete" }), own: { envs: { A: "1" } } };
    emulator.clearRequests();
    await stack.up();
    expect(changesOf(stack, "own")).toEqual(["POST 200"]);
    expect(stack.changes()).toHaveLength(1);
    expect(emulator.state().functions.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
    expect(emulator.state().functions).toHaveLength(3);
    for (const name of names) {
      const { outputs } = (await stack.findResource(name))!;
      expect(outputs).toMatchObject({ functionId: findFunction(emulator, name)?.id, status: "ACTIVE" });
    }

    // The up after a crash during an update waits and repeats nothing.
    declared.all = { ...declared.all, own: { description: "New." } };
    emulator.addFault({ ...updateOf("own"), tasks: byTheClock });
    expect(await killHostDuring(stack, "up", 1)).toMatch(lostHost);
    emulator.clearRequests();
    await endTasksDuring(stack, stack.up(), "own");
    // Requests during the running change were refused. The adopted functions have not changed.
    expect(stack.changes().filter((change) => change !== `PATCH ${pathOf("own")} 409`)).toEqual([]);
    expect(findFunction(emulator, "own")).toMatchObject({ description: "New.", envs: {} });
    await expectConverged(stack);

    // The destroy after a crash during a destroy waits for the first one.
    emulator.addFault({ ...deletionOf("own"), tasks: byTheClock });
    expect(await killHostDuring(stack, "destroy", 3)).toMatch(lostHost);
    expect(await stack.findResource("own")).toBeDefined();
    emulator.clearRequests();
    await endTasksDuring(stack, stack.destroy(), "own");
    expect(changesOf(stack, "own").filter((change) => !/ (409|404)$/.test(change))).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  },
);
