import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { satisfies } from "semver";
import { parseDocument } from "yaml";
import * as z from "zod";
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
  return [
    report("ok", "pulumi-edgecloud", version),
    checkVersion("Node.js", process.versions.node, engines.node),
    checkSdk(folder, peerDependencies[sdk]),
    await checkCli(folder),
    checkPlugin(folder),
  ];
}

function checkVersion(check: string, version: string, range = "*"): Finding {
  return satisfies(version, range, { includePrerelease: true })
    ? report("ok", check, version)
    : report("problem", check, `${version} is not supported`, `Install a version that matches ${range}`);
}

function checkSdk(folder: string, range: string | undefined): Finding {
  let file: string;
  try {
    file = createRequire(path.join(folder, "index.js")).resolve(`${sdk}/package.json`);
  } catch {
    return report("note", sdk, "not installed here; only programs for Node.js need it");
  }
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return checkVersion(sdk, version, range);
}

async function checkCli(folder: string): Promise<Finding> {
  const check = "Pulumi CLI";
  const result = await runPulumi(folder, ["version"]);
  return "problem" in result
    ? report("problem", check, result.problem, `Install the Pulumi CLI ${minCliVersion} or newer`)
    : checkVersion(check, result.output.replace(/^v/, ""), `>=${minCliVersion}`);
}

/** Which plugin Pulumi would start; programs for Node.js that import `pulumi-edgecloud` need none. */
export function checkPlugin(folder: string): Finding {
  const check = "plugin";
  const project = readProject(folder);
  const named = project.plugins.providers.find(({ name }) => name === "edgecloud")?.path;
  if (named !== undefined) {
    const advice = "Install the package in this folder (npm ci), or correct the path in Pulumi.yaml";
    return hasLauncher(path.resolve(folder, named))
      ? report("ok", check, `${named} (Pulumi.yaml)`)
      : report("problem", check, `Pulumi.yaml names ${named}, but no plugin is there`, advice);
  }
  const home = path.join(process.env.PULUMI_HOME || path.join(homedir(), ".pulumi"), "plugins");
  const installed = (existsSync(home) ? readdirSync(home) : []).filter((name) =>
    name.startsWith("resource-edgecloud-v"),
  );
  const places = [...(process.env.PATH ?? "").split(path.delimiter), ...installed.map((name) => path.join(home, name))];
  const found = places.find(hasLauncher);
  if (found !== undefined) {
    return report("ok", check, found);
  }
  const line = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  const advice = `To use it, install the package here and add this line to Pulumi.yaml: ${line}`;
  return project.runtime === "nodejs"
    ? report("note", check, 'not found; programs that import "pulumi-edgecloud" need none', advice)
    : report("problem", check, `not found, but programs with the runtime ${project.runtime} need it`, advice);
}

function hasLauncher(place: string): boolean {
  return path.isAbsolute(place) && existsSync(path.join(place, launcher));
}

/** What is needed of a project file, as far as it has the expected form: Pulumi itself reports what is wrong with it. */
const projectSchema = z
  .object({
    runtime: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch("nodejs"),
    plugins: z
      .object({ providers: z.array(z.object({ name: z.string(), path: z.string().optional() })) })
      .catch({ providers: [] }),
  })
  .catch({ runtime: "nodejs", plugins: { providers: [] } });

/** Reads the project file of a folder; without one, the program is for Node.js. */
function readProject(folder: string): z.output<typeof projectSchema> {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(folder, name)).find((name) => existsSync(name));
  return projectSchema.parse(file === undefined ? {} : parseDocument(readFileSync(file, "utf8")).toJS());
}
