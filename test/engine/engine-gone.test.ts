import { changeFunctions, collection, declaring, pathOf } from "./setup/functions";
import { killEngine, until } from "./setup/host-process";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const hour = 3_600_000;

/** Runs an `up` whose engine is killed once a request fits; returns the changes that were sent until its host ended. */
async function orphaned(stack: TestStack, fits: (request: { method: string; path: string }) => boolean) {
  stack.emulator.clearRequests();
  const running = failureText(stack.up());
  await until(() => stack.requests().some(fits));
  await killEngine();
  await running;
  const changes = stack.changes();
  // The killed engine leaves its lock behind; this is how Pulumi removes it.
  await stack.stack.cancel();
  return changes;
}

/** Removes what the killed creation has left on the platform: no state has it. */
function removeFunctions(stack: TestStack): void {
  stack.emulator.advanceClock(hour);
  changeFunctions(stack.emulator, () => undefined);
}

engineTest("engine gone: the host stops waiting for a running task and ends", {}, async (stack) => {
  stack.program = declaring().program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { runningMs: hour } });
  const changes = await orphaned(stack, ({ path }) => path.includes("/tasks/"));
  expect(changes).toEqual([`POST ${collection} 200`]);
  removeFunctions(stack);
});

engineTest("engine gone: the host ends without repeating a creation that has no answer", {}, async (stack) => {
  stack.program = declaring().program;
  stack.emulator.addFault({ method: "POST", path: collection, answerDelayMs: 600_000 });
  const changes = await orphaned(stack, ({ method }) => method === "POST");
  expect(changes).toEqual([`POST ${collection} no answer`]);
  removeFunctions(stack);
});

engineTest("engine gone: a failed change is not sent again", {}, async (stack) => {
  const declared = declaring();
  stack.program = declared.program;
  await stack.up();
  declared.args = { description: "New." };
  const later = { status: 429, body: { message: "slow down" }, headers: { "Retry-After": "60" } };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), answer: later, times: 100 });
  const changes = await orphaned(stack, ({ method }) => method === "PATCH");
  expect(changes).toEqual([`PATCH ${pathOf()} 429`]);
});
