import { toDraft } from "../../emulator/src/cdn/origin-groups/draft";
import { validateGroup } from "../../emulator/src/cdn/origin-groups/rules/validate";
import { Clock } from "../../emulator/src/clock";
import { parseFunctionChange, parseNewFunction } from "../../emulator/src/cloud/functions/body";
import { CloudStore, maxTasks } from "../../emulator/src/cloud/store";
import { defaultDialect } from "../../emulator/src/dialect";
import { call, create, newGroup, start } from "./client";
import { functionsPath, namespaceSeed, newFunction } from "./function-seed";

/** An object that counts how often its properties are read. */
function counted<T extends object>(object: T, count: () => void): T {
  return new Proxy(object, {
    get: (target, name) => {
      count();
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** How often a request's sources are read while a group is validated. */
function looksAt(sources: object[]): number {
  let looks = 0;
  const { entries, ...draft } = toDraft({ name: "a", sources }, defaultDialect);
  const cdn = { olderLegacySecretRule: false, ignoresOffset: false };
  const settings = { plan: { originsLimit: 1_000_000, groupsLimit: 1 }, cdn };
  const watched = { ...draft, entries: entries.map((entry) => counted(entry, () => looks++)) };
  const nothing = { lookUpName: () => undefined, isNameTaken: () => false, existing: undefined };
  validateGroup(watched, { dialect: defaultDialect, settings, ...nothing });
  return looks;
}

describe("the work for a group is linear in its sources", () => {
  it.each<[string, (index: number) => object]>([
    ["hosts", (index) => ({ source: `host-${index}.example.com` })],
    ["hosts wrong in every way", () => ({ source: "http://a/b:99999", backup: true, enabled: false, config: {} })],
    ["buckets", (index) => ({ origin_type: "s3", config: { s3_bucket_name: `bucket-${index}` } })],
    ["buckets of one name", (index) => ({ config: { s3_bucket_name: "b", s3_type: `type-${index}` } })],
  ])("%s", (_what, source) => {
    const of = (length: number) => looksAt(Array.from({ length }, (_, index) => source(index)));
    expect(of(400) / of(100)).toBeLessThan(4.5);
  });
});

/** How often an entry is put into any map while `act` runs: copying a map puts in all its entries. */
async function puts(act: () => Promise<unknown>): Promise<number> {
  const set = jest.spyOn(Map.prototype, "set");
  try {
    await act();
    return set.mock.calls.length;
  } finally {
    set.mockRestore();
  }
}

describe("the work for a change does not depend on the number", () => {
  it("of functions and ended tasks", async () => {
    const emulator = await start({ seed: namespaceSeed() });
    const makeFunction = async (index: number) => {
      const answer = await call(emulator, "POST", functionsPath, newFunction({ name: `function-${index}` }));
      expect(answer.status).toBe(200);
    };
    await makeFunction(0);
    const atFirst = await puts(() => makeFunction(1));
    for (let index = 2; index < 200; index++) {
      await makeFunction(index);
    }
    expect(await puts(() => makeFunction(200))).toBeLessThan(atFirst + 50);
  });

  it("of groups", async () => {
    const emulator = await start();
    await create(emulator, newGroup("group-0"));
    const atFirst = await puts(() => create(emulator, newGroup("group-1")));
    for (let index = 2; index < 200; index++) {
      await create(emulator, newGroup(`group-${index}`));
    }
    expect(await puts(() => create(emulator, newGroup("group-200")))).toBeLessThan(atFirst + 50);
  });
});

describe("tasks that have ended", () => {
  it("are not read by other requests", () => {
    let looks = 0;
    class CountingClock extends Clock {
      override now() {
        looks++;
        return super.now();
      }
    }
    const store = new CloudStore(new CountingClock());
    for (let index = 0; index < 500; index++) {
      store.startTasks("create_snapshot", null);
    }
    looks = 0;
    store.objects.functions.find("1/2/web/resize");
    store.objects.snapshots.find("none");
    store.startTasks("create_snapshot", null);
    expect(looks).toBeLessThan(10);
  });

  it("are dropped in the end, the oldest first, unlike running tasks", () => {
    const store = new CloudStore(new Clock());
    const running = store.startTasks("create_snapshot", null, { runningMs: 60_000 });
    const first = store.startTasks("create_snapshot", null);
    for (let index = 0; index < 2 * maxTasks; index++) {
      store.startTasks("create_snapshot", null);
    }
    const [last = ""] = store.startTasks("create_snapshot", null);
    expect(store.exportState().tasks.length).toBeLessThan(2 * maxTasks);
    expect(store.exportState().tasks.length).toBeGreaterThanOrEqual(maxTasks);
    expect([store.pollTask(running[0] ?? ""), store.pollTask(first[0] ?? ""), store.pollTask(last)]).toMatchObject([
      { progress: { phase: "RUNNING" } },
      undefined,
      { progress: { phase: "ENDED" } },
    ]);
  });
});

it("the schema of a function is built once for the current switches", () => {
  let looks = 0;
  const { switches } = new CloudStore(new Clock());
  const watched = counted(switches, () => looks++);
  const autoscaling = { min_instances: 0, max_instances: 3 };
  parseNewFunction(newFunction(), watched);
  const once = looks;
  for (let time = 0; time < 5; time++) {
    parseNewFunction(newFunction(), watched);
    parseFunctionChange({ timeout: 1 }, watched, autoscaling);
  }
  expect([once > 0, looks]).toEqual([true, once]);
});

it("a request with 20,000 invalid tags is answered", async () => {
  const tags = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, ""]));
  const body = { volume_id: "22222222-2222-4222-8222-222222222222", name: "nightly", tags };
  const answer = await call(await start(), "POST", "/cloud/v1/snapshots/1/2", body);
  expect(answer).toMatchObject({ status: 400, body: { invalid_fields: { tags: { length: 20_000 } } } });
});
