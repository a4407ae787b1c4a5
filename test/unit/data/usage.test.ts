import { analyticsWindow, queryAnalytics } from "../../../provider/data/analytics/function";
import { getTranscodingDuration } from "../../../provider/data/transcoding-duration/function";
import { serveInTurn, json, reset } from "../api/server";
import { key, messageOf, platformThatAnswers, queryOf, setEnvironment } from "./platform";

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
    [{ from: frame.to, to: frame.from }, " from must be before to"],
    [{ from: frame.to, to: frame.to }, " from must be before to"],
    [{ from: "2026-11-02T00:30:00+01:00", to: "2026-11-01T23:30:00" }, " from must be before to"],
    [{ from: "yesterday", to: new Date(NaN) }, `\n  from ${form}\n  to ${form}`],
    [{ from: "2026-11-01", to: frame.to }, ` from ${form}`],
    [{ from: 1793491200 }, "\n  from must be a string, not a number\n  to is required"],
  ])("rejects %j before any request", async (args, text) => {
    const { received } = await platformThatAnswers(200, []);
    expect(await messageOf(getTranscodingDuration(args as never))).toBe(`getTranscodingDuration:${text}`);
    expect(received).toEqual([]);
  });

  it.each([
    [400, { data: [], errors: ["from: query param is not set"] }, "from: query param is not set (400)"],
    [200, [{ client: 1, metrics: { vod: [["a", 1]] } }], /cannot be understood: 0\.metrics\.vod\.0\.0: /],
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

  it.each([
    ["one", [{ message: "no such field", path: ["resource", 0, "cname"] }], " resource[0].cname: no such field"],
    ["several", [{ message: "a", path: [] }, { message: "b" }, { message: "c", path: ["d"] }], "\n  a\n  b\n  d: c"],
  ])("fails with GraphQL errors, %s, even beside data", async (_, errors, text) => {
    await platformThatAnswers(200, { data, errors });
    expect(await messageOf(queryAnalytics({ query }))).toBe(`queryAnalytics: the query failed:${text}`);
  });

  it.each([
    [400, { errors: [{ message: "Syntax Error" }] }, "Syntax Error (400)"],
    [
      403,
      { message: "no" },
      /^no \(403\)\. The key comes from the environment variable EDGECLOUD_API_KEY\. Advanced analytics must be activated for each account: ask /,
    ],
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

  it("is retried, since it only reads", async () => {
    const { url, received } = await serveInTurn(reset, json(200, { data }));
    setEnvironment({ API_KEY: key, BASE_URL: url, MAX_RETRIES: "1" });
    expect(await queryAnalytics({ query })).toEqual(data);
    expect(received).toHaveLength(2);
  });

  it("accepts errors without data", async () => {
    await platformThatAnswers(200, { errors: [{ message: "Syntax Error" }] });
    expect(await messageOf(queryAnalytics({ query }))).toBe("queryAnalytics: the query failed: Syntax Error");
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

  it.each([
    [91, "days must be at most 90"],
    [0, "days must be at least 1"],
    [1.5, "days must be a whole number"],
  ])("rejects %d days", (days, text) => {
    expect(() => analyticsWindow({ days, now })).toThrow(`analyticsWindow: ${text}`);
  });
});
