import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CloudFunction, OriginGroup, Provider } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { changeFunctions, findFunction, pathOf, required } from "../../../engine/setup/functions";
import { findGroup } from "../../../engine/setup/platform";
import { captureOperation, findWords, readFiles } from "../../../engine/setup/search";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const first = { key: "named-access-key-0001", secret: "named/secret+access/key:0001", token: "named-token-0001" };
const second = { key: "named-access-key-0002", secret: "named/secret+access/key:0002", token: "named-token-0002" };
const byHand = "by-hand-token-0003";

/** What nothing must show or keep. */
const words = [...[first, second].flatMap((texts) => Object.values(texts)), byHand];

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

/** An ignored name, and a bucket that gets its own name later, in another account, which has settings of its own. */
function declareLater(baseUrl: string, variable: string): void {
  const args = { ...required, name: "ignoring", envsFrom: { TOKEN: { env: variable } } };
  new CloudFunction("ignoring", args, { ignoreChanges: ["envsFrom.TOKEN"] });
  const provider = new Provider("other", { apiKey: "demo-key", baseUrl, allowMissingCredentials: true });
  const early = new OriginGroup("early", { name: "early", sources: [{ source: "a.example.com" }] }, { provider });
  const s3BucketName = early.originGroupId.apply((id) => `media-${id}`);
  const credentials = { s3AccessKeyIdFrom: { env: "LATER_KEY" }, s3SecretAccessKeyFrom: { file: laterFile } };
  const sources = [{ config: { ...place, s3BucketName, ...credentials } }];
  new OriginGroup("later", { name: "later", sources }, { provider });
}

/** What the platform has of the credentials of a bucket and a function. */
function readPlatform({ emulator }: TestStack) {
  const { config } = findGroup(emulator, "assets").sources.at(-1) as unknown as { config: Record<string, string> };
  const token = findFunction(emulator)?.envs?.TOKEN;
  return { key: config.s3_access_key_id, secret: config.s3_secret_access_key, token };
}

type Operation = "preview" | "up" | "refresh" | "destroy";

/** Runs an operation and looks for the credentials in all that it says and leaves on the disk, history included. */
async function run(stack: TestStack, operation: Operation, fails = false): Promise<string> {
  const text = await captureOperation(stack, operation, { fails });
  expect([operation, findWords(words, { text, ...readFiles(stack) })]).toEqual([operation, []]);
  return text;
}

/** Expects none of the words in what the state has, secrets included. */
async function expectNotStored(stack: TestStack): Promise<void> {
  expect(findWords(words, { state: await stack.pulumi("stack", "export", "--show-secrets") })).toEqual([]);
}

/** What a pipeline runs to find drift. */
const check = (stack: TestStack) => stack.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");

const config = { "edgecloud:maxRetries": { value: "0" } };

// Values in place of names and back, failures, imports and adoptions: `test/unit/hosts/named-credentials*.test.ts`.
engineTest(
  "named credentials are sent, noticed when they rotate or drift, and never stored; an ignored name stays, a bucket may " +
    "be named later, and another account has settings of its own",
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

    const program = (variable: string) => () => {
      declareNamed();
      declareLater(emulator.url, variable);
    };
    stack.program = program("LATER_TOKEN");
    provide(stack, first);
    provideLater(stack, first);
    expect(await run(stack, "up")).toContain("6 created");
    expect(readPlatform(stack)).toEqual(first);
    await expectNotStored(stack);

    // What is not deployed yet is no drift.
    provide(stack, second);
    provideLater(stack, { ...second, secret: "" });
    expect(await check(stack)).toContain("7 unchanged");
    stack.program = program("OTHER_TOKEN");
    const rotating = await run(stack, "preview");
    expect(rotating).toContain('env: "MEDIA_KEY"');
    for (const [argument, source] of [
      ['sources[1].config.s3AccessKeyId of "media"', "environment variable MEDIA_KEY"],
      ['sources[1].config.s3SecretAccessKey of "media"', `file ${file}`],
      ["envs.TOKEN", "environment variable RESIZE_TOKEN"],
      ["envs.TOKEN", "environment variable LATER_TOKEN"],
      [
        `sources[0].config.s3AccessKeyId of "media-${findGroup(emulator, "early").id}"`,
        "environment variable LATER_KEY",
      ],
    ]) {
      expect(rotating).toContain(`${argument} changes: the value of the ${source} differs`);
    }
    expect(rotating).toContain(`names the file ${laterFile}, which is empty: its value was not checked`);
    expect(rotating).toContain("4 to update");

    // The answer to a rotation is lost; then the old value comes back, which the platform may not have any more.
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
    await run(stack, "refresh");
    await expectNotStored(stack);
    provide(stack, first);
    expect(await run(stack, "up")).toContain("1 updated");
    expect(readPlatform(stack)).toEqual(first);

    // Somebody else changes a variable.
    changeFunctions(emulator, ({ name, envs }) => (name === "resize" ? { envs: { ...envs, TOKEN: byHand } } : {}));
    provide(stack, undefined);
    const drift = await failureText(check(stack));
    expect(drift).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`");
    expect(drift).toContain("error: no changes were expected for refresh but changes were proposed");
    await run(stack, "refresh");
    await expectNotStored(stack);
    provide(stack, first);
    const repairing = await run(stack, "up");
    expect(repairing).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`; the value of the");
    expect(repairing).toContain("1 updated");
    expect(readPlatform(stack)).toEqual(first);
    await expectConverged(stack);

    provide(stack, undefined);
    await run(stack, "destroy");
  },
);
