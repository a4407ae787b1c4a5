import { readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator/src/index";
import { call, create, groupsPath, start } from "./client";
import { demoSeed } from "./demo-seed";

const root = path.join(__dirname, "../..");
const quickstart = readFileSync(path.join(root, "examples/quickstart/index.ts"), "utf8");
const reference = readFileSync(path.join(root, "emulator/REFERENCE.md"), "utf8");

/** All matches of a pattern in the quickstart. */
const inQuickstart = (pattern: RegExp) => [...quickstart.matchAll(pattern)].map(([, found = ""]) => found);

/** The value of a row in the reference's table of the objects that the demo seed has for the quickstart. */
const ofReference = (key: string) => new RegExp(`^\\| \`${key}\` +\\| \`(.+?)\``, "m").exec(reference)?.[1];

const scope = `${ofReference("projectId")}/${ofReference("regionId")}`;

describe("the demo seed, for the quickstart,", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await start({ seed: demoSeed });
  });

  it("accepts its groups, whose names and sources are unused", async () => {
    const names = inQuickstart(/OriginGroup\("[^"]+", \{\s+name: "([^"]+)"/g);
    const sources = inQuickstart(/\{ source: "([^"]+)"/g);
    expect([names, sources.length]).toEqual([["assets", "media"], 2]);
    for (const name of names) {
      await create(emulator, { name, use_next: false, sources: sources.map((source) => ({ source })) });
    }
    const [bucket] = inQuickstart(/s3BucketName: "([^"]+)"/g);
    expect(JSON.stringify(demoSeed.originGroups)).not.toContain(`"${bucket}"`);
  });

  it("has its image", async () => {
    const [name] = inQuickstart(/getImageOutput\(\{ name: "([^"]+)" \}/g);
    const { body } = await call(emulator, "GET", `/cloud/v1/images/${scope}?name=${name}`);
    const { results } = body as { results: { name: string }[] };
    expect(results.filter((image) => image.name === name)).toHaveLength(1);
  });

  it("has the snapshot of the reference, which can be changed", async () => {
    const [name] = inQuickstart(/snapshotId"\),\s+name: "([^"]+)"/g);
    const url = `/cloud/v1/snapshots/${scope}/${ofReference("snapshotId")}`;
    const answer = await call(emulator, "PATCH", url, { name, tags: { team: "web", "boots-with": "golden-web" } });
    expect(answer).toMatchObject({ status: 200, body: { name } });
  });

  it("has the live stream of the reference, which is live", async () => {
    const { status, body } = await call(emulator, "GET", `/streaming/streams/${ofReference("streamId")}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ live: true, pull: false })]);
  });

  it("has transcoding minutes in its time frame at any time", async () => {
    const [[from = ""], [to = ""]] = [inQuickstart(/from: "([^"]+)"/g), inQuickstart(/to: "([^"]+)"/g)];
    const frame = new URLSearchParams({ from, to }).toString();
    const { body } = await call(emulator, "GET", `/streaming/statistics/vod/transcoding_duration?${frame}`);
    const [record] = body as { metrics: { vod: [number, number][] } }[];
    expect(record?.metrics.vod).toHaveLength(21);
    expect(record?.metrics.vod.filter(([, minutes]) => !(minutes > 0))).toEqual([]);
  });
});

it("every group of the demo seed passes the checks of a create", async () => {
  const seed = { ...demoSeed, originGroups: [] };
  for (const group of demoSeed.originGroups ?? []) {
    const body = { ...group, id: undefined, usedBy: undefined };
    expect(await call(await start({ seed }), "POST", groupsPath, body)).toMatchObject({ status: 201 });
  }
});
