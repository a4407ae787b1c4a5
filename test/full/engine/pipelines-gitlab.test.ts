import { readdirSync, readFileSync, rmSync } from "node:fs";
import { GitLab, type Job } from "../../engine/setup/gitlab";
import { apiKey, exampleFile, PipelineProject, readOnlyKey } from "../../engine/setup/pipeline";
import type { Ended } from "../../engine/setup/shell";

interface PipelineJob {
  before_script?: string[];
  script: string[];
  variables?: Record<string, string>;
  artifacts?: { paths: string[] };
}

const jobs = exampleFile<Record<string, PipelineJob>>(".gitlab-ci.yml");

let project: PipelineProject;
let gitlab: GitLab;

// One project goes through all tests, in their order.
beforeAll(async () => {
  project = await PipelineProject.start();
  gitlab = await GitLab.start();
});

afterAll(() => Promise.all([project.close(), gitlab.close()]));

/** As the runner starts them: `sh` where there is no Bash, else Bash, where the failure of a pipe's first part counts. */
const shells = { sh: ["-e"], bash: ["-eo", "pipefail"] } as const;

/** Runs a job for `production`, with the variables of its environment. */
function runJob(name: string, env: Record<string, string> = {}, shell: keyof typeof shells = "sh"): Promise<Ended> {
  const { before_script = [], script = [], variables = {} } = jobs[name] ?? {};
  const given = { STACK: "production", AWS_ID_TOKEN: "token-for-the-bucket", ...project.variables(), ...variables };
  return project.run(
    [...before_script, ...script].join("\n"),
    { ...gitlab.environment(), ...given, ...env },
    shells[shell],
    shell,
  );
}

/** The artifacts of the job that has just run, which the runner collects and removes. */
function collect(): Job {
  const [plan = "", note = ""] =
    jobs.preview?.artifacts?.paths.map((file) => file.replace("$STACK", "production")) ?? [];
  const pattern = new RegExp(`^(${plan.replace("*", "[0-9a-f]{40}")}|${note})$`);
  const names = readdirSync(project.path("")).filter((name) => pattern.test(name));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(project.path(name), "utf8")]));
  rmSync(project.path("preview.txt"));
  return { id: 100 + gitlab.jobs.length, name: "preview: [production]", pipeline: 900, files };
}

/** Runs the pipeline of a merge request, and answers what its only note then says. */
async function preview(shell: keyof typeof shells = "sh"): Promise<Ended & { note: string }> {
  const ended = await runJob("preview", { EDGECLOUD_API_KEY: readOnlyKey }, shell);
  const job = collect();
  expect(await runJob("note", { NOTE_TOKEN: gitlab.token }, shell)).toMatchObject({ code: 0 });
  Object.keys(job.files).forEach((name) => rmSync(project.path(name)));
  gitlab.jobs.unshift(job);
  gitlab.pipelines.length = 0;
  const status = ended.code === 0 ? "success" : "failed";
  gitlab.pipelines.push({ id: 900, project_id: 12, ref: "refs/merge-requests/34/head", status, request: 34 });
  const own = gitlab.notes.filter(({ author }) => author.id === gitlab.self.id);
  expect(own).toHaveLength(1);
  return { ...ended, note: own[0]?.body ?? "" };
}

test("without variables or an address for the key, a preview fails with a clear error", async () => {
  const fork = await runJob("preview", { EDGECLOUD_API_KEY: "" });
  expect(fork.output).toMatch(/^There is no preview, .*merge requests from forks get no variables.*\n$/);
  expect(fork.code).toBe(1);
  const aimless = await runJob("preview", { EDGECLOUD_API_KEY: readOnlyKey, EDGECLOUD_BASE_URL: "" });
  expect(aimless.output).toMatch(/^Set EDGECLOUD_BASE_URL for the environment production\/preview: .*\n$/);
  expect(aimless.code).toBe(1);
  expect(project.emulator.requests()).toEqual([]);
});

test("the diff is one note, the plan is deployed, and drift fails the job", async () => {
  // Somebody else has planted a note that looks like the pipeline's.
  gitlab.notes.push({ id: 1, body: "<!-- preview of production -->", author: { id: 5 } });
  const program = project.read("Pulumi.yaml");
  for (const shell of ["sh", "bash"] as const) {
    project.commit("Pulumi.yaml", program.replace("web-1", "https://web-1"));
    const wrong = await preview(shell);
    expect({ shell, code: wrong.code }).toEqual({ shell, code: 1 });
    expect(wrong.note).toContain("### Preview of production at 0123abcd (failure): failed");
    expect(wrong.note).toContain("sources[0].source");
  }
  const sha = project.commit("Pulumi.yaml", program);
  const good = await preview();
  expect(good).toMatchObject({ code: 0 });
  expect(good.note).toMatch(/<details><summary>Diff<\/summary>\n\n`{10}\n.*\n`{10}\n\n<\/details>\n$/s);
  expect(good.note).toContain("### Preview of production at 0123abcd (success): 1 to create, 0 unchanged");
  expect(good.note).toContain("+ edgecloud:index:OriginGroup: (create)");

  const request = { iid: 34, state: "merged", target_branch: "main", source_project_id: 12, sha };
  gitlab.requestsOf.set(sha, [{ ...request, merge_commit_sha: null, squash_commit_sha: null }]);
  const writers = { EDGECLOUD_API_KEY: apiKey, CI_COMMIT_SHA: sha, PLAN_TOKEN: gitlab.token };
  const deployed = await runJob("deploy-production", writers);
  expect(deployed.output).toContain("+ 2 created");
  expect(deployed.code).toBe(0);
  const texts = [project.state(), good.note, ...Object.values(gitlab.jobs[0]?.files ?? {})];
  expect(texts.filter((text) => text.includes(apiKey))).toEqual([]);

  await project.changeByHand();
  const drifted = await runJob("drift", { EDGECLOUD_API_KEY: readOnlyKey });
  expect(drifted.output).toMatch(/useNext\s*: true => false/);
  // As the table of docs/pipelines.md has it.
  expect(drifted.code).toBe(7);
  expect(await runJob("unlock-production")).toMatchObject({ code: 0 });
});
