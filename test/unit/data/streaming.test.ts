import {
  DataSourceError,
  getLiveStream,
  isSessionOngoing,
  analyticsWindow,
  queryAnalytics,
  getTranscodingDuration,
} from "../../../provider/index";
import { pullAddresses, rtmpsUrl, withDurationSec } from "../../../provider/data/stream-urls";
import { messageOf, platformThatAnswers, key, queryOf, setEnvironment } from "./platform";
import { answeredStream } from "./streams";
import { serveInTurn, json, reset } from "../api/server";

describe("getLiveStream", () => {
  it("returns fields of a later version unchanged", async () => {
    const later = { ...answeredStream, new_field: { deep_er: 1 }, projection: "vr720" };
    const { received } = await platformThatAnswers(200, later);
    const stream = await getLiveStream({ streamId: 7 });
    expect(received.map(({ url }) => url)).toEqual(["/streaming/streams/7"]);
    expect(stream.extra).toEqual({ new_field: { deep_er: 1 } });
    expect(stream.projection).toBe("vr720");
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { id: 7, name: "n" });
    const { id, name, extra, ...others } = await getLiveStream({ streamId: 7 });
    expect({ id, name, extra }).toEqual({ id: 7, name: "n", extra: {} });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(Object.keys(answeredStream).length - 2);
  });

  it("accepts a user ID that is a text", async () => {
    await platformThatAnswers(200, { ...answeredStream, client_user_id: "u-1" });
    expect((await getLiveStream({ streamId: 7 })).clientUserId).toBe("u-1");
  });

  it.each([
    [422, { errors: { stream_id: ["bad"] } }, /^getLiveStream: reading live stream 7: streamId: bad \(422\)$/],
    [
      200,
      { id: "7" },
      /^getLiveStream: reading live stream 7: the answer from \S+ cannot be understood: id: .*; name: /,
    ],
  ])("reports the answer %d %j", async (status, body, text) => {
    await platformThatAnswers(status, body);
    expect(await messageOf(getLiveStream({ streamId: 7 }))).toMatch(text);
  });

  it.each([
    [{ streamId: 1.5 }, "getLiveStream: streamId must be a whole number"],
    [{ streamId: 0 }, "getLiveStream: streamId must be at least 1"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getLiveStream(args as never))).toBe(text);
  });
});

describe("addresses", () => {
  it.each([
    ["rtmp://push.example.com/in/7?k", "rtmps://push.example.com:443/in/7?k"],
    ["rtmp://push.example.com:1935/in", "rtmps://push.example.com:443/in"],
    ["RTMP://push.example.com", "rtmps://push.example.com:443"],
    ["rtmp://user:p:w@push.example.com/in", "rtmps://user:p:w@push.example.com:443/in"],
    ["rtmp://[2001:db8::1]:1935/in", "rtmps://[2001:db8::1]:443/in"],
    ["rtmps://push.example.com/in", "rtmps://push.example.com/in"],
    [null, null],
  ])("rtmpsUrl(%j)", (address, expected) => expect(rtmpsUrl(address)).toBe(expected));

  it("rtmpsUrl refuses others without repeating them", () => {
    expect(() => rtmpsUrl("srt://secret.example.com")).toThrow(
      new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host"),
    );
  });

  it.each([
    ["srt://a.example.com https://b.example.com/x", ["srt://a.example.com", "https://b.example.com/x"]],
    [" rtmp://a.example.com  ", ["rtmp://a.example.com"]],
    ["", []],
    [null, []],
  ])("pullAddresses(%j)", (uri, expected) => expect(pullAddresses(uri)).toEqual(expected));

  it.each([
    ["https://p.example.com/7.m3u8", "https://p.example.com/7.m3u8?get_duration_sec=true"],
    ["https://p.example.com/7.m3u8?a=1&b", "https://p.example.com/7.m3u8?a=1&b&get_duration_sec=true"],
    [null, null],
  ])("withDurationSec(%j)", (address, expected) => expect(withDurationSec(address)).toBe(expected));
});

describe("isSessionOngoing", () => {
  it.each([
    ["never started", null, null, false],
    ["never ended", "2026-01-01T10:00:00Z", null, true],
    ["started again", "2026-01-01T10:00:00Z", "2026-01-01T09:59:59Z", true],
    ["ended", "2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z", false],
    ["ended, in another zone", "2026-01-01T10:00:00+0200", "2026-01-01T09:00:00.570866", false],
    ["started again, in another zone", "2026-01-01T10:00:00-02:00", "2026-01-01T11:00:00Z", true],
    ["started again within a millisecond", "2026-01-01T10:00:00.000200Z", "2026-01-01T10:00:00.000100Z", true],
    ["ended at once, in another zone", "2026-01-01T10:00:00Z", "2026-01-01T10:00:00+00:00", false],
    ["ended, in an unknown format", "20260101", "20260102", false],
  ])("%s", (_, startedAtPrimary, finishedAtPrimary, expected) => {
    expect(isSessionOngoing({ startedAtPrimary, finishedAtPrimary })).toBe(expected);
  });
});

const frame = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };

describe("getTranscodingDuration", () => {
  const [first, second] = [1793491200, 1793520000];
  const pairs = [
    [
      [first, 1.5],
      [second, 0],
    ],
    [[first, 2]],
    [],
  ];
  const records = pairs.map((vod, index) => ({ client: index + 1, metrics: { vod } }));

  it("has the records, the same records with times, and the total", async () => {
    const { received } = await platformThatAnswers(200, records);
    expect(await getTranscodingDuration(frame)).toEqual({
      records,
      durations: [
        { client: 1, time: "2026-11-01T00:00:00.000Z", minutes: 1.5 },
        { client: 1, time: "2026-11-01T08:00:00.000Z", minutes: 0 },
        { client: 2, time: "2026-11-01T00:00:00.000Z", minutes: 2 },
      ],
      totalMinutes: 3.5,
    });
    expect(received[0]?.url).toMatch(/^\/streaming\/statistics\/vod\/transcoding_duration\?/);
    expect(queryOf(received[0]!)).toEqual(frame);
  });

  it("rounds the total", async () => {
    await platformThatAnswers(200, [
      { client: 1, metrics: { vod: [0.1, 0.2, 6760.19].map((minutes) => [0, minutes]) } },
    ]);
    expect((await getTranscodingDuration(frame)).totalMinutes).toBe(6760.49);
  });

  it("sends texts unchanged and dates in ISO 8601", async () => {
    const { received } = await platformThatAnswers(200, []);
    const empty = { records: [], durations: [], totalMinutes: 0 };
    const from = "2026-11-01T00:00:00.570866+0100";
    expect(await getTranscodingDuration({ from, to: new Date(frame.to) })).toEqual(empty);
    expect(queryOf(received[0]!)).toEqual({ from, to: "2026-11-02T00:00:00.000Z" });
  });

  const form = "must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z";

  it.each([
    [{ from: frame.to, to: frame.to }, " from must be before to"],
    [{ from: "2026-11-02T00:30:00+01:00", to: "2026-11-01T23:30:00" }, " from must be before to"],
    [{ from: "yesterday", to: new Date(NaN) }, `\n  from ${form}\n  to ${form}`],
    [{ from: "2026-11-01", to: frame.to }, ` from ${form}`],
  ])("rejects %j before any request", async (args, text) => {
    const { received } = await platformThatAnswers(200, []);
    expect(await messageOf(getTranscodingDuration(args as never))).toBe(`getTranscodingDuration:${text}`);
    expect(received).toEqual([]);
  });

  it.each([
    [400, { data: [], errors: ["from: query param is not set"] }, "from: query param is not set (400)"],
    [200, [{ client: 1, metrics: { vod: [[1e15, 1]] } }], /cannot be understood: 0\.metrics\.vod\.0\.0: /],
    [200, { data: [] }, /cannot be understood: body: /],
  ])("reports the answer %d %j", async (status, body, text) => {
    await platformThatAnswers(status, body);
    const message = await messageOf(getTranscodingDuration(frame));
    const begin = `getTranscodingDuration: reading the transcoding duration from ${frame.from} to ${frame.to}: `;
    expect(message.slice(0, begin.length)).toBe(begin);
    expect(message.slice(begin.length)).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
  });
});

describe("queryAnalytics", () => {
  const query = "query ($id: Int!) { resource(id: $id) { cname } }";
  const data = { resource: { cname: "cdn.example.com" } };

  it("returns the data", async () => {
    const { received } = await platformThatAnswers(200, { data });
    const answer = await queryAnalytics<{ resource: { cname: string } }>({ query, variables: { id: 7 } });
    expect(answer.resource.cname).toBe("cdn.example.com");
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: "POST", url: "/cdn/advanced/v2/query" });
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({ query, variables: { id: 7 } });
  });

  it("fails with GraphQL errors, even beside data", async () => {
    const errors = [{ message: "a", path: [] }, { message: "b" }, { message: "c", path: ["d", 0, "e"] }];
    await platformThatAnswers(200, { data, errors });
    expect(await messageOf(queryAnalytics({ query }))).toBe("queryAnalytics: the query failed:\n  a\n  b\n  d[0].e: c");
  });

  it.each([
    [400, { errors: [{ message: "Syntax Error" }] }, "Syntax Error (400)"],
    [200, { data: undefined }, /cannot be understood: body: neither data nor errors$/],
    [200, { errors: [] }, /cannot be understood: body: neither data nor errors$/],
  ])("reports the answer %d %j", async (status, body, text) => {
    await platformThatAnswers(status, body);
    const message = (await messageOf(queryAnalytics({ query }))).replace(
      "queryAnalytics: reading the advanced analytics report: ",
      "",
    );
    expect(message).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
  });

  it.each([
    [10n],
    [[NaN]],
    [{ deep: [Infinity] }],
    [() => 1],
    [
      new (class {
        readonly id = 1n;
      })(),
    ],
  ])("refuses a variable that JSON cannot express, without a request: %p", async (id) => {
    const { received } = await platformThatAnswers(200, { data });
    await expect(queryAnalytics({ query, variables: { name: "x", id } })).rejects.toThrow(
      new DataSourceError("queryAnalytics: variables.id has a value that JSON cannot express, such as a BigInt or NaN"),
    );
    expect(received).toEqual([]);
  });

  it("is retried, since it only reads", async () => {
    const { url, received } = await serveInTurn(reset, json(200, { data }));
    setEnvironment({ API_KEY: key, BASE_URL: url, MAX_RETRIES: "1" });
    expect(await queryAnalytics({ query })).toEqual(data);
    expect(received).toHaveLength(2);
  });

  it("shows no key, even if the platform echoes it", async () => {
    await platformThatAnswers(200, { data: null, errors: [{ message: `wrong key ${key}` }] });
    expect(await messageOf(queryAnalytics({ query }))).toBe("queryAnalytics: the query failed: wrong key [secret]");
  });
});

describe("analyticsWindow", () => {
  const now = new Date("2026-11-21T15:30:00Z");

  it.each([
    [1, "2026-11-20T00:00:00.000Z"],
    [90, "2026-08-23T00:00:00.000Z"],
  ])("covers %d whole days", (days, from) => {
    expect(analyticsWindow({ days, now })).toEqual({ from, to: "2026-11-21T00:00:00.000Z" });
  });

  it("ends today", () => {
    const midnight = () => new Date().setUTCHours(0, 0, 0, 0);
    const before = midnight();
    const end = Date.parse(analyticsWindow({ days: 7 }).to);
    // Another day may begin during the test.
    expect([before, midnight()]).toContain(end);
  });

  it.each([91, 0, 1.5])("rejects %d days", (days) => {
    expect(() => analyticsWindow({ days, now })).toThrow(
      new DataSourceError("analyticsWindow: days must be a whole number from 1 to 90"),
    );
  });

  it.each([NaN, -8.64e15])("rejects the moment %d", (ms) => {
    expect(() => analyticsWindow({ days: 1, now: new Date(ms) })).toThrow(
      new DataSourceError("analyticsWindow: now must be a valid Date"),
    );
  });
});
