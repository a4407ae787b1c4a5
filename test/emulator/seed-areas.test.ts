import type { SeedInput } from "../../emulator/src/index";
import { start } from "./client";
import { demoSeed } from "./demo-seed";
import { functionSeed } from "./function-seed";
import { snapshotId, snapshotSeed, taskId } from "./snapshot-seed";

const image = { id: "one", name: "one", project_id: 1, region_id: 2, os_distro: "debian", os_version: "12" };
const images = (rest: object) => ({ images: [{ ...image, ...rest }] });
const snapshots = (rest: object) => snapshotSeed(rest);
const streams = (rest: object) => ({ streams: [{ id: 7, name: "studio", ...rest }] });
const pulled = { pull: true, uri: "https://a.example.com", stream_source_type: "https" };
const overlay = { id: 1, url: "https://overlays.example.com" };
const analytics = (...resources: object[]) => ({ analytics: { resources } }) as SeedInput;
const [fn] = functionSeed().functions ?? [];
const tag = { key: "a", value: "b" };

/** A seed in which each object is there twice. */
const twice = (seed: object) =>
  Object.fromEntries(
    Object.entries(seed).map(([key, all]: [string, unknown]) => [key, Array.isArray(all) ? [all, all].flat() : all]),
  );

describe("a seed of the cloud, of streaming and of the analytics", () => {
  it.each<[string, unknown, RegExp]>([
    ["an image without a name", images({ name: undefined }), /images\[0\]\.name/],
    ["an unknown field of an image", images({ colour: "red" }), /images\[0\]: .*colour/],
    ["an unknown architecture", images({ architecture: "sparc" }), /images\[0\]\.architecture/],
    ["a negative size", images({ size: -1 }), /images\[0\]\.size/],
    ["a text as price", images({ price_per_hour: "1" }), /images\[0\]\.price_per_hour/],
    ["a tag without a value", images({ tags_v2: [{ key: "a" }] }), /images\[0\]\.tags_v2\[0\]\.value/],
    ["a tag twice", images({ tags_v2: [tag, tag] }), /images\[0\]\.tags_v2\[1\]\.key: "a" is already used/],
    ["an image twice", { images: [image, image] }, /images\[1\]\.id: "1\/2\/one" is already used/],
    ["a snapshot ID that is no UUID4", snapshots({ id: "5" }), /snapshots\[0\]\.id/],
    ["an unknown status", snapshots({ status: "lost" }), /snapshots\[0\]\.status/],
    ["a tag whose value is empty", snapshots({ tags: [{ key: "a", value: "" }] }), /snapshots\[0\]\.tags\[0\]\.value/],
    ["a tag whose key has a space", snapshots({ tags: [{ key: "a b", value: "c" }] }), /tags\[0\]\.key/],
    ["reads without a lock", snapshots({ lockPolls: 2 }), /snapshots\[0\]\.lockPolls/],
    ["zero reads of a lock", snapshots({ lockPolls: 0, task_id: taskId }), /snapshots\[0\]\.lockPolls/],
    ["a task that is no UUID4", snapshots({ task_id: "7" }), /snapshots\[0\]\.task_id/],
    ["a snapshot twice", twice(snapshots({})), new RegExp(`snapshots\\[1\\]\\.id: "${snapshotId}" is already used`)],
    ["an unknown switch", { cloud: { colour: 1 } }, /cloud: .*colour/],
    ["an unknown filter", { cloud: { ignoredImageFilters: ["limit"] } }, /cloud\.ignoredImageFilters\[0\]/],
    ["an unknown field of a stream", streams({ onAir: true }), /streams\[0\]: .*onAir/],
    ["a DVR of 29 seconds", streams({ dvr_duration: 29 }), /streams\[0\]\.dvr_duration/],
    ["a short passphrase", streams({ srt_passphrase: "123456789" }), /streams\[0\]\.srt_passphrase/],
    ["a long passphrase", streams({ srt_passphrase: "1".repeat(81) }), /streams\[0\]\.srt_passphrase/],
    ["a space in the passphrase", streams({ srt_passphrase: "12345 67890" }), /streams\[0\]\.srt_passphrase/],
    ["too much client data", streams({ client_entity_data: "x".repeat(4097) }), /streams\[0\]\.client_entity_data/],
    ["an unknown projection", streams({ projection: "flat" }), /streams\[0\]\.projection/],
    ["a PULL stream without uri", streams({ pull: true }), /streams\[0\]\.uri/],
    ["a PUSH stream with uri", streams({ uri: "https://a.example.com" }), /streams\[0\]\.uri/],
    ["a live stream that is off", streams({ active: false, live: true, stream_source_type: "srt" }), /\[0\]\.live/],
    ["a backup of a PULL stream", streams({ ...pulled, backup_live: true }), /streams\[0\]\.backup_live/],
    ["a live stream without protocol", streams({ live: true }), /streams\[0\]\.stream_source_type/],
    ["a protocol of an idle stream", streams({ stream_source_type: "rtmp" }), /streams\[0\]\.stream_source_type/],
    ["an overlay without an URL", streams({ html_overlays: [{ id: 1 }] }), /streams\[0\]\.html_overlays\[0\]\.url/],
    ["an overlay of another stream", streams({ html_overlays: [{ ...overlay, stream_id: 8 }] }), /html_overlays\[0\]/],
    ["a stream twice", twice(streams({})), /streams\[1\]\.id: "7" is already used/],
    ["a day that does not exist", { vodStatistics: { today: "2026-02-30T00:00:00Z" } }, /vodStatistics\.today/],
    ["a text as client", { vodStatistics: { clients: [{ client: "a" }] } }, /vodStatistics\.clients\[0\]\.client/],
    ["a client twice", { vodStatistics: { clients: [{ client: 1 }, { client: 1 }] } }, /clients\[1\]\.client: "1"/],
    ["a resource without a name", analytics({ id: 1 }), /analytics\.resources\[0\]\.cname/],
    ["a resource that GraphQL cannot count", analytics({ id: 2 ** 31, cname: "a" }), /analytics\.resources\[0\]\.id/],
    ["a resource twice", analytics({ id: 1, cname: "a" }, { id: 1, cname: "b" }), /resources\[1\]\.id: "1" is already/],
    ["an unknown key of the analytics", { analytics: { on: true } }, /analytics: .*on/],
    ["a task without an ID", { tasks: [{}] }, /tasks\[0\]\.id/],
    ["a task ID that is no UUID4", { tasks: [{ id: "5" }] }, /tasks\[0\]\.id/],
    ["a task twice", { tasks: [{ id: taskId }, { id: taskId.toUpperCase() }] }, /tasks\[1\]\.id: ".*" is already used/],
    ["a wrong life cycle", { tasks: [{ id: taskId, life: { end: "x" } }] }, /tasks\[0\]\.life\.end/],
    ["a function twice", { ...functionSeed(), functions: [fn, fn] }, /functions\[1\]\.name/],
    ["a function without code", functionSeed({ code_text: undefined as never }), /functions\[0\]\.code_text/],
    ["a function beyond a limit", functionSeed({ timeout: 1806 }), /functions\[0\]\.timeout/],
    ["null as endpoint", functionSeed({ endpoint: null } as object), /functions\[0\]\.endpoint/],
    ["null as build message", functionSeed({ build_message: null } as object), /functions\[0\]\.build_message/],
    ["an unknown field of a function", functionSeed({ colour: 1 } as object), /functions\[0\]: .*colour/],
    [
      "a task that is not there",
      functionSeed({ operation: { kind: "delete", tasks: [taskId] } }),
      /functions\[0\]\.operation\.tasks\[0\]/,
    ],
    [
      "an operation without tasks",
      functionSeed({ operation: { kind: "delete", tasks: [] } }),
      /functions\[0\]\.operation\.tasks/,
    ],
    [
      "a task of a snapshot that is not there",
      snapshotSeed({ operation: { kind: "delete", tasks: [taskId] } }),
      /snapshots\[0\]\.operation\.tasks\[0\]/,
    ],
    ["a timeout beyond the contract", { cloud: { maxFunctionTimeout: 1806 } }, /cloud\.maxFunctionTimeout/],
    ["a clock that goes back", { clock: { advancedMs: -1 } }, /clock\.advancedMs/],
  ])("is refused with the path of the problem: %s", async (_what, bad, expected) => {
    const emulator = await start({ seed: { ...snapshotSeed(), ...functionSeed() } });
    const before = emulator.state();
    expect(() => emulator.replaceState(bad as SeedInput)).toThrow(expected);
    expect(() => emulator.replaceState(bad as SeedInput)).toThrow(/^The seed is not valid: /);
    expect(emulator.state()).toEqual(before);
  });

  it("is applied to all areas or to none", async () => {
    const emulator = await start({ seed: { ...images({}), ...streams({}), ...analytics({ id: 1, cname: "a" }) } });
    const before = emulator.state();
    const again = [images({}), streams({}), analytics({ id: 1, cname: "a" })];
    for (const bad of again) {
      const good = { ...snapshotSeed(), plan: { groupsLimit: 3 }, vodStatistics: { clients: [{ client: 1 }] } };
      expect(() => emulator.seed({ ...good, ...bad })).toThrow(/is already used/);
      expect(emulator.state()).toEqual(before);
    }
  });

  it("is added to what is there", async () => {
    const emulator = await start({ seed: { ...images({}), ...streams({}), cloud: { refusesTagsNull: true } } });
    emulator.seed({
      ...images({ id: "two" }),
      ...snapshotSeed(),
      cloud: { ignoredImageFilters: ["name"] },
      vodStatistics: { clients: [{ client: 1 }], today: "2026-03-31T00:00:00Z" },
      analytics: { enabled: false, resources: [{ id: 1, cname: "a" }] },
    });
    emulator.seed({ vodStatistics: { clients: [{ client: 2 }] }, analytics: { today: "2026-03-31T00:00:00Z" } });
    expect(emulator.state()).toMatchObject({
      images: [{ id: "one" }, { id: "two" }],
      snapshots: [{ id: snapshotId }],
      streams: [{ id: 7 }],
      cloud: { refusesTagsNull: true, ignoredImageFilters: ["name"] },
      vodStatistics: { clients: [{ client: 1 }, { client: 2 }], today: "2026-03-31T00:00:00Z" },
      analytics: { enabled: false, resources: [{ id: 1 }], today: "2026-03-31T00:00:00Z" },
    });
  });

  it("may have the same image in several regions", async () => {
    const emulator = await start({ seed: { images: [image, { ...image, region_id: 3 }] } });
    expect(emulator.state().images).toHaveLength(2);
  });

  it("may have a DVR beyond the contract's range", async () => {
    await start({ seed: streams({ dvr_duration: 86_400 }) });
  });
});

describe("the shipped seed", () => {
  it("shows the cases that users have to expect", async () => {
    const { images: all, snapshots: some, streams: live, ...others } = (await start({ seed: demoSeed })).state();
    expect(all.length).toBeGreaterThanOrEqual(20);
    for (const [what, found] of Object.entries({
      arm: all.some(({ architecture }) => architecture === "aarch64"),
      bareMetal: all.some(({ is_baremetal }) => is_baremetal),
      gpu: all.some(({ gpu_driver }) => gpu_driver !== null),
      windows: all.some(({ os_type }) => os_type === "windows"),
      private: all.some(({ visibility }) => visibility === "private"),
      large: all.some(({ size }) => (size ?? 0) > 2 ** 31),
      unknownSize: all.some(({ size }) => size === null),
      priced: all.some(({ price_per_hour }) => (price_per_hour ?? 0) > 0),
      unpriced: all.some(({ price_per_hour }) => price_per_hour === null),
      readOnlyTag: some.some(({ tags }) => tags.some(({ read_only }) => read_only)),
      lockedForAWhile: some.some(({ lockPolls }) => lockPolls !== undefined),
      lockedForEver: some.some(({ task_id, lockPolls }) => task_id !== null && lockPolls === undefined),
      inError: some.some(({ status }) => status === "error"),
      overlays: live.some(({ html_overlays }) => html_overlays.length > 0),
      severalRegions: live.some(({ multi_region_push_urls }) => multi_region_push_urls !== undefined),
      statistics: others.vodStatistics.clients.length > 0,
      usage: others.analytics.resources.length > 0,
    })) {
      expect([what, found]).toEqual([what, true]);
    }
  });
});
