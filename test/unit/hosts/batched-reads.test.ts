import { startEmulator, type Emulator } from "edgecloud-emulator";
import { Fingerprints } from "../../../provider/core/fingerprints";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { silentDisplay } from "../core/jobs";
import { literal, openStored } from "./things";

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
    const settings = new HostSettings();
    settings.configure(get);
    const plugin = new PluginResource(originGroup, settings);
    return Promise.resolve(async (id, known) => {
      const stored = openStored({ outputs: { ...known } }, originGroup.traits);
      return (await plugin.read(id, stored, surroundings))?.outputs;
    });
  },
};

// A connection, with what it has learned of lists, is shared in the process as long as its settings are the same.
let emulator: Emulator;
let config: Record<string, string>;

beforeEach(async () => {
  emulator = await startEmulator({ seed: { originGroups: numbers(20).map(group) } });
  config = { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": emulator.url };
});

afterEach(() => emulator.close());

/** The requests, without the one that checks the key. */
function countRequests() {
  const sent = emulator.requests().filter(({ query }) => query.limit !== "1");
  const lists = sent.filter(({ query }) => query.limit !== undefined).length;
  return { lists, single: sent.length - lists };
}

// What is read from a list, and when, is in `test/unit/api/batched-reads.test.ts`; a host tells it what its state knows.
describe.each(Object.entries(hosts))("%s reads groups", (_, connect) => {
  let read: Read;

  beforeEach(async () => {
    read = await connect((key) => config[key]);
  });

  const readAll = (ids: number[], more: object = {}) =>
    Promise.all(ids.map((id) => read(String(id), { name: `group-${id}`, ...more })));
  const named = (ids: number[]): unknown =>
    ids.map((id) => expect.objectContaining({ name: `group-${id}` }) as unknown);

  it("from one list, and only then says which are gone", async () => {
    expect(await readAll(numbers(22))).toEqual([named(numbers(20)), undefined, undefined].flat());
    expect(countRequests()).toEqual({ lists: 1, single: 2 });
  });

  it("from the list if the state has fingerprints of named credentials", async () => {
    const fingerprints = Fingerprints.parse(undefined)
      .updateAfter("change", new Map([["auth.s3SecretAccessKey", "a-secret"]]))
      .format();
    await readAll(numbers(20), { fingerprints });
    expect(countRequests()).toEqual({ lists: 1, single: 0 });
  });

  /** From now on, group 20 has `more`, and all entries of the list, but no single answer, have `change`. */
  const shortenList = async (more: object, change: object) => {
    emulator.replaceState({ originGroups: [...numbers(19).map(group), { ...group(20), ...more }] });
    const headers = { authorization: "apikey demo-key" };
    const answer = await fetch(`${emulator.url}/cdn/origin_groups?limit=1000`, { headers });
    emulator.clearRequests();
    const results = ((await answer.json()) as { results: object[] }).results.map((each) => ({ ...each, ...change }));
    const ofList = { method: "GET", path: "/cdn/origin_groups", query: { limit: "1000" }, times: 1000 } as const;
    emulator.addFault({ ...ofList, answer: { status: 200, body: { count: 20, results } } });
  };

  it("one by one if the list lacks a field that the state has", async () => {
    await shortenList({ path: "/deep" }, { path: "" });
    const others = readAll(numbers(19));
    expect(await read("20", { name: "group-20", path: "/deep" })).toMatchObject({ path: "/deep" });
    expect(await others).toEqual(named(numbers(19)));
    expect(countRequests()).toEqual({ lists: 1, single: 1 });
  });

  it.each([
    ["use_next", { use_next: true }, { useNext: true }],
    ["proxy_next_upstream", { proxy_next_upstream: ["error"] }, { proxyNextUpstream: expect.anything() as unknown }],
  ])("one by one if the list lacks %s, whose default the state has", async (field, more, found) => {
    await shortenList(more, { [field]: undefined });
    const groups = await readAll(numbers(20));
    expect(groups[19]).toMatchObject(found);
    expect(countRequests()).toEqual({ lists: 1, single: 20 });
  });
});
