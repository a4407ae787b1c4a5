import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { gte, minVersion, parse, rcompare, valid } from "semver";
import { describeError } from "../../api/failures/errors";
import { readPackageFile } from "../../config/package-file";
import { runPulumi } from "../pulumi";
import type { Finding } from "./finding";
import { readProjectFile, type ProjectFile } from "./project-file";

const sdk = "@pulumi/pulumi";

/** The oldest CLI that has what the package needs; see tools/engine/versions.ts. */
const minCliVersion = "3.254.0";

const launcher = `pulumi-resource-edgecloud${process.platform === "win32" ? ".cmd" : ""}`;

/** Node.js, the Pulumi SDK, the Pulumi CLI, this package and its plugin. */
export async function checkInstalled(folder: string): Promise<Finding[]> {
  const { version } = readPackageFile();
  return [
    { check: "pulumi-edgecloud", level: "ok", message: version },
    checkNode(process.versions.node),
    checkSdk(folder),
    await checkCli(folder),
    checkPlugin(folder),
  ];
}

/** Exported for tests, which cannot run on an old Node.js. */
export function checkNode(version: string): Finding {
  const range = readPackageFile().engines.node;
  return isAtLeast(version, minVersion(range)?.version)
    ? { check: "Node.js", level: "ok", message: version }
    : {
        check: "Node.js",
        level: "problem",
        message: `${version} is too old`,
        advice: `Install Node.js ${range.replace(">=", "")} or newer`,
      };
}

function checkSdk(folder: string): Finding {
  const minimum = minVersion(readPackageFile().peerDependencies[sdk] ?? "*")?.version;
  const file = resolveSdk(folder);
  if (file === undefined) {
    return { check: sdk, level: "note", message: "not installed here; only programs for Node.js need it" };
  }
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return isAtLeast(version, minimum)
    ? { check: sdk, level: "ok", message: version }
    : {
        check: sdk,
        level: "problem",
        message: `${version} is too old`,
        advice: `Run \`npm install ${sdk}@latest\`; the package needs ${minimum} or newer`,
      };
}

function resolveSdk(folder: string): string | undefined {
  try {
    return createRequire(path.join(folder, "index.js")).resolve(`${sdk}/package.json`);
  } catch {
    return undefined;
  }
}

async function checkCli(folder: string): Promise<Finding> {
  const check = "Pulumi CLI";
  const result = await runPulumi(folder, ["version"]);
  if ("problem" in result) {
    const message = result.isMissing ? "not found on the PATH" : `does not run: ${result.problem}`;
    return { check, level: "problem", message, advice: `Install the Pulumi CLI ${minCliVersion} or newer` };
  }
  const version = parse(result.output)?.version ?? result.output;
  return isAtLeast(version, minCliVersion)
    ? { check, level: "ok", message: version }
    : {
        check,
        level: "warning",
        message: `${version} is older than any version that the package is tested with`,
        advice: `Install the Pulumi CLI ${minCliVersion} or newer`,
      };
}

/** Which plugin Pulumi would start; programs for Node.js that import `pulumi-edgecloud` need none. */
export function checkPlugin(folder: string): Finding {
  const check = "plugin";
  let project: ProjectFile;
  try {
    project = readProjectFile(folder);
  } catch (error) {
    return { check, level: "problem", message: describeError(error), advice: "Correct the file" };
  }
  const { runtime, pluginPath } = project;
  if (pluginPath !== undefined) {
    const place = path.resolve(folder, pluginPath);
    return existsSync(path.join(place, launcher))
      ? {
          check,
          level: "ok",
          message: [readPluginVersion(place), `${pluginPath} (Pulumi.yaml)`].filter(Boolean).join(", "),
        }
      : {
          check,
          level: "problem",
          message: `Pulumi.yaml names ${pluginPath}, but no plugin is there`,
          advice: "Install the package in this folder (npm ci), or correct the path in Pulumi.yaml",
        };
  }
  const onPath = listPathFolders().find((place) => existsSync(path.join(place, launcher)));
  if (onPath !== undefined) {
    return { check, level: "ok", message: [readPluginVersion(onPath), `${onPath} (PATH)`].filter(Boolean).join(", ") };
  }
  const installed = findInstalledPlugin();
  if (installed !== undefined) {
    return { check, level: "ok", message: `${readPluginVersion(installed) ?? "a version"}, installed for this user` };
  }
  const line = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  const advice = `To use it, install the package here and add this line to Pulumi.yaml: ${line}`;
  return runtime !== "nodejs"
    ? { check, level: "problem", message: `not found, but programs with the runtime ${runtime} need it`, advice }
    : { check, level: "note", message: 'not found; programs that import "pulumi-edgecloud" need none', advice };
}

/** The newest one that `pulumi plugin install` has put into Pulumi's home. */
function findInstalledPlugin(): string | undefined {
  const plugins = path.join(process.env.PULUMI_HOME || path.join(homedir(), ".pulumi"), "plugins");
  const prefix = "resource-edgecloud-v";
  const [newest] = (existsSync(plugins) ? readdirSync(plugins) : [])
    .filter((name) => name.startsWith(prefix) && existsSync(path.join(plugins, name, launcher)))
    .map((name) => name.slice(prefix.length))
    .filter((version) => valid(version) !== null)
    .sort(rcompare);
  return newest === undefined ? undefined : path.join(plugins, prefix + newest);
}

function readPluginVersion(place: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(path.join(place, "schema.json"), "utf8")) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

function listPathFolders(): string[] {
  return (process.env.PATH ?? "").split(path.delimiter).filter((place) => path.isAbsolute(place));
}

function isAtLeast(version: string, minimum = "0.0.0"): boolean {
  return valid(version) !== null && gte(version, minimum);
}
