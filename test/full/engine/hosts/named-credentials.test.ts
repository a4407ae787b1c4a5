import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CloudFunction, OriginGroup, Provider, type CloudFunctionArgs } from "pulumi-edgecloud";
import { changeFunctions, findFunction, pathOf, required } from "../../../engine/setup/functions";
import { findGroup } from "../../../engine/setup/platform";
import { captureOperation, findWords, readFiles } from "../../../engine/setup/search";
import { engineTest, type TestStack } from "../../../engine/setup/test-stack";

const first = { key: "named-access-key-0001", secret: "named/secret+access/key:0001", token: "named-token-0001" };
const second = { key: "named-access-key-0002", secret: "named/secret+access/key:0002", token: "named-token-0002" };

/** Given as values, not by name. */
const given = { key: "given-access-key-0003", secret: "given/secret+access/key:0003", token: "given-token-0003" };

/** A variable that is given is only hidden if the program marks it. */
const words = [...[first, second].flatMap((texts) => Object.values(texts)), given.key, given.secret];

const folder = mkdtempSync(path.join(tmpdir(), "named-credentials-"));
const file = path.join(folder, "secret");
const laterFile = path.join(folder, "later-secret");

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

/** The same for the bucket that is named later, and the function beside it. */
function provideLater(stack: TestStack, { key, secret, token }: typeof first): void {
  Object.assign(stack.stack.workspace.envVars, { LATER_KEY: key, LATER_TOKEN: token });
  writeFileSync(laterFile, secret);
}

const place = { s3Type: "other", s3StorageHostname: "storage.example.com" } as const;
const named = { s3AccessKeyIdFrom: { env: "MEDIA_KEY" }, s3SecretAccessKeyFrom: { file } };
const namedToken = { TOKEN: { env: "RESIZE_TOKEN" } };

/** A bucket and a function whose credentials are named from the beginning. */
function declareNamed(): void {
  const sources = [{ source: "a.example.com" }, { config: { ...place, s3BucketName: "media", ...named } }];
  new OriginGroup("assets", { name: "assets", sources });
  new CloudFunction("resize", { ...required, envs: { MODE: "fast" }, envsFrom: namedToken });
}

/** A bucket and a function whose credentials are named or given, by turns. */
function declareTurned(isNamed: boolean): void {
  const { key: s3AccessKeyId, secret: s3SecretAccessKey, token: TOKEN } = given;
  const credentials = isNamed ? named : { s3AccessKeyId, s3SecretAccessKey };
  const sources = [{ source: "a.example.com" }, { config: { ...place, s3BucketName: "turned", ...credentials } }];
  new OriginGroup("turned", { name: "turned", sources });
  const variables: Partial<CloudFunctionArgs> = isNamed
    ? { envs: { MODE: "fast" }, envsFrom: namedToken }
    : { envs: { MODE: "fast", TOKEN } };
  new CloudFunction("turned-resize", { ...required, name: "turned-resize", ...variables });
}

/** An ignored name, and a bucket that gets its own name later, in another account, which has settings of its own. */
function declareLater(baseUrl: string, variable: string): void {
  const args = { ...required, name: "ignoring", envsFrom: { TOKEN: { env: variable } } };
  new CloudFunction("ignoring", args, { ignoreChanges: ["envsFrom.TOKEN"] });
  const provider = new Provider("other", { apiKey: "demo-key", baseUrl, allowMissingCredentials: true });
  const early = new OriginGroup("early", { name: "early", sources: [{ source: "a.example.com" }] }, { provider });
  const s3BucketName = early.originGroupId.apply((id) => `media-${id}`);
  const credentials = { s3AccessKeyIdFrom: { env: "LATER_KEY" }, s3SecretAccessKeyFrom: { file: laterFile } };
  new OriginGroup(
    "later",
    { name: "later", sources: [{ config: { ...place, s3BucketName, ...credentials } }] },
    {
      provider,
    },
  );
}

/** What the platform has of the credentials of a bucket and a function. */
function readPlatform({ emulator }: TestStack, group = "assets", name = "resize") {
  const { config } = findGroup(emulator, group).sources.at(-1) as unknown as { config: Record<string, string> };
  const token = findFunction(emulator, name)?.envs?.TOKEN;
  return { key: config.s3_access_key_id, secret: config.s3_secret_access_key, token };
}

type Operation = "preview" | "up" | "refresh" | "destroy";

/** Runs an operation and looks for the credentials in all that it says and leaves on the disk, history included. */
async function run(stack: TestStack, operation: Operation, fails = false): Promise<string> {
  const text = await captureOperation(stack, operation, { fails });
  expect([operation, findWords(words, { text, ...readFiles(stack) })]).toEqual([operation, []]);
  return text;
}

/** All that the state has, secrets in clear: of the resources that are turned, and of all others. */
async function exportAll(stack: TestStack): Promise<{ turned: string; others: string }> {
  const { deployment } = JSON.parse(await stack.pulumi("stack", "export", "--show-secrets")) as {
    deployment: { resources: { urn: string }[] };
  };
  const isTurned = ({ urn }: { urn: string }) => /::turned(-resize)?$/.test(urn);
  const textOf = (resources: object[]) => JSON.stringify(resources);
  const { resources } = deployment;
  return {
    turned: textOf(resources.filter(isTurned)),
    others: textOf(resources.filter((resource) => !isTurned(resource))),
  };
}

const anyNamed = /named-access-key|named-token|named\/secret/;

const config = { "edgecloud:maxRetries": { value: "0" } };

engineTest(
  "named credentials are sent, noticed when they rotate, and never stored; values become names and names values in one " +
    "update; an ignored name stays, a bucket may be named later, and another account has settings of its own",
  { config },
  async (stack) => {
    const { emulator } = stack;
    stack.program = declareNamed;
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

    const program = (isNamed: boolean, variable: string) => () => {
      declareNamed();
      declareTurned(isNamed);
      declareLater(emulator.url, variable);
    };
    stack.program = program(false, "LATER_TOKEN");
    provide(stack, first);
    provideLater(stack, first);
    expect(await run(stack, "preview")).toContain('env: "MEDIA_KEY"');
    await run(stack, "up");
    expect(readPlatform(stack)).toEqual(first);
    stack.program = program(false, "OTHER_TOKEN");
    expect(await run(stack, "preview")).toContain("9 unchanged");

    // The answer to a rotation is lost; then the old value comes back, which the platform may not have any more.
    provide(stack, second);
    provideLater(stack, { ...second, secret: "" });
    const rotating = await run(stack, "preview");
    expect(rotating).toContain(
      'sources[1].config.s3AccessKeyId of "media" changes: the value of the environment variable MEDIA_KEY',
    );
    expect(rotating).toContain(
      `sources[1].config.s3SecretAccessKey of "media" changes: the value of the file ${file} differs`,
    );
    expect(rotating).toContain("envs.TOKEN changes: the value of the environment variable RESIZE_TOKEN differs");
    expect(rotating).toContain("envs.TOKEN changes: the value of the environment variable LATER_TOKEN differs");
    expect(rotating).toMatch(
      /s3AccessKeyId of "media-\d+" changes: the value of the environment variable LATER_KEY differs/,
    );
    expect(rotating).toContain(`names the file ${laterFile}, which is empty: its value was not checked`);
    expect(rotating).toContain("4 to update");
    provideLater(stack, second);
    const echo = (names: ("key" | "secret" | "token")[]) =>
      names.map((name) => `refused: [${first[name]},x${first[name]}] "${second[name]}"`).join(", ");
    const lost = { status: 503, body: { message: echo(["key", "secret"]) }, applied: true };
    const groupPath = `/cdn/origin_groups/${findGroup(emulator, "assets").id}`;
    emulator.addFault({ method: "PUT", path: groupPath, answer: lost, times: 9 });
    const refused = { status: 400, body: { message: echo(["token"]) } };
    emulator.addFault({ method: "PATCH", path: pathOf(), answer: refused, times: 9 });
    await run(stack, "up", true);
    emulator.clearFaults();
    expect(findFunction(emulator, "ignoring")?.envs).toEqual({ TOKEN: second.token });
    expect(JSON.stringify(findGroup(emulator, "later"))).toContain(second.secret);
    const exported = await exportAll(stack);
    expect(exported.others).not.toMatch(anyNamed);
    expect(exported.turned).toContain(given.token);
    await run(stack, "refresh");

    // The values of the others become names at the same time.
    provide(stack, first);
    stack.program = program(true, "OTHER_TOKEN");
    const returning = await run(stack, "up");
    expect(returning).toContain("3 updated");
    expect(returning).toContain("s3SecretAccessKeyFrom");
    expect(readPlatform(stack)).toEqual(first);
    expect(readPlatform(stack, "turned", "turned-resize")).toEqual(first);
    provide(stack, second);
    await run(stack, "up");
    expect(readPlatform(stack)).toEqual(second);
    expect(await run(stack, "preview")).toContain("9 unchanged");

    // Somebody else changes a variable.
    changeFunctions(emulator, ({ name, envs }) =>
      name === "resize" ? { envs: { ...envs, TOKEN: "of-somebody-else" } } : {},
    );
    provide(stack, undefined);
    await run(stack, "refresh");
    const current = await exportAll(stack);
    expect(current.others).not.toContain("of-somebody-else");
    expect(findWords([...words, given.token], current)).toEqual([]);
    provide(stack, second);
    stack.program = program(false, "OTHER_TOKEN");
    const repairing = await run(stack, "up");
    expect(repairing).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`; the value of the");
    expect(repairing).toContain("3 updated");
    expect(readPlatform(stack)).toEqual(second);
    expect(readPlatform(stack, "turned", "turned-resize")).toEqual(given);
    const last = await exportAll(stack);
    expect(last.others).not.toMatch(anyNamed);
    expect(last.turned).not.toMatch(/fingerprints|MEDIA_KEY|RESIZE_TOKEN/);
    expect(await run(stack, "preview")).toContain("9 unchanged");
    expect(stack.changes().filter((change) => change.startsWith("DELETE"))).toEqual([]);

    provide(stack, undefined);
    await run(stack, "destroy");
  },
);
