import type { SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { demoSeed } from "./demo-seed";
import { problems } from "./fields/check";
import { streamFields } from "./fields/live-stream";

type SeedStream = NonNullable<SeedInput["streams"]>[number];

const streamPath = "/streaming/streams/7";
const pushUrls = ["push_url", "backup_push_url", "push_url_srt", "backup_push_url_srt", "push_url_whip"];

async function answerOf(rest: Partial<SeedStream> = {}): Promise<Record<string, unknown>> {
  const emulator = await start({ seed: { streams: [{ id: 7, name: "studio", ...rest }] } });
  const { status, body } = await call(emulator, "GET", streamPath);
  expect(status).toBe(200);
  return body as Record<string, unknown>;
}

describe("a live stream (contract 2.5)", () => {
  it("has exactly the fields of contract and platform facts in the shipped seed", async () => {
    const emulator = await start({ seed: demoSeed });
    const seeded = emulator.state().streams;
    for (const { id, multi_region_push_urls } of seeded) {
      const { status, body } = await call(emulator, "GET", `/streaming/streams/${id}`);
      const { multi_region_push_urls: regions, ...rest } = body as Record<string, unknown>;
      expect({ id, status, problems: problems(rest, streamFields) }).toEqual({ id, status: 200, problems: [] });
      expect(regions).toEqual(multi_region_push_urls);
    }
    const several = (pick: (stream: (typeof seeded)[number]) => unknown) => new Set(seeded.map(pick));
    expect(several(({ stream_source_type }) => stream_source_type)).toEqual(
      new Set([null, "rtmp", "srt", "webrtc", "https"]),
    );
    expect(several(({ pull, active }) => `${pull} ${active}`)).toEqual(
      new Set(["false true", "true true", "true false"]),
    );
    expect(several(({ live, finished_at_primary }) => `${live} ${finished_at_primary !== null}`)).toEqual(
      new Set(["false true", "true true", "true false"]),
    );
  });

  it("has every field except the optional one when the seed has only the required ones", async () => {
    const body = await answerOf();
    expect(problems(body, streamFields)).toEqual([]);
    expect(body).toMatchObject({ active: true, live: false, pull: false, uri: null, dvr_duration: 3600 });
  });

  it.each(pushUrls)("has its token in %s", async (field) => {
    expect((await answerOf({ token: "0123456789abcdef" }))[field]).toEqual(expect.stringContaining("0123456789abcdef"));
    const made = await answerOf();
    expect(made[field]).toEqual(expect.stringContaining(String(made.token)));
  });

  it.each(["hls_cmaf_url", "dash_url", "hls_mpegts_url", "iframe_url"])("has no token in %s", async (field) => {
    expect((await answerOf({ token: "0123456789abcdef" }))[field]).not.toEqual(expect.stringContaining("0123456789"));
  });

  it("has no ingest addresses if it is pulled", async () => {
    const body = await answerOf({ pull: true, uri: "https://a.example.com/1 https://b.example.com/1" });
    expect(pushUrls.map((field) => body[field])).toEqual(pushUrls.map(() => null));
    expect(body).toMatchObject({ uri: "https://a.example.com/1 https://b.example.com/1" });
  });

  it("returns seeded values instead of generated ones", async () => {
    const seeded = { push_url: "rtmp://own.example.com/in", dash_url: null, projection: "vr180" } as const;
    expect(await answerOf(seeded)).toMatchObject(seeded);
  });

  it("may have additional fields", async () => {
    const body = await answerOf({ extra: { chat_enabled: true, nested: { a: [1] } } });
    expect(body).toMatchObject({ chat_enabled: true, nested: { a: [1] } });
    expect(body).not.toHaveProperty("extra");
  });

  it.each(["8", "0", "abc", "7abc", "7/x", "99999999999999999999"])("is a 404 if it does not exist: %s", async (id) => {
    const emulator = await start({ seed: { streams: [{ id: 7, name: "studio" }] } });
    const { status, body } = await call(emulator, "GET", `/streaming/streams/${id}`);
    expect({ status, body }).toEqual({ status: 404, body: { error: expect.any(String) as string } });
  });
});
