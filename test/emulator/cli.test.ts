import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const bin = path.join(__dirname, "../../emulator/bin/edgecloud-emulator.js");
const folder = mkdtempSync(path.join(tmpdir(), "edgecloud-emulator-"));
const running: ChildProcess[] = [];

afterEach(() => running.splice(0).forEach((child) => child.kill("SIGKILL")));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the built command; `line` resolves with the first line, `end` with everything. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  let stdout = "";
  let stderr = "";
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("\n")) resolve(stdout);
    });
    child.on("close", () => reject(new Error(`ended without a line: ${stderr}`)));
  });
  line.catch(() => undefined);
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const end = once(child, "close").then(([code, signal]) => ({
    code: code as unknown,
    signal: signal as unknown,
    stdout,
    stderr,
  }));
  return { child, line, end };
}

function seedFile(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const urlOf = (line: string) => /^edgecloud-emulator listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1] ?? "";

describe("the command edgecloud-emulator", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "prints one line with its URL, serves, and ends cleanly on %s",
    async (signal) => {
      const seed = seedFile(
        "seed.json",
        JSON.stringify({ originGroups: [{ name: "a", sources: [{ source: "a.example.com" }] }] }),
      );
      const { child, line, end } = run(
        "--port",
        "0",
        "--seed",
        seed,
        "--latency",
        "30",
        "--api-key",
        "one",
        "--api-key",
        "two",
      );
      const url = urlOf(await line);
      const started = performance.now();
      const response = await fetch(`${url}/cdn/origin_groups`, { headers: { authorization: "apikey two" } });
      expect(performance.now() - started).toBeGreaterThanOrEqual(25);
      expect(await response.json()).toMatchObject([{ name: "a" }]);
      expect((await fetch(`${url}/cdn/origin_groups`, { headers: { authorization: "apikey demo-key" } })).status).toBe(
        401,
      );
      child.kill(signal);
      expect(await end).toEqual({
        code: 0,
        signal: null,
        stdout: `edgecloud-emulator listening on ${url}\n`,
        stderr: "",
      });
    },
  );

  it("prints nothing when the state is replaced while many requests are under way", async () => {
    const { child, line, end } = run("--latency", "600000");
    const url = urlOf(await line);
    const control = async (method: string, path: string) => {
      const headers = { "content-type": "application/json" };
      return fetch(`${url}/__emulator/${path}`, method === "PUT" ? { method, headers, body: "{}" } : { method });
    };
    const pending = Array.from({ length: 30 }, () => fetch(`${url}/cdn/origin_groups`).catch(() => "reset"));
    const arrived = async () => ((await (await control("GET", "requests")).json()) as unknown[]).length;
    while ((await arrived()) < pending.length);
    expect((await control("PUT", "state")).status).toBe(204);
    expect(new Set(await Promise.all(pending))).toEqual(new Set(["reset"]));
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 0, stderr: "" });
  });

  it("answers so many requests as --rate-limit says", async () => {
    const url = urlOf(await run("--rate-limit", "1").line);
    const ask = async () => (await fetch(`${url}/cdn/origin_groups`)).status;
    expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(expect.arrayContaining([401, 429]));
  });

  it("says that a port is taken", async () => {
    const port =
      urlOf(await run().line)
        .split(":")
        .at(-1) ?? "";
    const { code, stdout, stderr } = await run("--port", port).end;
    expect([code, stdout, stderr]).toEqual([1, "", `edgecloud-emulator: Port ${port} is in use already.\n`]);
  });

  it("explains itself", async () => {
    const { code, stdout, stderr } = await run("--help").end;
    expect([code, stderr]).toEqual([0, ""]);
    for (const flag of ["--port", "--host", "--seed", "--latency", "--rate-limit", "--api-key"])
      expect(stdout).toContain(flag);
  });

  it.each<[string, string[], RegExp]>([
    ["an unknown flag", ["--colour"], /Unknown option '--colour'\.$/],
    ["a stray argument", ["here"], /Unexpected argument 'here'\.$/],
    ["a port that is no number", ["--port", "http"], /--port takes a whole number, not "http"\.$/],
    ["a port out of range", ["--port", "70000"], /port: .*65535$/],
    ["a latency that is no number", ["--latency", "2s"], /--latency takes a whole number, not "2s"\.$/],
    ["a limit of nothing", ["--rate-limit", "0"], /The rate limit is not valid: perSecond: /],
    ["a seed that is not there", ["--seed", path.join(folder, "none.json")], /none\.json" cannot be read: ENOENT/],
    ["a seed that is no JSON", ["--seed", seedFile("text.json", "{")], /text\.json" is not JSON/],
    ["a seed that is not valid", ["--seed", seedFile("bad.json", '{"plan": 5}')], /The seed is not valid: plan: /],
  ])("refuses %s in one line", async (_what, args, expected) => {
    const { code, stdout, stderr } = await run(...args).end;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd()).toMatch(expected);
    expect(stderr).toMatch(/^edgecloud-emulator: [^\n]+\n$/);
  });
});
