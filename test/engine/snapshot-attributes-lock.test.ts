import type { EngineEvent } from "@pulumi/pulumi/automation";
import { expectConverged } from "./setup/expectations";
import { byHost } from "./setup/host";
import {
  changeSnapshots,
  declareAttributes,
  path,
  seed,
  createSnapshotSeed,
  snapshotId,
  readSnapshot,
  taskId,
} from "./setup/snapshots";
import { engineTest, failureText } from "./setup/test-stack";

const lockedFor = (lockPolls?: number) => ({ snapshots: [createSnapshotSeed({ task_id: taskId, lockPolls })] });
const locked = `snapshot ${snapshotId} is locked by task ${taskId}`;

engineTest("resume: up waits for the end of a lock, with live progress", { seed: lockedFor(3) }, async (stack) => {
  const declared = declareAttributes({ tags: { a: "1" } });
  stack.program = declared.program;
  const events: EngineEvent[] = [];
  await stack.preview();
  await stack.stack.up({ onEvent: (event) => events.push(event) });
  expect(readSnapshot(stack.emulator).tags.a).toBe("1");
  expect(stack.changes()).toEqual([`PATCH ${path} 200`]);
  const live = events.flatMap(({ diagnosticEvent }) => (diagnosticEvent?.ephemeral ? [diagnosticEvent.message] : []));
  expect(live.length).toBeGreaterThan(0);
  const line = byHost({
    dynamic: `\\d+ s is locked by task ${taskId}: snapshot ${snapshotId}`,
    plugin: `is locked by task ${taskId} \\d+ s`,
  });
  for (const message of live) {
    expect(message).toMatch(new RegExp(`^${line}\\n$`));
  }
  await expectConverged(stack);
});

engineTest(
  "resume: create under a lasting lock leaves nothing in the state, the next up works",
  { seed: lockedFor() },
  async (stack) => {
    stack.program = declareAttributes({ tags: { a: "1" }, lockTimeoutSeconds: 1 }).program;
    expect(await failureText(stack.up())).toContain(
      `creating snapshot attributes "${snapshotId}": ${locked}; timed out after 1 second; nothing was changed. ` +
        "Try again later, or raise lockTimeoutSeconds",
    );
    expect(await stack.resources()).toEqual([]);
    expect(stack.changes()).toEqual([]);
    changeSnapshots(stack.emulator, () => ({ task_id: null }));
    await stack.up();
    await expectConverged(stack);
  },
);

engineTest("resume: update and destroy under a lasting lock leave the state unchanged", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { a: "1" }, lockTimeoutSeconds: 1 });
  stack.program = declared.program;
  await stack.up();
  const [before] = await stack.resources();
  changeSnapshots(stack.emulator, () => ({ task_id: taskId }));
  declared.args = { tags: { b: "1" }, lockTimeoutSeconds: 1 };
  expect(await failureText(stack.up())).toContain(
    `updating snapshot attributes "${snapshotId}": ${locked}; timed out after`,
  );
  expect(await stack.resources()).toEqual([before]);
  expect(await failureText(stack.destroy())).toContain(`deleting snapshot attributes "${snapshotId}": ${locked}`);
  expect((await stack.resources()).map(({ outputs }) => outputs.restorePoint)).toEqual([before?.outputs.restorePoint]);

  changeSnapshots(stack.emulator, () => ({ task_id: null }));
  stack.emulator.clearRequests();
  await stack.up();
  expect(stack.changes()).toEqual([`PATCH ${path} 200`]);
  expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", theirs: "x", team: "old", b: "1" });
});

engineTest("resume: up waits after a 409 like for a lock", { seed }, async (stack) => {
  stack.program = declareAttributes({ tags: { a: "1" } }).program;
  stack.emulator.addFault({ method: "PATCH", path, times: 2, answer: { status: 409, body: { message: "Busy." } } });
  await stack.up();
  expect(stack.changes()).toEqual([`PATCH ${path} 409`, `PATCH ${path} 409`, `PATCH ${path} 200`]);
});

const config = { "edgecloud:maxRetries": { value: "1" } };

engineTest("lost answers: the PATCH takes effect once, repeated or observed", { seed, config }, async (stack) => {
  const declared = declareAttributes({ tags: { a: "1" } });
  stack.program = declared.program;
  for (const fault of [
    { reset: "after" },
    { reset: "before" },
    { broken: "truncated" },
    { broken: "malformed" },
  ] as const) {
    declared.args = { tags: { a: JSON.stringify(fault) } };
    stack.emulator.addFault({ method: "PATCH", path, ...fault });
    await stack.up();
    expect(stack.emulator.faults().map(({ timesLeft }) => timesLeft)).toEqual([0]);
    stack.emulator.clearFaults();
    await expectConverged(stack);
  }
});

engineTest(
  "partial failure: the restore point survives a change whose outcome is unknown",
  { seed, config },
  async (stack) => {
    const declared = declareAttributes({ name: "nightly", tags: { team: "new", a: "1" } });
    stack.program = declared.program;
    stack.emulator.addFault({ method: "PATCH", path, times: 9, reset: "after" });
    // Those before the change are let through: of the check, and of the creation itself.
    stack.emulator.addFault({ method: "GET", path, skip: 2, times: 9, reset: "before" });
    expect(await failureText(stack.up())).toMatch(/creating snapshot attributes "\S+": no answer from .*ECONNRESET/);
    expect(readSnapshot(stack.emulator).name).toBe("nightly");
    const restorePoint = { name: "as found", tags: { team: "old" }, addedTags: ["a"] };
    const [kept] = await stack.resources();
    expect(kept?.initErrors).toHaveLength(1);
    expect(kept?.outputs).toMatchObject({ name: "as found", restorePoint });

    stack.emulator.clearFaults();
    stack.emulator.clearRequests();
    await stack.up();
    // A change whose outcome is unknown is sent again, once.
    expect(stack.changes()).toEqual([`PATCH ${path} 200`]);
    expect((await stack.resources())[0]?.outputs).toMatchObject({ name: "nightly", restorePoint });
    await expectConverged(stack);
  },
);

engineTest(
  "partial failure: a refused create leaves nothing in the state, a refused update leaves it unchanged",
  { seed },
  async (stack) => {
    const declared = declareAttributes({ tags: { a: "1" } });
    stack.program = declared.program;
    const body = {
      exception_class: "ValidationError",
      message: "invalid",
      invalid_fields: { tags: ["Too many tags."] },
    };
    const refuse = () => stack.emulator.addFault({ method: "PATCH", path, answer: { status: 400, body } });
    refuse();
    expect(await failureText(stack.up())).toContain(`creating snapshot attributes "${snapshotId}": invalid`);
    expect(await stack.resources()).toEqual([]);
    await stack.up();
    const before = await stack.resources();
    declared.args = { tags: { a: "2" } };
    refuse();
    expect(await failureText(stack.up())).toContain("tags: Too many tags. (400)");
    expect(await stack.resources()).toEqual(before);
  },
);
