import type { Emulator, RateLimitInput } from "../../emulator/src/index";
import { call, groupsPath, newGroup, refusal, start, statusesOf } from "./client";
import { expectCloudError } from "./cloud-error";

const control = "/__emulator/rate-limit";

/** So slow that no token comes by itself while a test runs; the clock is advanced instead. */
const slow = { perSecond: 0.001 };
const refillMs = 1_000_000;

/** The statuses of `count` requests, sent one after the other. */
const statuses = (emulator: Emulator, count: number) => statusesOf(emulator, Array(count).fill(["GET", groupsPath]));

describe("a rate limit", () => {
  it("allows a burst, then one request per new token, up to a burst again", async () => {
    const emulator = await start({ rateLimit: { ...slow, burst: 3 } });
    expect(await statuses(emulator, 5)).toEqual([200, 200, 200, 429, 429]);
    emulator.advanceClock(2 * refillMs);
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429]);
    emulator.advanceClock(20 * refillMs);
    expect(await statuses(emulator, 4)).toEqual([200, 200, 200, 429]);
  });

  it("refuses requests without applying them or using up faults, and logs them", async () => {
    const emulator = await start({ rateLimit: slow });
    await call(emulator, "GET", groupsPath);
    emulator.addFault({ path: groupsPath, answer: { status: 503 } });
    expect(await call(emulator, "POST", groupsPath, newGroup("a"))).toMatchObject({ status: 429 });
    expect(emulator.state().originGroups).toEqual([]);
    expect(emulator.faults()).toMatchObject([{ timesLeft: 1 }]);
    expect(emulator.requests()).toMatchObject([{ status: 200 }, { method: "POST", status: 429, fault: null }]);
  });

  const message = "Too many requests.";
  it.each([
    ["GET", groupsPath, { message }],
    ["POST", "/cdn/advanced/v2/query", { message }],
    ["GET", "/streaming/streams/1", { error: message }],
  ])("refuses in the form of the product: %s %s", async (method, path, body) => {
    const emulator = await start({ rateLimit: slow });
    await call(emulator, "GET", groupsPath);
    expect(await call(emulator, method, path)).toMatchObject({ status: 429, body });
  });

  it.each(["/cloud/v1/images/1/2", "/v1/tasks/1"])("refuses in the form of the cloud: %s", async (path) => {
    const emulator = await start({ rateLimit: slow });
    await call(emulator, "GET", groupsPath);
    expectCloudError(await call(emulator, "GET", path), [429, "HTTPError"]);
  });
});

describe("Retry-After of a 429", () => {
  const header = async (rateLimit: RateLimitInput) => {
    const emulator = await start({ rateLimit });
    await call(emulator, "GET", groupsPath);
    const { status, headers } = await call(emulator, "GET", groupsPath);
    return [status, headers.get("retry-after"), headers.get("date")] as const;
  };

  it.each<[retryAfter: string | undefined, sent: string | null]>([
    [undefined, null],
    ["0", "0"],
  ])("%s is sent as %s", async (retryAfter, sent) => {
    const limit = retryAfter === undefined ? slow : { ...slow, retryAfter };
    expect((await header(limit)).slice(0, 2)).toEqual([429, sent]);
  });

  it("names the time of the next token, in seconds or as a date", async () => {
    const seconds = await header({ ...slow, retryAfter: "seconds" });
    expect(seconds[1]).toMatch(/^(9\d\d|1000)$/);
    const [, date, sentAt] = await header({ ...slow, retryAfter: "date" });
    const aheadMs = Date.parse(date ?? "") - Date.parse(sentAt ?? "");
    expect(date).toMatch(/ GMT$/);
    expect(aheadMs).toBeGreaterThan(900_000);
    expect(aheadMs).toBeLessThanOrEqual(1_001_000);
  });
});

describe("the limit while the emulator runs", () => {
  it("is set, removed and validated over HTTP", async () => {
    const emulator = await start();
    expect(await call(emulator, "PUT", control, slow)).toMatchObject({ status: 204 });
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    expect(await call(emulator, "PUT", control, { perSecond: 0 })).toMatchObject(refusal(/perSecond/));
    expect(await statuses(emulator, 1)).toEqual([429]);
    expect(await call(emulator, "DELETE", control)).toMatchObject({ status: 204 });
    expect(await statuses(emulator, 2)).toEqual([200, 200]);
  });

  it("is set with a full bucket, and removed, in process", async () => {
    const emulator = await start({ rateLimit: slow });
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    emulator.setRateLimit({ ...slow, burst: 2 });
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429]);
    emulator.setRateLimit();
    expect(await statuses(emulator, 2)).toEqual([200, 200]);
  });

  it("is restored by a reset, but kept when the state is replaced", async () => {
    const emulator = await start({ rateLimit: slow });
    emulator.setRateLimit();
    emulator.reset();
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    emulator.advanceClock(refillMs);
    emulator.replaceState({});
    expect(await statuses(emulator, 1)).toEqual([429]);
    emulator.reset();
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
  });

  it.each<[RateLimitInput, RegExp]>([
    [{} as RateLimitInput, /perSecond/],
    [{ perSecond: 1, burst: 0.5 }, /burst/],
    [{ perSecond: 1, retryAfter: "a\nb" }, /retryAfter/],
  ])("refuses %j", async (limit, expected) => {
    const emulator = await start();
    expect(() => emulator.setRateLimit(limit)).toThrow(expected);
    await expect(start({ rateLimit: limit })).rejects.toThrow(expected);
  });
});
