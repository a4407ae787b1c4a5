import { expectConverged } from "./setup/expectations";
import { byTheClock, collection, declareFunction, pathOf, findFunction } from "./setup/functions";
import { killHost, waitUntil } from "./setup/host-process";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const hour = byTheClock.runningMs;
const phases = { NEW: { newMs: hour }, RUNNING: { runningMs: hour } };

/** Runs an operation whose host is killed once it has polled the task that the request of that method started. */
async function dying(stack: TestStack, method: string, operation: "up" | "destroy" = "up"): Promise<string> {
  stack.emulator.clearRequests();
  const running = failureText(stack[operation]());
  await waitUntil(() => {
    const requests = stack.requests();
    const sent = requests.findIndex((request) => request.method === method);
    return sent >= 0 && requests.slice(sent).some(({ path, status }) => path.includes("/tasks/") && status === 200);
  });
  killHost();
  return running;
}

/** Advances the clock once the next operation was answered that the last change is still in progress. */
async function next(stack: TestStack, running: Promise<string>): Promise<string> {
  await waitUntil(() => stack.requests().some(({ status }) => status === 409));
  stack.emulator.advanceClock(hour);
  return running;
}

for (const [phase, life] of Object.entries(phases)) {
  engineTest(
    `crash: with the task of a create in ${phase}, the next up is refused, and adopting converges`,
    {},
    async (stack) => {
      const declared = declareFunction({ envs: { A: "1" } });
      stack.program = declared.program;
      stack.emulator.addFault({ method: "POST", path: collection, tasks: life });
      expect(await dying(stack, "POST")).toContain("error reading from server: EOF");
      expect(await stack.resources()).toEqual([]);
      const made = stack.emulator.state().functions;

      stack.emulator.clearRequests();
      expect(await next(stack, failureText(stack.up()))).toMatch(
        /already has a function "resize".* set adopt: true \(and onDestroy: "delete" if an interrupted `pulumi up` created it\)/,
      );
      expect(new Set(stack.changes())).toEqual(new Set([`POST ${collection} 409`]));
      declared.args = { envs: { A: "1" }, adopt: true, onDestroy: "delete" };
      stack.emulator.clearRequests();
      await stack.up();
      expect(stack.changes()).toEqual([]);
      expect(stack.emulator.state().functions.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      expect((await stack.resources())[0]?.outputs).toMatchObject({ functionId: made[0]?.id, status: "ACTIVE" });
      await expectConverged(stack);
    },
  );
}

engineTest("crash: the up after a crash during an update waits and repeats nothing", {}, async (stack) => {
  const declared = declareFunction({ envs: { A: "1" } });
  stack.program = declared.program;
  await stack.up();
  declared.args = { description: "New." };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: byTheClock });
  expect(await dying(stack, "PATCH")).toContain("error reading from server: EOF");
  stack.emulator.clearRequests();
  await next(stack, stack.up());
  // Requests during the running change were refused.
  expect(stack.changes().filter((change) => !change.endsWith(" 409"))).toEqual([]);
  expect(findFunction(stack.emulator)).toMatchObject({ description: "New.", envs: {} });
  await expectConverged(stack);
});

engineTest("crash: the destroy after a crash during a destroy waits for the first one", {}, async (stack) => {
  stack.program = declareFunction().program;
  await stack.up();
  stack.emulator.addFault({ method: "DELETE", path: pathOf(), tasks: byTheClock });
  expect(await dying(stack, "DELETE", "destroy")).toContain("error reading from server: EOF");
  expect(await stack.resources()).toHaveLength(1);
  stack.emulator.clearRequests();
  await next(stack, stack.destroy());
  expect(stack.changes().filter((change) => !/ (409|404)$/.test(change))).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});
