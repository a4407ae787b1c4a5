import { startEmulator, type Emulator, type EmulatorOptions, type FaultInput } from "../../emulator/src/index";

/** What a call answered; `body` is parsed JSON, or undefined when there was none. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** How a call is made. */
export interface CallOptions {
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

const started: Emulator[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((emulator) => emulator.close()));
});

/** Starts an emulator that is closed at the end of the test. */
export async function start(options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  started.push(emulator);
  return emulator;
}

/** Starts an emulator with these faults and nothing else. */
export async function startWith(...faults: FaultInput[]): Promise<Emulator> {
  const emulator = await start();
  faults.forEach((fault) => emulator.addFault(fault));
  return emulator;
}

/** One call over a real socket. */
export async function call(
  { url }: Emulator,
  method: string,
  path: string,
  body?: unknown,
  { key = "demo-key", headers = {}, signal }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `apikey ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
}

/** The statuses of calls that are made one after the other. */
export async function statusesOf(
  emulator: Emulator,
  calls: readonly (readonly [method: string, path: string, body?: unknown])[],
): Promise<number[]> {
  const statuses: number[] = [];
  for (const [method, path, body] of calls) {
    statuses.push((await call(emulator, method, path, body)).status);
  }
  return statuses;
}

/** An answer that refuses a call of the emulator's own, with a message like that. */
export function refusal(message: RegExp): object {
  return { status: 400, body: { message: expect.stringMatching(message) as string } };
}

/** Waits until something is true of the emulator. After a minute it fails: jest would wait for the loop forever. */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = process.uptime() + 60;
  while (!isTrue()) {
    if (process.uptime() > end) {
      throw new Error("it did not become true within a minute");
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Path of the collection. */
export const groupsPath = "/cdn/origin_groups";

/** The smallest body that can be created. */
export function newGroup(name: string, source = "origin.example.com"): Record<string, unknown> {
  return { name, use_next: true, sources: [{ source }] };
}

/** Creates a group and returns its ID. */
export async function create(emulator: Emulator, body: unknown): Promise<number> {
  const answer = await call(emulator, "POST", groupsPath, body);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: number }).id;
}

/** An S3 source with credentials that pass every rule. */
export function bucket(name: string, config: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    origin_type: "s3",
    config: {
      s3_type: "other",
      s3_bucket_name: name,
      s3_storage_hostname: "storage.example.com",
      s3_access_key_id: "key-of-the-bucket",
      s3_secret_access_key: "secret/of/the/bucket/1",
      ...config,
    },
  };
}
