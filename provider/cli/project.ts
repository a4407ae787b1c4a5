import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { isNode, parseDocument } from "yaml";
import * as z from "zod";
import { findLogins, redact } from "../api/failures/redaction";

export interface Finding {
  /** What was checked, such as `Node.js` or `edgecloud:apiKey`. */
  check: string;
  /** `doctor` fails only if there is a `problem`. */
  level: "ok" | "note" | "warning" | "problem";
  message: string;
  /** Every warning and every problem has advice. */
  advice?: string;
}

export const stackAdvice =
  "Select or name a stack that `pulumi stack ls` shows in this folder, log in to its backend, or set " +
  "PULUMI_CONFIG_PASSPHRASE if its secrets are encrypted with a passphrase";

export type ProjectSettings = Awaited<ReturnType<typeof readSettings>>;

export async function readSettings(folder: string, stack: string | undefined) {
  const result = await runPulumi(folder, ["config", "--json", "--show-secrets"], stack);
  type StackValues = Readonly<Record<string, { value?: string; secret?: boolean }>>;
  const stackValues = ("output" in result ? JSON.parse(result.output) : {}) as StackValues;
  const settings = { stackValues, get: (key: string) => stackValues[key]?.value };
  if ("output" in result) {
    return { ...settings, problem: undefined };
  }
  // If this works without secrets, the stack exists, so environment variables must not stand in for its settings.
  const exists = "output" in (await runPulumi(folder, ["config", "--json"], stack));
  // The CLI's message can repeat the address of its backend, which may contain a login.
  const logins = [process.env.PULUMI_BACKEND_URL, result.problem].flatMap(findLogins);
  const message = redact(result.problem, logins).replace(/\.$/, "");
  return { ...settings, problem: { message, isFatal: exists || stack !== undefined } };
}

export async function runPulumi(
  folder: string,
  command: readonly string[],
  stack?: string,
): Promise<{ output: string } | { problem: string }> {
  const stackOption = stack === undefined ? [] : ["--stack", stack];
  const args = [...command, ...stackOption, "--non-interactive", "--color", "never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return { output: stdout.trim() };
  } catch (error) {
    const { code, message, stderr = "" } = error as Error & { code?: unknown; stderr?: string };
    const [, told = stderr] = stderr.split(/^error: /m);
    const problem = code === "ENOENT" ? "there is no `pulumi` on the PATH" : told.trim() || message;
    return { problem: problem.trim().replace(/\s+/g, " ") };
  }
}

/** A malformed part of Pulumi.yaml is ignored, because Pulumi itself reports it. */
const projectSchema = z
  .object({
    runtime: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch("nodejs"),
    plugins: z
      .object({ providers: z.array(z.object({ name: z.string(), path: z.string().optional() })) })
      .catch({ providers: [] }),
  })
  .catch({ runtime: "nodejs", plugins: { providers: [] } });

export function checkPlugin(folder: string): Finding {
  const check = "plugin";
  const file = findProjectFile(folder);
  const project = projectSchema.parse(file === undefined ? {} : readProject(file));
  const named = project.plugins.providers.find(({ name }) => name === "edgecloud")?.path;
  if (named !== undefined) {
    const advice = "Install the package beside Pulumi.yaml (npm ci), or correct the path in it";
    return hasLauncher(path.resolve(file ?? folder, "..", named))
      ? { check, level: "ok", message: `${named} (Pulumi.yaml)` }
      : { check, level: "problem", message: `Pulumi.yaml names ${named}, but no plugin is there`, advice };
  }
  const home = path.join(process.env.PULUMI_HOME || path.join(homedir(), ".pulumi"), "plugins");
  const installed = (tryTo(() => readdirSync(home)) ?? []).filter((name) => name.startsWith("resource-edgecloud-v"));
  const places = [...(process.env.PATH ?? "").split(path.delimiter), ...installed.map((name) => path.join(home, name))];
  const found = places.find(hasLauncher);
  if (found !== undefined) {
    return { check, level: "ok", message: found };
  }
  const line = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  const advice = `To use it, install the package beside Pulumi.yaml and add this line to it: ${line}`;
  return project.runtime === "nodejs"
    ? { check, level: "note", message: 'not found; programs that import "pulumi-edgecloud" need none', advice }
    : {
        check,
        level: "problem",
        message: `not found, but programs with the runtime ${project.runtime} need it`,
        advice,
      };
}

/** Looks in the folder and in those above it, as Pulumi does. */
function findProjectFile(folder: string): string | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(folder, name)).find((name) => existsSync(name));
  const parent = path.dirname(folder);
  return file ?? (parent === folder ? undefined : findProjectFile(parent));
}

/** Converts each part by itself, because one wrong alias makes the conversion of all that contains it fail. */
function readProject(file: string) {
  const document = tryTo(() => parseDocument(readFileSync(file, "utf8")));
  const [runtime, plugins] = ["runtime", "plugins"].map((key) =>
    tryTo(() => {
      const part = document?.get(key);
      return document && isNode(part) ? (part.toJS(document) as unknown) : part;
    }),
  );
  return { runtime, plugins };
}

function tryTo<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function hasLauncher(place: string): boolean {
  const launcher = `pulumi-resource-edgecloud${process.platform === "win32" ? ".cmd" : ""}`;
  return path.isAbsolute(place) && existsSync(path.join(place, launcher));
}

export function warn(text: string): void {
  process.stderr.write(`pulumi-edgecloud: ${text}\n`);
}
