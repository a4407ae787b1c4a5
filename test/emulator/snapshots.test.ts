import type { Emulator } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid } from "./cloud-error";
import { demoSeed } from "./demo-seed";
import { problems } from "./fields/check";
import { snapshotFields, statuses } from "./fields/snapshot";
import { snapshotId, snapshotPath, snapshotSeed, taskId } from "./snapshot-seed";

const get = (emulator: Emulator) => call(emulator, "GET", snapshotPath);
const patch = (emulator: Emulator, body: unknown) => call(emulator, "PATCH", snapshotPath, body);

describe("a snapshot (contract 2.3)", () => {
  it("has exactly the contract's fields in the shipped seed", async () => {
    const emulator = await start({ seed: demoSeed });
    const seeded = emulator.state().snapshots;
    expect(seeded.length).toBeGreaterThanOrEqual(5);
    for (const { id } of seeded) {
      const { status, body } = await call(emulator, "GET", `/cloud/v1/snapshots/11/3/${id}`);
      expect({ id, status, problems: problems(body, snapshotFields) }).toEqual({ id, status: 200, problems: [] });
    }
  });

  it("has every field when the seed has only the required ones", async () => {
    const { body } = await get(await start({ seed: snapshotSeed() }));
    expect(problems(body, snapshotFields)).toEqual([]);
    expect(body).toMatchObject({ region: "region-2", status: "available", task_id: null, description: null });
  });

  it.each(statuses)("can be %s", async (status) => {
    const emulator = await start({ seed: snapshotSeed({ status }) });
    expect(await get(emulator)).toMatchObject({ status: 200, body: { status } });
  });

  it("is found whatever the case of its ID", async () => {
    const id = "aaaaaaaa-1111-4111-8111-11111111111a";
    const emulator = await start({ seed: snapshotSeed({ id: id.toUpperCase() }) });
    for (const text of [id, id.toUpperCase()]) {
      expect(await call(emulator, "GET", `/cloud/v1/snapshots/1/2/${text}`)).toMatchObject({ status: 200 });
    }
  });

  it.each(["GET", "PATCH"])("is a 404 if it does not exist, for %s", async (method) => {
    const emulator = await start({ seed: snapshotSeed() });
    for (const path of [
      `/cloud/v1/snapshots/1/2/${taskId}`,
      `/cloud/v1/snapshots/1/3/${snapshotId}`,
      `/cloud/v1/snapshots/2/2/${snapshotId}`,
      `/cloud/v1/snapshots/1/x/${snapshotId}`,
    ]) {
      const answer = await call(emulator, method, path, method === "PATCH" ? { name: "new-name" } : undefined);
      expectCloudError(answer, [404, "NotFoundError"]);
    }
  });

  it.each(["1", "11111111-1111-1111-8111-111111111111"])("has a UUID4 as ID, not %s", async (id) => {
    const fields = { snapshot_id: ["Not a valid UUID4."] };
    await expectInvalid(await start({ seed: snapshotSeed() }), ["GET", `/cloud/v1/snapshots/1/2/${id}`], fields);
  });
});

describe("renaming a snapshot (contract 4.3)", () => {
  it.each<[string, string]>([
    ["3 characters", "abc"],
    ["63 characters", "a".repeat(63)],
    ["every character that is allowed in the middle", "a ._-\\0Z9"],
    ["a dot at the end", "ab."],
  ])("accepts %s", async (_what, name) => {
    const emulator = await start({ seed: snapshotSeed() });
    expect(await patch(emulator, { name })).toMatchObject({ status: 200, body: { name } });
    expect((await get(emulator)).body).toMatchObject({ name });
  });

  it.each<[string, unknown]>([
    ["2 characters", "ab"],
    ["64 characters", "a".repeat(64)],
    ["nothing", ""],
    ["a dash at the beginning", "-ab"],
    ["a space at the beginning", " ab"],
    ["a space at the end", "ab "],
    ["a dash at the end", "ab-"],
    ["a line break at the end", "abc\n"],
    ["null", null],
  ])("refuses %s", async (_what, name) => {
    const fields = { name: [expect.any(String)] };
    await expectInvalid(await start({ seed: snapshotSeed() }), ["PATCH", snapshotPath, { name }], fields);
  });

  it("changes nothing else but updated_at", async () => {
    const emulator = await start({ seed: snapshotSeed() });
    const before = (await get(emulator)).body as Record<string, unknown>;
    const { body } = await patch(emulator, { name: "after-upgrade" });
    const { updated_at } = body as { updated_at: string };
    expect(body).toEqual({ ...before, name: "after-upgrade", updated_at });
    expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    expect(updated_at).not.toBe(before.updated_at);
    expect((await get(emulator)).body).toEqual(body);
  });

  it.each([{}, { name: "before-upgrade", tags: { env: "prod", gone: null } }])(
    "changes nothing for %j",
    async (body) => {
      const emulator = await start({ seed: snapshotSeed() });
      const before = (await get(emulator)).body;
      const answer = await patch(emulator, body);
      expect([answer.status, answer.body]).toEqual([200, before]);
    },
  );

  it("names all unknown properties beside other problems", async () => {
    const body = { name: "x", description: "new", size: 5, tags: { env: "new" } };
    const fields = { name: [expect.any(String)], description: ["Unknown property."], size: ["Unknown property."] };
    await expectInvalid(await start({ seed: snapshotSeed() }), ["PATCH", snapshotPath, body], fields);
  });
});

describe("a locked snapshot", () => {
  it("shows the lock for a number of reads, then is unlocked", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: taskId, lockPolls: 2 }) });
    expect(emulator.state().snapshots).toMatchObject([{ lockPolls: 2 }]);
    const seen: unknown[] = [];
    for (let read = 0; read < 4; read++) {
      seen.push(((await get(emulator)).body as { task_id: unknown }).task_id);
    }
    expect(seen).toEqual([taskId, taskId, null, null]);
    expect(problems((await get(emulator)).body, snapshotFields)).toEqual([]);
    expect(await patch(emulator, { name: "new-name" })).toMatchObject({ status: 200 });
  });

  it("does not count a HEAD or the list as a read", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: taskId, lockPolls: 1 }) });
    const headers = { authorization: "apikey demo-key" };
    expect((await fetch(emulator.url + snapshotPath, { method: "HEAD", headers })).status).toBe(200);
    const { body } = await call(emulator, "GET", "/cloud/v1/snapshots/1/2");
    expect(body).toMatchObject({ results: [{ task_id: taskId }] });
    expect(emulator.state().snapshots).toMatchObject([{ lockPolls: 1, task_id: taskId }]);
  });

  it("answers 409 to a change, which does not count as a read", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: taskId, lockPolls: 1 }) });
    const before = emulator.state();
    for (const body of [{ name: "new-name" }, { tags: { env: "test" } }, {}]) {
      const answer = await patch(emulator, body);
      expectCloudError(answer, [409, "ConflictError"]);
      expect((answer.body as { message: string }).message).toContain(taskId);
    }
    expect(emulator.state()).toEqual(before);
    await get(emulator);
    expect(await patch(emulator, { name: "new-name" })).toMatchObject({ status: 200 });
  });

  it("stays locked without a number of reads", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: taskId }) });
    for (let read = 0; read < 5; read++) {
      expect((await get(emulator)).body).toMatchObject({ task_id: taskId });
    }
    expect(await patch(emulator, { name: "new-name" })).toMatchObject({ status: 409 });
  });

  it("answers 400, not 409, to an invalid body", async () => {
    const emulator = await start({ seed: snapshotSeed({ task_id: taskId }) });
    expectCloudError(await patch(emulator, { tags: { system: null } }), [400, "ValidationError"]);
  });
});
