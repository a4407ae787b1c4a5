import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const bin = path.join(__dirname, "../../emulator/bin/edgecloud-emulator.js");
const cli = path.join(__dirname, "../../emulator/dist/cli.js");
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
      if (stdout.includes("\n")) {
        resolve(stdout);
      }
    });
    child.on("close", () => reject(new Error(`ended without a line: ${stderr}`)));
  });
  line.catch(() => undefined);
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const end = once(child, "close").then(([code, signal]: unknown[]) => ({ code, signal, stdout, stderr }));
  /** Ends it, as a shell does. */
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return end;
  };
  return { child, line, end, stop };
}

function seedFile(name: string, text: string | Uint8Array): string {
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
        // With the byte order mark that some editors write.
        `\ufeff${JSON.stringify({ originGroups: [{ name: "a", sources: [{ source: "a.example.com" }] }] })}`,
      );
      const { line, stop } = run(
        ...["--port", "0", "--seed", seed, "--latency", "30"],
        ..."--api-key one --api-key two".split(" "),
      );
      const url = urlOf(await line);
      const started = performance.now();
      const response = await fetch(`${url}/cdn/origin_groups`, { headers: { authorization: "apikey two" } });
      expect(performance.now() - started).toBeGreaterThanOrEqual(25);
      expect(await response.json()).toMatchObject([{ name: "a" }]);
      const refused = await fetch(`${url}/cdn/origin_groups`, { headers: { authorization: "apikey demo-key" } });
      expect(refused.status).toBe(401);
      const stdout = `edgecloud-emulator listening on ${url}\n`;
      expect(await stop(signal)).toEqual({ code: 0, signal: null, stdout, stderr: "" });
    },
  );

  it("prints no warning when the state is replaced during many requests", async () => {
    const { line, stop } = run("--latency", "600000");
    const url = urlOf(await line);
    const control = async (method: string, path: string) => {
      const headers = { "content-type": "application/json" };
      return fetch(`${url}/__emulator/${path}`, method === "PUT" ? { method, headers, body: "{}" } : { method });
    };
    const pending = Array.from({ length: 30 }, () => fetch(`${url}/cdn/origin_groups`).catch(() => "reset"));
    const arrived = async () => ((await (await control("GET", "requests")).json()) as unknown[]).length;
    while ((await arrived()) < pending.length) {}
    expect((await control("PUT", "state")).status).toBe(204);
    expect(new Set(await Promise.all(pending))).toEqual(new Set(["reset"]));
    expect(await stop()).toMatchObject({ code: 0, stderr: "" });
  });

  it("prints a line for each request with --verbose, without control characters", async () => {
    const { line, stop } = run("--verbose");
    const url = urlOf(await line);
    const body = JSON.stringify({ path: "/cdn/*", reset: "before" });
    const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
    await fetch(`${url}/cdn/origin_groups?name=a&limit=1`, { headers });
    await fetch(`${url}/other/%1B%C3%A4`);
    await fetch(`${url}/__emulator/faults`, { method: "POST", headers, body });
    await fetch(`${url}/cdn/x`).catch(() => undefined);
    expect((await stop()).stdout.split("\n").slice(1)).toEqual([
      "GET /cdn/origin_groups?name=a&limit=1 200",
      "GET /other/%1B%C3%A4 404",
      "GET /cdn/x connection ended (fault 1)",
      "",
    ]);
  });

  it("keeps running when its output is closed, and reports that once", async () => {
    const { child, line, stop } = run("--verbose");
    const url = urlOf(await line);
    child.stdout.destroy();
    for (let request = 0; request < 5; request++) {
      expect((await fetch(`${url}/cdn/origin_groups`)).status).toBe(401);
    }
    const { code, stderr } = await stop();
    const said = "edgecloud-emulator: Standard output was closed; the emulator keeps running.\n";
    expect([code, stderr]).toEqual([0, said]);
  });

  it("warns about an address that other machines can reach, and accepts --allowed-host for them", async () => {
    const { line, stop } = run("--host", "0.0.0.0", "--allowed-host", "emulator");
    expect(await line).toMatch(/^edgecloud-emulator listening on http:\/\/0\.0\.0\.0:\d+\n$/);
    const { code, stderr } = await stop();
    const warning = /^edgecloud-emulator: Warning: anyone who can reach 0\.0\.0\.0 can .*\n$/;
    expect([code, stderr]).toEqual([0, expect.stringMatching(warning)]);
  });

  it("keeps its state in a file from one start to the next", async () => {
    const state = path.join(folder, "state.json");
    const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
    const body = JSON.stringify({ name: "kept", sources: [{ source: "a.example.com" }] });
    for (const method of ["POST", "GET"]) {
      const { line, stop } = run("--state", state);
      const url = `${urlOf(await line)}/cdn/origin_groups`;
      const answer = await fetch(url, method === "POST" ? { method, headers, body } : { headers });
      expect(JSON.stringify(await answer.json())).toContain('"name":"kept"');
      expect(await stop()).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("reports a port in use", async () => {
    const { port } = new URL(urlOf(await run().line));
    const { code, stdout, stderr } = await run("--port", port).end;
    expect([code, stdout, stderr]).toEqual([1, "", `edgecloud-emulator: Port ${port} is already in use.\n`]);
  });

  /** What the command prints and its exit code, for each list of arguments with which it ends at once; in one process. */
  async function endsOf(all: string[][]): Promise<{ code: number; stdout: string; stderr: string }[]> {
    const program = `
      const { main } = require(${JSON.stringify(cli)});
      const ends = [];
      const write = (name) => (text) => ((ends.at(-1)[name] += text), true);
      const print = process.stdout.write.bind(process.stdout);
      process.stdout.write = write("stdout");
      process.stderr.write = write("stderr");
      void (async () => {
        for (const args of ${JSON.stringify(all)}) {
          process.exitCode = 0;
          ends.push({ stdout: "", stderr: "" });
          await main(args);
          ends.at(-1).code = process.exitCode;
        }
        print(JSON.stringify(ends));
      })();`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", program]).catch(
      // The exit code is that of the last one.
      (error: Error & { stdout: string }) => error,
    );
    return JSON.parse(stdout) as { code: number; stdout: string; stderr: string }[];
  }

  it("prints its options with --help", async () => {
    const [help] = await endsOf([["--help"]]);
    expect([help?.code, help?.stderr]).toEqual([0, ""]);
    const flags = ["port", "host", "allowed-host", "seed", "state", "latency", "rate-limit", "api-key"];
    expect(flags.filter((flag) => !help?.stdout.includes(`--${flag} `))).toEqual([]);
  });

  const refused: [string[], RegExp][] = [
    [["--colour"], /Unknown option '--colour'\.$/],
    [["--port", "http"], /--port takes a whole number, not "http"\.$/],
    [["--rate-limit", "0"], /The rate limit is not valid: perSecond: /],
    [["--seed", path.join(folder, "none.json")], /none\.json" cannot be read: ENOENT/],
    [["--seed", seedFile("text.json", "{")], /text\.json" is not JSON/],
    [["--allowed-host", "a/b"], /allowedHosts\[0\]: a host is a name or an address/],
    [["--seed", seedFile("bad.json", '{"plan": 5}')], /The seed is not valid: plan: /],
  ];

  it("refuses what is wrong in one line", async () => {
    const ends = await endsOf(refused.map(([args]) => args));
    expect(ends.map(({ code, stdout }) => [code, stdout])).toEqual(refused.map(() => [1, ""]));
    const lines = ends.map(({ stderr }) => /^edgecloud-emulator: ([^\n]+)\n$/.exec(stderr)?.[1]);
    expect(lines).toEqual(refused.map(([, expected]) => expect.stringMatching(expected) as string));
  });
});

it("ends with the shell that npx has started it in, which does not pass signals on", async () => {
  const shell = spawn("/bin/sh", ["-c", `"${process.execPath}" "${bin}" --port 0; true`], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, npm_command: "exec" },
  });
  running.push(shell);
  await once(shell.stdout, "data");
  // Its end closes the pipe, which the shell's own does not.
  const closed = once(shell, "close");
  shell.kill("SIGTERM");
  await closed;
});
