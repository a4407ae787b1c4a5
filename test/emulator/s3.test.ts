import { bucket, call, create, groupsPath, newGroup, start } from "./client";

const place = { s3_type: "cloudvendor", s3_bucket_name: "old", s3_region: "north-1" };
const auth = { ...place, s3_access_key_id: "legacy:key", s3_secret_access_key: "s".repeat(40) };
const legacy = { name: "old", use_next: true, auth_type: "cloudSignatureV4", auth };
const masked = { s3_access_key_id: "SECRET_VALUE", s3_secret_access_key: "SECRET_VALUE" };

describe("S3 credentials", () => {
  it("are in no response, and the state shows a rotation", async () => {
    const emulator = await start();
    const id = await create(emulator, { ...newGroup("a"), sources: [bucket("media")] });
    const rotated = bucket("media", { s3_access_key_id: "rotated", s3_secret_access_key: "rotated/secret/16+" });
    const answers = [
      await call(emulator, "GET", `${groupsPath}/${id}`),
      await call(emulator, "PUT", `${groupsPath}/${id}`, { ...newGroup("a"), sources: [rotated] }),
      await call(emulator, "GET", groupsPath),
    ];
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toMatch(/key-of-the-bucket|secret\/of|rotated/);
    }
    expect(emulator.state().originGroups[0]?.sources[0]).toMatchObject(rotated);
  });

  it("accept the mask as an access key ID, but not as a secret", async () => {
    const emulator = await start();
    const id = await create(emulator, { ...newGroup("a"), sources: [bucket("media")] });
    const put = (config: object) =>
      call(emulator, "PUT", `${groupsPath}/${id}`, { ...newGroup("a"), sources: [bucket("media", { ...config })] });
    const config = [expect.stringContaining("s3_secret_access_key: Only latin") as string];
    expect(await put(masked)).toMatchObject({ status: 400, body: { errors: { sources: { media: { config } } } } });
    expect(await put({ s3_access_key_id: "SECRET_VALUE" })).toMatchObject({ status: 200 });
    const stored = { config: { s3_access_key_id: "SECRET_VALUE" } };
    expect(emulator.state().originGroups[0]?.sources[0]).toMatchObject(stored);
  });
});

describe("origin_type of an S3 source", () => {
  it("is inferred on create, and for an existing bucket of the group", async () => {
    const emulator = await start();
    const inferred = { ...bucket("media"), origin_type: undefined };
    const id = await create(emulator, { ...newGroup("a"), sources: [inferred] });
    const put = (sources: unknown[]) => call(emulator, "PUT", `${groupsPath}/${id}`, { ...newGroup("a"), sources });
    expect(await put([inferred, bucket("second")])).toMatchObject({ status: 200 });
    const third = { ...bucket("third"), origin_type: undefined };
    expect(await put([inferred, third])).toMatchObject({
      status: 400,
      body: { errors: { sources: { third: { origin_type: [expect.any(String)] } } } },
    });
  });
});

describe("the legacy form", () => {
  it("is created, read with a mask and without sources, and replaced in both directions", async () => {
    const emulator = await start();
    const created = await call(emulator, "POST", groupsPath, legacy);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number) as number,
      name: "old",
      use_next: true,
      proxy_next_upstream: ["error", "timeout"],
      auth_type: "cloudSignatureV4",
      auth: { ...auth, ...masked },
      path: "",
      has_related_resources: false,
    });
    expect(emulator.state().originGroups[0]?.auth).toEqual(auth);
    const path = `${groupsPath}/${(created.body as { id: number }).id}`;
    const standard = await call(emulator, "PUT", path, { ...newGroup("old"), sources: [bucket("old")] });
    expect(standard).toMatchObject({ status: 200, body: { auth_type: "none" } });
    expect(standard.body).not.toHaveProperty("auth");
    const back = await call(emulator, "PUT", path, legacy);
    expect(back).toMatchObject({ status: 200, body: { auth_type: "cloudSignatureV4" } });
    expect(back.body).not.toHaveProperty("sources");
  });

  it("counts its bucket as a private origin: sources beside it are refused", async () => {
    const emulator = await start();
    const answer = await call(emulator, "POST", groupsPath, { ...legacy, sources: [{ source: "a.example.com" }] });
    const message = "Private origin can only be used as the sole origin in the group.";
    expect(answer).toMatchObject({ status: 400, body: { errors: { sources: [message] } } });
  });

  it("can be patched in place, and into the standard form", async () => {
    const emulator = await start();
    const id = await create(emulator, legacy);
    const path = `${groupsPath}/${id}`;
    const renamed = await call(emulator, "PATCH", path, { name: "new" });
    expect(renamed).toMatchObject({ status: 200, body: { name: "new", auth: { s3_bucket_name: "old" } } });
    expect(emulator.state().originGroups[0]?.auth).toEqual(auth);
    const moved = await call(emulator, "PATCH", path, { sources: [bucket("old")] });
    expect(moved).toMatchObject({ status: 200, body: { name: "new", auth_type: "none" } });
  });

  const refusedList = { errors: { auth: ["Invalid data. Expected a dictionary, but got list."] } };
  const nullSources = { sources: ["This field may not be null."] };
  const inSources = { ...newGroup("old"), sources: [bucket("old")] };
  const { auth_type } = legacy;

  it.each<[what: string, group: object, patch: object, status: number, body: object]>([
    ["a legacy group, auth: null", legacy, { auth: null }, 200, { auth: { s3_bucket_name: "old" } }],
    ["legacy, auth: null with sources", legacy, { auth: null, sources: [bucket("old")] }, 200, { auth_type: "none" }],
    ["a legacy group, auth: []", legacy, { auth: [] }, 400, refusedList],
    ["a standard group, sources: null", inSources, { sources: null }, 400, nullSources],
    ["a standard group, auth", inSources, { auth_type, auth }, 200, { auth_type }],
  ])("a PATCH takes null as a PUT does: %s", async (_what, group, patch, status, body) => {
    const emulator = await start();
    const path = `${groupsPath}/${await create(emulator, group)}`;
    expect(await call(emulator, "PATCH", path, { ...patch, use_next: false })).toMatchObject({ status, body });
    expect(emulator.state().originGroups[0]?.use_next).toBe(status === 400);
  });
});

describe("the regions of a seed", () => {
  const seed = { s3Regions: ["north-1"] };
  const other = { ...auth, s3_type: "other", s3_storage_hostname: "storage.example.com" };
  const post = async (body: object) => (await call(await start({ seed }), "POST", groupsPath, body)).body;
  const inSources = (config: Record<string, unknown>) => post({ ...newGroup("a"), sources: [bucket("media", config)] });

  it("limit the platform's own storage", async () => {
    expect(await inSources({ s3_type: "cloudvendor", s3_region: "moon-1" })).toEqual({
      errors: { sources: { media: { config: ["s3_region: Not support moon-1"] } } },
    });
  });

  it("do not limit other storage, whose region can be any text", async () => {
    expect(await inSources({ s3_region: "moon-1" })).toMatchObject({ sources: [{ config: { s3_region: "moon-1" } }] });
    const stored = await post({ ...legacy, auth: { ...other, s3_region: "moon-1" } });
    expect(stored).toMatchObject({ auth: { s3_type: "other", s3_region: "moon-1" } });
    const refused = { errors: { auth: { s3_region: ["Not a valid string."] } } };
    expect(await post({ ...legacy, auth: { ...other, s3_region: 5 } })).toEqual(refused);
  });
});

describe("the legacy form's secret of other storage (2.1.4)", () => {
  const post = async (length: number, olderLegacySecretRule?: boolean) => {
    const emulator = await start({ seed: { cdn: { olderLegacySecretRule } } });
    const secret = "A+/-:_7".padEnd(length, "z");
    const sent = { ...auth, s3_type: "other", s3_storage_hostname: "s.example.com", s3_secret_access_key: secret };
    return call(emulator, "POST", groupsPath, { ...legacy, auth: sent });
  };
  const refusal = (range: string) => ({
    errors: { auth: { s3_secret_access_key: [`Only ${range} alpha-numeric-plus-slash characters are allowed.`] } },
  });

  it.each([
    ["by the rule", [16, 19, 51, 255], [15, 256], "16-255", undefined],
    ["by section 7's older rule", [20, 50], [19, 51], "20-50", true],
  ] as const)("has one of these lengths, %s: %j, not %j", async (_rule, accepted, refused, range, isOlder) => {
    for (const length of accepted) {
      expect([length, (await post(length, isOlder)).status]).toEqual([length, 201]);
    }
    for (const length of refused) {
      expect(await post(length, isOlder)).toMatchObject({ status: 400, body: refusal(range) });
    }
  });
});

describe("edge applications", () => {
  const edge = (name: string) => ({ name, sources: [{ origin_type: "edgeapp", config: { app_id: name } }] });

  it("have to be known, enabled and of the right API type if the seed lists them", async () => {
    const edgeApps = [{ app_id: "1" }, { app_id: "2", enabled: false }, { app_id: "3", apiType: "other" }];
    const emulator = await start({ seed: { edgeApps } });
    await create(emulator, edge("1"));
    for (const [appId, text] of Object.entries({ 2: "disabled", 3: "wasi-http", 4: "not found" })) {
      const { status, body } = await call(emulator, "POST", groupsPath, edge(appId));
      const config = [expect.stringContaining(text) as string];
      expect({ status, body }).toEqual({ status: 400, body: { errors: { sources: { [appId]: { config } } } } });
    }
  });
});

describe("another dialect", () => {
  const dialect = { cloudSignatureV4: "sigX", cloudvendor: "acme", edgeapp: "runlet" };

  it("changes the three words wherever they appear", async () => {
    const emulator = await start({ dialect });
    const runlet = { origin_type: "runlet", config: { app_id: "1" } };
    const sources = [bucket("media", { s3_type: "acme", s3_region: "north-1" }), runlet];
    const { body } = await call(emulator, "POST", groupsPath, { name: "a", sources });
    expect(body).toMatchObject({ sources: [{ config: { s3_auth_type: "sigX" } }, { origin_type: "runlet" }] });
    await create(emulator, { ...legacy, auth_type: "sigX", auth: { ...auth, s3_type: "acme" } });
    const refused = await call(emulator, "POST", groupsPath, { ...newGroup("b"), auth_type: "cloudSignatureV4" });
    expect(refused.body).toEqual({ errors: { auth_type: ["Invalid value, should be in: ['none', 'sigX']"] } });
    expect(emulator.state().dialect).toEqual(dialect);
  });

  it("can be set by a seed, which wins", async () => {
    const emulator = await start({ dialect: { edgeapp: "one" }, seed: { dialect: { edgeapp: "two" } } });
    await create(emulator, { name: "a", sources: [{ origin_type: "two", config: { app_id: "1" } }] });
    expect(() => emulator.seed({ dialect: { edgeapp: "three" } })).toThrow(/dialect/);
  });
});
