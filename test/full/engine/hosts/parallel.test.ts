import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { bodiesByName, collection, pathOf, required } from "../../../engine/setup/functions";
import {
  createSnapshotSeed,
  pathOf as pathOfSnapshot,
  projectId,
  readSnapshot,
  regionId,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { engineTest } from "../../../engine/setup/test-stack";

const count = 30;
const numbers = Array.from({ length: count }, (_, index) => index + 1);

function declareEach(timeout: number): void {
  for (const number of numbers) {
    const name = `n-${number}`;
    new OriginGroup(`group-${name}`, { name, sources: [{ source: `${name}.example.com` }] });
    new CloudFunction(`function-${name}`, { ...required, name, code: `package ${name}`, timeout });
    const tags = { number: String(number) };
    new SnapshotAttributes(`snapshot-${name}`, { projectId, regionId, snapshotId: snapshotIdOf(number), tags });
  }
}

const seed = {
  cloud: { taskLife: { newPolls: 1, runningPolls: 1 } },
  snapshots: numbers.map((number) => createSnapshotSeed({ id: snapshotIdOf(number) })),
};

engineTest("parallel: each request for 30 groups, functions and snapshots is sent once", { seed }, async (stack) => {
  const { emulator } = stack;
  let timeout = 30;
  stack.program = () => declareEach(timeout);
  await stack.up(4 * count);
  expect(stack.changes().sort()).toEqual(
    numbers
      .flatMap((number) => [
        "POST /cdn/origin_groups 201",
        `POST ${collection} 200`,
        `PATCH ${pathOfSnapshot(snapshotIdOf(number))} 200`,
      ])
      .sort(),
  );
  const { originGroups, functions, tasks } = emulator.state();
  // Each task is polled three times: NEW, RUNNING and FINISHED.
  const polls = stack.requests().filter(({ path }) => path.startsWith("/cloud/v1/tasks/"));
  expect(polls).toHaveLength(3 * tasks.length);
  for (const number of numbers) {
    const name = `n-${number}`;
    const group = originGroups.filter((found) => found.name === name);
    expect(group).toMatchObject([{ sources: [{ source: `${name}.example.com` }] }]);
    const own = functions.filter((found) => found.name === name);
    expect(own).toMatchObject([{ code_text: `package ${name}` }]);
    expect((await stack.findResource(`group-${name}`))?.id).toBe(String(group[0]?.id));
    expect((await stack.findResource(`function-${name}`))?.outputs.functionId).toBe(own[0]?.id);
    expect(readSnapshot(emulator, snapshotIdOf(number)).tags.number).toBe(String(number));
  }

  // The states were complete: only what has changed is sent.
  timeout = 60;
  emulator.clearRequests();
  await stack.up(4 * count);
  const names = numbers.map((number) => `n-${number}`);
  expect(stack.changes().sort()).toEqual(names.map((name) => `PATCH ${pathOf(name)} 200`).sort());
  expect(bodiesByName(emulator, "PATCH")).toEqual(Object.fromEntries(names.map((name) => [name, [{ timeout }]])));

  emulator.clearRequests();
  await stack.destroy();
  const deleted = stack.changes().filter((change) => change.startsWith("DELETE"));
  expect(deleted.sort()).toEqual(
    [
      ...originGroups.map(({ id }) => `DELETE /cdn/origin_groups/${id} 204`),
      ...names.map((name) => `DELETE ${pathOf(name)} 200`),
    ].sort(),
  );
});
