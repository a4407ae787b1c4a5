import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeSeed } from "./seed";

const START_LIMIT_MS = 20_000;
const POLL_MS = 50;

/** The key that the emulator accepts unless told otherwise. */
export const API_KEY = "demo-key";

/** An emulator in a process of its own. */
export interface EmulatorProcess {
  readonly pid: number;
  readonly url: string;
  readonly kill: () => void;
}

/**
 * Starts the emulator by its own command. It writes to a file, not to a pipe, so that it can go on when this process has
 * ended.
 */
export async function startEmulatorProcess(
  folder: string,
  { detached }: { detached: boolean },
): Promise<EmulatorProcess> {
  const logFile = path.join(folder, "emulator.log");
  const log = fs.openSync(logFile, "w");
  const args = [findExecutable(), "--port", "0", "--api-key", API_KEY, "--seed", writeSeed(folder)];
  const child = spawn(process.execPath, args, { detached, stdio: ["ignore", log, log], windowsHide: true });
  fs.closeSync(log);
  child.unref();
  const url = await waitForUrl(child, logFile);
  return { pid: child.pid ?? 0, url, kill: () => void child.kill() };
}

function findExecutable(): string {
  const file = require.resolve("edgecloud-emulator/package.json");
  const { bin } = JSON.parse(fs.readFileSync(file, "utf8")) as { bin: { "edgecloud-emulator": string } };
  return path.join(path.dirname(file), bin["edgecloud-emulator"]);
}

async function waitForUrl(child: ChildProcess, logFile: string): Promise<string> {
  for (let waited = 0; waited < START_LIMIT_MS && child.exitCode === null; waited += POLL_MS) {
    const url = /http:\/\/[^\s/]+:\d+/.exec(fs.readFileSync(logFile, "utf8"))?.[0];
    if (url) {
      return url;
    }
    await sleep(POLL_MS);
  }
  child.kill();
  throw new Error(`The emulator did not start:\n${fs.readFileSync(logFile, "utf8")}`);
}
