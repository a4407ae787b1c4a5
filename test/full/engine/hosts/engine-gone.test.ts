import type { UpOptions } from "@pulumi/pulumi/automation";
import type { FaultInput, RequestLogEntry } from "edgecloud-emulator";
import { OriginGroup, type CloudFunctionArgs } from "pulumi-edgecloud";
import {
  changeFunctions,
  collection,
  declareFunction,
  declareFunctions,
  pathOf,
} from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { killEngine, signalEngine, waitUntil } from "../../../engine/setup/host-process";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const hour = 3_600_000;

/** Asks to come back after that many seconds. */
function later(seconds: number) {
  return { status: 429, body: { message: "slow down" }, headers: { "Retry-After": String(seconds) } };
}

type Fits = (request: RequestLogEntry) => boolean;

/** Runs an `up` whose engine is killed once a request fits each; returns what the engine has left running. */
async function upWithoutEngine(stack: TestStack, fits: Fits[], options: UpOptions = {}) {
  stack.emulator.clearRequests();
  const running = failureText(stack.up(undefined, options));
  await waitUntil(() => fits.every((fit) => stack.requests().some(fit)));
  const orphans = killEngine();
  await running;
  // The killed engine leaves its lock behind; this is how Pulumi removes it.
  await stack.stack.cancel();
  return orphans;
}

/** As `upWithoutEngine`; returns the changes that were sent until the host ended. */
async function changesWithoutEngine(...up: Parameters<typeof upWithoutEngine>) {
  const [stack] = up;
  const orphans = await upWithoutEngine(...up);
  const changes = stack.changes();
  await orphans.waitForEnd();
  expect(stack.changes()).toEqual(changes);
  return changes;
}

/** Answers without a pause, after which a change is sent again, perhaps even before the engine is killed. */
const refusals = {
  failing: { status: 500, body: {} },
  busy: { status: 409, body: { message: "busy" } },
};

/** What happens to creations. */
const creations: Record<string, Partial<FaultInput>> = {
  building: { tasks: { runningMs: hour } },
  silent: { answerDelayMs: 600_000 },
};

const toArgs = (names: object, args: Partial<CloudFunctionArgs>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, args]));

engineTest("engine gone: the host stops waiting for a task and sends nothing again", {}, async (stack) => {
  const { emulator } = stack;
  const declared = declareFunctions(toArgs(refusals, {}));
  stack.program = declared.program;
  await stack.up();
  declared.all = { ...toArgs(refusals, { description: "New." }), ...toArgs(creations, {}) };
  for (const [name, answer] of Object.entries(refusals)) {
    emulator.addFault({ method: "PATCH", path: pathOf(name), answer, times: 100 });
  }
  for (const [name, fault] of Object.entries(creations)) {
    emulator.addFault({ method: "POST", path: collection, body: { name }, ...fault });
  }
  const fits: Fits[] = [
    ...Object.keys(refusals).map(
      (name): Fits =>
        (sent) =>
          sent.method === "PATCH" && sent.path === pathOf(name),
    ),
    ({ method, body }) => method === "POST" && (body as { name: string }).name === "silent",
    ({ path }) => path.includes("/tasks/"),
  ];
  // For the logs, Pulumi starts the host with more arguments.
  const changes = await changesWithoutEngine(stack, fits, { logFlow: true, logVerbosity: 1 });
  const patches = changes.filter((change) => change.startsWith("PATCH "));
  expect([...new Set(patches)].sort()).toEqual([`PATCH ${pathOf("busy")} 409`, `PATCH ${pathOf("failing")} 500`]);
  expect(changes.filter((change) => change.startsWith("POST ")).sort()).toEqual([
    `POST ${collection} 200`,
    `POST ${collection} no answer`,
  ]);
  // No state has what the killed creations have left on the platform.
  emulator.advanceClock(hour);
  changeFunctions(emulator, ({ name }) => (name in creations ? undefined : {}));
});

/** The plugin ends its waits at once; Pulumi's host for dynamic providers is ended with the engine. */
const interruptions = byHost({ dynamic: 2, plugin: 1 });

engineTest(
  `engine ended by Ctrl-C, pressed ${interruptions} times, or gone: nothing is sent again, nor undoes the next up`,
  {},
  async (stack) => {
    const { emulator } = stack;
    const declared = declareFunction();
    let source = "first.example.com";
    stack.program = () => {
      declared.program();
      new OriginGroup("website", { name: "website", sources: [{ source }] });
    };
    await stack.up();

    declared.args = { description: "Interrupted." };
    emulator.addFault({ method: "PATCH", path: pathOf(), answer: later(25) });
    emulator.clearRequests();
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

    declared.args = { description: "Gone, a second before it may be sent again." };
    emulator.addFault({ method: "PATCH", path: pathOf(), answer: later(1), times: 100 });
    expect(await changesWithoutEngine(stack, [({ method }) => method === "PATCH"])).toEqual([`PATCH ${pathOf()} 429`]);
    emulator.clearFaults();

    // A request that the host was about to send comes too late for the next `up`.
    declared.args = {};
    source = "old.example.com";
    emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/*", answer: later(25) });
    const orphans = await upWithoutEngine(stack, [({ method }) => method === "PUT"]);
    source = "new.example.com";
    await stack.up();
    await orphans.waitForEnd();
    expect(stack.changes().filter((change) => change.startsWith("PUT "))).toEqual([
      "PUT /cdn/origin_groups/1001 429",
      "PUT /cdn/origin_groups/1001 200",
    ]);
    expect(emulator.state().originGroups).toMatchObject([{ sources: [{ source: "new.example.com" }] }]);
  },
);
