import type { UpOptions } from "@pulumi/pulumi/automation";
import type { FaultInput } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud";
import { changeFunctions, collection, declareFunction, pathOf } from "./setup/functions";
import { byHost } from "./setup/host";
import { killEngine, signalEngine, waitUntil } from "./setup/host-process";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const hour = 3_600_000;

/** Asks to come back after that many seconds. */
function later(seconds: number) {
  return { status: 429, body: { message: "slow down" }, headers: { "Retry-After": String(seconds) } };
}

/** Runs an `up` whose engine is killed once a request fits; returns what the engine has left running. */
async function upWithoutEngine(
  stack: TestStack,
  fits: (request: { method: string; path: string }) => boolean,
  options: UpOptions = {},
) {
  stack.emulator.clearRequests();
  const running = failureText(stack.up(undefined, options));
  await waitUntil(() => stack.requests().some(fits));
  const orphans = killEngine();
  await running;
  // The killed engine leaves its lock behind; this is how Pulumi removes it.
  await stack.stack.cancel();
  return orphans;
}

/** As `upWithoutEngine`; returns the changes that were sent until the host ended. */
async function orphaned(...up: Parameters<typeof upWithoutEngine>) {
  const [stack] = up;
  const orphans = await upWithoutEngine(...up);
  const changes = stack.changes();
  await orphans.waitForEnd();
  expect(stack.changes()).toEqual(changes);
  return changes;
}

/** Removes what the killed creation has left on the platform: no state has it. */
function removeFunctions(stack: TestStack): void {
  stack.emulator.advanceClock(hour);
  changeFunctions(stack.emulator, () => undefined);
}

engineTest("engine gone: the host stops waiting for a running task and ends", {}, async (stack) => {
  stack.program = declareFunction().program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { runningMs: hour } });
  // For the logs, Pulumi starts the host with more arguments.
  const changes = await orphaned(stack, ({ path }) => path.includes("/tasks/"), { logFlow: true, logVerbosity: 1 });
  expect(changes).toEqual([`POST ${collection} 200`]);
  removeFunctions(stack);
});

engineTest("engine gone: the host ends without repeating a creation that has no answer", {}, async (stack) => {
  stack.program = declareFunction().program;
  stack.emulator.addFault({ method: "POST", path: collection, answerDelayMs: 600_000 });
  const changes = await orphaned(stack, ({ method }) => method === "POST");
  expect(changes).toEqual([`POST ${collection} no answer`]);
  removeFunctions(stack);
});

/**
 * Answers after which a change is sent again, by the gate, the client and the reconcile loop; for those without a pause
 * it may be before the engine is killed.
 */
const answers: { title: string; answer: FaultInput["answer"]; pauses: boolean }[] = [
  { title: "429, a minute before it may be sent again", answer: later(60), pauses: true },
  { title: "429, a second before it may be sent again", answer: later(1), pauses: true },
  { title: "500", answer: { status: 500, body: {} }, pauses: false },
  { title: "409", answer: { status: 409, body: { message: "busy" } }, pauses: false },
];

for (const { title, answer, pauses } of answers) {
  engineTest(`engine gone: a change is not sent again after ${title}`, {}, async (stack) => {
    const declared = declareFunction();
    stack.program = declared.program;
    await stack.up();
    declared.args = { description: "New." };
    stack.emulator.addFault({ method: "PATCH", path: pathOf(), answer, times: 100 });
    const changes = await orphaned(stack, ({ method }) => method === "PATCH");
    expect(pauses ? changes : [...new Set(changes)]).toEqual([`PATCH ${pathOf()} ${answer?.status}`]);
  });
}

engineTest("engine gone: a request it was about to send does not undo the next up", {}, async (stack) => {
  const declare = (source: string) => {
    stack.program = () => void new OriginGroup("website", { name: "website", sources: [{ source }] });
  };
  declare("first.example.com");
  await stack.up();
  declare("old.example.com");
  stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/*", answer: later(25) });
  const orphans = await upWithoutEngine(stack, ({ method }) => method === "PUT");

  declare("new.example.com");
  await stack.up();
  await orphans.waitForEnd();
  expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/1001 429", "PUT /cdn/origin_groups/1001 200"]);
  expect(stack.emulator.state().originGroups).toMatchObject([{ sources: [{ source: "new.example.com" }] }]);
});

/** The plugin ends its waits at once; Pulumi's host for dynamic providers is ended with the engine. */
const interruptions = byHost({ dynamic: 2, plugin: 1 });

engineTest(`engine ended by Ctrl-C, pressed ${interruptions} times: nothing is sent again`, {}, async (stack) => {
  const declared = declareFunction();
  stack.program = declared.program;
  await stack.up();
  declared.args = { description: "New." };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), answer: later(25) });
  stack.emulator.clearRequests();
  let said = "";
  const running = failureText(stack.up(undefined, { onOutput: (part) => (said += part) }));
  await waitUntil(() => stack.changes().length > 0);
  const hosts = signalEngine("SIGINT");
  await waitUntil(() => said.includes("^C received; cancelling"));
  if (interruptions > 1) {
    signalEngine("SIGINT");
  }
  await running;
  await hosts.waitForEnd();
  expect(stack.changes()).toEqual([`PATCH ${pathOf()} 429`]);
});
