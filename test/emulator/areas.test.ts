import type { SeedInput } from "../../emulator/src/index";
import { bucket, call, groupsPath, start, type Answer } from "./client";
import { expectCloudError } from "./cloud-error";
import { functionPath, functionsPath, functionSeed } from "./function-seed";
import { snapshotPath, snapshotSeed, taskId } from "./snapshot-seed";

interface AreaRow {
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Expects the area's own shape of a refusal. */
  readonly refused: (answer: Answer, status: 401 | 403) => void;
}

const exactly =
  (key: string): AreaRow["refused"] =>
  ({ status, body }, expected) =>
    expect({ status, body }).toEqual({ status: expected, body: { [key]: expect.any(String) as string } });

const cloud: AreaRow["refused"] = (answer, status) =>
  expectCloudError(answer, [status, status === 401 ? "token_not_valid" : "ForbiddenError"]);

const seed: SeedInput = {
  ...snapshotSeed(),
  ...functionSeed(),
  tasks: [{ id: taskId }],
  images: [{ id: "one", name: "one", project_id: 1, region_id: 2, os_distro: "debian", os_version: "12" }],
  streams: [{ id: 7, name: "studio", token: "stream-secret-token", srt_passphrase: "stream-secret-passphrase" }],
  vodStatistics: { clients: [{ client: 1 }] },
  analytics: { resources: [{ id: 9, cname: "cdn.example.com" }] },
};

const frame = "from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";
const statistics = `/streaming/statistics/vod/transcoding_duration?${frame}`;
const query = { query: "{ resources { id } }" };
const rows: AreaRow[] = [
  { area: "CDN", method: "GET", path: groupsPath, refused: exactly("message") },
  { area: "images", method: "GET", path: "/cloud/v1/images/1/2/one", refused: cloud },
  { area: "snapshots", method: "GET", path: snapshotPath, refused: cloud },
  { area: "functions", method: "GET", path: functionPath, refused: cloud },
  { area: "tasks", method: "GET", path: `/cloud/v1/tasks/${taskId}`, refused: cloud },
  { area: "tasks at the contract's own path", method: "GET", path: `/v1/tasks/${taskId}`, refused: cloud },
  { area: "streams", method: "GET", path: "/streaming/streams/7", refused: exactly("error") },
  { area: "VOD statistics", method: "GET", path: statistics, refused: exactly("error") },
  { area: "analytics", method: "POST", path: "/cdn/advanced/v2/query", body: query, refused: exactly("message") },
];

const withoutQuery = (path: string) => path.split("?", 1)[0] ?? "";

describe.each(rows)("all areas share the platform's behaviour: $area", ({ method, path, body, refused }) => {
  const ask = (emulator: Awaited<ReturnType<typeof start>>, key?: string) =>
    call(emulator, method, path, body, { key });

  it("checks keys", async () => {
    const emulator = await start({ seed });
    expect((await ask(emulator)).status).toBe(200);
    refused(await ask(emulator, "wrong"), 401);
  });

  it("lets read-only keys only read", async () => {
    const emulator = await start({ seed });
    expect((await ask(emulator, "demo-key-readonly")).status).toBe(200);
    refused(await call(emulator, "PATCH", path, {}, { key: "demo-key-readonly" }), 403);
  });

  it("logs requests", async () => {
    const emulator = await start({ seed });
    await ask(emulator);
    const credential = { index: 0, readOnly: false };
    const logged = { method, path: withoutQuery(path), body: body ?? null, status: 200, credential };
    expect(emulator.requests()).toMatchObject([logged]);
  });

  it("applies faults", async () => {
    const emulator = await start({ seed });
    emulator.addFault({ path: withoutQuery(path), answer: { status: 503, body: { any: "shape" } } });
    expect(await ask(emulator)).toMatchObject({ status: 503, body: { any: "shape" } });
    expect((await ask(emulator)).status).toBe(200);
  });
});

describe("the cloud's 401", () => {
  it("reports a missing key", async () => {
    const { url } = await start();
    const response = await fetch(`${url}/cloud/v1/images/1/2`);
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expectCloudError(answer, [401, "not_authenticated"]);
  });
});

describe("bodies that cannot be read get a 400 in the shape of the area", () => {
  it.each([
    ["POST", groupsPath, { message: expect.any(String) as string }],
    ["POST", "/streaming/streams/7", { data: [], errors: [expect.any(String) as string] }],
  ])("%s %s", async (method, path, expected) => {
    const { status, body } = await call(await start({ seed }), method, path, "{");
    expect({ status, body }).toEqual({ status: 400, body: expected });
  });

  it.each([
    ["PATCH", snapshotPath],
    ["POST", functionsPath],
    ["PATCH", functionPath],
  ])("%s %s", async (method, path) => {
    const emulator = await start({ seed });
    for (const body of [[], '"a text"', "null", undefined, "{"]) {
      expectCloudError(await call(emulator, method, path, body), [400, "ValidationError"]);
    }
  });
});

it("the state of all areas, read over HTTP without a key, has the real credentials and is a valid seed", async () => {
  const emulator = await start({
    seed: { ...seed, originGroups: [{ name: "a", sources: [bucket("media") as never] }] },
  });
  const { status, body } = await call(emulator, "GET", "/__emulator/state", undefined, { key: "no key at all" });
  expect([status, body]).toEqual([200, emulator.state()]);
  expect(JSON.stringify(body)).toMatch(/secret\/of\/the\/bucket\/1[^]*stream-secret-token/);
  expect((await start({ seed: emulator.state() })).state()).toEqual(emulator.state());
  const other = await start();
  other.replaceState(emulator.state());
  expect(other.state()).toEqual(emulator.state());
  emulator.replaceState({});
  expect(emulator.state()).toEqual((await start()).state());
});
