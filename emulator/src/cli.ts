import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startEmulator, type EmulatorOptions } from "./emulator";
import type { SeedInput } from "./seed";
import { InvalidInputError } from "./invalid-input";

const help = `Usage: edgecloud-emulator [options]

Runs the edge-cloud platform on this machine, for tests and for trying things out.

  --port PORT      TCP port; 0, the default, takes a free one
  --host ADDRESS   address to listen on (default 127.0.0.1); the control endpoints
                   below /__emulator take no key and show stored credentials
  --seed FILE      JSON file with the state to start with
  --latency MS     milliseconds that every request takes (default 0)
  --rate-limit N   requests that are answered in a second; more get 429 (default all)
  --api-key KEY    an accepted API key, may be repeated (default demo-key);
                   KEY-readonly is accepted too and may only read
  --help           print this text
`;

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  seed: { type: "string" },
  latency: { type: "string" },
  "rate-limit": { type: "string" },
  "api-key": { type: "string", multiple: true },
  help: { type: "boolean" },
} as const;

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidInputError(`--${flag} takes a whole number, not "${text}".`);
}

function rateLimit(text: string | undefined): EmulatorOptions["rateLimit"] {
  const perSecond = wholeNumber("rate-limit", text);
  return perSecond === undefined ? undefined : { perSecond };
}

function readSeed(file: string | undefined): SeedInput | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new InvalidInputError(`The seed file "${file}" cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as SeedInput;
  } catch (error) {
    throw new InvalidInputError(`The seed file "${file}" is not JSON: ${(error as Error).message}`);
  }
}

/** Turns the arguments into options; undefined when help is asked for. */
function parse(args: readonly string[]): EmulatorOptions | undefined {
  const { values } = parseArgs({ args: [...args], options: flags, allowPositionals: false });
  if (values.help) return undefined;
  return {
    port: wholeNumber("port", values.port),
    host: values.host,
    seed: readSeed(values.seed),
    latencyMs: wholeNumber("latency", values.latency),
    rateLimit: rateLimit(values["rate-limit"]),
    apiKeys: values["api-key"],
  };
}

/** Start errors in words; the rest of an unexpected error is its message. */
function describe(error: unknown, options: EmulatorOptions | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${options?.port} is in use already.`;
  // parseArgs adds a second sentence about positional arguments that does not apply here.
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message.split(". ", 1)[0]?.replace(/\.$/, "")}.` : message;
}

/** The command `edgecloud-emulator`: prints one line with the URL, ends on SIGINT and SIGTERM. */
export async function main(args: readonly string[]): Promise<void> {
  let options: EmulatorOptions | undefined;
  try {
    options = parse(args);
    if (options === undefined) return void process.stdout.write(help);
    const emulator = await startEmulator(options);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void emulator.close());
    process.stdout.write(`edgecloud-emulator listening on ${emulator.url}\n`);
  } catch (error) {
    process.stderr.write(`edgecloud-emulator: ${describe(error, options)}\n`);
    process.exitCode = 1;
  }
}
