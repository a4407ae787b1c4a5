import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { describeError } from "../../api/failures/errors";

/** What Pulumi.yaml says about the language of the program and about the plugin. */
export interface ProjectFile {
  /** The runtime of the program; `nodejs` if there is no Pulumi.yaml. */
  runtime: string;
  /** The folder that Pulumi.yaml names for this package's plugin. */
  pluginPath?: string;
}

const fileNames = ["Pulumi.yaml", "Pulumi.yml"];

const defaultRuntime = "nodejs";

const runtime = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)]);

const projectFile = z.looseObject({
  runtime: runtime.catch(defaultRuntime),
  plugins: z
    .looseObject({ providers: z.array(z.looseObject({ name: z.unknown(), path: z.unknown() })).catch([]) })
    .catch({ providers: [] }),
});

/**
 * Reads the project file of a folder, as far as it has the expected form: Pulumi itself reports what is wrong with it.
 *
 * @throws An `Error` with the place and the problem if it cannot be read or is not valid YAML.
 */
export function readProjectFile(folder: string): ProjectFile {
  const file = findProjectFile(folder);
  const project = projectFile.safeParse(file === undefined ? {} : readYaml(file)).data;
  const named = project?.plugins.providers.find(({ name }) => name === "edgecloud")?.path;
  return {
    runtime: project?.runtime ?? defaultRuntime,
    ...(typeof named === "string" && named !== "" && { pluginPath: named }),
  };
}

/** Whether the folder is in a project; like Pulumi, looks in the folders above it as well. */
export function isInProject(folder: string): boolean {
  const parent = path.dirname(folder);
  return findProjectFile(folder) !== undefined || (parent !== folder && isInProject(parent));
}

function findProjectFile(folder: string): string | undefined {
  return fileNames.map((name) => path.join(folder, name)).find((name) => existsSync(name));
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    const [problem] = describeError(error).split("\n");
    throw new Error(`${path.basename(file)} cannot be read: ${problem}`, { cause: error });
  }
}
