// `npm start`, once everything is installed and compiled: takes two example programs and one in YAML through their life on
// an emulator, and checks after each step what Pulumi says and what is on the platform. `npm start -- --keep` stops after
// `up` and leaves everything running; `npm run kept preview` and `npm run kept up` then run the two programs there again.

import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs, stripVTControlCharacters } from "node:util";
import { LocalWorkspace, type ConfigMap, type Stack } from "@pulumi/pulumi/automation";
import { ensureEngine, forgetUserSettings, workspaceOptions, type Engine } from "./engine";
import { ROOT, WORK } from "./paths";
import { formatSeconds, formatTable, printHeading, say } from "./terminal";

const PROGRAMS = ["quickstart", "functions"];
const PROJECT = "edgecloud-quickstart";
const STACK = "tour";

/** State of `--keep`, and what it notes of its emulator. */
const KEPT = path.join(WORK, "kept");
const RECORD = path.join(KEPT, "emulator.json");

// The emulator with its demo account, and the objects in it that the programs look at.
const EMULATOR = path.join(ROOT, "emulator", "bin", "edgecloud-emulator.js");
const SEED = path.join(ROOT, "emulator", "seeds", "demo.json");
const API_KEY = "demo-key";
const SNAPSHOT_ID = "00000002-0000-4000-8000-000000000002";
const STREAM = { id: 2002, token: "b04e7a1986cd4f35" };

/** What the programs read from their configuration as secrets. */
const SECRETS = {
  s3AccessKeyId: "TOUR-ACCESS-KEY-ID",
  s3SecretAccessKey: "tour/secret+access-key",
  databaseUrl: "postgres://tour:tour-password@db.example.com/web",
};

type Operation = "preview" | "up" | "refresh" | "destroy";

/** An emulator that is left running. */
type Kept = Readonly<{ pid: number; url: string }>;

/** What is on the platform, as far as the tour looks at it. */
interface Platform {
  readonly originGroups: readonly { id: number; name: string; sources: object[] }[];
  readonly snapshots: readonly { id: string; name: string; tags: unknown }[];
  readonly functions: readonly { name: string; status: string }[];
}

/** What came of each step. */
const results: string[][] = [["Project", "Step", "Changes", "  Time"]];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { keep: { type: "boolean" } }, allowPositionals: true });
  const [command, operation] = positionals;
  const kept = fs.existsSync(RECORD) ? (JSON.parse(fs.readFileSync(RECORD, "utf8")) as Kept) : undefined;
  const isAgain = command === "kept" && (operation === "preview" || operation === "up");
  check(!command || (isAgain && kept), "Usage, after `npm start -- --keep`: npm run kept preview|up");
  const engine = await ensureEngine(say);
  forgetUserSettings({ keepsNodeOptions: true });
  if (isAgain && kept) {
    await run(await openStack(engine, KEPT, kept.url), operation);
  } else {
    await takeTour(engine, values.keep ? KEPT : path.join(WORK, "tour"), kept);
  }
}

async function takeTour(engine: Engine, folder: string, kept?: Kept): Promise<void> {
  const isKept = folder === KEPT;
  // As long as its address answers, the process id is still its own.
  if (isKept && kept && (await readPlatform(kept.url).catch(() => undefined))) {
    say(`Ending the emulator of the earlier --keep run (process ${kept.pid})`);
    process.kill(kept.pid);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  const { emulator, url } = await startEmulator(folder);
  const endEmulator = () => emulator.kill();
  process.on("exit", endEmulator);
  const before = await readPlatform(url);

  const stack = await openStack(engine, folder, url);
  await step(stack, "preview", "6 create");
  await step(stack, "up", "6 create");
  await checkPlatform(url, ["assets", "media"], "greeting");
  if (isKept) {
    process.off("exit", endEmulator);
    explainKept(engine, stack, { pid: emulator.pid ?? 0, url });
    return;
  }
  await step(stack, "preview", "6 same");
  await switchOffFailover(url);
  await step(stack, "refresh", "1 update, 5 same");
  const drift = await step(stack, "preview", "1 update, 5 same");
  check(drift.includes("backup: false => true"), "the preview does not show what was changed");
  await step(stack, "up", "1 update, 5 same");
  await step(stack, "destroy", "6 delete");

  const yaml = await openYamlStack(engine, path.join(folder, "yaml"), url);
  await step(yaml, "preview", "4 create");
  await step(yaml, "up", "4 create");
  await checkPlatform(url, ["downloads-yaml"], "greeting-yaml");
  await step(yaml, "preview", "4 same");
  await step(yaml, "destroy", "4 delete");

  check(isDeepStrictEqual(await readPlatform(url), before), "the platform is not as it was before the tour");
  printHeading("What the tour proved");
  say(`${formatTable(results)}\n\nNo secret was printed, and the platform is as it was before the tour.`);
}

/** Runs an operation, checks how many resources it changes in which way, and resolves to what it printed. */
async function step(stack: Stack, operation: Operation, expected: string): Promise<string> {
  const { name: project } = await stack.workspace.projectSettings();
  printHeading(`${results.length}  ${project}: pulumi ${operation}`);
  const start = Date.now();
  const { text, changes } = await run(stack, operation);
  check(changes === expected, `expected "${expected}", Pulumi says "${changes}"`);
  results.push([project, operation, changes, formatSeconds(Date.now() - start).padStart(6)]);
  return text;
}

async function run(stack: Stack, operation: Operation): Promise<{ text: string; changes: string }> {
  const color: "always" | "never" = process.stdout.isTTY && !process.env.NO_COLOR ? "always" : "never";
  const print = (text: string) => void process.stdout.write(text);
  const options = { color, suppressProgress: true, onOutput: print, onError: print };
  const done =
    operation === "preview" ? await stack.preview({ ...options, diff: true }) : await stack[operation](options);
  const counts = Object.entries("changeSummary" in done ? done.changeSummary : (done.summary.resourceChanges ?? {}));
  const changes = counts.flatMap(([kind, count]) => (count ? `${count} ${kind}` : []));
  const text = stripVTControlCharacters(done.stdout);
  const shown = [API_KEY, STREAM.token, ...Object.values(SECRETS)].find((secret) => text.includes(secret));
  check(!shown, `Pulumi printed the secret "${shown}"`);
  return { text, changes: changes.sort().join(", ") };
}

/** Opens the stack of the programs in TypeScript, which run in this process. */
async function openStack(engine: Engine, folder: string, url: string): Promise<Stack> {
  const requireModule = createRequire(__filename);
  const program = () => {
    const files = PROGRAMS.map((name) => path.join(ROOT, "examples", "dist", name, "index.js"));
    // Loading a program is what runs it, so each run loads them again.
    files.forEach((file) => delete requireModule.cache[file]);
    const outputs = files.map((file) => Object.entries(requireModule(file) as object));
    return Promise.resolve(Object.fromEntries<unknown>(outputs.flat()));
  };
  const options = workspaceOptions(engine, folder);
  const project = { stackName: STACK, projectName: PROJECT, program };
  const stack = await LocalWorkspace.createOrSelectStack(project, options);
  await configure(stack, url, { snapshotId: { value: SNAPSHOT_ID }, streamId: { value: String(STREAM.id) } });
  return stack;
}

/** Opens the stack of a copy of the project in YAML, with the plugin where `npm install` would put it. */
async function openYamlStack(engine: Engine, folder: string, url: string): Promise<Stack> {
  const options = workspaceOptions(engine, folder);
  const modules = path.join(options.workDir, "node_modules");
  fs.cpSync(path.join(ROOT, "examples", "yaml"), options.workDir, { recursive: true });
  fs.mkdirSync(modules);
  fs.symlinkSync(path.join(ROOT, "provider"), path.join(modules, "pulumi-edgecloud"), "junction");
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: STACK, workDir: options.workDir }, options);
  await configure(stack, url);
  return stack;
}

async function configure(stack: Stack, url: string, more: ConfigMap = {}): Promise<void> {
  const secrets = Object.entries(SECRETS).map(([key, value]) => [key, { value, secret: true }] as const);
  await stack.setAllConfig({
    ...Object.fromEntries(secrets),
    ...more,
    "edgecloud:apiKey": { value: API_KEY, secret: true },
    "edgecloud:baseUrl": { value: url },
    "edgecloud:projectId": { value: "11" },
    "edgecloud:regionId": { value: "3" },
  });
}

/** Starts the emulator by its own command. It writes to a file, so that it can go on when this process has ended. */
async function startEmulator(folder: string): Promise<{ emulator: ChildProcess; url: string }> {
  fs.mkdirSync(folder, { recursive: true });
  const logFile = path.join(folder, "emulator.log");
  const log = fs.openSync(logFile, "w");
  const args = [EMULATOR, "--port", "0", "--api-key", API_KEY, "--seed", SEED];
  const emulator = spawn(process.execPath, args, { detached: true, stdio: ["ignore", log, log], windowsHide: true });
  emulator.unref();
  for (let tries = 0; tries < 400 && emulator.exitCode === null; tries += 1) {
    const [url] = /http:\/\/[^\s/]+:\d+/.exec(fs.readFileSync(logFile, "utf8")) ?? [];
    if (url) {
      return { emulator, url };
    }
    await sleep(50);
  }
  emulator.kill();
  throw new Error(`The emulator did not start:\n${fs.readFileSync(logFile, "utf8")}`);
}

/** Checks that a program's groups are on the platform, and that its function can be called. */
async function checkPlatform(url: string, groups: readonly string[], functionName: string): Promise<void> {
  const { originGroups, functions } = await readPlatform(url);
  const missing = groups.find((group) => !originGroups.some(({ name }) => name === group));
  check(!missing, `the origin group ${missing} is not on the platform`);
  const made = functions.find(({ name }) => name === functionName);
  check(made?.status === "ACTIVE", `the function ${functionName} is not ready`);
}

/** Changes a group behind Pulumi's back. */
async function switchOffFailover(url: string): Promise<void> {
  const { id, sources = [] } = (await readPlatform(url)).originGroups.find(({ name }) => name === "assets") ?? {};
  printHeading(`PATCH /cdn/origin_groups/${id}: the backup server now takes traffic`);
  const headers = { Authorization: `apikey ${API_KEY}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ sources: sources.map((source) => ({ ...source, backup: false })) });
  const { ok, status } = await fetch(`${url}/cdn/origin_groups/${id}`, { method: "PATCH", headers, body });
  check(ok, `the platform answered ${status}`);
}

async function readPlatform(url: string): Promise<Platform> {
  const { originGroups, snapshots, functions } = (await (await fetch(`${url}/__emulator/state`)).json()) as Platform;
  return { originGroups, functions, snapshots: snapshots.map(({ id, name, tags }) => ({ id, name, tags })) };
}

/** Notes which emulator is left running, and prints how to go on. */
function explainKept(engine: Engine, { workspace }: Stack, kept: Kept): void {
  fs.writeFileSync(RECORD, JSON.stringify(kept));
  const isWindows = process.platform === "win32";
  const searched = [path.join(engine.root, "bin"), isWindows ? "$env:PATH" : "$PATH"].join(path.delimiter);
  const variables = Object.entries({ ...workspace.envVars, PATH: searched });
  const pulumi = `pulumi -C ${path.relative(ROOT, workspace.workDir)}`;
  printHeading("How to go on");
  say(`The emulator runs on ${kept.url}, and the stack "${STACK}" is up. To use Pulumi on it, in ${ROOT}:\n`);
  variables.forEach(([name, value]) => say(isWindows ? `  $env:${name} = "${value}"` : `  export ${name}="${value}"`));
  ["stack", "config", "refresh --diff", "destroy"].forEach((command) => say(`  ${pulumi} ${command}`));
  say(`\nAfter a change in ${PROGRAMS.map((name) => path.join("examples", name, "index.ts")).join(" or ")}:\n`);
  say("  npm run kept preview\n  npm run kept up\n\nTo look at the platform, and to end the emulator:\n");
  say(`  curl -H "Authorization: apikey ${API_KEY}" ${kept.url}/cdn/origin_groups`);
  say(isWindows ? `  taskkill /F /PID ${kept.pid}` : `  kill ${kept.pid}`);
}

function check(condition: unknown, message: string): asserts condition {
  if (!condition) {
    throw new Error(message);
  }
}

// Ends by `exit`, so that the emulator is ended too.
["SIGINT", "SIGTERM"].forEach((signal) => process.once(signal, () => process.exit(130)));
main().catch((error: Error) => {
  // Pulumi's errors repeat all of its output, which is on the screen already.
  const isShown = error.constructor.name.endsWith("CommandError");
  say(`\n${isShown ? "Pulumi failed; its messages are above." : error.message}`);
  process.exitCode = 1;
});
