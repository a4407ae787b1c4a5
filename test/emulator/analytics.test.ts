import type { Emulator, SeedInput } from "../../emulator/src/index";
import { call, start, type Answer } from "./client";

const path = "/cdn/advanced/v2/query";

const resource = { id: 9, cname: "cdn.example.com", requestsPerDay: 1000, bytesPerRequest: 3_000_000_000 };
const seed: SeedInput = { analytics: { today: "2026-03-31T12:00:00Z", resources: [resource, { id: 10, cname: "b" }] } };

const query = (emulator: Emulator, text: string, variables?: object, headers?: Record<string, string>) =>
  call(emulator, "POST", path, { query: text, variables }, { ...(headers && { headers }) });

interface Metrics {
  readonly requests: number;
  readonly trafficBytes: number;
  readonly uniqueVisitors: number;
}

interface Report {
  readonly total: Metrics;
  readonly daily: readonly (Metrics & { readonly date: string })[];
  readonly by: readonly (Metrics & { readonly key: string })[];
}

const metrics = "requests trafficBytes uniqueVisitors";
const reportQuery = `query ($from: DateTime!, $to: DateTime!, $by: Dimension!, $filters: [Filter!]!) {
  resource(id: 9) { report(from: $from, to: $to, filters: $filters) {
    total { ${metrics} } daily { date ${metrics} } by(dimension: $by) { key ${metrics} }
  } }
}`;

const week = { from: "2026-03-20T00:00:00Z", to: "2026-03-27T00:00:00Z", by: "COUNTRY", filters: [] };

async function report(variables: object = {}): Promise<Report> {
  const { status, body } = await query(await start({ seed }), reportQuery, { ...week, ...variables });
  expect({ status, body }).toEqual({ status: 200, body: { data: expect.any(Object) as object } });
  return (body as { data: { resource: { report: Report } } }).data.resource.report;
}

const sum = (parts: readonly Metrics[], key: keyof Metrics) => parts.reduce((all, part) => all + part[key], 0);
const firstMessage = ({ body }: Answer) => (body as { errors: { message: string }[] }).errors[0]?.message;

describe("advanced analytics (contract 4.7, with the emulator's own schema)", () => {
  it("list the resources that have data, and find one", async () => {
    const { body } = await query(await start({ seed }), "{ resources { id cname } resource(id: 10) { cname } }");
    const [first, second] = [{ id: 9, cname: "cdn.example.com" }, { cname: "b" }];
    expect(body).toEqual({ data: { resources: [first, { id: 10, ...second }], resource: second } });
  });

  it("are empty without a seed", async () => {
    const { status, body } = await query(await start(), "{ resources { id } resource(id: 9) { id } }");
    expect({ status, body }).toEqual({ status: 200, body: { data: { resources: [], resource: null } } });
  });

  it("have whole numbers close to those of the seed, and byte counts above 32 bits", async () => {
    const { total, daily } = await report();
    expect(daily.map(({ date }) => date)).toEqual(
      ["20", "21", "22", "23", "24", "25", "26"].map((day) => `2026-03-${day}`),
    );
    expect(total.requests).toBeGreaterThan(4900);
    expect(total.requests).toBeLessThan(9100);
    expect(new Set(daily.map(({ requests }) => requests)).size).toBeGreaterThan(3);
    for (const part of [total, ...daily]) {
      expect([part.requests, part.trafficBytes, part.uniqueVisitors].every(Number.isSafeInteger)).toBe(true);
    }
    expect(total.trafficBytes).toBeGreaterThan(2 ** 32);
  });

  it("count a returning visitor once", async () => {
    const { total, daily } = await report();
    expect(total.uniqueVisitors).toBeLessThan(sum(daily, "uniqueVisitors"));
    expect(total.uniqueVisitors).toBeGreaterThan(Math.max(...daily.map(({ uniqueVisitors }) => uniqueVisitors)));
  });

  const largest = { COUNTRY: "DE", DIRECTORY: "/video", BROWSER: "Chrome", DEVICE: "mobile", OS: "Android" };

  it.each(Object.entries(largest))(
    "are grouped by %s: the groups add up to the total, the largest first",
    async (by, first) => {
      const { total, by: groups } = await report({ by });
      expect(groups[0]?.key).toBe(first);
      const counts = groups.map(({ requests }) => requests);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      for (const key of ["requests", "trafficBytes", "uniqueVisitors"] as const) {
        expect(sum(groups, key)).toBe(total[key]);
      }
    },
  );

  it("are filtered: smaller totals, and fewer keys in that dimension only", async () => {
    const all = await report();
    const filters = [{ dimension: "COUNTRY", in: ["FR", "PL", "XX"] }];
    const some = await report({ filters });
    expect(some.by.map(({ key }) => key)).toEqual(["FR", "PL"]);
    expect(sum(some.by, "requests")).toBe(some.total.requests);
    expect(some.total.requests / all.total.requests).toBeCloseTo(0.22, 2);
    expect((await report({ filters, by: "DEVICE" })).by).toHaveLength(4);
    const none = await report({ filters: [{ dimension: "OS", in: [] }] });
    expect([none.total.requests, none.total.uniqueVisitors]).toEqual([0, 0]);
    const both = await report({ filters: [...filters, { dimension: "DEVICE", in: ["mobile"] }] });
    expect(both.total.requests / some.total.requests).toBeCloseTo(0.55, 2);
  });

  it("count only the part of a day that is in the window", async () => {
    const whole = await report({ from: "2026-03-20T00:00:00Z", to: "2026-03-21T00:00:00Z" });
    const half = await report({ from: "2026-03-20T06:00:00Z", to: "2026-03-20T18:00:00Z" });
    expect(half.total.requests / whole.total.requests).toBeCloseTo(0.5, 2);
  });

  it("cover the 90 days up to today", async () => {
    const { daily } = await report({ from: "2025-12-31T00:00:00Z", to: "2026-06-01T00:00:00Z" });
    expect([daily.length, daily[0]?.date, daily.at(-1)?.date]).toEqual([91, "2025-12-31", "2026-03-31"]);
    const emulator = await start({ seed: { analytics: { resources: [resource] } } });
    const now = Date.now();
    const from = new Date(now - 90 * 86_400_000).toISOString();
    const { body } = await query(emulator, reportQuery, { ...week, from, to: new Date(now).toISOString() });
    expect(body).not.toHaveProperty("errors");
  });
});

describe("errors of GraphQL", () => {
  it.each<[string, object, RegExp]>([
    ["a window that begins too early", { from: "2025-12-30T23:59:59Z" }, /no more than 90 days before today/],
    ["a window that ends before it begins", { to: "2026-03-19T00:00:00Z" }, /begin before it ends/],
    ["a window of no length", { to: "2026-03-20T00:00:00Z" }, /begin before it ends/],
  ])("%s: null with path, location and code", async (_what, variables, message) => {
    const { status, body } = await query(await start({ seed }), reportQuery, { ...week, ...variables });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { resource: null },
      errors: [
        {
          message: expect.stringMatching(message) as string,
          path: ["resource", "report"],
          locations: [expect.any(Object)],
          extensions: { code: "BAD_USER_INPUT" },
        },
      ],
    });
  });

  const requestErrors: [string, string, object | undefined, RegExp][] = [
    ["no GraphQL", "{ resources {", undefined, /^Syntax Error/],
    ["no argument", "{ resource { id } }", undefined, /argument "id"/],
    ["a variable that is missing", reportQuery, { ...week, from: undefined }, /\$from/],
    ["a variable that is no datetime", reportQuery, { ...week, from: "yesterday" }, /ISO 8601/],
    ["an unknown dimension", reportQuery, { ...week, by: "CITY" }, /Dimension/],
  ];

  it.each(requestErrors)(
    "%s: 200 as plain JSON, 400 in the media type of GraphQL",
    async (_what, text, variables, message) => {
      const emulator = await start({ seed });
      const accept = "application/graphql-response+json, application/json;q=0.9";
      for (const [headers, status, type] of [
        [undefined, 200, "application/json; charset=utf-8"],
        [{ accept }, 400, "application/graphql-response+json; charset=utf-8"],
      ] as const) {
        const answer = await query(emulator, text, variables, headers);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([status, type]);
        expect(answer.body).not.toHaveProperty("data");
        expect(firstMessage(answer)).toMatch(message);
      }
    },
  );
});

describe("GraphQL over HTTP", () => {
  it.each<[string, unknown]>([
    ["no query", { variables: {} }],
    ["a misspelt query", { qeury: "{ resources { id } }" }],
    ["variables that are no object", { query: "{ resources { id } }", variables: "a=1" }],
    ["no JSON", "{"],
    ["no body", undefined],
  ])("refuses %s with 400", async (_what, body) => {
    const answer = await call(await start({ seed }), "POST", path, body);
    expect([answer.status, answer.body]).toEqual([400, { errors: [{ message: expect.any(String) as string }] }]);
  });

  it("accepts null for optional properties, and runs the named operation", async () => {
    const emulator = await start({ seed });
    const text = "query A { resources { id } } query B { resource(id: 9) { id } }";
    const body = { query: text, operationName: "B", variables: null, extensions: null };
    expect(await call(emulator, "POST", path, body)).toMatchObject({ body: { data: { resource: { id: 9 } } } });
    const unnamed = await call(emulator, "POST", path, { query: text });
    expect(firstMessage(unnamed)).toMatch(/operation name/);
  });

  it("refuses another media type with 415", async () => {
    const headers = { "content-type": "application/graphql" };
    const answer = await call(await start({ seed }), "POST", path, "{ resources { id } }", { headers });
    expect(answer).toMatchObject({ status: 415, body: { errors: [{ message: expect.any(String) as string }] } });
  });

  it("answers 403 to any query of an account without the feature", async () => {
    const emulator = await start({ seed: { analytics: { ...seed.analytics, enabled: false } } });
    for (const text of ["{ resources { id } }", "{ visitors }"]) {
      const { status, body } = await query(emulator, text);
      expect([status, body]).toEqual([403, { message: expect.stringMatching(/not activated/) as string }]);
    }
    emulator.seed({ analytics: { enabled: true } });
    expect(await query(emulator, "{ resources { id } }")).toMatchObject({ status: 200 });
  });
});
