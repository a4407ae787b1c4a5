import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../engine";
import { ROOT, WORK } from "../paths";
import { printHeading, say } from "../terminal";
import { API_KEY, type EmulatorProcess } from "./emulator-process";
import { EXAMPLES } from "./program";
import { STACK } from "./stack";

interface Kept {
  readonly engine: Engine;
  readonly emulator: EmulatorProcess;
  readonly environment: Readonly<Record<string, string>>;
  readonly projectFolder: string;
}

interface KeptEmulator {
  readonly pid: number;
  readonly url: string;
}

/** Its own, so that a later tour does not touch what is left running. */
export const KEPT_FOLDER = path.join(WORK, "kept");

const RECORD = path.join(KEPT_FOLDER, "emulator.json");

/** Records what is left running and prints how to go on. */
export function keep({ engine, emulator, environment, projectFolder }: Kept): void {
  const record: KeptEmulator = { pid: emulator.pid, url: emulator.url };
  fs.writeFileSync(RECORD, JSON.stringify(record));
  const project = path.relative(ROOT, projectFolder);
  printHeading("How to go on");
  say(`The emulator runs on ${emulator.url} (process ${emulator.pid}); the stack "${STACK}" is up.`);
  say(`\nTo use Pulumi on it, in ${ROOT}:\n`);
  for (const [name, value] of Object.entries(environment)) {
    say(`  ${formatAssignment(name, value)}`);
  }
  say(`  ${formatPathAssignment(path.join(engine.root, "bin"))}`);
  for (const command of ["stack", "config", "refresh --diff", "destroy"]) {
    say(`  pulumi -C ${project} ${command}`);
  }
  const programs = EXAMPLES.map((example) => path.join("examples", example, "index.ts"));
  say(`\nAfter a change in ${programs.join(" or ")}:\n`);
  say("  npm run kept preview");
  say("  npm run kept up");
  say("\nTo look at the platform itself:\n");
  say(`  curl -H "Authorization: apikey ${API_KEY}" ${emulator.url}/cdn/origin_groups`);
  say("\nTo end the emulator:\n");
  say(`  ${process.platform === "win32" ? `taskkill /F /PID ${emulator.pid}` : `kill ${emulator.pid}`}`);
}

/** Ends the emulator that an earlier run kept: its address still answers, so the process id is still its own. */
export async function endKept(): Promise<void> {
  const kept = readKept();
  if (kept && (await isRunning(kept.url))) {
    say(`Ending the emulator of the earlier --keep run (process ${kept.pid})`);
    process.kill(kept.pid);
  }
}

/** The emulator that an earlier run kept, if there was such a run. */
export function readKept(): KeptEmulator | undefined {
  return fs.existsSync(RECORD) ? (JSON.parse(fs.readFileSync(RECORD, "utf8")) as KeptEmulator) : undefined;
}

function isRunning(url: string): Promise<boolean> {
  return fetch(`${url}/__emulator/state`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function formatAssignment(name: string, value: string): string {
  return process.platform === "win32" ? `$env:${name} = "${value}"` : `export ${name}="${value}"`;
}

function formatPathAssignment(folder: string): string {
  return process.platform === "win32" ? `$env:PATH = "${folder};$env:PATH"` : `export PATH="${folder}:$PATH"`;
}
