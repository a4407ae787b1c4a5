import { call, create, groupsPath, newGroup, start } from "./client";
import { expectCloudError } from "./cloud-error";
import { functionPath, functionsPath, namespacesPath, newFunction } from "./function-seed";
import { snapshotPath, snapshotSeed, taskId } from "./snapshot-seed";

const get = (url: string, authorization?: string) =>
  fetch(url + groupsPath, authorization === undefined ? {} : { headers: { authorization } });

describe("authorization", () => {
  it.each(["apikey demo-key", "APIKey demo-key", "ApiKey demo-key-readonly"])("%s is accepted", async (header) => {
    const { url } = await start();
    expect((await get(url, header)).status).toBe(200);
  });

  it.each([undefined, "", "apikey", "apikey ", "apikey other", "demo-key", "Bearer demo-key", "apikey  demo-key"])(
    "%s is answered with 401",
    async (header) => {
      const { url } = await start();
      const response = await get(url, header);
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: expect.any(String) as string });
    },
  );

  it("takes the keys of the options in place of the default one", async () => {
    const emulator = await start({ apiKeys: ["one", "two"] });
    const statuses = { one: 200, two: 200, "two-readonly": 200, "demo-key": 401, "three-readonly": 401 };
    for (const [key, status] of Object.entries(statuses)) {
      expect(await call(emulator, "GET", groupsPath, undefined, { key })).toMatchObject({ status });
    }
    await expect(start({ apiKeys: ["with space"] })).rejects.toThrow(/apiKeys\[0\]/);
  });

  it("lets a read-only key read, and answers 403 to every change", async () => {
    const emulator = await start({ seed: snapshotSeed() });
    const id = await create(emulator, newGroup("a"));
    const key = "demo-key-readonly";
    const before = emulator.state();
    expect(await call(emulator, "GET", `${groupsPath}/${id}`, undefined, { key })).toMatchObject({ status: 200 });
    for (const [method, path, body] of [
      ["POST", groupsPath, newGroup("b")],
      ["PUT", `${groupsPath}/${id}`, newGroup("b")],
      ["PATCH", `${groupsPath}/${id}`, { name: "b" }],
      ["DELETE", `${groupsPath}/${id}`, undefined],
      ["PATCH", snapshotPath, { name: "changed" }],
      ["POST", functionsPath, newFunction()],
    ] as const) {
      const answer = await call(emulator, method, path, body, { key });
      expect(answer).toMatchObject({ status: 403, body: { message: expect.any(String) as string } });
    }
    expect(emulator.state()).toEqual(before);
  });
});

const nowhere = {
  CDN: ["/cdn", "/cdn/x", "/cdn/origin_groups/ab", "/cdn/origin_groups/1/2", "/cdn/origin_groups/", "/cdn/advanced/v2"],
  cloud: [
    ...["/cloud", "/cloud/x", "/cloud/v1/x", "/cloud/v2/images/1/2", "/cloud/v1/images/1", "/cloud/v1/images/1/x"],
    ...["/cloud/v1/images/a/2", "/cloud/v1/snapshots/1", "/cloud/v1/faas/namespaces/1/2/web", "/cloud/v1/tasks"],
    ...["/v1", "/v1/tasks", "/v1/nothing"],
  ],
  streaming: ["/streaming", "/streaming/streams", "/streaming/streams/abc", "/streaming/statistics"],
};

describe("requests without a route", () => {
  it.each(nowhere.CDN)("%s is answered with 404 in the shape of the CDN", async (path) => {
    const { status, body } = await call(await start(), "GET", path);
    expect([status, body]).toEqual([404, { message: expect.any(String) as string }]);
  });

  it.each(nowhere.cloud)("%s is answered with 404 in the shape of the cloud", async (path) => {
    expectCloudError(await call(await start(), "GET", path), [404, "NotFoundError"]);
  });

  it.each(nowhere.streaming)("%s is answered with 404 in the shape of streaming", async (path) => {
    const { status, body } = await call(await start(), "GET", path);
    expect([status, body]).toEqual([404, { error: expect.any(String) as string }]);
  });

  const ofCdn = (text: string) => ({ message: text });
  const ofStreaming = (text: string) => ({ data: [], errors: [text] });
  const ofGraphQl = (text: string) => ({ errors: [{ message: text }] });

  it.each<[path: string, allowed: string, shape: "cloud" | ((text: string) => object)]>([
    [groupsPath, "GET, POST", ofCdn],
    [`${groupsPath}/1`, "GET, PUT, PATCH, DELETE", ofCdn],
    ["/cdn/advanced/v2/query", "POST", ofGraphQl],
    ["/streaming/streams/1", "GET", ofStreaming],
    ["/streaming/statistics/vod/transcoding_duration", "GET", ofStreaming],
    ["/cloud/v1/images/1/2", "GET", "cloud"],
    ["/cloud/v1/images/1/2/own", "GET", "cloud"],
    ["/cloud/v1/snapshots/1/2", "GET, POST", "cloud"],
    [snapshotPath, "GET, PATCH, DELETE", "cloud"],
    [namespacesPath, "GET, POST", "cloud"],
    [`${namespacesPath}/web`, "GET, PATCH, DELETE", "cloud"],
    [functionsPath, "GET, POST", "cloud"],
    [functionPath, "GET, PATCH, DELETE", "cloud"],
    [`/cloud/v1/tasks/${taskId}`, "GET", "cloud"],
    [`/v1/tasks/${taskId}`, "GET", "cloud"],
  ])("get 405 for every other method of a known path: %s", async (path, allowed, shape) => {
    const emulator = await start();
    const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((method) => !allowed.includes(method));
    for (const method of methods) {
      const answer = await call(emulator, method, path);
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, allowed]);
      if (shape === "cloud") {
        expectCloudError(answer, [405, "HTTPError"]);
      } else {
        expect(answer.body).toEqual(shape(`Method ${method} is not allowed.`));
      }
    }
  });

  it("get 400 for a path that cannot be decoded and 415 for a body that is not JSON", async () => {
    const emulator = await start();
    const undecodable = await call(emulator, "GET", "/cdn/%zz");
    expect([undecodable.status, undecodable.body]).toEqual([400, { message: expect.any(String) as string }]);
    const headers = { "content-type": "text/plain" };
    const answer = await call(emulator, "POST", groupsPath, newGroup("a"), { headers });
    expect(answer).toMatchObject({ status: 415, body: { message: expect.any(String) as string } });
  });
});

describe("paths outside of every product", () => {
  it.each<[method: string, path: string, init: RequestInit]>([
    ["GET", "/", {}],
    ["GET", "/v2/tasks/1", { headers: { authorization: "apikey demo-key" } }],
    ["POST", "/origin_groups", { body: "{", headers: { "content-type": "text/plain" } }],
  ])("get a load balancer's 404, without a key: %s %s", async (method, path, init) => {
    const emulator = await start();
    const response = await fetch(emulator.url + path, { method, ...init });
    expect([response.status, await response.text()]).toEqual([404, "default backend - 404"]);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  });
});
