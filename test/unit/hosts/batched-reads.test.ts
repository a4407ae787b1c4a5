import { startEmulator, type Emulator, type FaultInput, type SeedInput } from "edgecloud-emulator";
import { Fingerprints } from "../../../provider/core/fingerprints";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { silentDisplay } from "../core/jobs";
import { literal } from "./things";

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const group = (id: number) => ({ id, name: `group-${id}`, sources: [{ source: `host-${id}.example.com` }] });

/** Reads a group whose outputs in the state are `known`; undefined if it is gone. */
type Read = (id: string, known: object) => Promise<object | undefined>;

const surroundings = { notify: () => undefined, waits: silentDisplay() };

const hosts: Record<string, (get: (key: string) => string | undefined) => Promise<Read>> = {
  "the dynamic provider": async (get) => {
    const adapter = new DynamicProvider(originGroup, surroundings);
    await adapter.configure({ config: { get, require: () => "" } });
    return async (id, known) => (await adapter.read(id, { ...literal, ...known })).props as object | undefined;
  },
  "the plugin": (get) => {
    const settings = new HostSettings({});
    settings.configure(get);
    const plugin = new PluginResource(originGroup, settings);
    return Promise.resolve(
      async (id, known) => (await plugin.read(id, { inputs: {}, outputs: { ...known } }, false, surroundings))?.outputs,
    );
  },
};

describe.each(Object.entries(hosts))("%s reads groups", (_, connect) => {
  // A connection, with what it has learned of lists, is shared in the process as long as its settings are the same.
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await startEmulator();
  });

  afterEach(() => emulator.close());

  async function host(count: number, seed: SeedInput = {}, platform = emulator) {
    platform.seed({ ...seed, originGroups: numbers(count).map(group) });
    const config: Record<string, string> = { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": platform.url };
    const read = await connect((key) => config[key]);
    const readOne = async (id: number) => {
      const found = (await read(String(id), { name: `group-${id}` })) as { name?: string } | undefined;
      return found?.name;
    };
    return { read, readAll: (ids: number[]) => Promise.all(ids.map(readOne)) };
  }

  const namesOf = (ids: number[]) => ids.map((id) => `group-${id}`);

  function countRequests(platform = emulator) {
    const sent = platform.requests();
    platform.clearRequests();
    const lists = sent.filter(({ query }) => query.limit !== undefined).length;
    return { lists, single: sent.length - lists };
  }

  async function fetchList(): Promise<object[]> {
    const headers = { authorization: "apikey demo-key" };
    const answer = await fetch(`${emulator.url}/cdn/origin_groups?limit=1000`, { headers });
    emulator.clearRequests();
    return ((await answer.json()) as { results: object[] }).results;
  }

  const spoilList = (effect: Partial<FaultInput>, platform = emulator) =>
    platform.addFault({ method: "GET", path: "/cdn/origin_groups", query: { limit: "1000" }, times: 1000, ...effect });

  it("one by one below eight", async () => {
    const { readAll } = await host(20);
    await readAll(numbers(7));
    expect(countRequests()).toEqual({ lists: 0, single: 7 });
  });

  it("from one list, with one group to compare", async () => {
    const { readAll } = await host(200);
    expect(await readAll(numbers(200))).toEqual(namesOf(numbers(200)));
    expect(countRequests()).toEqual({ lists: 1, single: 1 });
  });

  it("from the list if the state has fingerprints of named credentials", async () => {
    const { read } = await host(20);
    const fingerprints = Fingerprints.create()
      .withKnown(new Map([["auth.s3SecretAccessKey", "hashed"]]))
      .format();
    await Promise.all(numbers(20).map((id) => read(String(id), { name: `group-${id}`, fingerprints })));
    expect(countRequests()).toEqual({ lists: 1, single: 1 });
  });

  it("from a list that is under way", async () => {
    const { readAll } = await host(100);
    spoilList({ delayMs: 300 });
    const first = readAll(numbers(8));
    await emulator.waitForRequest({ path: "/cdn/origin_groups" });
    expect(await readAll(numbers(92, 9))).toEqual(namesOf(numbers(92, 9)));
    await first;
    expect(countRequests()).toEqual({ lists: 1, single: 1 });
  });

  it("one by one if the list does not have them, and only then says that they are gone", async () => {
    const { readAll } = await host(30);
    spoilList({ answer: { status: 200, body: (await fetchList()).slice(0, 20) } });
    expect(await readAll(numbers(32))).toEqual([...namesOf(numbers(30)), undefined, undefined]);
    expect(countRequests()).toEqual({ lists: 1, single: 1 + 12 });
  });

  it("one by one if the list lacks a field that the state has", async () => {
    const { read, readAll } = await host(20);
    emulator.replaceState({ originGroups: [...numbers(19).map(group), { ...group(20), path: "/deep" }] });
    spoilList({ answer: { status: 200, body: (await fetchList()).map((each) => ({ ...each, path: "" })) } });
    const others = readAll(numbers(19));
    expect(await read("20", { name: "group-20", path: "/deep" })).toMatchObject({ path: "/deep" });
    expect(await others).toEqual(namesOf(numbers(19)));
    expect(countRequests()).toEqual({ lists: 1, single: 2 });
  });

  it("one by one from then on if the list lacks a field of the single answer", async () => {
    const { readAll } = await host(20);
    spoilList({ answer: { status: 200, body: numbers(20).map((id) => ({ id, name: "another name" })) } });
    expect(await readAll(numbers(20))).toEqual(namesOf(numbers(20)));
    countRequests();
    expect(await readAll(numbers(20))).toEqual(namesOf(numbers(20)));
    expect(countRequests()).toEqual({ lists: 0, single: 20 });
  });

  it("one by one if they are 10 of 50,000", async () => {
    const { readAll } = await host(50_000);
    expect(await readAll(numbers(10, 30_000))).toEqual(namesOf(numbers(10, 30_000)));
    expect(countRequests()).toEqual({ lists: 1, single: 10 });
  });

  it.each<[string, Partial<FaultInput>]>([
    ["fails", { answer: { status: 400 } }],
    ["is refused", { answer: { status: 403 } }],
    ["is not one", { answer: { status: 200, body: "<html></html>" } }],
  ])("one by one if the list %s", async (__, effect) => {
    const { readAll } = await host(20);
    spoilList(effect);
    expect(await readAll(numbers(20))).toEqual(namesOf(numbers(20)));
    expect(countRequests()).toEqual({ lists: 1, single: 20 });
  });

  // Waits for five seconds, while the other tests run.
  it.concurrent("one by one if the list is slow", async () => {
    const platform = await startEmulator();
    try {
      const { readAll } = await host(20, {}, platform);
      spoilList({ delayMs: 60_000 }, platform);
      expect(await readAll(numbers(20))).toEqual(namesOf(numbers(20)));
      expect(countRequests(platform)).toEqual({ lists: 1, single: 20 });
    } finally {
      await platform.close();
    }
  });

  it("one by one if the list ignores the offset", async () => {
    const { readAll } = await host(1_100, { cdn: { ignoresOffset: true } });
    expect(await readAll(numbers(50, 1_001))).toEqual(namesOf(numbers(50, 1_001)));
    expect(countRequests()).toEqual({ lists: 2, single: 50 });
  });
});
