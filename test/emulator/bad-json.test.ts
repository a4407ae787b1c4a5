import { bucket, call, groupsPath, newGroup, start } from "./client";

/** A list nested `levels` deep. */
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const post = async (url: string, body: string | Uint8Array<ArrayBuffer>) => {
  const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
};

/** Bytes that are JSON except for one byte. */
const notUtf8 = Uint8Array.from(
  [...'{"name":"', 0xff, ...'"}'].map((part) => (typeof part === "string" ? part.charCodeAt(0) : part)),
);

describe("JSON that is nested 5000 deep", () => {
  it("is refused, and logged as it was sent", async () => {
    const emulator = await start();
    expect(await post(emulator.url + groupsPath, nested(5000))).toEqual({
      status: 400,
      body: { message: "JSON parse error: nested too deeply." },
    });
    expect(emulator.requests()).toMatchObject([{ status: 400, body: nested(5000) }]);
    expect(await call(emulator, "GET", "/__emulator/requests")).toMatchObject({ status: 200, body: [{ number: 1 }] });
  });
});

it("a deeply nested analytics query gets an answer", async () => {
  const query = "{ a ".repeat(100_000);
  const answer = await call(await start(), "POST", "/cdn/advanced/v2/query", { query });
  expect(answer).toMatchObject({
    status: 200,
    body: { errors: [{ message: expect.stringMatching(/token/) as string }] },
  });
});

describe("bytes that are not UTF-8", () => {
  it("are refused rather than changed, and are logged", async () => {
    const emulator = await start();
    const answer = await post(emulator.url + groupsPath, notUtf8);
    expect(answer).toEqual({ status: 400, body: { message: "JSON parse error: not UTF-8." } });
    expect(emulator.requests()).toMatchObject([{ body: '{"name":"\ufffd"}' }]);
    expect(emulator.state().originGroups).toEqual([]);
  });
});

describe("a byte order mark", () => {
  it("is accepted in a seed", async () => {
    const emulator = await start();
    const seed = { originGroups: [{ name: "a", sources: [bucket("media")] }] };
    const response = await fetch(`${emulator.url}/__emulator/state`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `\ufeff${JSON.stringify(seed)}`,
    });
    expect([response.status, emulator.state().originGroups.length]).toEqual([204, 1]);
  });

  it("is refused by the platform, as RFC 8259 allows, and named in the error", async () => {
    const emulator = await start();
    const answer = await post(emulator.url + groupsPath, `\ufeff${JSON.stringify(newGroup("a"))}`);
    expect(answer).toEqual({ status: 400, body: { message: "JSON parse error: byte order mark." } });
    expect(emulator.state().originGroups).toEqual([]);
  });
});
