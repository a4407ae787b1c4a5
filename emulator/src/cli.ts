import { parseArgs } from "node:util";
import { startEmulator, type EmulatorOptions } from "./emulator";
import { parseHostHeader, isLoopback } from "./http/allowed-hosts";
import type { LoggedRequest } from "./http/pipeline";
import { InvalidInputError } from "./invalid-input";
import { readJsonFile } from "./json-document";
import type { SeedInput } from "./seed";

const help = `Usage: edgecloud-emulator [options]

Runs the edge-cloud platform on this machine, for tests and experiments.

  --port PORT      TCP port; 0, the default, picks a free one
  --host ADDRESS   address to listen on (default 127.0.0.1); the control endpoints
                   below /__emulator take no key and show stored credentials
  --allowed-host NAME  host name that may call the control endpoints, besides
                   loopback and the address itself, may be repeated
  --seed FILE      JSON file with the state to start with
  --state FILE     keep the state in this file, and load it at the next start
  --latency MS     milliseconds added to every request (default 0)
  --rate-limit N   requests per second; more get 429 (default no limit)
  --api-key KEY    an accepted API key, may be repeated (default demo-key);
                   KEY-readonly is accepted too and may only read
  --verbose        print a line for each request
  --help           print this text
`;

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  "allowed-host": { type: "string", multiple: true },
  seed: { type: "string" },
  state: { type: "string" },
  latency: { type: "string" },
  "rate-limit": { type: "string" },
  "api-key": { type: "string", multiple: true },
  verbose: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function parseNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  throw new InvalidInputError(`--${flag} takes a whole number, not "${text}".`);
}

function parseRateLimit(text: string | undefined): EmulatorOptions["rateLimit"] {
  const perSecond = parseNumber("rate-limit", text);
  return perSecond === undefined ? undefined : { perSecond };
}

let isOutputOpen = true;

/** Writes to standard output until its reader closes it: a script may read the first line only. */
function print(text: string): void {
  if (isOutputOpen) {
    process.stdout.write(text);
  }
}

function stopPrinting(): void {
  if (isOutputOpen) {
    printError("Standard output was closed; the emulator keeps running.");
  }
  isOutputOpen = false;
}

/** Escapes everything but plain ASCII, which could control the terminal. */
const escapeNonAscii = (text: string): string => text.replace(/[^\x20-\x7e]/gu, encodeURIComponent);

function printRequest({ method, path, query, status, fault }: LoggedRequest): void {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      search.append(name, String(one));
    }
  }
  const url = escapeNonAscii(path) + (search.size > 0 ? `?${search.toString()}` : "");
  print(`${method} ${url} ${status ?? "connection ended"}${fault === null ? "" : ` (fault ${fault})`}\n`);
}

/** Returns the options, or the text to print in place of a start (`--help`). */
function parseOptions(args: readonly string[]): EmulatorOptions | string {
  const { values } = parseArgs({ args: [...args], options: flags, allowPositionals: false });
  if (values.help) {
    return help;
  }
  return {
    port: parseNumber("port", values.port),
    host: values.host,
    allowedHosts: values["allowed-host"],
    seed: values.seed === undefined ? undefined : (readJsonFile("seed", values.seed) as SeedInput),
    stateFile: values.state,
    latencyMs: parseNumber("latency", values.latency),
    rateLimit: parseRateLimit(values["rate-limit"]),
    apiKeys: values["api-key"],
    onRequest: values.verbose ? printRequest : undefined,
  };
}

function describeError(error: unknown, port: number | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use.`;
  }
  // parseArgs adds a second sentence about positional arguments that does not apply here.
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message.split(". ", 1)[0]?.replace(/\.$/, "")}.` : message;
}

function printError(text: string): void {
  process.stderr.write(`edgecloud-emulator: ${text}\n`);
}

function fail(error: unknown, port?: number): void {
  printError(describeError(error, port));
  process.exitCode = 1;
}

function warnOfOpenHost(host: string | undefined): void {
  if (host === undefined || isLoopback(parseHostHeader(host.includes(":") ? `[${host}]` : host) ?? "")) {
    return;
  }
  printError(
    `Warning: anyone who can reach ${host} can read the stored credentials and change everything, without a key.`,
  );
}

/** Between `npx` and this process is a shell, which ends at a signal without passing it on. */
function endWithNpx(end: () => void): void {
  const { ppid, env } = process;
  if (env.npm_command === "exec") {
    const watch = setInterval(() => {
      if (process.ppid !== ppid) {
        clearInterval(watch);
        end();
      }
    }, 200);
    watch.unref();
  }
}

/** Runs the command `edgecloud-emulator`: prints one line with the URL, ends on SIGINT and SIGTERM. */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on("error", stopPrinting);
  process.stderr.on("error", () => undefined);
  let port: number | undefined;
  try {
    const options = parseOptions(args);
    if (typeof options === "string") {
      return print(options);
    }
    port = options.port;
    warnOfOpenHost(options.host);
    const emulator = await startEmulator(options);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void emulator.close().catch(fail));
    }
    endWithNpx(() => void emulator.close().catch(fail));
    print(`edgecloud-emulator listening on ${emulator.url}\n`);
  } catch (error) {
    fail(error, port);
  }
}
