import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CloudFunction, OriginGroup, Provider, type CloudFunctionArgs, type S3Config } from "pulumi-edgecloud";
import { changeFunctions, required } from "./setup/functions";
import { captureOutput, findWords, readFiles } from "./setup/search";
import { engineTest, type TestStack } from "./setup/test-stack";

const first = { key: "named-access-key-0001", secret: "named/secret+access/key:0001", token: "named-token-0001" };
const second = { key: "named-access-key-0002", secret: "named/secret+access/key:0002", token: "named-token-0002" };
const words = [first, second].flatMap((texts) => Object.values(texts));

const folder = mkdtempSync(path.join(tmpdir(), "named-credentials-"));
const file = path.join(folder, "secret");

afterAll(() => rmSync(folder, { recursive: true }));

/** Sets what the process that runs Pulumi has: the variables of `pulumi` itself, which its hosts inherit. */
function provide(stack: TestStack, texts: typeof first | undefined, more: Record<string, string> = {}): void {
  const { workspace } = stack.stack;
  const ours = ["MEDIA_KEY", "RESIZE_TOKEN", "EDGECLOUD_ALLOW_MISSING_CREDENTIALS"];
  const others = Object.entries(workspace.envVars).filter(([name]) => !ours.includes(name));
  const own = texts && { MEDIA_KEY: texts.key, RESIZE_TOKEN: texts.token };
  workspace.envVars = { ...Object.fromEntries(others), ...own, ...more };
  writeFileSync(file, texts?.secret ? `${texts.secret}\n` : "");
}

const named = { s3AccessKeyIdFrom: { env: "MEDIA_KEY" }, s3SecretAccessKeyFrom: { file } };
const namedToken = { envsFrom: { TOKEN: { env: "RESIZE_TOKEN" } } };

const declare =
  (credentials: Partial<S3Config> = named, variables: Partial<CloudFunctionArgs> = namedToken) =>
  () => {
    const bucket = { s3Type: "other", s3BucketName: "media", s3StorageHostname: "storage.example.com" } as const;
    const sources = [{ source: "a.example.com" }, { config: { ...bucket, ...credentials } as S3Config }];
    new OriginGroup("assets", { name: "assets", sources });
    new CloudFunction("resize", { ...required, envs: { MODE: "fast" }, ...variables });
  };

/** What the platform has of the credentials. */
function readPlatform({ emulator }: TestStack) {
  const { originGroups, functions } = emulator.state();
  const { config } = originGroups[0]?.sources[1] as unknown as { config: Record<string, string> };
  return { key: config.s3_access_key_id, secret: config.s3_secret_access_key, token: functions[0]?.envs?.TOKEN };
}

type Operation = "preview" | "up" | "refresh" | "destroy";

/** Runs an operation and looks for the credentials in all that it says and leaves on the disk, history included. */
async function run(stack: TestStack, operation: Operation, fails = false): Promise<string> {
  stack.useProgram();
  const { failed, text } = await captureOutput((options) => stack.stack[operation](options));
  if (failed !== fails) {
    throw new Error(`${operation} ${failed ? "failed" : "succeeded"}, unexpectedly: ${text}`);
  }
  expect([operation, findWords(words, { text, ...readFiles(stack) })]).toEqual([operation, []]);
  return text;
}

/** All that the state has, secrets in clear. */
const exportAll = (stack: TestStack) => stack.pulumi("stack", "export", "--show-secrets");

const config = { "edgecloud:maxRetries": { value: "0" } };

engineTest("named credentials are sent, noticed when they rotate, and never stored", { config }, async (stack) => {
  const { emulator } = stack;
  stack.program = declare();
  provide(stack, undefined);
  // Pulumi stops at the first of the two resources.
  expect(await run(stack, "preview", true)).toMatch(
    /(s3AccessKeyIdFrom names the environment variable MEDIA_KEY|RESIZE_TOKEN), which is not set/,
  );
  // A pull request is previewed without access to the credentials.
  provide(stack, undefined, { EDGECLOUD_ALLOW_MISSING_CREDENTIALS: "true" });
  const without = await run(stack, "preview");
  expect(without).toContain(`names the file ${file}, which is empty: its value was not checked, nor whether it has`);
  expect(without).toContain("envsFrom.TOKEN names the environment variable RESIZE_TOKEN, which is not set");
  expect(await run(stack, "up", true)).toContain("Nothing was sent");
  expect(stack.changes()).toEqual([]);

  provide(stack, first);
  expect(await run(stack, "preview")).toContain('env: "MEDIA_KEY"');
  await run(stack, "up");
  expect(readPlatform(stack)).toEqual(first);
  expect(await run(stack, "preview")).toContain("3 unchanged");

  // The answer to a rotation is lost; then the old value comes back, which the platform may not have any more.
  provide(stack, second);
  const rotating = await run(stack, "preview");
  expect(rotating).toContain(
    'sources[1].config.s3AccessKeyId of "media" changes: the value of the environment variable MEDIA_KEY',
  );
  expect(rotating).toContain(
    `sources[1].config.s3SecretAccessKey of "media" changes: the value of the file ${file} differs`,
  );
  expect(rotating).toContain("envs.TOKEN changes: the value of the environment variable RESIZE_TOKEN differs");
  expect(rotating).toContain("2 to update");
  const echo = (names: ("key" | "secret" | "token")[]) =>
    names.map((name) => `refused: ${first[name]} "${second[name]}"`).join(", ");
  const lost = { status: 503, body: { message: echo(["key", "secret"]) }, applied: true };
  emulator.addFault({ method: "PUT", path: "/cdn/*", answer: lost, times: 9 });
  const refused = { status: 400, body: { message: echo(["token"]) } };
  emulator.addFault({ method: "PATCH", path: "/cloud/*", answer: refused, times: 9 });
  await run(stack, "up", true);
  emulator.clearFaults();
  expect(await exportAll(stack)).not.toMatch(/named-access-key|named-token|named\/secret/);
  await run(stack, "refresh");
  provide(stack, first);
  expect(await run(stack, "preview")).toContain("1 to update");
  await run(stack, "up");
  expect(readPlatform(stack)).toEqual(first);
  provide(stack, second);
  await run(stack, "up");
  expect(readPlatform(stack)).toEqual(second);
  expect(await run(stack, "preview")).toContain("3 unchanged");

  // Somebody else changes a variable.
  changeFunctions(emulator, ({ envs }) => ({ envs: { ...envs, TOKEN: "of-somebody-else" } }));
  provide(stack, undefined);
  await run(stack, "refresh");
  expect(await exportAll(stack)).not.toContain("of-somebody-else");
  provide(stack, second);
  expect(await run(stack, "preview")).toContain("envs.TOKEN changes");
  await run(stack, "up");
  expect(readPlatform(stack)).toEqual(second);
  expect(await exportAll(stack)).not.toMatch(/named-access-key|named-token|named\/secret/);

  provide(stack, undefined);
  await run(stack, "destroy");
});

engineTest("values become names and names become values in one update", { config }, async (stack) => {
  const { key: s3AccessKeyId, secret: s3SecretAccessKey, token: TOKEN } = first;
  const given = declare({ s3AccessKeyId, s3SecretAccessKey }, { envs: { MODE: "fast", TOKEN } });
  provide(stack, undefined);
  stack.program = given;
  await stack.up();
  expect(await exportAll(stack)).toContain(TOKEN);
  provide(stack, second);
  stack.program = declare();
  const preview = await stack.preview();
  expect(preview).toContain("2 to update");
  expect(preview).toContain("s3SecretAccessKeyFrom");
  await stack.up();
  expect(readPlatform(stack)).toEqual(second);
  const current = await exportAll(stack);
  expect(findWords(words, { current })).toEqual([]);
  expect(await stack.preview()).toMatch(/3 unchanged\n$/);
  stack.program = given;
  expect(await stack.preview()).toContain("2 to update");
  await stack.up();
  expect(readPlatform(stack)).toEqual(first);
  expect(await exportAll(stack)).not.toMatch(/fingerprints|MEDIA_KEY|RESIZE_TOKEN/);
  expect(await stack.preview()).toMatch(/3 unchanged\n$/);
  expect(stack.changes().filter((change) => change.startsWith("DELETE"))).toEqual([]);
  provide(stack, undefined);
});

engineTest(
  "an ignored name stays, a bucket may be named later, and another account has settings of its own",
  { config },
  async (stack) => {
    const program = (name: string) => () => {
      const ignoreChanges = ["envsFrom.TOKEN"];
      new CloudFunction("resize", { ...required, envsFrom: { TOKEN: { env: name } } }, { ignoreChanges });
      const settings = { apiKey: "demo-key", baseUrl: stack.emulator.url, allowMissingCredentials: true };
      const provider = new Provider("other", settings);
      const first = new OriginGroup("first", { name: "first", sources: [{ source: "a.example.com" }] }, { provider });
      const s3BucketName = first.originGroupId.apply((id) => `media-${id}`);
      const place = { s3Type: "other", s3BucketName, s3StorageHostname: "storage.example.com" } as const;
      new OriginGroup("later", { name: "later", sources: [{ config: { ...place, ...named } }] }, { provider });
    };
    provide(stack, first);
    stack.program = program("RESIZE_TOKEN");
    await run(stack, "preview");
    await run(stack, "up");
    stack.program = program("RESIZE_OTHER");
    expect(await run(stack, "preview")).toContain("5 unchanged");
    provide(stack, { ...second, secret: "" });
    const preview = await run(stack, "preview");
    expect(preview).toContain("envs.TOKEN changes: the value of the environment variable RESIZE_TOKEN differs");
    expect(preview).toMatch(
      /s3AccessKeyId of "media-\d+" changes: the value of the environment variable MEDIA_KEY differs/,
    );
    expect(preview).toContain(`names the file ${file}, which is empty: its value was not checked`);
    provide(stack, second);
    await run(stack, "up");
    expect(stack.emulator.state().functions[0]?.envs).toEqual({ TOKEN: second.token });
    expect(JSON.stringify(stack.emulator.state().originGroups)).toContain(second.secret);
  },
);
