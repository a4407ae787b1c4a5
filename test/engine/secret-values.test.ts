import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { collection, idOf, pathOf, required, requiredBody, createFunctionSeed } from "./setup/functions";
import { byHost } from "./setup/host";
import { findWords } from "./setup/search";
import { allCredentials, cloudBucket } from "./setup/sources";
import { changeGroups } from "./setup/platform";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const planted = {
  header: "tests-hidden.example.com",
  host: "tests-host.example.com",
  description: "tests-description-4711",
  variable: "tests-variable-4711",
};

engineTest("a value that becomes secret is secret in the state after the same `up`", {}, async (stack) => {
  const declare = (mark: (value: string) => pulumi.Input<string>) => () => {
    const header = mark(planted.header);
    const sources = [{ source: mark(planted.host) }, { ...cloudBucket("media"), hostHeaderOverride: header }];
    new OriginGroup("group", { name: "group", sources });
    const envs = { TOKEN: mark(planted.variable) };
    new CloudFunction("resize", { ...required, description: mark(planted.description), envs });
  };
  stack.program = declare((value) => value);
  await stack.up();
  stack.program = declare((value) => pulumi.secret(value));
  const preview = await stack.preview();
  await stack.up();
  expect(stack.changes().filter((change) => change.startsWith("P") && !change.startsWith("POST"))).toEqual([]);
  expect(findWords(Object.values(planted), { state: JSON.stringify(await stack.allResources()) })).toEqual([]);
  expect(preview.match(/__secretPaths/g)?.length ?? 0).toBe(byHost({ dynamic: 2, plugin: 0 }));
  await expectConverged(stack);
  expect(findWords(Object.values(planted), { state: JSON.stringify(await stack.allResources()) })).toEqual([]);
});

const fewRetries = { "edgecloud:maxRetries": { value: "1" } };

/** The state in clear text, as it lies on the disk. */
const stateOf = async (stack: TestStack) => ({ state: JSON.stringify(await stack.allResources()) });

engineTest("a secret stays secret if the platform renames its entry", {}, async (stack) => {
  const media = cloudBucket("media");
  const other = {
    ...media.config,
    s3Type: "other",
    s3Region: undefined,
    s3StorageHostname: pulumi.secret(planted.host),
  };
  stack.program = () => {
    const sources = [
      { source: "a.example.com", hostHeaderOverride: pulumi.secret(planted.header) },
      { config: other as never },
    ];
    new OriginGroup("group", { name: "group", sources });
  };
  await stack.up();
  changeGroups(stack.emulator, ({ sources: [first, second] }) => ({
    sources: [
      { ...second!, config: { ...(second as { config: object }).config, s3_bucket_name: "renamed" } } as never,
      { ...first!, source: "renamed.example.com" },
    ],
  }));
  const refresh = await stack.refresh();
  const preview = await stack.preview();
  expect(findWords(Object.values(planted), { refresh, preview, ...(await stateOf(stack)) })).toEqual([]);
  await stack.up();
  await expectConverged(stack);
});

const found = {
  id: 7,
  name: "found",
  use_next: true,
  sources: [{ source: "a.example.com", host_header_override: planted.header }],
};

engineTest("a secret is secret in the restore point, too", { seed: { originGroups: [found] } }, async (stack) => {
  stack.program = () => {
    const sources = [{ source: "a.example.com", hostHeaderOverride: pulumi.secret("tests-other.example.com") }];
    new OriginGroup("group", { name: "found", useNext: true, sources, originGroupId: 7, onDestroy: "restore" });
  };
  const preview = await stack.preview();
  await stack.up();
  expect(findWords(Object.values(planted), { preview, ...(await stateOf(stack)) })).toEqual([]);
  await stack.refresh();
  expect(findWords(Object.values(planted), await stateOf(stack))).toEqual([]);
  await stack.destroy();
});

engineTest("a secret that a failed update was to replace stays secret", { config: fewRetries }, async (stack) => {
  const declare = (next: boolean) => () => {
    const value = (secret: string, plain: string) => (next ? plain : pulumi.secret(secret));
    const hostHeaderOverride = value(planted.header, "plain.example.com");
    new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com", hostHeaderOverride }] });
    const description = value(planted.description, "plain description");
    new CloudFunction("resize", { ...required, description });
  };
  stack.program = declare(false);
  await stack.up();
  const fault = { answer: { status: 503 }, times: 9 };
  stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/1001", ...fault });
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), ...fault });
  stack.program = declare(true);
  const failure = await failureText(stack.up());
  expect(findWords(Object.values(planted), { failure, ...(await stateOf(stack)) })).toEqual([]);
  const refresh = await stack.refresh();
  expect(findWords(Object.values(planted), { refresh, ...(await stateOf(stack)) })).toEqual([]);
  stack.emulator.clearFaults();
  await stack.up();
  await expectConverged(stack);
  expect(JSON.stringify(await stack.allResources())).toContain("plain description");
});

engineTest("a secret stays secret in a refresh after an unanswered update", { config: fewRetries }, async (stack) => {
  const declare = (isAdded: boolean) => () => {
    const hidden = { source: "b.example.com", hostHeaderOverride: pulumi.secret(planted.header) };
    const renamed = { source: pulumi.secret(planted.host) };
    const sources = [{ source: "a.example.com" }, ...(isAdded ? [hidden, renamed, cloudBucket("media")] : [])];
    new OriginGroup("group", { name: "group", sources });
    const envs = { LEVEL: "info", ...(isAdded && { TOKEN: pulumi.secret(planted.variable) }) };
    const description = isAdded ? pulumi.secret(planted.description) : "plain description";
    new CloudFunction("resize", { ...required, description, envs });
  };
  stack.program = declare(false);
  await stack.up();
  stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/1001", reset: "after", times: 9 });
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), reset: "after", times: 9 });
  stack.emulator.addFault({ method: "GET", path: pathOf(), skip: 1, answer: { status: 503 }, times: 9 });
  stack.program = declare(true);
  const texts: Record<string, string> = { failure: await failureText(stack.up()), ...(await stateOf(stack)) };
  stack.emulator.clearFaults();
  for (const round of ["first", "second"]) {
    texts[`${round} refresh`] = await stack.refresh();
    texts[`state after the ${round} refresh`] = (await stateOf(stack)).state;
  }
  texts.preview = await stack.preview();
  expect(JSON.stringify(stack.emulator.state())).toContain(planted.header);
  const secrets = [...Object.values(planted), ...allCredentials];
  expect(findWords(secrets, texts)).toEqual([]);
  await stack.up();
  await expectConverged(stack);
  await stack.refresh();
  await expectConverged(stack);
  expect(findWords(secrets, await stateOf(stack))).toEqual([]);
  expect(JSON.stringify(await stack.allResources())).not.toContain("__inputSecretPaths");
});

engineTest("a secret entry of a set stays secret at any position", {}, async (stack) => {
  stack.program = () => {
    const cases = [pulumi.secret("http_503" as const), "error" as const, "timeout" as const];
    new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com" }], proxyNextUpstream: cases });
  };
  await stack.up();
  await stack.refresh();
  expect(findWords(["http_503"], await stateOf(stack))).toEqual([]);
  await expectConverged(stack);
});

const existing = createFunctionSeed({
  code_text: "const key = 'tests-code-4711';",
  dependencies: "tests-dependency-4711",
  envs: { TOKEN: planted.variable },
});

engineTest(
  "code, dependencies and variables of a read function are secret, also after a refresh",
  { seed: { functions: [existing] } },
  async (stack) => {
    stack.program = () => ({ code: CloudFunction.get("resize", idOf()).code });
    const words = ["tests-code-4711", "tests-dependency-4711", planted.variable];
    const said: Record<string, string> = {};
    for (const operation of ["preview", "up", "refresh", "up", "refresh", "preview"] as const) {
      said[operation] = await stack[operation]();
      expect([operation, findWords(words, { ...said, ...(await stateOf(stack)) })]).toEqual([operation, []]);
    }
    await stack.destroy();
  },
);

engineTest("errors about a secret do not contain it", {}, async (stack) => {
  stack.program = () => {
    const source = pulumi.secret("https://tests-host.example.com/path");
    new OriginGroup("group", { name: "group", sources: [{ source }] });
  };
  const wrongSource = await failureText(stack.preview());
  expect(wrongSource).toContain("sources[0].source must not contain a scheme");
  expect(wrongSource).not.toContain("tests-host");

  const body = { errors: { sources: ["The domain tests-host.example.com cannot be resolved."] } };
  stack.emulator.addFault({ method: "POST", path: "/cdn/origin_groups", answer: { status: 400, body } });
  stack.program = () => {
    const source = pulumi.secret("tests-host.example.com");
    new OriginGroup("group", { name: "group", sources: [{ source }] });
  };
  const refused = await failureText(stack.up());
  expect(refused).toContain("cannot be resolved");
  expect(refused).not.toContain("tests-host");

  stack.emulator.clearFaults();
  const failed = (message: string) => ({ status: 400, body: { errors: { runtime: [message] } } });
  stack.emulator.addFault({ method: "POST", path: collection, answer: failed("No runtime tests-runtime-9.9.") });
  stack.program = () => new CloudFunction("resize", { ...required, runtime: pulumi.secret("tests-runtime-9.9") });
  const wrongRuntime = await failureText(stack.up());
  expect(wrongRuntime).toContain("No runtime [secret].");
  expect(wrongRuntime).not.toContain("tests-runtime");
});

const codeWithKey = ["def resize(event):", "    key = 'tests-code-4711'", "    return key"].join("\n");

engineTest("hides secret code in the build message", {}, async (stack) => {
  stack.program = () => new CloudFunction("resize", { ...required, code: pulumi.secret(codeWithKey) });
  const buildMessage = "line 2: SyntaxError: key = 'tests-code-4711'";
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { buildMessage } });
  const up = await stack.up();
  const refresh = await stack.refresh();
  const [found] = await stack.resources();
  expect(found?.outputs.buildMessage).toBe("line 2: SyntaxError: [secret]");
  expect(findWords(["tests-code-4711"], { up, refresh, ...(await stateOf(stack)) })).toEqual([]);
});

engineTest("hides the key in a status", {}, async (stack) => {
  stack.program = () => new CloudFunction("resize", required);
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { runningPolls: 2 } });
  const answer = { status: 200, body: { ...requiredBody, status: "BUILDING with demo-key" } };
  stack.emulator.addFault({ method: "GET", path: pathOf(), times: 3, answer });
  const up = await stack.up();
  expect(up).toContain("BUILDING with [secret]");
  expect(findWords(["demo-key"], { up, ...(await stateOf(stack)) })).toEqual([]);
});
