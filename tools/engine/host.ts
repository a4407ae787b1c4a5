import fs from "node:fs";
import path from "node:path";
import { WORK } from "../paths";
import type { Engine, Language, Say } from "./engine";
import { BUILT, ENGINE, YAML_HOST, fileOf, locateRelease } from "./versions";

/** Starts the Node host of dynamic providers. */
const LAUNCHER = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;

/** Run programs and make SDKs. Every run needs the one for YAML. */
const LANGUAGE_HOSTS = [
  YAML_HOST.name,
  "pulumi-language-python",
  "pulumi-language-python-exec",
  "pulumi-language-go",
  "pulumi-language-nodejs",
];

/**
 * Makes sure of a folder with `bin/pulumi` and, beside it, the launcher and each language host that there is. The official
 * distribution brings them all. For any other engine they are put together below `.work/`: the engine would take a host
 * from PATH, but warns of it on every run.
 */
export function prepareRoot(binary: string): string {
  const folder = path.dirname(binary);
  const real = fs.realpathSync(binary);
  const beside = path.dirname(real);
  const hosts = LANGUAGE_HOSTS.flatMap((name) => findHost(name, binary) ?? []);
  const isComplete = fs.existsSync(path.join(beside, LAUNCHER)) && hosts.every((host) => path.dirname(host) === beside);
  if (isComplete && path.basename(folder) === "bin") {
    return path.dirname(folder);
  }
  const root = path.join(WORK, "engine");
  fs.mkdirSync(path.join(root, "bin"), { recursive: true });
  linkFile(real, path.join(root, "bin", fileOf(ENGINE.name)));
  for (const host of hosts) {
    linkFile(fs.realpathSync(host), path.join(root, "bin", path.basename(host)));
  }
  addLauncher(path.join(root, "bin"));
  return root;
}

/** Looks beside the engine's own executable, on PATH, and where it would be built. */
export function findHost(name: string, binary?: string): string | undefined {
  const beside = binary ? [path.dirname(fs.realpathSync(binary))] : [];
  return [...beside, ...listPathFolders(), path.join(locateRelease(BUILT), "bin")]
    .map((folder) => path.join(folder, fileOf(name)))
    .find((file) => fs.existsSync(file));
}

export function listPathFolders(): string[] {
  return (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/**
 * Finds what runs programs of a language on this engine, and says in one line whether it is there. `ensureEngine` makes
 * sure of the host for YAML; the others are there if the user has them, beside the engine or on PATH.
 */
export function findLanguageHost({ root }: Engine, language: Language, say: Say = () => {}): string | undefined {
  const name = `pulumi-language-${language}`;
  const engine = fs.realpathSync(path.join(root, "bin", fileOf(ENGINE.name)));
  const file = path.join(path.dirname(engine), fileOf(name));
  const isThere = fs.existsSync(file);
  say(isThere ? `Engine: ${language} programs, ${file}` : `Engine: no ${language} programs: ${name} is not installed`);
  return isThere ? file : undefined;
}

/** Copies the SDK's own script. */
export function addLauncher(folder: string): void {
  const target = path.join(folder, LAUNCHER);
  if (!fs.existsSync(target)) {
    const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
    replaceFile(target, (file) => fs.copyFileSync(path.join(sdk, LAUNCHER), file));
    fs.chmodSync(target, 0o755);
  }
}

/** A hard link, because the engine resolves symbolic ones before it looks beside itself; a copy across file systems. */
export function linkFile(source: string, target: string): void {
  if (isSameFile(source, target)) {
    return;
  }
  replaceFile(target, (file) => {
    try {
      fs.linkSync(source, file);
    } catch {
      fs.cpSync(source, file, { preserveTimestamps: true });
    }
  });
}

function isSameFile(source: string, target: string): boolean {
  const [a, b] = [source, target].map((file) => fs.statSync(file, { throwIfNoEntry: false }));
  return a !== undefined && a.size === b?.size && Math.trunc(a.mtimeMs) === Math.trunc(b.mtimeMs);
}

/** Writes under a temporary name first, so that no other process ever sees half a file. */
export function replaceFile(target: string, write: (file: string) => void): void {
  const temporary = `${target}.${process.pid}`;
  write(temporary);
  fs.renameSync(temporary, target);
}
