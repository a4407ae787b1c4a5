import { changeFunctions, collection, declaring, pathOf } from "./setup/functions";
import { killEngine, until } from "./setup/host-process";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const hour = 3_600_000;

/** Runs an `up` whose engine dies as soon as a request fits; answers what was sent until its host had ended, too. */
async function orphaned(stack: TestStack, fits: (request: { method: string; path: string }) => boolean) {
  stack.emulator.clearRequests();
  const running = failureText(stack.up());
  await until(() => stack.requests().some(fits));
  await killEngine();
  await running;
  const changes = stack.changes();
  // Pulumi's own way on: it leaves its lock behind.
  await stack.stack.cancel();
  return changes;
}

/** What the killed creation has left on the platform belongs to nobody. */
function removeFunctions(stack: TestStack): void {
  stack.emulator.advanceClock(hour);
  changeFunctions(stack.emulator, () => undefined);
}

engineTest("engine gone: while a task runs, the host waits no longer, and ends", {}, async (stack) => {
  stack.program = declaring().program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { runningMs: hour } });
  const changes = await orphaned(stack, ({ path }) => path.includes("/tasks/"));
  expect(changes).toEqual([`POST ${collection} 200`]);
  removeFunctions(stack);
});

engineTest("engine gone: while a creation has no answer, the host ends without another one", {}, async (stack) => {
  stack.program = declaring().program;
  stack.emulator.addFault({ method: "POST", path: collection, answerDelayMs: 600_000 });
  const changes = await orphaned(stack, ({ method }) => method === "POST");
  expect(changes).toEqual([`POST ${collection} no answer`]);
  removeFunctions(stack);
});

engineTest("engine gone: a change that failed is not made again", {}, async (stack) => {
  const declared = declaring();
  stack.program = declared.program;
  await stack.up();
  declared.args = { description: "New." };
  const later = { status: 429, body: { message: "slow down" }, headers: { "Retry-After": "60" } };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), answer: later, times: 100 });
  const changes = await orphaned(stack, ({ method }) => method === "PATCH");
  expect(changes).toEqual([`PATCH ${pathOf()} 429`]);
});
