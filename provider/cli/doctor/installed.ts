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
import { report, type Finding } from "./finding";

const sdk = "@pulumi/pulumi";

/** The oldest CLI that has what the package needs; see tools/engine/versions.ts. */
const minCliVersion = "3.254.0";

const launcher = `pulumi-resource-edgecloud${process.platform === "win32" ? ".cmd" : ""}`;

/** Node.js, the Pulumi SDK, the Pulumi CLI, this package and its plugin. */
export async function checkInstalled(folder: string): Promise<Finding[]> {
  const { version, engines, peerDependencies } = readPackageFile();
  const node = process.versions.node;
  const minNode = engines.node.replace(">=", "");
  return [
    report("ok", "pulumi-edgecloud", version),
    isAtLeast(node, minVersion(engines.node)?.version)
      ? report("ok", "Node.js", node)
      : report("problem", "Node.js", `${node} is too old`, `Install Node.js ${minNode} or newer`),
    checkSdk(folder, minVersion(peerDependencies[sdk] ?? "*")?.version),
    await checkCli(folder),
    checkPlugin(folder),
  ];
}

function checkSdk(folder: string, minimum: string | undefined): Finding {
  let file: string;
  try {
    file = createRequire(path.join(folder, "index.js")).resolve(`${sdk}/package.json`);
  } catch {
    return report("note", sdk, "not installed here; only programs for Node.js need it");
  }
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  const advice = `Run \`npm install ${sdk}@latest\`; the package needs ${minimum} or newer`;
  return isAtLeast(version, minimum)
    ? report("ok", sdk, version)
    : report("problem", sdk, `${version} is too old`, advice);
}

async function checkCli(folder: string): Promise<Finding> {
  const check = "Pulumi CLI";
  const advice = `Install the Pulumi CLI ${minCliVersion} or newer`;
  const result = await runPulumi(folder, ["version"]);
  if ("problem" in result) {
    const message = result.isMissing ? "not found on the PATH" : `does not run: ${result.problem}`;
    return report("problem", check, message, advice);
  }
  const version = parse(result.output)?.version ?? result.output;
  return isAtLeast(version, minCliVersion)
    ? report("ok", check, version)
    : report("warning", check, `${version} is older than any version that the package is tested with`, advice);
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
    return report("problem", check, describeError(error), "Correct the file");
  }
  const pluginPath = project.plugins?.providers.find(({ name }) => name === "edgecloud")?.path;
  if (typeof pluginPath === "string" && pluginPath !== "") {
    const advice = "Install the package in this folder (npm ci), or correct the path in Pulumi.yaml";
    const place = path.resolve(folder, pluginPath);
    return hasLauncher(place)
      ? report("ok", check, describePlugin(place, `${pluginPath} (Pulumi.yaml)`))
      : report("problem", check, `Pulumi.yaml names ${pluginPath}, but no plugin is there`, advice);
  }
  const pathFolders = (process.env.PATH ?? "").split(path.delimiter).filter((place) => path.isAbsolute(place));
  const onPath = pathFolders.find(hasLauncher);
  if (onPath !== undefined) {
    return report("ok", check, describePlugin(onPath, `${onPath} (PATH)`));
  }
  const [installed] = listInstalledVersions();
  if (installed !== undefined) {
    return report("ok", check, `${installed}, installed for this user`);
  }
  const line = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  const advice = `To use it, install the package here and add this line to Pulumi.yaml: ${line}`;
  return project.runtime === "nodejs"
    ? report("note", check, 'not found; programs that import "pulumi-edgecloud" need none', advice)
    : report("problem", check, `not found, but programs with the runtime ${project.runtime} need it`, advice);
}

/** The versions that `pulumi plugin install` has put into Pulumi's home, the newest first. */
function listInstalledVersions(): string[] {
  const plugins = path.join(process.env.PULUMI_HOME || path.join(homedir(), ".pulumi"), "plugins");
  const prefix = "resource-edgecloud-v";
  return (existsSync(plugins) ? readdirSync(plugins) : [])
    .filter((name) => name.startsWith(prefix) && hasLauncher(path.join(plugins, name)))
    .map((name) => name.slice(prefix.length))
    .filter((version) => valid(version) !== null)
    .sort(rcompare);
}

function hasLauncher(place: string): boolean {
  return existsSync(path.join(place, launcher));
}

/** Where a plugin is, with its version if that can be read. */
function describePlugin(place: string, where: string): string {
  try {
    const { version } = JSON.parse(readFileSync(path.join(place, "schema.json"), "utf8")) as { version?: string };
    return version === undefined ? where : `${version}, ${where}`;
  } catch {
    return where;
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
