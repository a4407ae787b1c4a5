import type { SeedInput } from "../../emulator/src/index";
import { start } from "./client";
import { functionSeed } from "./function-seed";
import { snapshotId, snapshotSeed, taskId } from "./snapshot-seed";

const image = { id: "one", name: "one", project_id: 1, region_id: 2, os_distro: "debian", os_version: "12" };
const images = (rest: object) => ({ images: [{ ...image, ...rest }] });
const snapshots = (rest: object) => snapshotSeed(rest);
const streams = (rest: object) => ({ streams: [{ id: 7, name: "studio", ...rest }] });
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
    ["an unknown field of an image", images({ colour: "red" }), /images\[0\]: .*colour/],
    ["a tag without a value", images({ tags_v2: [{ key: "a" }] }), /images\[0\]\.tags_v2\[0\]\.value/],
    ["a tag twice", images({ tags_v2: [tag, tag] }), /images\[0\]\.tags_v2\[1\]\.key: "a" is already used/],
    ["an image twice", { images: [image, image] }, /images\[1\]\.id: "1\/2\/one" is already used/],
    ["reads without a lock", snapshots({ lockPolls: 2 }), /snapshots\[0\]\.lockPolls/],
    ["a task that is no UUID4", snapshots({ task_id: "7" }), /snapshots\[0\]\.task_id/],
    ["a snapshot twice", twice(snapshots({})), new RegExp(`snapshots\\[1\\]\\.id: "${snapshotId}" is already used`)],
    ["an unknown field of a stream", streams({ onAir: true }), /streams\[0\]: .*onAir/],
    ["a PULL stream without uri", streams({ pull: true }), /streams\[0\]\.uri/],
    ["a live stream that is off", streams({ active: false, live: true, stream_source_type: "srt" }), /\[0\]\.live/],
    ["a live stream without protocol", streams({ live: true }), /streams\[0\]\.stream_source_type/],
    ["an overlay of another stream", streams({ html_overlays: [{ ...overlay, stream_id: 8 }] }), /html_overlays\[0\]/],
    ["a stream twice", twice(streams({})), /streams\[1\]\.id: "7" is already used/],
    ["a client twice", { vodStatistics: { clients: [{ client: 1 }, { client: 1 }] } }, /clients\[1\]\.client: "1"/],
    ["a resource that GraphQL cannot count", analytics({ id: 2 ** 31, cname: "a" }), /analytics\.resources\[0\]\.id/],
    ["a resource twice", analytics({ id: 1, cname: "a" }, { id: 1, cname: "b" }), /resources\[1\]\.id: "1" is already/],
    ["a task ID that is no UUID4", { tasks: [{ id: "5" }] }, /tasks\[0\]\.id/],
    ["a task twice", { tasks: [{ id: taskId }, { id: taskId.toUpperCase() }] }, /tasks\[1\]\.id: ".*" is already used/],
    ["a function twice", { ...functionSeed(), functions: [fn, fn] }, /functions\[1\]\.name/],
    ["a function without code", functionSeed({ code_text: undefined as never }), /functions\[0\]\.code_text/],
    ["a function beyond a limit", functionSeed({ timeout: 1806 }), /functions\[0\]\.timeout/],
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
});
