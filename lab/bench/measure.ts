import path from "node:path";
import type { Engine } from "#tools/engine";
import { WORK } from "#tools/paths";
import { say } from "#tools/terminal";
import type { PlatformOptions } from "../platform";
import type { Declared } from "../program";
import { Project, type Run } from "../project";
import type { Provider } from "./programs";

/** What is measured, in this order. */
const operations = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  "preview again": ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

export type Operation = keyof typeof operations;
export const operationNames = Object.keys(operations) as Operation[];

/** What everything is measured with; in a trial there are fewer resources and rounds. */
export interface Setup {
  readonly engine: Engine;
  readonly node: string;
  readonly count: (resources: number) => number;
  readonly rounds: (rounds: number) => number;
}

/** What each operation has taken, and the bytes of state of one resource. */
export type Life = Readonly<Record<Operation, Run>> & { stateBytes: number };

export async function measure(project: Project, name: Operation, declared: Declared, env = {}): Promise<Run> {
  const run = await project.run(operations[name], declared, env);
  say(`${path.basename(project.options.folder)}, ${JSON.stringify(declared)}, ${name}: ${run.seconds.toFixed(2)} s`);
  return run;
}

/** Takes resources through all operations; the stack is empty again at the end. */
export async function measureLife(project: Project, declared: Declared, env?: NodeJS.ProcessEnv): Promise<Life> {
  const life = { stateBytes: 0 } as Life;
  for (const name of operationNames) {
    Object.assign(life, { [name]: await measure(project, name, declared, env) });
    if (name === "up") {
      const resources = project.readResources();
      life.stateBytes = Buffer.byteLength(resources.map((one) => JSON.stringify(one)).join("")) / resources.length;
    }
  }
  return life;
}

/** Opens a project for each provider while `work` runs. */
export async function withProjects<Name extends Provider, Result>(
  { engine, node }: Setup,
  names: readonly Name[],
  platform: PlatformOptions,
  work: (projects: Record<Name, Project>) => Promise<Result>,
): Promise<Result> {
  const projects = {} as Record<Name, Project>;
  for (const name of names) {
    const program = `require(${JSON.stringify(path.join(__dirname, "programs.js"))}).runProgram("${name}");`;
    projects[name] = await Project.create({ engine, folder: path.join(WORK, "bench", name), program, node, platform });
  }
  const result = await work(projects);
  await Promise.all(Object.values<Project>(projects).map((project) => project.close()));
  return result;
}

/** Each round begins with another one, so that whatever slows the machine down affects all of them. */
export async function measureRounds<Name extends string, Result>(
  names: readonly Name[],
  rounds: number,
  measureOne: (name: Name) => Promise<Result>,
): Promise<Record<Name, Result>[]> {
  const measured = Array.from({ length: rounds }, () => ({}) as Record<Name, Result>);
  for (const [round, results] of measured.entries()) {
    for (const index of names.keys()) {
      const name = names[(index + round) % names.length] as Name;
      results[name] = await measureOne(name);
    }
  }
  return measured;
}
