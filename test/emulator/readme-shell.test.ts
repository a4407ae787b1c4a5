import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "../documents/free-port";
import { blocksOf, root } from "../documents/pages";

const blocks = blocksOf("emulator/README.md").filter(({ language }) => language === "sh");
const isServer = ({ text }: { text: string }) => text.startsWith("npx edgecloud-emulator ");

let folder: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  const work = path.join(root, ".work/tests");
  mkdirSync(work, { recursive: true });
  folder = mkdtempSync(path.join(work, "emulator-"));
});

afterEach(async () => {
  if (running?.exitCode === null) {
    process.kill(-running.pid!, "SIGTERM");
    await once(running, "close");
  }
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A script of the page, with another port in the place of the one that it names. */
function shell(script: string, port: string, cwd: string): ChildProcess {
  return spawn("bash", ["-e", "-c", script.replaceAll("8080", port)], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Starts a command that goes on, and waits for the line that it prints. */
async function serve(command: string, port: string, cwd: string): Promise<void> {
  running = shell(command, port, cwd);
  const [line] = (await once(running.stdout!, "data")) as [Buffer];
  expect(line.toString()).toMatch(new RegExp(`^edgecloud-emulator listening on http://[\\d.]+:${port}\n`));
}

async function answersOf(script: string, port: string): Promise<string> {
  const started = shell(script, port, root);
  let printed = "";
  started.stdout!.on("data", (part: Buffer) => (printed += part.toString()));
  const [code] = (await once(started, "close")) as [number];
  expect({ script, code }).toEqual({ script, code: 0 });
  return printed;
}

test("the README's command starts the demo account, and its requests succeed", async () => {
  const [start, ...others] = blocks.filter(isServer);
  expect(others).toHaveLength(2);
  const port = await freePort();
  await serve(start!.text, port, root);
  const [questions, fault, ...rest] = blocks.filter((block) => !isServer(block));
  expect(rest).toEqual([]);
  const answers = await answersOf(questions!.text, port);
  expect(answers).toContain('"name":"website"');
  expect(answers).toContain('"os_distro":"ubuntu"');
  expect(JSON.parse(await answersOf(fault!.text, port))).toMatchObject({ path: "/cdn/*" });
});

test.each(blocks.filter(isServer).slice(1))("the README's command can be used: $text", async ({ text }) => {
  const port = await freePort();
  await serve(text, port, folder);
  const health = await fetch(`http://127.0.0.1:${port}/__emulator/health`);
  expect(await health.json()).toMatchObject({ status: "ok" });
});
