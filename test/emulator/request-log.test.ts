import { call, create, groupsPath, newGroup, start, startWith } from "./client";

describe("the request log can be searched", () => {
  const someRequests = async () => {
    const emulator = await start();
    const id = await create(emulator, newGroup("a"));
    await call(emulator, "GET", `${groupsPath}/${id}`, undefined, { headers: { "x-request-id": "7f3a" } });
    await call(emulator, "GET", `${groupsPath}?name=a`);
    await call(emulator, "POST", groupsPath, newGroup("a"));
    return emulator;
  };

  it.each<[string, object, number[]]>([
    ["by the method", { method: "POST" }, [1, 4]],
    ["by a part of the body", { body: { name: "a" } }, [1, 4]],
    ["by the status", { status: 400 }, [4]],
    ["by the number of an earlier request", { after: 2 }, [3, 4]],
    ["by all of it", { method: "POST", path: groupsPath, status: 201, after: 0 }, [1]],
  ])("%s", async (_what, filter, expected) => {
    const emulator = await someRequests();
    expect(emulator.requests(filter).map(({ number }) => number)).toEqual(expected);
  });

  it("also over HTTP", async () => {
    const emulator = await someRequests();
    const of = async (query: string) =>
      ((await call(emulator, "GET", `/__emulator/requests?${query}`)).body as { number: number }[]).map(
        ({ number }) => number,
      );
    expect(await of("method=POST&status=201")).toEqual([1]);
    expect(await of(`path=${groupsPath}/*`)).toEqual([2]);
    expect(await of("after=3")).toEqual([4]);
  });

  it.each([
    [{ verb: "GET" }, /filter is not valid: .*verb/],
    [{ method: "FETCH" }, /method/],
  ])("but not with the invalid filter %j", async (filter, expected) => {
    const emulator = await start();
    expect(() => emulator.requests(filter as object)).toThrow(expected);
    await expect(emulator.waitForRequest(filter as object)).rejects.toThrow(expected);
    const [[name, value] = []] = Object.entries(filter);
    const answer = await call(emulator, "GET", `/__emulator/requests?${name}=${String(value)}`);
    expect(answer.status).toBe(400);
  });
});

describe("waiting for a request", () => {
  it("ends at once if it was received already, and otherwise when it is", async () => {
    const emulator = await start();
    const awaited = emulator.waitForRequest({ method: "POST", body: { name: "b" } });
    await create(emulator, newGroup("a"));
    await create(emulator, newGroup("b"));
    expect(await awaited).toMatchObject({ number: 2, body: { name: "b" } });
    expect(await emulator.waitForRequest()).toMatchObject({ number: 1 });
  });

  it("does not wait for the answer, unless a status is asked for", async () => {
    const emulator = await startWith({ path: groupsPath, answerDelayMs: 50 });
    const answer = call(emulator, "GET", groupsPath);
    expect(await emulator.waitForRequest({ path: groupsPath })).toMatchObject({ status: null });
    expect(await emulator.waitForRequest({ path: groupsPath, status: 200 })).toMatchObject({ status: 200 });
    await answer;
  });

  it("names the requests that came instead after a time-out", async () => {
    const emulator = await start();
    const wait = () => emulator.waitForRequest({ method: "DELETE" }, { timeoutMs: 5 });
    await expect(wait()).rejects.toThrow('No request like {"method":"DELETE"} within 5 ms; there was no request.');
    await call(emulator, "GET", groupsPath);
    await expect(wait()).rejects.toThrow(`the last ones were GET ${groupsPath} 200.`);
  });

  it("works over HTTP, with an empty list after a time-out", async () => {
    const emulator = await start();
    const wait = (waitMs: number) => call(emulator, "GET", `/__emulator/requests?method=POST&waitMs=${waitMs}`);
    expect(await wait(5)).toMatchObject({ status: 200, body: [] });
    const awaited = wait(60_000);
    await create(emulator, newGroup("a"));
    expect(await awaited).toMatchObject({ status: 200, body: [{ number: 1, method: "POST" }] });
  });
});
