import type { SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, invalidFields } from "./cloud-error";
import { demoSeed } from "./demo-seed";
import { problems } from "./fields/check";
import { snapshotFields } from "./fields/snapshot";
import { taskId } from "./snapshot-seed";

interface Page {
  readonly count: number;
  readonly results: readonly { readonly id: string; readonly name: string }[];
}

type SeedSnapshot = NonNullable<SeedInput["snapshots"]>[number];

const path = "/cloud/v1/snapshots/1/2";

const snapshot = (number: number, rest: Partial<SeedSnapshot> = {}): SeedSnapshot => ({
  id: `0000000${number}-0000-4000-8000-00000000000${number}`,
  name: `nightly-${number}`,
  project_id: 1,
  region_id: 2,
  ...rest,
});

const locked = { task_id: taskId, lockPolls: 1 };
const snapshots = [snapshot(3), snapshot(1, locked), snapshot(2), snapshot(4, { region_id: 3 })];

const startWithSnapshots = (cloud: SeedInput["cloud"] = {}) => start({ seed: { snapshots, cloud } });
const pageOf = ({ body }: { body: unknown }) => body as Page;
const names = (page: Page) => page.results.map(({ name }) => name);

describe("the list of snapshots", () => {
  it("returns each snapshot as its GET does", async () => {
    const emulator = await start({ seed: demoSeed });
    const { count, results } = pageOf(await call(emulator, "GET", "/cloud/v1/snapshots/11/3"));
    expect(count).toBe(emulator.state().snapshots.length);
    for (const listed of results) {
      expect({ id: listed.id, problems: problems(listed, snapshotFields) }).toEqual({ id: listed.id, problems: [] });
      const one = await call(emulator, "GET", `/cloud/v1/snapshots/11/3/${listed.id}`);
      expect(one).toMatchObject({ status: 200, body: listed });
    }
  });

  it("is empty if there are no snapshots", async () => {
    const answer = await call(await startWithSnapshots(), "GET", "/cloud/v1/snapshots/9/2");
    expect(answer).toMatchObject({ status: 200, body: { count: 0, results: [] } });
  });

  it.each<[string, string[]]>([
    ["", ["nightly-3", "nightly-1", "nightly-2"]],
    ["?limit=2", ["nightly-3", "nightly-1"]],
    ["?limit=2&offset=2", ["nightly-2"]],
    ["?offset=3", []],
    ["?name=nightly-1", ["nightly-3", "nightly-1", "nightly-2"]],
  ])("comes in pages without filters, with the count of all snapshots: %s", async (query, expected) => {
    const page = pageOf(await call(await startWithSnapshots(), "GET", path + query));
    expect([page.count, names(page)]).toEqual([3, expected]);
  });

  it("starts with the first snapshot on every page if offset is ignored", async () => {
    const page = pageOf(
      await call(await startWithSnapshots({ ignoresOffset: true }), "GET", `${path}?limit=1&offset=2`),
    );
    expect([page.count, names(page)]).toEqual([3, ["nightly-3"]]);
  });

  it.each(["limit=0", "limit=ten", "offset=-1"])("refuses %s", async (query) => {
    const answer = await call(await startWithSnapshots(), "GET", `${path}?${query}`);
    expectCloudError(answer, [400, "ValidationError"]);
    expect(invalidFields(answer)).toEqual({ [query.split("=", 1)[0] ?? ""]: [expect.any(String)] });
  });

  it("does not count as a read of a lock", async () => {
    const emulator = await startWithSnapshots();
    const listed = async () => pageOf(await call(emulator, "GET", path)).results[1];
    expect([await listed(), await listed()]).toMatchObject([{ task_id: taskId }, { task_id: taskId }]);
  });

  it("shows a new snapshot once its task runs", async () => {
    const emulator = await start({ seed: { cloud: { taskLife: { newMs: 1_000, runningMs: 1_000 } } } });
    await call(emulator, "POST", path, { name: "fresh", volume_id: taskId });
    const seen = async () => pageOf(await call(emulator, "GET", path)).results;
    expect(await seen()).toEqual([]);
    emulator.advanceClock(1_500);
    expect(await seen()).toMatchObject([{ name: "fresh", status: "creating" }]);
  });
});
