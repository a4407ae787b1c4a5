import { bucket, call, create, groupsPath, newGroup, start } from "./client";

const hostDefaults = { backup: false, enabled: true, host_header_override: null };

describe("origin groups", () => {
  it("are created with the server's defaults, read, and deleted", async () => {
    const emulator = await start();
    const created = await call(emulator, "POST", groupsPath, {
      name: "a",
      sources: [{ source: "a.example.com:8080" }],
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number) as number,
      name: "a",
      use_next: false,
      proxy_next_upstream: ["error", "timeout"],
      auth_type: "none",
      sources: [{ source: "a.example.com:8080", ...hostDefaults }],
      path: "",
      has_related_resources: false,
    });
    const path = `${groupsPath}/${(created.body as { id: number }).id}`;
    expect(await call(emulator, "GET", path)).toMatchObject({ status: 200, body: created.body });
    expect(await call(emulator, "DELETE", path)).toMatchObject({ status: 204, body: undefined });
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const body = method === "PUT" || method === "PATCH" ? newGroup("a") : undefined;
      const gone = await call(emulator, method, path, body);
      expect(gone).toMatchObject({ status: 404, body: { message: "Origin group is not found." } });
    }
    expect(emulator.state().originGroups).toEqual([]);
  });

  it("keep the order of their sources, mix the forms, and have only the listed properties", async () => {
    const emulator = await start();
    const sources = [
      { origin_type: "edgeapp", config: { app_id: "77" }, enabled: false },
      bucket("media"),
      { source: "203.0.113.9", backup: true, host_header_override: "www.example.com" },
      { source: "[2001:db8::1]:443", origin_type: "host" },
    ];
    const { body } = await call(emulator, "POST", groupsPath, { name: "a", use_next: true, sources });
    expect((body as { sources: unknown }).sources).toEqual([
      { origin_type: "edgeapp", config: { app_id: "77" }, ...hostDefaults, enabled: false },
      {
        origin_type: "s3",
        config: {
          s3_type: "other",
          s3_bucket_name: "media",
          s3_region: null,
          s3_storage_hostname: "storage.example.com",
          s3_access_key_id: "SECRET_VALUE",
          s3_secret_access_key: "SECRET_VALUE",
          s3_auth_type: "cloudSignatureV4",
        },
        ...hostDefaults,
      },
      { source: "203.0.113.9", backup: true, enabled: true, host_header_override: "www.example.com" },
      { source: "[2001:db8::1]:443", ...hostDefaults },
    ]);
  });

  it("get the defaults of what a PUT leaves out", async () => {
    const emulator = await start();
    const source = { source: "a.example.com", backup: true, enabled: false, host_header_override: "h.example.com" };
    const id = await create(emulator, {
      ...newGroup("a"),
      path: "/prefix",
      proxy_next_upstream: ["http_503", "error"],
      sources: [source, { source: "b.example.com" }],
    });
    const path = `${groupsPath}/${id}`;
    const put = { name: "b", use_next: false, sources: [{ source: "a.example.com" }] };
    const answer = await call(emulator, "PUT", path, put);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      name: "b",
      use_next: false,
      path: "",
      proxy_next_upstream: ["error", "timeout"],
      sources: [{ source: "a.example.com", ...hostDefaults }],
    });
    expect(await call(emulator, "GET", path)).toMatchObject({ body: answer.body });
  });

  it("keep what a PATCH leaves out, and are checked as a whole", async () => {
    const emulator = await start();
    const id = await create(emulator, { ...newGroup("a"), proxy_next_upstream: ["http_503"], sources: [bucket("m")] });
    const answer = await call(emulator, "PATCH", `${groupsPath}/${id}`, { name: "b" });
    expect(answer).toMatchObject({
      status: 200,
      body: { name: "b", use_next: true, proxy_next_upstream: ["http_503"] },
    });
    const [source] = emulator.state().originGroups[0]?.sources ?? [];
    expect(source).toMatchObject({ config: { s3_access_key_id: "key-of-the-bucket" } });
    const refused = await call(emulator, "PATCH", `${groupsPath}/${id}`, { proxy_next_upstream: [] });
    expect(refused).toMatchObject({ status: 400, body: { errors: { proxy_next_upstream: [expect.any(String)] } } });
  });

  it("can have a name that is free again, and their own name in a PUT", async () => {
    const emulator = await start();
    const id = await create(emulator, newGroup("a"));
    expect(await call(emulator, "PUT", `${groupsPath}/${id}`, newGroup("a"))).toMatchObject({ status: 200 });
    await call(emulator, "PUT", `${groupsPath}/${id}`, newGroup("b"));
    expect(await create(emulator, newGroup("a"))).toBeGreaterThan(id);
  });

  it("get increasing IDs without clashes when 200 are created at once", async () => {
    const emulator = await start({ latencyMs: 5 });
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => create(emulator, newGroup(`group-${index}`))),
    );
    expect(new Set(ids).size).toBe(200);
    expect(emulator.state().originGroups.map(({ id }) => id)).toEqual([...ids].sort((a, b) => a - b));
    const last = await create(emulator, newGroup("last"));
    expect(last).toBe(Math.max(...ids) + 1);
    await call(emulator, "DELETE", `${groupsPath}/${last}`);
    expect(await create(emulator, newGroup("later"))).toBeGreaterThan(last);
  });
});

describe("deleting a group in use", () => {
  const usedBy = { resources: [{ id: 5, cname: "cdn.example.com" }], rules: [] };
  const rules = { resources: [], rules: [{ id: 9 }] };

  it.each([
    ["resources", usedBy, true],
    ["rules", rules, false],
  ])("is refused: %s", async (use, usage, related) => {
    const sources = [{ source: "a.example.com" }];
    const emulator = await start({ seed: { originGroups: [{ id: 3, name: "a", sources, usedBy: usage }] } });
    const answer = await call(emulator, "DELETE", `${groupsPath}/3`);
    expect(answer).toMatchObject({ status: 400, body: { name: [`There are ${use} using this group`] } });
    const read = await call(emulator, "GET", `${groupsPath}/3`);
    expect(read).toMatchObject({ status: 200, body: { has_related_resources: related } });
    await call(emulator, "PUT", `${groupsPath}/3`, newGroup("b"));
    expect(await call(emulator, "DELETE", `${groupsPath}/3`)).toMatchObject({ status: 400 });
  });
});
