import { bucket, call, create, groupsPath, newGroup, start } from "./client";

const control = (path: string) => `/__emulator/${path}`;
const key = "no key at all";

describe("the request log", () => {
  it("says what was sent and answered, without the key but with credentials of the body", async () => {
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

  it("can be read and cleared from outside, and leaves control requests out", async () => {
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

  it("is a copy", async () => {
    const emulator = await start();
    await call(emulator, "GET", groupsPath);
    Object.assign(emulator.requests()[0] ?? {}, { status: 0 });
    expect(emulator.requests()[0]?.status).toBe(200);
  });
});

describe("the state", () => {
  const seed = { originGroups: [{ name: "start", sources: [bucket("media") as never] }] };

  it("is read from outside without a key, with the real credentials, and serves as a seed", async () => {
    const emulator = await start({ seed });
    const { status, body } = await call(emulator, "GET", control("state"), undefined, { key });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("secret/of/the/bucket/1");
    expect(body).toEqual(emulator.state());
    const other = await start({ seed: emulator.state() });
    expect(other.state()).toEqual(emulator.state());
  });

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

  it("lets a test mark a group as used while it runs; an ID never comes back before a reset", async () => {
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

  it("stays as it is when a seed is refused", async () => {
    const emulator = await start({ seed });
    const before = emulator.state();
    for (const method of ["POST", "PUT"]) {
      const bad = { names: { a: "private" }, originGroups: [{ name: "a" }] };
      const answer = await call(emulator, method, control("state"), bad);
      expect(answer).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("originGroups[0].sources") as string },
      });
    }
    expect(await call(emulator, "POST", control("state"), "no json")).toMatchObject({ status: 400 });
    expect(emulator.state()).toEqual(before);
  });
});

describe("faults from outside", () => {
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

describe("running", () => {
  it("takes the latency for platform requests, not for control requests", async () => {
    const emulator = await start({ latencyMs: 80 });
    const timed = async (path: string) => {
      const started = performance.now();
      await call(emulator, "GET", path);
      return performance.now() - started;
    };
    await timed(control("state"));
    expect(await timed(groupsPath)).toBeGreaterThanOrEqual(75);
    expect(await timed(control("state"))).toBeLessThan(75);
  });

  it("closes at once, with kept-alive connections and requests in progress", async () => {
    const emulator = await start({ latencyMs: 60_000 });
    await call(emulator, "GET", control("state"));
    const pending = call(emulator, "GET", groupsPath).catch(() => "ended");
    while (emulator.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const started = performance.now();
    await emulator.close();
    expect(performance.now() - started).toBeLessThan(1000);
    expect(await pending).toBe("ended");
    await expect(call(emulator, "GET", control("state"))).rejects.toThrow();
  });

  it("refuses options it does not know", async () => {
    await expect(start({ ports: 1 } as never)).rejects.toThrow(/ports/);
    await expect(start({ latencyMs: -1 })).rejects.toThrow(/latencyMs/);
  });
});
