import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { GitHub } from "./github";
import { exampleFile, type PipelineProject } from "./pipeline";

interface Step {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string | boolean>;
}

interface Workflow {
  defaults: { run: { shell: string } };
  jobs: Record<string, { env?: Record<string, string>; steps: Step[] }>;
}

/** A part of a context of GitHub Actions. */
export interface Context {
  readonly [name: string]: string | number | Context;
}

/** What a job finds: contexts such as `matrix` and `secrets`, variables of the runner, and its run. */
export interface Circumstances {
  run: number;
  contexts: Context;
  env?: Record<string, string>;
}

/** How a job ended. */
export interface JobResult {
  result: "success" | "failure";
  output: string;
}

/** What is installed already, or is the job's own folder. */
const prepared = ["actions/checkout", "aws-actions/configure-aws-credentials", "pulumi/actions"];

/** Runs the jobs of the example's workflows as a runner does: step by step, with what the YAML gives to each. */
export class WorkflowRunner {
  constructor(
    private readonly project: PipelineProject,
    private readonly github: GitHub,
  ) {}

  /** Runs a job of a file below `examples/pipelines`. */
  async runJob(file: string, name: string, circumstances: Circumstances): Promise<JobResult> {
    const { defaults, jobs } = exampleFile<Workflow>(file);
    const job = jobs[name]!;
    expect(defaults).toEqual({ run: { shell: "bash" } });
    const temp = mkdtempSync(this.project.path("../runner-"));
    const steps: Record<string, Context> = {};
    const contexts = (): Context => ({
      ...circumstances.contexts,
      github: { ...(circumstances.contexts["github"] as Context), token: this.github.token },
      runner: { temp },
      steps,
    });
    let result: JobResult["result"] = "success";
    let output = "";
    for (const step of job.steps) {
      if (!shouldRun(step, result, steps)) {
        steps[step.id ?? ""] = { outcome: "skipped" };
        continue;
      }
      const outputs = path.join(temp, "outputs");
      writeFileSync(outputs, "");
      const env = {
        ...this.github.environment(),
        GITHUB_WORKSPACE: this.project.path(""),
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: outputs,
        ...circumstances.env,
        ...filled({ ...job.env, ...step.env }, contexts()),
      };
      const ended = await this.runStep(step, filled(step.with ?? {}, contexts()), env, circumstances.run);
      result = ended.code === 0 ? result : "failure";
      output += ended.output;
      const written = readFileSync(outputs, "utf8").matchAll(/^(\w+)=(.*)$/gm);
      steps[step.id ?? ""] = {
        outcome: ended.code === 0 ? "success" : "failure",
        outputs: Object.fromEntries([...written].map(([, key = "", value = ""]) => [key, value])),
      };
    }
    return { result, output };
  }

  private async runStep(
    { uses, run }: Step,
    inputs: Record<string, string>,
    env: Record<string, string>,
    id: number,
  ): Promise<{ code: number; output: string }> {
    const [action] = (uses ?? "").split("@");
    if (run !== undefined) {
      return this.project.run(run, env, ["--noprofile", "--norc", "-eo", "pipefail"]);
    }
    if (action === "actions/upload-artifact") {
      return this.upload(inputs, id);
    }
    if (action === "actions/download-artifact") {
      this.download(inputs, id);
    } else {
      expect(prepared).toContain(action);
    }
    return { code: 0, output: "" };
  }

  private upload(inputs: Record<string, string>, run: number): { code: number; output: string } {
    const { name = "", path: file = "", "if-no-files-found": ifMissing } = inputs;
    const folder = path.dirname(file);
    if (!readdirSync(folder).includes(path.basename(file))) {
      return { code: ifMissing === "error" ? 1 : 0, output: `No files were found: ${file}\n` };
    }
    const before = this.github.artifacts.findIndex((artifact) => artifact.name === name && artifact.run === run);
    if (before >= 0) {
      expect(inputs.overwrite).toBe("true");
      this.github.artifacts.splice(before, 1);
    }
    const files = { [path.basename(file)]: readFileSync(file, "utf8") };
    this.github.artifacts.push({ id: 100 + this.github.artifacts.length, name, expired: false, run, files });
    return { code: 0, output: "" };
  }

  /** Only as the example downloads: all that match, into one folder. */
  private download(inputs: Record<string, string>, run: number): void {
    expect(inputs).toMatchObject({ "merge-multiple": "true" });
    expect(inputs.pattern).toMatch(/\*$/);
    const folder = inputs.path ?? "";
    mkdirSync(folder, { recursive: true });
    const isWanted = (name: string) => name.startsWith((inputs.pattern ?? "").slice(0, -1));
    for (const artifact of this.github.artifacts.filter((other) => other.run === run && isWanted(other.name))) {
      Object.entries(artifact.files).forEach(([name, text]) => writeFileSync(path.join(folder, name), text));
    }
  }
}

/** The conditions that the example has: a failure ends the job, unless the step says `!cancelled()`. */
function shouldRun({ if: condition }: Step, result: string, steps: Record<string, Context>): boolean {
  const terms = (condition ?? "success()").replace(/^\$\{\{ (.*) \}\}$/, "$1").split(" && ");
  return terms.every((term) => {
    const [, id = "", outcome] = /^steps\.(\w+)\.outcome == '(\w+)'$/.exec(term) ?? [];
    return (
      term === "!cancelled()" || (term === "success()" ? result === "success" : steps[id]?.["outcome"] === outcome)
    );
  });
}

/** Fills in the expressions, all of which only name something; secrets and variables that are not set are empty. */
function filled(texts: Record<string, string | boolean>, contexts: Context): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (expression, name: string) => {
      const value = name
        .split(".")
        .reduce<Context[string] | undefined>(
          (context, key) => (typeof context === "object" ? context[key] : undefined),
          contexts,
        );
      if (typeof value === "object" || (value === undefined && !/^(secrets|vars)\./.test(name))) {
        throw new Error(`${expression} is unknown here`);
      }
      return String(value ?? "");
    });
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(String(text))]));
}
