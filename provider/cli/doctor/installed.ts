import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { gte, minVersion, parse, rcompare, valid } from "semver";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { describeError } from "../../api/failures/errors";
import { readPackageFile } from "../../config/package-file";
import { runPulumi } from "../settings";
import { type Finding, reportNote, reportOk, reportProblem, reportWarning } from "./finding";

const sdk = "@pulumi/pulumi";

/** The oldest CLI that has what the package needs; see tools/engine/versions.ts. */
const minCliVersion = "3.254.0";

const launcher = `pulumi-resource-edgecloud${process.platform === "win32" ? ".cmd" : ""}`;

/** Node.js, the Pulumi SDK, the Pulumi CLI, this package and its plugin. */
export async function checkInstalled(folder: string): Promise<Finding[]> {
  return [
    reportOk("pulumi-edgecloud", readPackageFile().version),
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
    ? reportOk("Node.js", version)
    : reportProblem("Node.js", `${version} is too old`, `Install Node.js ${range.replace(">=", "")} or newer`);
}

function checkSdk(folder: string): Finding {
  const minimum = minVersion(readPackageFile().peerDependencies[sdk] ?? "*")?.version;
  let file: string;
  try {
    file = createRequire(path.join(folder, "index.js")).resolve(`${sdk}/package.json`);
  } catch {
    return reportNote(sdk, "not installed here; only programs for Node.js need it");
  }
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  const advice = `Run \`npm install ${sdk}@latest\`; the package needs ${minimum} or newer`;
  return isAtLeast(version, minimum) ? reportOk(sdk, version) : reportProblem(sdk, `${version} is too old`, advice);
}

async function checkCli(folder: string): Promise<Finding> {
  const check = "Pulumi CLI";
  const advice = `Install the Pulumi CLI ${minCliVersion} or newer`;
  const result = await runPulumi(folder, ["version"]);
  if ("problem" in result) {
    return reportProblem(check, result.isMissing ? "not found on the PATH" : `does not run: ${result.problem}`, advice);
  }
  const version = parse(result.output)?.version ?? result.output;
  return isAtLeast(version, minCliVersion)
    ? reportOk(check, version)
    : reportWarning(check, `${version} is older than any version that the package is tested with`, advice);
}

function isAtLeast(version: string, minimum = "0.0.0"): boolean {
  return valid(version) !== null && gte(version, minimum);
}

/** Which plugin Pulumi would start; programs for Node.js that import `pulumi-edgecloud` need none. */
export function checkPlugin(folder: string): Finding {
  const check = "plugin";
  let project: ReturnType<typeof readProjectFile>;
  try {
    project = readProjectFile(folder);
  } catch (error) {
    return reportProblem(check, describeError(error), "Correct the file");
  }
  const pluginPath = project.plugins?.providers.find(({ name }) => name === "edgecloud")?.path;
  if (typeof pluginPath === "string" && pluginPath !== "") {
    const advice = "Install the package in this folder (npm ci), or correct the path in Pulumi.yaml";
    const place = path.resolve(folder, pluginPath);
    return hasLauncher(place)
      ? reportOk(check, describePlugin(place, `${pluginPath} (Pulumi.yaml)`))
      : reportProblem(check, `Pulumi.yaml names ${pluginPath}, but no plugin is there`, advice);
  }
  const pathFolders = (process.env.PATH ?? "").split(path.delimiter).filter((place) => path.isAbsolute(place));
  const onPath = pathFolders.find(hasLauncher);
  if (onPath !== undefined) {
    return reportOk(check, describePlugin(onPath, `${onPath} (PATH)`));
  }
  const installed = findInstalledPlugin();
  if (installed !== undefined) {
    return reportOk(check, `${readPluginVersion(installed) ?? "a version"}, installed for this user`);
  }
  const line = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  const advice = `To use it, install the package here and add this line to Pulumi.yaml: ${line}`;
  return project.runtime === "nodejs"
    ? reportNote(check, 'not found; programs that import "pulumi-edgecloud" need none', advice)
    : reportProblem(check, `not found, but programs with the runtime ${project.runtime} need it`, advice);
}

/** The newest one that `pulumi plugin install` has put into Pulumi's home. */
function findInstalledPlugin(): string | undefined {
  const plugins = path.join(process.env.PULUMI_HOME || path.join(homedir(), ".pulumi"), "plugins");
  const prefix = "resource-edgecloud-v";
  const [newest] = (existsSync(plugins) ? readdirSync(plugins) : [])
    .filter((name) => name.startsWith(prefix) && hasLauncher(path.join(plugins, name)))
    .map((name) => name.slice(prefix.length))
    .filter((version) => valid(version) !== null)
    .sort(rcompare);
  return newest === undefined ? undefined : path.join(plugins, prefix + newest);
}

function hasLauncher(place: string): boolean {
  return existsSync(path.join(place, launcher));
}

function describePlugin(place: string, where: string): string {
  return [readPluginVersion(place), where].filter(Boolean).join(", ");
}

function readPluginVersion(place: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(path.join(place, "schema.json"), "utf8")) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** What doctor needs of a project file, as far as it has the expected form: Pulumi itself reports what is wrong with it. */
const projectSchema = z
  .looseObject({
    runtime: z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)]).catch("nodejs"),
    plugins: z
      .looseObject({ providers: z.array(z.looseObject({ name: z.unknown(), path: z.unknown() })) })
      .optional()
      .catch(undefined),
  })
  .catch({ runtime: "nodejs" });

/**
 * Reads the project file of a folder; without one, the program is for Node.js.
 *
 * @throws An `Error` with the place and the problem if it cannot be read or is not valid YAML.
 */
function readProjectFile(folder: string): z.output<typeof projectSchema> {
  const file = findProjectFile(folder);
  try {
    return projectSchema.parse(file === undefined ? {} : parseYaml(readFileSync(file, "utf8")));
  } catch (error) {
    const [reason] = describeError(error).split("\n");
    throw new Error(`${path.basename(file ?? "")} cannot be read: ${reason}`, { cause: error });
  }
}

/** Whether the folder is in a project; like Pulumi, looks in the folders above it as well. */
export function isInProject(folder: string): boolean {
  const parent = path.dirname(folder);
  return findProjectFile(folder) !== undefined || (parent !== folder && isInProject(parent));
}

function findProjectFile(folder: string): string | undefined {
  return ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(folder, name)).find((name) => existsSync(name));
}
