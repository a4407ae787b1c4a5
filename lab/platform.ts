import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { RateLimitInput, SeedInput } from "edgecloud-emulator";
import { endChild, readFirstLine } from "./processes";
import { SEED } from "./program";

/** What the emulator starts with. */
export interface PlatformOptions {
  readonly latencyMs?: number;
  readonly seed?: SeedInput;
  readonly rateLimit?: RateLimitInput;
}

/** The emulator in a process of its own, so that its work does not count as the program's. */
export class Platform {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param folder Where its seed is written. */
  static async start(folder: string, { latencyMs = 0, seed = {}, rateLimit }: PlatformOptions = {}): Promise<Platform> {
    const seedFile = path.join(folder, "seed.json");
    fs.writeFileSync(seedFile, JSON.stringify({ ...SEED, ...seed }));
    const bin = path.join(
      path.dirname(require.resolve("edgecloud-emulator/package.json")),
      "bin/edgecloud-emulator.js",
    );
    const command = [bin, "--seed", seedFile, "--latency", String(latencyMs)];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    const kill = () => child.kill();
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    const platform = new Platform(child, (await readFirstLine(child)).split(" ").at(-1) ?? "");
    if (rateLimit) {
      await platform.control("PUT", "rate-limit", rateLimit);
    }
    return platform;
  }

  /** Asks a control endpoint of the emulator. Its connection is closed, so that it does not count as the host's. */
  async control<Answer>(method: "GET" | "PUT" | "POST" | "DELETE", endpoint: string, body?: object): Promise<Answer> {
    const headers = { connection: "close", ...(body && { "content-type": "application/json" }) };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${this.url}/__emulator/${endpoint}`, request);
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`the emulator does not ${method} ${endpoint}: ${text}`);
    }
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }

  close(): Promise<void> {
    return endChild(this.child);
  }
}
