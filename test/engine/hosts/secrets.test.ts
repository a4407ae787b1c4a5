import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes, type OriginGroupArgs } from "pulumi-edgecloud";
import {
  changeFunctions,
  collection,
  pathOf,
  required,
  createFunctionSeed as seededFunction,
} from "../setup/functions";
import { EventRecorder } from "../setup/events";
import { byHost } from "../setup/host";
import { changeGroups } from "../setup/platform";
import { captureOperation, readFiles, findWords } from "../setup/search";
import { createSnapshotSeed, pathOf as pathOfSnapshot, snapshotIdOf } from "../setup/snapshots";
import { engineTest, type TestStack } from "../setup/test-stack";

/** How a program marks what is secret: each has resources of its own. */
const ways = ["each text", "each text, and credentials only named", "each argument as a whole"] as const;

type Way = (typeof ways)[number];

/** Stands in every secret of a way's resources and nowhere else. */
const planted: Record<Way, string> = {
  "each text": "plantd1",
  "each text, and credentials only named": "plantd2",
  "each argument as a whole": "plantd3",
};

/** The name of a variable, which is hidden where the whole map is; diffs of Pulumi 3.274 show it. */
const hiddenName = "NAME_OF_A_VARIABLE";

const variableOf = (way: Way) => (way === "each argument as a whole" ? hiddenName : "SHOWN_VARIABLE");

/** Keys of the platform; the engine hides the first one by itself, which is in its configuration. */
const [configuredKey, environmentKey] = ["demo-key", "tests-environment-key-4711"];

/** What nothing must show. */
const words = [...Object.values(planted), hiddenName, configuredKey, environmentKey];

/** What a program gives to arguments: each a text of that way and round, at every place that takes one. */
function argumentsOf(way: Way, round: number) {
  const text = (place: string) => `${planted[way]}-${place}-${round}`;
  const host = (place: string) => `${text(place)}.example.com`;
  const bucket = {
    s3Type: "other",
    s3BucketName: text("bucket"),
    s3StorageHostname: host("storage"),
    s3AccessKeyId: text("key"),
    s3SecretAccessKey: `${planted[way]}/secret+access/key:${round}`,
  };
  return {
    group: {
      name: text("group"),
      sources: [
        { source: host("host"), hostHeaderOverride: host("header") },
        { config: bucket, hostHeaderOverride: host("other-header") },
        { originType: "edgeapp", config: { appId: text("app") } },
        { source: "names-the-one-before.example.com", backup: true },
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
      envs: { TOKEN: text("variable"), [variableOf(way)]: text("other-variable") },
    },
    snapshot: { name: text("snapshot"), tags: { team: text("tag") } },
  };
}

type Arguments = ReturnType<typeof argumentsOf>;

const functionOf = (way: Way) => `resize-${ways.indexOf(way) + 1}`;
const snapshotOf = (way: Way) => snapshotIdOf(ways.indexOf(way) + 1);

/** What the process that runs Pulumi has, for programs that name their credentials. */
const variables = Object.fromEntries(
  [1, 2].flatMap((round) => {
    const { legacy, function: resize } = argumentsOf("each text, and credentials only named", round);
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

const isPlanted = (text: string) => Object.values(planted).some((word) => text.includes(word));

const markTexts = (value: unknown): unknown =>
  mapTexts(value, (text) => (isPlanted(text) ? pulumi.secret(text) : text));

const marks: Record<Way, (value: object) => unknown> = {
  "each text": markTexts,
  "each text, and credentials only named": (value) => markTexts(nameCredentials(value)),
  "each argument as a whole": (value) =>
    Object.fromEntries(Object.entries(value).map(([name, own]) => [name, pulumi.secret(own)])),
};

/** The arguments with what is secret in them marked. */
function mark<T extends object>(way: Way, args: T): T {
  return Object.fromEntries(Object.entries(args).map(([kind, own]) => [kind, marks[way](own as object)])) as T;
}

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

function declareGroup(way: Way, args: object): void {
  new OriginGroup(`group, ${way}`, args as OriginGroupArgs);
}

function declareFunction(way: Way, args: object): void {
  new CloudFunction(functionOf(way), { ...required, ...args, name: functionOf(way) });
}

function declareAll(argumentsFor: (way: Way) => Arguments): void {
  for (const way of ways) {
    const { group, legacy, function: resize, snapshot } = argumentsFor(way);
    declareGroup(way, group);
    new OriginGroup(`legacy, ${way}`, legacy as unknown as OriginGroupArgs);
    declareFunction(way, resize);
    const snapshotId = snapshotOf(way);
    new SnapshotAttributes(`snapshot, ${way}`, { projectId: 12, regionId: 7, snapshotId, ...snapshot });
  }
}

type Operation = "preview" | "up" | "refresh" | "destroy";
type Options = Parameters<typeof captureOperation>[2];

/** Runs operations, in which that many faults are met, and looks for the words in all that they say, show and leave. */
function watch(stack: TestStack) {
  const { emulator } = stack;
  return async (title: string, operation: Operation, faults = 0, options: Options = {}): Promise<string[]> => {
    emulator.clearRequests();
    const recorder = new EventRecorder();
    const { fails = faults > 0, ...more } = options;
    const text = await captureOperation(stack, operation, { fails, onEvent: recorder.onEvent, ...more });
    const met = emulator.requests().flatMap(({ fault }) => fault ?? []);
    // What is not secret in an answer can be read: the search finds what is there.
    expect([title, new Set(met).size]).toEqual([title, faults]);
    expect([title, !fails || text.includes("refused: ")]).toEqual([title, true]);
    const inDiffs = new RegExp(`^ +[-+~] ${hiddenName} *:`, "gm");
    const said = byHost({ dynamic: text.replaceAll(inDiffs, ""), plugin: text });
    const progress = recorder.progress.join("\n");
    expect([title, findWords(words, { said, progress, ...readFiles(stack) })]).toEqual([title, []]);
    return recorder.progress;
  };
}

/** A refusal that repeats all texts of the arguments, as careless servers do, also as programs write bytes. */
function echoOf(args: object): string {
  const found: string[] = [];
  mapTexts(args, (text) => found.push(text));
  const names = "envs" in args ? Object.keys(args.envs as object).filter((name) => name === hiddenName) : [];
  const forms = found
    .filter(isPlanted)
    .flatMap((word) => [
      word,
      JSON.stringify(word),
      encodeURIComponent(word),
      Buffer.from(word).toString("hex"),
      Buffer.from(`user:${word}`).toString("base64url"),
    ]);
  return `refused: ${[...forms, ...names, configuredKey].join(" ")}`;
}

/** Refuses what that method does to any of the objects, each with an echo of its own arguments. */
function refuse(
  { emulator }: TestStack,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  status: number,
  round: number,
): void {
  const { originGroups } = emulator.state();
  for (const way of ways) {
    const { group, legacy, function: resize, snapshot } = argumentsOf(way, round);
    const answerWith = (args: object) => ({ method, times: 9, answer: { status, body: { message: echoOf(args) } } });
    for (const [kind, args] of Object.entries({ group, legacy })) {
      const id = originGroups.find(({ name }) => name.startsWith(`${planted[way]}-${kind}`))?.id;
      const place =
        id === undefined
          ? { path: "/cdn/origin_groups", body: { name: args.name } }
          : { path: `/cdn/origin_groups/${id}` };
      emulator.addFault({ ...place, ...answerWith(args) });
    }
    emulator.addFault({ path: collection, body: { name: functionOf(way) }, ...answerWith(resize) });
    emulator.addFault({ path: pathOf(functionOf(way)), ...answerWith(resize) });
    emulator.addFault({ path: pathOfSnapshot(snapshotOf(way)), ...answerWith(snapshot) });
  }
}

const config = { "edgecloud:maxRetries": { value: "0" } };
const snapshots = ways.map((way) => createSnapshotSeed({ id: snapshotOf(way) }));

engineTest(
  "secrets stay secret during create, update, refresh and delete",
  { seed: { snapshots }, config },
  async (stack) => {
    const { emulator } = stack;
    Object.assign(stack.stack.workspace.envVars, variables);
    const run = watch(stack);
    stack.program = () => declareAll((way) => mark(way, argumentsOf(way, 1)));
    await run("preview of a create", "preview");
    refuse(stack, "POST", 400, 1);
    await run("create refused", "up", 9);
    emulator.clearFaults();
    for (const way of ways) {
      const buildMessage = `line 7: ${echoOf(argumentsOf(way, 1).function)}`;
      emulator.addFault({
        method: "POST",
        path: collection,
        body: { name: functionOf(way) },
        tasks: { runningPolls: 2, end: "ERROR", error: buildMessage, keeps: true, buildMessage },
      });
    }
    expect(await run("create fails", "up", 3)).not.toEqual([]);
    emulator.clearFaults();
    await run("create", "up");

    stack.program = () => declareAll((way) => mark(way, argumentsOf(way, 2)));
    await run("preview of a change", "preview");
    refuse(stack, "PUT", 503, 1);
    refuse(stack, "PATCH", 503, 2);
    await run("change refused", "up", 12);
    await run("refresh after a refused change", "refresh");
    emulator.clearFaults();
    for (const way of ways) {
      const answer = { status: 409, body: { message: echoOf(argumentsOf(way, 2).function) } };
      emulator.addFault({ method: "PATCH", path: pathOf(functionOf(way)), times: 2, answer });
    }
    await run("change of what is busy at first", "up", 3, { fails: false });

    changeGroups(emulator, ({ sources }) => ({ sources: sources.map(renamed).toReversed() }));
    changeFunctions(emulator, ({ name, envs }) => {
      const way = ways.find((own) => functionOf(own) === name)!;
      return { envs: { ...envs, theirs: `${planted[way]}-theirs` } };
    });
    await run("refresh after drift", "refresh");
    const configured = await stack.configure({ "edgecloud:apiKey": undefined });
    const { envVars } = stack.stack.workspace;
    envVars.EDGECLOUD_API_KEY = environmentKey;
    const unauthorized = { status: 401, body: { message: `refused: ${environmentKey}` } };
    emulator.addFault({ method: "GET", path: "/c*", times: 1_000, answer: unauthorized });
    await run("key refused", "up", 1);
    emulator.clearFaults();
    delete envVars.EDGECLOUD_API_KEY;
    await stack.configure(configured);
    await run("repair", "up");
    refuse(stack, "DELETE", 403, 2);
    const target = (await stack.resources()).flatMap(({ urn }) => (urn.includes("SnapshotAttributes") ? [] : urn));
    await run("destroy refused", "destroy", 9, { target });
    emulator.clearFaults();

    stack.program = () => declareAll((way) => withoutSecrets(argumentsOf(way, 3)));
    refuse(stack, "PUT", 503, 2);
    refuse(stack, "PATCH", 503, 2);
    await run("plain values refused", "up", 12);
    emulator.clearFaults();
    await run("refresh of plain values", "refresh");
    await run("plain values", "up");
    await run("destroy", "destroy");
  },
);

/** The objects that there are already, with the texts of the first round. */
function existingOf(way: Way) {
  const { code, mainMethod, ...others } = argumentsOf(way, 1).function;
  const texts = { ...others, code_text: code, main_method: mainMethod };
  const host = `${planted[way]}-host.example.com`;
  const sources = [{ source: host, host_header_override: `${planted[way]}-header.example.com` }];
  return {
    group: { id: 7 + ways.indexOf(way), name: `${planted[way]}-group-1`, use_next: false, sources },
    function: seededFunction({ ...texts, name: functionOf(way) }),
  };
}

const existing = {
  originGroups: ways.map((way) => existingOf(way).group),
  functions: ways.map((way) => existingOf(way).function),
};

engineTest("secrets stay secret during adopt and restore", { seed: existing, config }, async (stack) => {
  const before = stack.emulator.state();
  Object.assign(stack.stack.workspace.envVars, variables);
  const run = watch(stack);
  stack.program = () => {
    for (const way of ways) {
      const { group, function: resize } = argumentsOf(way, 2);
      const marked = mark(way, { group: { ...group, sources: group.sources.slice(0, 1) }, function: resize });
      const originGroupId = existingOf(way).group.id;
      declareGroup(way, { ...marked.group, originGroupId, useNext: true, onDestroy: "restore" });
      declareFunction(way, { ...marked.function, adopt: true });
    }
  };
  await run("preview of an adoption", "preview");
  await run("adoption", "up");
  await run("refresh", "refresh");
  await run("destroy", "destroy");
  // A function is not put back.
  stack.emulator.replaceState(before);
});

/** The same arguments with words that anybody may see. */
function withoutSecrets(args: Arguments): Arguments {
  const text = JSON.stringify(args).replaceAll("plantd", "public").replaceAll(hiddenName, "PUBLIC_NAME");
  return JSON.parse(text) as Arguments;
}

/** The entry under another name, which is nobody's secret. */
function renamed(source: object): never {
  return JSON.parse(JSON.stringify(source).replaceAll(/plantd\d-(host|bucket)/g, "moved")) as never;
}
