import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes, type OriginGroupArgs } from "pulumi-edgecloud";
import { changeFunctions, collection, required, createFunctionSeed as seededFunction } from "./setup/functions";
import { changeGroups } from "./setup/platform";
import { captureOutput, readFiles, findWords } from "./setup/search";
import { seed as snapshotSeed, snapshotId } from "./setup/snapshots";
import { engineTest, type TestStack } from "./setup/test-stack";

/** Stands in every secret of these tests and nowhere else. */
const planted = "plantd";

/** The name of a variable, which is hidden where the whole map is. */
const hiddenName = "NAME_OF_A_VARIABLE";

/** What a program gives to arguments: each a text of that round, at every place that takes one. */
function argumentsOf(round: number) {
  const text = (place: string) => `${planted}-${place}-${round}`;
  const host = (place: string) => `${text(place)}.example.com`;
  const bucket = {
    s3Type: "other",
    s3BucketName: text("bucket"),
    s3StorageHostname: host("storage"),
    s3AccessKeyId: text("key"),
    s3SecretAccessKey: `${planted}/secret+access/key:${round}`,
  };
  return {
    group: {
      name: text("group"),
      sources: [
        { source: host("host"), hostHeaderOverride: host("header") },
        { config: bucket, hostHeaderOverride: host("other-header") },
        { originType: "edgeapp", config: { appId: text("app") } },
      ],
      proxyNextUpstream: ["error", "timeout"],
    },
    legacy: {
      name: text("legacy"),
      path: `/${text("path")}`,
      authType: "cloudSignatureV4",
      auth: { ...bucket, s3BucketName: text("legacy-bucket") },
    },
    // The ID of a function is shown, and so are the names in it.
    function: {
      code: `package main // ${text("code")}`,
      mainMethod: text("method"),
      flavor: text("flavor"),
      description: text("description"),
      dependencies: `example.com/${text("dependency")} v1.2.0`,
      envs: { TOKEN: text("variable"), [hiddenName]: text("other-variable") },
    },
    snapshot: { name: text("snapshot"), tags: { team: text("tag") } },
  };
}

type Arguments = ReturnType<typeof argumentsOf>;

/** What the process that runs Pulumi has, for programs that name their credentials. */
const variables = Object.fromEntries(
  [1, 2].flatMap((round) => {
    const { legacy, function: resize } = argumentsOf(round);
    const { s3AccessKeyId, s3SecretAccessKey } = legacy.auth;
    const named = { TESTS_KEY: s3AccessKeyId, TESTS_SECRET: s3SecretAccessKey, TESTS_TOKEN: resize.envs.TOKEN };
    return Object.entries(named).map(([name, value]) => [`${name}_${round}`, value]);
  }),
);

/** The same arguments, with the name of a variable in place of each credential that can be named. */
function nameCredentials(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(nameCredentials);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const { s3AccessKeyId, s3SecretAccessKey, envs, ...others } = value as Record<string, unknown>;
  const toName = (text: unknown) => ({ env: Object.entries(variables).find(([, own]) => own === text)?.[0] });
  const { TOKEN, ...variablesByValue } = (envs ?? {}) as Record<string, unknown>;
  return {
    ...Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, nameCredentials(inner)])),
    ...(s3AccessKeyId !== undefined && {
      s3AccessKeyIdFrom: toName(s3AccessKeyId),
      s3SecretAccessKeyFrom: toName(s3SecretAccessKey),
    }),
    ...(envs !== undefined && { envs: variablesByValue, envsFrom: { TOKEN: toName(TOKEN) } }),
  };
}

const markTexts = (value: unknown): unknown =>
  mapTexts(value, (text) => (text.includes(planted) ? pulumi.secret(text) : text));

/** How a program marks what is secret, and the words that nothing must show then. */
const ways = {
  "each text": { words: [planted], mark: markTexts },
  "each text, and credentials only named": {
    words: [planted],
    mark: (value: unknown): unknown => markTexts(nameCredentials(value)),
  },
  "each argument as a whole": {
    words: [planted, hiddenName],
    mark: (value: unknown): unknown =>
      Object.fromEntries(Object.entries(value as object).map(([name, own]) => [name, pulumi.secret(own)])),
  },
};

function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((entry) => mapTexts(entry, map));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map)]))
    : value;
}

type Kind = keyof Arguments;

function declare(args: Arguments, kinds: readonly Kind[], adoption?: Partial<OriginGroupArgs>): void {
  const { group, legacy, function: resize, snapshot } = args;
  const declared: Record<Kind, () => unknown> = {
    group: () => new OriginGroup("group", { ...group, ...adoption } as unknown as OriginGroupArgs),
    legacy: () => new OriginGroup("legacy", legacy as unknown as OriginGroupArgs),
    function: () => new CloudFunction("resize", { ...required, ...resize, adopt: adoption !== undefined }),
    snapshot: () => new SnapshotAttributes("snapshot", { projectId: 12, regionId: 7, snapshotId, ...snapshot }),
  };
  kinds.forEach((kind) => declared[kind]());
}

/** Runs operations, and looks for these words in all that they say and leave on the disk. */
function watching(stack: TestStack, words: readonly string[]) {
  return async (title: string, operation: "preview" | "up" | "refresh" | "destroy", fails = false): Promise<void> => {
    stack.useProgram();
    const { failed, text } = await captureOutput((options) => stack.stack[operation](options));
    if (failed !== fails) {
      throw new Error(`${title} ${failed ? "failed" : "succeeded"}, unexpectedly: ${text}`);
    }
    expect([title, findWords(words, { "what is said": text, ...readFiles(stack) })]).toEqual([title, []]);
  };
}

/** A refusal that repeats all texts of the arguments, as careless servers do, also as programs write bytes. */
function echoOf(args: object): string {
  const found: string[] = [];
  mapTexts(args, (text) => found.push(text));
  const names = "envs" in args ? [hiddenName] : [];
  const words = found.filter((text) => text.includes(planted));
  const forms = words.flatMap((word) => [
    word,
    JSON.stringify(word),
    encodeURIComponent(word),
    Buffer.from(word).toString("hex"),
    Buffer.from(`user:${word}`).toString("base64url"),
  ]);
  return `refused: ${[...forms, ...names].join(" ")}`;
}

const config = { "edgecloud:maxRetries": { value: "0" } };

describe.each(Object.entries(ways))("secrets stay secret, marked: %s", (_, { words, mark }) => {
  const marked = (round: number) => mapValuesOf(argumentsOf(round), mark);

  const groups: Kind[][] = [["group", "function", "snapshot"], ["legacy"]];
  describe.each(groups)("%s", (...kinds) => {
    engineTest("during create, update, refresh and delete", { seed: snapshotSeed, config }, async (stack) => {
      const { emulator } = stack;
      Object.assign(stack.stack.workspace.envVars, variables);
      const run = watching(stack, words);
      const [isLegacy] = kinds.map((kind) => kind === "legacy");
      const refuse = (method: "POST" | "PUT" | "PATCH", status: number, round: number) => {
        const { group, legacy, function: resize, snapshot } = argumentsOf(round);
        const answerWith = (args: object) => ({ times: 9, answer: { status, body: { message: echoOf(args) } } });
        emulator.addFault({ method, path: "/cdn/origin_groups*", ...answerWith(isLegacy ? legacy : group) });
        emulator.addFault({ method, path: `${collection}*`, ...answerWith(resize) });
        emulator.addFault({ method, path: "/cloud/v1/snapshots/*", ...answerWith(snapshot) });
      };
      stack.program = () => declare(marked(1), kinds);
      await run("preview of a create", "preview");
      refuse("POST", 400, 1);
      await run("create refused", "up", true);
      emulator.clearFaults();
      const buildMessage = `line 7: ${echoOf(argumentsOf(1).function)}`;
      emulator.addFault({
        method: "POST",
        path: collection,
        tasks: { end: "ERROR", error: buildMessage, keeps: true, buildMessage },
      });
      if (!isLegacy) {
        await run("create fails", "up", true);
      }
      emulator.clearFaults();
      await run("create", "up");
      await run("refresh", "refresh");

      stack.program = () => declare(marked(2), kinds);
      await run("preview of a change", "preview");
      refuse("PUT", 503, 1);
      refuse("PATCH", 503, 2);
      await run("change refused", "up", true);
      await run("refresh after a refused change", "refresh");
      emulator.clearFaults();
      await run("change", "up");

      changeGroups(emulator, ({ sources }) => ({ sources: sources.map(renamed).toReversed() }));
      changeFunctions(emulator, ({ envs }) => ({ envs: { ...envs, theirs: `${planted}-theirs` } }));
      await run("preview after drift", "preview");
      await run("refresh after drift", "refresh");
      await run("repair", "up");

      const plain = JSON.stringify(argumentsOf(3)).replaceAll(planted, "public").replaceAll(hiddenName, "PUBLIC_NAME");
      stack.program = () => declare(JSON.parse(plain) as Arguments, kinds);
      await run("preview of plain values", "preview");
      refuse("PUT", 503, 2);
      refuse("PATCH", 503, 2);
      await run("plain values refused", "up", true);
      emulator.clearFaults();
      await run("refresh of plain values", "refresh");
      await run("plain values", "up");
      await run("destroy", "destroy");
    });
  });

  const { code, mainMethod, ...others } = argumentsOf(1).function;
  const theirs = seededFunction({ ...others, code_text: code, main_method: mainMethod });
  const sources = [{ source: `${planted}-host.example.com`, host_header_override: `${planted}-header.example.com` }];
  const group = { id: 7, name: `${planted}-group-1`, use_next: false, sources };

  engineTest(
    "during adopt and restore",
    { seed: { originGroups: [group], functions: [theirs] }, config },
    async (stack) => {
      const before = stack.emulator.state();
      Object.assign(stack.stack.workspace.envVars, variables);
      const run = watching(stack, words);
      const { group: own, ...args } = argumentsOf(2);
      const wanted = { ...args, group: { ...own, sources: own.sources.slice(0, 1) } };
      stack.program = () =>
        declare(mapValuesOf(wanted, mark), ["group", "function"], {
          originGroupId: 7,
          useNext: true,
          onDestroy: "restore",
        });
      await run("preview of an adoption", "preview");
      await run("adoption", "up");
      await run("refresh", "refresh");
      await run("destroy", "destroy");
      // A function is not put back.
      stack.emulator.replaceState(before);
    },
  );
});

/** Each value of an object, marked. */
function mapValuesOf<T extends object>(args: T, mark: (value: unknown) => unknown): T {
  return Object.fromEntries(Object.entries(args).map(([kind, own]) => [kind, mark(own)])) as T;
}

/** The entry under another name, which is nobody's secret. */
function renamed(source: object): never {
  const text = JSON.stringify(source).replaceAll(`${planted}-host`, "moved").replaceAll(`${planted}-bucket`, "moved");
  return JSON.parse(text) as never;
}
