import { once } from "node:events";
import { connect } from "node:net";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { bucket, call, create, groupsPath, newGroup, refusal, start, until } from "./client";

const control = (path: string) => `/__emulator/${path}`;
const key = "no key at all";

/** Sends a request whose body comes after a reset; returns how the connection has ended. */
async function sendLate(emulator: Emulator, path: string, sent: object, meanwhile: () => unknown): Promise<unknown> {
  const { hostname, port } = new URL(emulator.url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise<unknown>((resolve) => socket.once("error", resolve));
  const body = JSON.stringify(sent);
  const head = [`POST ${path} HTTP/1.1`, "host: localhost", "authorization: apikey demo-key", "expect: 100-continue"];
  socket.write([...head, "content-type: application/json", `content-length: ${body.length}`, "", ""].join("\r\n"));
  // The server asks for the body once it has the head.
  await once(socket, "data");
  emulator.reset();
  meanwhile();
  socket.write(body);
  return ended;
}

/** Waits until a request has arrived. */
const logged = (emulator: Emulator) => until(() => emulator.requests().length > 0);

describe("the request log", () => {
  it("records requests and answers, without the key but with credentials of the body", async () => {
    const emulator = await start({ apiKeys: ["one", "two"] });
    const body = { ...newGroup("a"), sources: [bucket("media")] };
    const headers = { "user-agent": "test/1" };
    await call(emulator, "POST", `${groupsPath}?a=1&a=2`, body, { key: "two", headers });
    await call(emulator, "DELETE", `${groupsPath}/1`, undefined, { key: "one-readonly" });
    await call(emulator, "PUT", groupsPath, "{", { key: "three-secret" });
    const [post, remove, put] = emulator.requests();
    expect(post).toMatchObject({ number: 1, method: "POST", path: groupsPath, query: { a: ["1", "2"] }, body });
    expect(post).toMatchObject({ status: 201, fault: null, credential: { index: 1, readOnly: false } });
    expect(post?.headers).toMatchObject({ "user-agent": "test/1", "content-type": "application/json" });
    expect(Date.parse(post?.receivedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(remove).toMatchObject({ number: 2, status: 403, body: null, credential: { index: 0, readOnly: true } });
    expect(put).toMatchObject({ number: 3, status: 401, body: "{", credential: null });
    for (const secret of ["two", "one-readonly", "three-secret", "authorization"]) {
      expect(JSON.stringify(emulator.requests())).not.toContain(`"${secret}`);
      expect(JSON.stringify(emulator.requests())).not.toContain(`apikey ${secret}`);
    }
  });

  it("can be read and cleared over HTTP, and leaves control requests out", async () => {
    const emulator = await start();
    await call(emulator, "GET", groupsPath);
    const read = await call(emulator, "GET", control("requests"), undefined, { key });
    expect(read).toMatchObject({ status: 200, body: [{ method: "GET", path: groupsPath, status: 200 }] });
    expect(await call(emulator, "DELETE", control("requests"))).toMatchObject({ status: 204 });
    expect(emulator.requests()).toEqual([]);
    await call(emulator, "GET", groupsPath);
    emulator.clearRequests();
    await call(emulator, "GET", groupsPath);
    expect(emulator.requests()).toMatchObject([{ number: 1 }]);
  });
});

describe("the state", () => {
  const seed = { originGroups: [{ name: "start", sources: [bucket("media") as never] }] };

  it("can be added to, replaced, emptied and reset", async () => {
    const emulator = await start({ seed });
    const names = () => emulator.state().originGroups.map(({ name }) => name);
    const more = { originGroups: [{ name: "more", sources: [{ source: "a.example.com" }] }], plan: { groupsLimit: 9 } };
    expect(await call(emulator, "POST", control("state"), more)).toMatchObject({ status: 204 });
    expect([names(), emulator.state().plan.groupsLimit]).toEqual([["start", "more"], 9]);
    expect(await call(emulator, "PUT", control("state"), more)).toMatchObject({ status: 204 });
    expect(names()).toEqual(["more"]);
    await call(emulator, "PUT", control("state"), {});
    expect([names(), emulator.state().plan.groupsLimit]).toEqual([[], 10_000]);
    await create(emulator, newGroup("later"));
    emulator.addFault({ path: "/", reset: "before" });
    expect(await call(emulator, "DELETE", control("state"))).toMatchObject({ status: 204 });
    expect([names(), emulator.faults(), emulator.requests()]).toEqual([["start"], [], []]);
  });

  it("can mark a group as used; an ID is reused only after a reset", async () => {
    const emulator = await start({ seed });
    const firstId = emulator.state().originGroups[0]?.id ?? 0;
    const state = emulator.state();
    const usedBy = { resources: [{ id: 1 }], rules: [] };
    emulator.replaceState({ ...state, originGroups: state.originGroups.map((group) => ({ ...group, usedBy })) });
    expect(await call(emulator, "DELETE", `${groupsPath}/${firstId}`)).toMatchObject({ status: 400 });
    emulator.replaceState({});
    expect(await create(emulator, newGroup("a"))).toBeGreaterThan(firstId);
    emulator.reset();
    expect(emulator.state().originGroups[0]?.id).toBe(firstId);
  });

  it("is unchanged when a seed is refused", async () => {
    const emulator = await start({ seed });
    const before = emulator.state();
    for (const method of ["POST", "PUT"]) {
      const bad = { names: { a: "private" }, originGroups: [{ name: "a" }] };
      const answer = await call(emulator, method, control("state"), bad);
      expect(answer).toMatchObject(refusal(/originGroups\[0\]\.sources/));
    }
    expect(await call(emulator, "POST", control("state"), "no json")).toMatchObject({ status: 400 });
    expect(emulator.state()).toEqual(before);
  });
});

describe("a request that is in progress when the state is replaced", () => {
  const replacements: [what: string, change: (emulator: Emulator) => unknown][] = [
    ["reset", (emulator) => emulator.reset()],
    ["replaced", (emulator) => emulator.replaceState({})],
    ["reset over HTTP", (emulator) => call(emulator, "DELETE", control("state"))],
    ["replaced over HTTP", (emulator) => call(emulator, "PUT", control("state"), {})],
  ];

  it.each(replacements)("changes nothing, and its connection is reset: %s", async (_what, change) => {
    const emulator = await start({ latencyMs: 600_000 });
    const pending = call(emulator, "POST", groupsPath, newGroup("late")).catch((error: Error) => error.cause);
    await logged(emulator);
    await change(emulator);
    expect(await pending).toMatchObject({ code: "ECONNRESET" });
    expect(emulator.state().originGroups).toEqual([]);
  });

  it("is not logged and meets no new fault if its body arrives later", async () => {
    const emulator = await start();
    const addFault = () => emulator.addFault({ path: groupsPath, answer: { status: 503 } });
    const ended = await sendLate(emulator, groupsPath, newGroup("late"), addFault);
    expect(ended).toMatchObject({ code: "ECONNRESET" });
    expect(emulator.state().originGroups).toEqual([]);
    expect(emulator.requests()).toEqual([]);
    expect(emulator.faults()).toMatchObject([{ timesLeft: 1 }]);
  });
});

describe("faults over HTTP", () => {
  it("are added, listed and cleared", async () => {
    const emulator = await start();
    const fault = { path: groupsPath, answer: { status: 500 } };
    const added = await call(emulator, "POST", control("faults"), fault, { key });
    expect(added).toMatchObject({ status: 201, body: { id: 1, timesLeft: 1, path: groupsPath } });
    expect(await call(emulator, "GET", control("faults"))).toMatchObject({ status: 200, body: [{ id: 1 }] });
    expect(await call(emulator, "DELETE", control("faults"))).toMatchObject({ status: 204 });
    expect(await call(emulator, "GET", groupsPath)).toMatchObject({ status: 200 });
  });
});

describe("a running emulator", () => {
  it("closes at once, with kept-alive connections and requests in progress", async () => {
    const emulator = await start({ latencyMs: 600_000 });
    await call(emulator, "GET", control("state"));
    const pending = call(emulator, "GET", groupsPath).catch(() => "ended");
    await logged(emulator);
    await emulator.close();
    expect(await pending).toBe("ended");
    await expect(call(emulator, "GET", control("state"))).rejects.toThrow();
  });

  it("closes at the end of a block that uses it", async () => {
    const urls: string[] = [];
    {
      await using emulator = await startEmulator();
      urls.push(emulator.url);
      expect(await call(emulator, "GET", control("state"))).toMatchObject({ status: 200 });
    }
    await expect(fetch(urls[0] ?? "")).rejects.toThrow(/fetch failed/);
  });

  it("reports its health and its version, without the latency of platform requests", async () => {
    const answer = await call(await start({ latencyMs: 600_000 }), "GET", control("health"), undefined, { key });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string },
    });
  });

  it("reports each request when it has ended, answered or not", async () => {
    const told: string[] = [];
    const emulator = await start({
      onRequest: ({ method, status, fault }) => told.push(`${method} ${status} ${fault}`),
    });
    emulator.addFault({ method: "GET", path: groupsPath, reset: "before" });
    await create(emulator, newGroup("a"));
    await call(emulator, "GET", groupsPath).catch(() => undefined);
    await until(() => told.length === 2);
    expect(told).toEqual(["POST 201 null", "GET null 1"]);
  });

  it("refuses unknown and invalid options at its start", async () => {
    await expect(start({ ports: 1 } as never)).rejects.toThrow(/ports/);
    await expect(start({ latencyMs: -1 })).rejects.toThrow(/latencyMs/);
  });
});
