import type { Emulator, SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid } from "./cloud-error";
import { problems } from "./fields/check";
import { snapshotFields } from "./fields/snapshot";
import { taskFields } from "./fields/task";
import { startedTasks, states, type Life } from "./function-seed";
import { snapshotPath, snapshotSeed } from "./snapshot-seed";

const collection = "/cloud/v1/snapshots/1/2";
const volume_id = "22222222-2222-4222-8222-222222222222";
const body = { volume_id, name: "nightly" };

/** Status and lock of the one snapshot that there is, or the status of the answer. */
async function look(emulator: Emulator, path: string): Promise<unknown> {
  const answer = await call(emulator, "GET", path);
  if (answer.status !== 200) {
    return answer.status;
  }
  expect(problems(answer.body, snapshotFields)).toEqual([]);
  const { status, task_id } = answer.body as { status: string; task_id: string | null };
  return task_id === null ? status : `${status}, locked`;
}

async function operate(kind: "create" | "delete", taskLife: Life) {
  const seed: SeedInput = kind === "delete" ? snapshotSeed({}, { taskLife }) : { cloud: { taskLife } };
  const emulator = await start({ seed });
  const [method, at, sent] = kind === "create" ? ["POST", collection, body] : ["DELETE", snapshotPath];
  const answer = await call(emulator, method, at, sent);
  const path = `${collection}/${emulator.state().snapshots[0]?.id}`;
  return { emulator, tasks: startedTasks(answer), path };
}

const effects = [
  { kind: "create", fresh: 404, running: "creating, locked", done: "available", failed: 404, kept: "error" },
  {
    kind: "delete",
    fresh: "available, locked",
    running: "deleting, locked",
    done: 404,
    failed: "available",
    kept: 404,
  },
] as const;

describe.each(effects)("a snapshot whose $kind", ({ kind, fresh, running, ...after }) => {
  it.each([
    ["done", {}],
    ["failed", { end: "ERROR" }],
    ["kept", { end: "ERROR", keeps: true }],
  ] as const)("is %s follows its task, by polls and by the clock", async (end, life) => {
    const polled = await operate(kind, { newPolls: 1, runningPolls: 1, ...life });
    const timed = await operate(kind, { newMs: 60_000, runningMs: 60_000, ...life });
    for (const expected of [fresh, running, after[end]]) {
      expect(await look(polled.emulator, polled.path)).toBe(expected);
      expect(await look(timed.emulator, timed.path)).toBe(expected);
      await states(polled.emulator, polled.tasks[0], 1);
      timed.emulator.advanceClock(60_000);
    }
  });

  it("is locked while a task runs, and its state serves as a seed", async () => {
    const { emulator, path } = await operate(kind, { runningMs: 60_000, tasks: 2 });
    const copy = await start({ seed: emulator.state() });
    expect(copy.state()).toEqual(emulator.state());
    for (const [method, sent] of [
      ["PATCH", { name: "other" }],
      ["DELETE", undefined],
    ] as const) {
      expectCloudError(await call(copy, method, path, sent), [409, "ConflictError"]);
    }
    copy.advanceClock(60_000);
    expect(await look(copy, path)).toBe(after.done);
  });
});

describe("creating a snapshot (platform facts)", () => {
  it("stores the sent fields, and names the snapshot in its task", async () => {
    const emulator = await start();
    const sent = { ...body, description: "before the upgrade", tags: { env: " prod " } };
    const [task] = startedTasks(await call(emulator, "POST", collection, sent));
    const { id } = emulator.state().snapshots[0] ?? {};
    const found = (await call(emulator, "GET", `/cloud/v1/tasks/${task}`)).body;
    expect(problems(found, taskFields("snapshots"))).toEqual([]);
    expect(found).toMatchObject({ task_type: "create_snapshot", created_resources: { snapshots: [id] } });
    const tags = [{ key: "env", value: "prod", read_only: false }];
    const place = { project_id: 1, region_id: 2, region: "region-2", creator_task_id: task, status: "available" };
    expect((await call(emulator, "GET", `${collection}/${id}`)).body).toMatchObject({ ...sent, tags, ...place });
  });

  it.each<[string, object, string]>([
    ["no volume", { volume_id: undefined }, "volume_id"],
    ["a volume that is no UUID4", { volume_id: "5" }, "volume_id"],
    ["no name", { name: undefined }, "name"],
    ["null as tags", { tags: null }, "tags"],
    ["an unknown field", { size: 5 }, "size"],
  ])("refuses %s", async (_what, rest, field) => {
    const emulator = await start();
    await expectInvalid(emulator, ["POST", collection, { ...body, ...rest }], { [field]: [expect.any(String)] });
  });
});

describe("deleting a snapshot (platform facts)", () => {
  it("is a 409 while another task holds the lock", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: volume_id, lockPolls: 1 }) });
    expectCloudError(await call(emulator, "DELETE", snapshotPath), [409, "ConflictError"]);
    await call(emulator, "GET", snapshotPath);
    startedTasks(await call(emulator, "DELETE", snapshotPath));
    expect(await look(emulator, snapshotPath)).toBe(404);
  });
});
