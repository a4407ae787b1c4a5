import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import type { JsonObject } from "../../../provider/values/json";

/** What the host reads before a rotation; each text occurs nowhere else. */
export const first = {
  key: "named-access-key-0001",
  secret: "named/secret+access/key:0001",
  token: "named-token-0001",
};
/** The same after a rotation. */
export const second = {
  key: "named-access-key-0002",
  secret: "named/secret+access/key:0002",
  token: "named-token-0002",
};
/** None of them may be stored. */
export const words = [first, second].flatMap((texts) => Object.values(texts));

/** A folder of this test, with the file that the host reads. */
export const folder = mkdtempSync(path.join(tmpdir(), "named-credentials-"));
/** The file that holds the secret access key. */
export const file = path.join(folder, "secret");

/** Sets what the host can read. */
export function provide(texts: typeof first | undefined): void {
  const variables = { NAMED_KEY: texts?.key, NAMED_TOKEN: texts?.token };
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      Reflect.deleteProperty(process.env, name);
    } else {
      process.env[name] = value;
    }
  }
  rmSync(file, { force: true });
  if (texts) {
    writeFileSync(file, `${texts.secret}\n`);
  }
}

/** The credentials of a bucket by name. */
export const names = { s3AccessKeyIdFrom: { env: "NAMED_KEY" }, s3SecretAccessKeyFrom: { file } };
/** The same by value. */
export const values = ({ key, secret }: typeof first) => ({ s3AccessKeyId: key, s3SecretAccessKey: secret });
/** A bucket without its credentials. */
export const place = { s3Type: "other", s3BucketName: "media", s3StorageHostname: "storage.example.com" };

/** A group with a host and a bucket. */
export const group = (credentials: object, more: object = {}): JsonObject => ({
  name: "assets",
  sources: [{ source: "a.example.com" }, { config: { ...place, ...credentials } }],
  ...more,
});
/** A group in the deprecated form. */
export const legacy = (credentials: object): JsonObject => ({
  name: "assets",
  authType: "cloudSignatureV4",
  auth: { ...place, ...credentials },
});
/** A function. */
export const resize = (more: object): JsonObject => ({
  ...{ projectId: 12, regionId: 7, namespace: "images", name: "resize", code: "package main" },
  ...{ mainMethod: "Resize", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout: 30 },
  ...more,
});
/** The namespace of {@link resize}, for a seed. */
export const namespaces = [{ project_id: 12, region_id: 7, name: "images" }];
/** A variable by name. */
export const token = { TOKEN: { env: "NAMED_TOKEN" } };

type Version = typeof first;

const inBucket = (make: (credentials: object) => JsonObject) => ({
  definition: originGroup as unknown,
  named: make(names),
  given: (version: Version) => make(values(version)),
  valuesOf: ({ key, secret }: Version) => [key, secret],
});
/** What may have credentials: its arguments with names, and with the values of a version. */
export const namedKinds = Object.entries({
  "a bucket": inBucket(group),
  "the legacy form": inBucket(legacy),
  "a function": {
    definition: cloudFunction,
    named: resize({ envs: { MODE: "fast" }, envsFrom: token }),
    given: ({ token }: Version) => resize({ envs: { MODE: "fast", TOKEN: token } }),
    valuesOf: ({ token }: Version) => [token],
  },
});

/** The platform of these tests, as `getPlatform` returns it, and empty before each test. */
export function useEmulator(): () => { emulator: Emulator; config: Record<string, string> } {
  const environment = { ...process.env };
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });
  beforeEach(() => {
    emulator.clearFaults();
    emulator.replaceState({ namespaces });
    emulator.clearRequests();
    provide(first);
  });
  afterAll(async () => {
    process.env = environment;
    rmSync(folder, { recursive: true });
    await emulator.close();
  });
  return () => ({
    emulator,
    config: { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": emulator.url, "edgecloud:maxRetries": "0" },
  });
}
