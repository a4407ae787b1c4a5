import type { Emulator, SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";

const path = "/streaming/statistics/vod/transcoding_duration";
const dayMs = 86_400_000;

const clients = [{ client: 10, minutesPerDay: 300 }, { client: 11 }];
const seed: SeedInput = { vodStatistics: { today: "2026-03-31T13:30:00Z", clients } };

type Point = readonly [at: number, minutes: number];

interface ClientRecord {
  readonly client: number;
  readonly metrics: { readonly vod: readonly Point[] };
}

async function ask(emulator: Emulator, from: string, to: string): Promise<readonly ClientRecord[]> {
  const { status, body } = await call(emulator, "GET", `${path}?${new URLSearchParams({ from, to }).toString()}`);
  expect(status).toBe(200);
  return body as ClientRecord[];
}

const times = (records: readonly ClientRecord[]) =>
  records[0]?.metrics.vod.map(([at]) => new Date(at * 1000).toISOString().slice(0, 16));

describe("VOD statistics (contract 4.6, 2.7)", () => {
  it("have one record for each client, with pairs of a timestamp and minutes", async () => {
    const records = await ask(await start({ seed }), "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z");
    expect(records.map((record) => [Object.keys(record), record.client, Object.keys(record.metrics)])).toEqual([
      [["client", "metrics"], 10, ["vod"]],
      [["client", "metrics"], 11, ["vod"]],
    ]);
    for (const pair of records.flatMap(({ metrics }) => metrics.vod)) {
      expect(pair).toEqual([expect.any(Number), expect.any(Number)]);
      expect(Number.isInteger(pair[0]) && pair[1] > 0).toBe(true);
    }
  });

  it("cover 90 days with three points a day, up to the last complete 8 hours", async () => {
    const records = await ask(await start({ seed }), "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z");
    const all = times(records) ?? [];
    expect([all.length, all[0], all.at(-1)]).toEqual([270, "2025-12-31T08:00", "2026-03-31T00:00"]);
    const steps = all.slice(1).map((at, index) => Date.parse(`${at}Z`) - Date.parse(`${all[index]}Z`));
    expect(new Set(steps)).toEqual(new Set([dayMs / 3]));
  });

  it.each<[string, string, string[]]>([
    ["2026-03-30T00:00:00Z", "2026-03-31T00:00:00Z", ["2026-03-30T00:00", "2026-03-30T08:00", "2026-03-30T16:00"]],
    ["2026-03-30T08:00:00Z", "2026-03-30T16:00:00Z", ["2026-03-30T08:00"]],
    ["2026-03-30T08:00:00.001Z", "2026-03-30T16:00:00.001Z", ["2026-03-30T16:00"]],
    ["2026-03-30T10:00:00+02:00", "2026-03-30T10:00:01+0200", ["2026-03-30T08:00"]],
    ["2026-03-30T08:00:00Z", "2026-03-30T08:00:00Z", []],
  ])("from %s to %s", async (from, to, expected) => {
    expect(times(await ask(await start({ seed }), from, to))).toEqual(expected);
  });

  it("do not depend on the run and the time frame", async () => {
    const [whole] = await ask(await start({ seed }), "2026-03-01T00:00:00Z", "2026-03-31T00:00:00Z");
    const [part] = await ask(await start({ seed }), "2026-03-10T00:00:00Z", "2026-03-20T00:00:00Z");
    expect(part?.metrics.vod).toHaveLength(30);
    expect(whole?.metrics.vod).toEqual(expect.arrayContaining([...(part?.metrics.vod ?? [])]));
    const later = { vodStatistics: { ...seed.vodStatistics, today: "2026-04-20T00:00:00Z" } };
    const [shifted] = await ask(await start({ seed: later }), "2026-03-10T00:00:00Z", "2026-03-20T00:00:00Z");
    expect(shifted).toEqual(part);
  });

  it("are empty without a seed", async () => {
    expect(await ask(await start(), "2026-03-01T00:00:00Z", "2026-03-31T00:00:00Z")).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["", ["from: query param is not set", "to: query param is not set"]],
    ["?to=2026-03-31T00:00:00Z", ["from: query param is not set"]],
    ["?from=2026-03-31T00:00:00Z", ["to: query param is not set"]],
    ["?from=yesterday&to=2026-03-31T00:00:00Z", ["from: query param is not a valid ISO 8601 datetime"]],
    ["?from=2026-03-30&to=2026-03-31T00:00:00Z", ["from: query param is not a valid ISO 8601 datetime"]],
    ["?from=2026-02-30T00:00:00Z&to=2026-03-31T00:00:00Z", ["from: query param is not a valid ISO 8601 datetime"]],
    // A plus that was not encoded arrives as a space.
    ["?from=2026-03-30T00:00:00Z&to=2026-03-31T00:00:00+00:00", ["to: query param is not a valid ISO 8601 datetime"]],
    [
      "?from=2026-03-30T00:00:00Z&from=2026-03-30T00:00:00Z&to=x",
      ["from: query param is not a valid ISO 8601 datetime", "to: query param is not a valid ISO 8601 datetime"],
    ],
    ["?from=2026-03-31T00:00:01Z&to=2026-03-31T00:00:00Z", ["from: query param is later than to"]],
  ])("refuse the query %s", async (query, errors) => {
    const { status, body } = await call(await start({ seed }), "GET", path + query);
    expect({ status, body }).toEqual({ status: 400, body: { data: [], errors } });
  });
});
