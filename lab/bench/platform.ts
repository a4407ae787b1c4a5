import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { endChild, readFirstLine } from "../processes";
import { BENCH_FOLDER } from "./folder";

/** The emulator in a process of its own, so that its work does not count as the program's. */
export class Platform {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param options Those of the emulator's command, such as `{ latency: 100 }`. */
  static async start(options: Record<string, number> = {}, seed: object = {}): Promise<Platform> {
    fs.mkdirSync(BENCH_FOLDER, { recursive: true });
    const seedFile = path.join(BENCH_FOLDER, "seed.json");
    fs.writeFileSync(seedFile, JSON.stringify(seed));
    const bin = require.resolve("edgecloud-emulator/package.json").replace("package.json", "bin/edgecloud-emulator.js");
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const command = [bin, "--port", "0", "--seed", seedFile, ...flags];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    const line = await readFirstLine(child);
    return new Platform(child, line.split(" ").at(-1) ?? "");
  }

  /** Counts the requests since the last call. */
  async takeRequestCount(): Promise<number> {
    const log = `${this.url}/__emulator/requests`;
    const requests = (await (await fetch(log)).json()) as unknown[];
    await fetch(log, { method: "DELETE" });
    return requests.length;
  }

  /** Limits the requests of a second from now on; more are refused. */
  async limitRate(requestsPerSecond: number): Promise<void> {
    const body = JSON.stringify({ perSecond: requestsPerSecond });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${this.url}/__emulator/rate-limit`, { method: "PUT", headers, body });
    if (!answer.ok) {
      throw new Error(`the emulator did not limit the rate: ${await answer.text()}`);
    }
  }

  async countGroups(): Promise<number> {
    const state = (await (await fetch(`${this.url}/__emulator/state`)).json()) as { originGroups: unknown[] };
    return state.originGroups.length;
  }

  close(): Promise<void> {
    return endChild(this.child);
  }
}
