import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { engineEnvironment } from "../../tools/engine";
import { blocksOf, commandsOf, documents, root } from "../documents/pages";
import { engine } from "./setup/engine";
import { expectGolden } from "./setup/expectations";

const page = "docs/first-stack.md";
const work = path.join(root, ".work/tests");
const languageHost = "pulumi-language-nodejs";
const preparation = "done by the set-up of the tests";
const shellBlocks = blocksOf(page).filter(({ language }) => language === "bash");

/** As on the machine of a newcomer: nothing is set that the page does not set itself. */
async function environment(folder: string): Promise<NodeJS.ProcessEnv> {
  const ofTests = { ...process.env, ...engineEnvironment({ stateFolder: path.join(folder, "unused") }) };
  const isGiven = (name: string) => /^EDGECLOUD_|^PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE)$/.test(name);
  const kept = Object.entries(ofTests).filter(([name]) => !isGiven(name));
  const bin = path.join(engine.root, "bin");
  const folders = [bin, ...(existsSync(path.join(bin, languageHost)) ? [] : [await hostIn(folder)]), process.env.PATH];
  return { ...Object.fromEntries(kept), PATH: folders.join(path.delimiter), PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
}

/** Where the engine finds what runs programs of Node.js. */
async function hostIn(folder: string): Promise<string> {
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  await symlink(path.join(__dirname, "setup/node-language-host.js"), path.join(bin, languageHost));
  return bin;
}

/** A folder that looks like a clone in which the packages are installed and built. */
async function cloneIn(folder: string): Promise<string> {
  const clone = path.join(folder, "clone");
  await mkdir(clone);
  const names = ["emulator", "examples", "node_modules", "package.json"];
  await Promise.all(names.map((name) => symlink(path.join(root, name), path.join(clone, name))));
  return clone;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

/** What the refresh has printed; where the language host is found on PATH, the engine warns of it. */
function driftIn(printed: string): string {
  const [refresh = ""] = /^Previewing refresh [^]*? unchanged\n/m.exec(printed) ?? [];
  return refresh.replace(/^warning: using .*\n/gm, "");
}

/** Two groups are created at the same time, so either may be the first. */
const withoutIds = (printed: string) => printed.replace(/\[id=\d+\]/, "[id]");

/** Runs a script as a user would paste it, up to the first command that fails; answers what it printed. */
async function paste(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const shell = spawn("bash", ["-e", "-o", "pipefail", "-c", script], { cwd, env, detached: true });
  let printed = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on("data", (part: Buffer) => (printed += part.toString()));
  }
  const [code] = (await once(shell, "exit")) as [number];
  try {
    // What the page has started in the background and has not ended.
    process.kill(-shell.pid!, "SIGKILL");
  } catch {
    // Nothing: all has ended.
  }
  if (code !== 0) {
    throw new Error(`exit code ${code}:\n${printed}`);
  }
  return printed;
}

test("first stack: copied to the letter, the page ends in unchanged, repairs drift and cleans up", async () => {
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, "first-stack-"));
  try {
    const clone = await cloneIn(folder);
    const script = shellBlocks.filter(({ comment }) => comment !== preparation).map(({ text }) => text);
    const printed = await paste(
      script.join("\n").replaceAll("8080", await freePort()),
      clone,
      await environment(folder),
    );
    expect(printed).toMatch(/\+ 4 created/);
    expect(printed).toMatch(/^\s*4 unchanged$/m);
    expect(driftIn(printed)).toContain("~ useNext: true => false");
    expectGolden("../drift", driftIn(printed), withoutIds);
    expect(printed).toMatch(/~ 1 updated/);
    expect(printed).toMatch(/- 4 deleted/);
    expect(printed).not.toContain("ExampleSecretAccessKey");
    expect(await readdir(clone)).not.toContain("my-stack");
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 600_000);

test("the test of a program on the emulator passes, as the page about tests shows it", async () => {
  const folder = await mkdtemp(path.join(work, "program-test-"));
  try {
    const file = path.join(root, "examples/dist/unit-test/emulator.test.js");
    const run = `"${process.execPath}" --test --test-reporter=tap "${file}"`;
    const state = engineEnvironment({ stateFolder: path.join(folder, "state") });
    const printed = await paste(run, folder, { ...(await environment(folder)), ...state });
    expect(printed).toMatch(/^# pass 1$/m);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 600_000);

test("first stack: what the page asks to be prepared is what the set-up of the tests has done", () => {
  const prepared = shellBlocks.filter(({ comment }) => comment === preparation);
  expect(prepared.map(({ text }) => text)).toEqual(["npm ci\nnpm run build\n"]);
});

/** What `--help` shows only to those who try experiments; the pipelines' tests run it. */
const hiddenOptions = new Set(["--plan"]);

test("every command of Pulumi that a page names exists, with its options", async () => {
  const options = new Map<string, Set<string>>();
  for (const command of documents.flatMap((file) => commandsOf(file, "pulumi"))) {
    const [, name = ""] = /^pulumi ((?:config|stack|plugin|package) [a-z-]+|[a-z-]+)/.exec(command) ?? [];
    const named = [...command.matchAll(/ (--[a-z][\w-]*)/g)].map(([, option = ""]) => option);
    options.set(name, new Set([...(options.get(name) ?? []), ...named]));
  }
  expect(options.size).toBeGreaterThan(8);
  const pulumi = path.join(engine.root, "bin", "pulumi");
  for (const [name, named] of options) {
    const { stdout } = await promisify(execFile)(pulumi, [...name.split(" "), "--help"]);
    const [, usage = ""] = /^Usage:\n([^]*?)\n(Available Commands|Flags)/m.exec(stdout) ?? [];
    expect(usage.split(/[\s,]+/)).toContain(name.split(" ").at(-1));
    const unknown = [...named].filter(
      (option) => !hiddenOptions.has(option) && !new RegExp(`${option}\\b`).test(stdout),
    );
    expect({ name, unknown }).toEqual({ name, unknown: [] });
  }
});
