import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { GitHub, type Artifact, type Pull, type Run } from "../../engine/setup/github";
import { GitLab, type Job, type MergeRequest, type Pipeline } from "../../engine/setup/gitlab";
import { exampleFile } from "../../engine/setup/pipeline";
import { runScript, type Ended } from "../../engine/setup/shell";

interface Step {
  name?: string;
  run?: string;
}

const deploySteps = exampleFile<{ jobs: { deploy: { steps: Step[] } } }>(".github/workflows/deploy.yml").jobs.deploy
  .steps;
const script = deploySteps.find(({ name }) => name === "Get the plan that was reviewed")?.run ?? "";
const scripts = exampleFile<Record<string, { script: string[] }>>(".gitlab-ci.yml")["deploy-production"]?.script ?? [];

let folder: string;
let tree: string;
let sha: string;

/** The checkout of a deployment: a commit with one file. */
beforeAll(() => {
  const work = path.resolve(__dirname, "../../../.work/tests");
  mkdirSync(work, { recursive: true });
  folder = mkdtempSync(path.join(work, "plans-"));
  mkdirSync(path.join(folder, "checkout"));
  writeFileSync(path.join(folder, "checkout/Pulumi.yaml"), "name: the-reviewed-program\n");
  const git = (...args: string[]) => {
    const author = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    return execFileSync("git", [...author, ...args], { cwd: path.join(folder, "checkout"), encoding: "utf8" }).trim();
  };
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Start");
  sha = git("rev-parse", "HEAD");
  tree = git("rev-parse", "HEAD^{tree}");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What lies around after a step, and what the checkout has. */
function filesBelow(name: string): Record<string, string> {
  const files = readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile() && !file.parentPath.includes(".git"))
      .map((file) => path.join(file.parentPath, file.name))
      .map((file) => [path.relative(path.join(folder, name), file), readFileSync(file, "utf8")]),
  );
}

describe("GitHub", () => {
  let github: GitHub;
  beforeEach(async () => (github = await GitHub.start()));
  afterEach(() => github.close());

  const repo = { full_name: "team/edgecloud" };
  const fork = { full_name: "stranger/edgecloud" };
  const head = { ref: "change", sha: "c0ffee".padEnd(40, "0"), repo };

  /** The merged pull request of the commit, the run that has previewed it, and the plan. */
  interface Reviewed {
    pull: Pull;
    run: Run;
    artifact: Artifact;
    deployment: Run;
  }

  const reviewed = (): Reviewed => {
    const run: Run = {
      id: 4711,
      path: ".github/workflows/preview.yml",
      event: "pull_request",
      status: "completed",
      conclusion: "success",
      run_number: 12,
      head_sha: head.sha,
      head_branch: head.ref,
      head_repository: repo,
    };
    const base = { ref: "main", repo };
    return {
      run,
      pull: { number: 34, merged_at: "2026-11-22T12:00:00Z", merge_commit_sha: sha, base, head },
      artifact: { id: 7, name: `plan-production-${tree}`, expired: false, run: run.id, files: { "plan.json": "{}" } },
      deployment: {
        ...run,
        id: 99,
        path: ".github/workflows/deploy.yml",
        event: "push",
        run_number: 6,
        head_branch: "main",
      },
    };
  };

  /** Runs the step in a fresh folder of the runner, with the API as `world` says. */
  async function getPlan({ pull, run, artifact, deployment }: Reviewed): Promise<Ended> {
    github.pulls.set(sha, [pull]);
    github.runs.push(run, deployment);
    github.artifacts.push(artifact);
    rmSync(path.join(folder, "temp"), { recursive: true, force: true });
    mkdirSync(path.join(folder, "temp"));
    const env = {
      ...github.environment(),
      GITHUB_SHA: sha,
      GITHUB_RUN_NUMBER: "7",
      GITHUB_TOKEN: github.token,
      RUNNER_TEMP: path.join(folder, "temp"),
      STACK: "production",
    };
    return runScript(script, { cwd: path.join(folder, "checkout"), env, options: ["-eo", "pipefail"] });
  }

  test("takes the plan of the commit's own pull request", async () => {
    const { code, output } = await getPlan(reviewed());
    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(filesBelow("temp")["plan.json"]).toBe("{}");
  });

  test("unpacks nothing but the plan from the archive", async () => {
    const world = reviewed();
    const planted = { "Pulumi.yaml": "planted", "../checkout/Pulumi.yaml": "planted", "../escaped": "planted" };
    world.artifact.files = { ...planted, "plan.json": '{"the": "plan"}', "node_modules/index.js": "planted" };
    expect(await getPlan(world)).toMatchObject({ code: 0 });
    expect(filesBelow("checkout")).toEqual({ "Pulumi.yaml": "name: the-reviewed-program\n" });
    const { "plan.zip": archive, ...others } = filesBelow("temp");
    expect(archive).toContain("planted");
    expect(others).toEqual({ "plan.json": '{"the": "plan"}' });
    expect(readdirSync(folder).sort()).toEqual(["checkout", "temp"]);
  });

  test("fails for an archive without a plan", async () => {
    const world = reviewed();
    world.artifact.files = { "Pulumi.yaml": "planted" };
    expect((await getPlan(world)).code).not.toBe(0);
    expect(filesBelow("checkout")).toEqual({ "Pulumi.yaml": "name: the-reviewed-program\n" });
  });

  const noPull = /^::error::This commit is not the merge of a pull request of this repository/;
  const noPlan = /^::error::The preview of this pull request has no plan for this code/;

  test.each<[what: string, change: (world: Reviewed) => void, message: RegExp]>([
    ["of a pull request from a fork", ({ pull }) => (pull.head = { ...head, repo: fork }), noPull],
    ["of a pull request whose fork was deleted", ({ pull }) => (pull.head = { ...head, repo: null }), noPull],
    ["of a pull request that is not merged", ({ pull }) => (pull.merged_at = null), noPull],
    ["of a pull request that another commit has merged", ({ pull }) => (pull.merge_commit_sha = head.sha), noPull],
    ["of a pull request into another branch", ({ pull }) => (pull.base = { ref: "dev", repo }), noPull],
    ["of a pull request into a fork", ({ pull }) => (pull.base = { ref: "main", repo: fork }), noPull],
    ["of another workflow", ({ run }) => (run.path = ".github/workflows/other.yml"), noPlan],
    ["of a run that a push has started", ({ run }) => (run.event = "push"), noPlan],
    ["of a run in a fork", ({ run }) => (run.head_repository = fork), noPlan],
    ["of a run for another commit", ({ run }) => (run.head_sha = sha), noPlan],
    ["of a run for another branch", ({ run }) => (run.head_branch = "other"), noPlan],
    ["of a preview that failed", ({ run }) => (run.conclusion = "failure"), noPlan],
    ["of a run that no preview was", ({ artifact }) => (artifact.run = 4712), noPlan],
    ["for other code", ({ artifact }) => (artifact.name = `plan-production-${sha}`), noPlan],
    ["for another stack", ({ artifact }) => (artifact.name = `plan-staging-${tree}`), noPlan],
    ["that has expired", ({ artifact }) => (artifact.expired = true), noPlan],
    [
      "older than what is deployed",
      ({ deployment }) => (deployment.run_number = 8),
      /^::error::A newer commit is deployed/,
    ],
  ])("refuses a plan %s before fetching anything", async (_, change, message) => {
    const world = reviewed();
    change(world);
    const { code, output } = await getPlan(world);
    expect(output).toMatch(message);
    expect(code).toBe(1);
    expect(filesBelow("temp")).toEqual({});
  });

  test("finds the plan in an earlier run of the same pull request", async () => {
    const world = reviewed();
    github.runs.push({ ...world.run, id: 4712 });
    expect(await getPlan(world)).toMatchObject({ code: 0 });
  });

  test("fails if the API cannot be reached", async () => {
    const world = reviewed();
    await github.server.close();
    const { code, output } = await getPlan(world);
    expect(output).toContain("curl: (7)");
    expect(code).not.toBe(0);
  });
});

describe("GitLab", () => {
  let gitlab: GitLab;
  beforeEach(async () => (gitlab = await GitLab.start()));
  afterEach(() => gitlab.close());

  /** The merged merge request of the commit, its pipeline and the job that has previewed it. */
  interface Reviewed {
    request: MergeRequest;
    pipeline: Pipeline;
    job: Job;
  }

  const reviewed = (): Reviewed => ({
    request: {
      iid: 34,
      state: "merged",
      target_branch: "main",
      source_project_id: 12,
      sha: "c0ffee",
      merge_commit_sha: sha,
      squash_commit_sha: null,
    },
    pipeline: { id: 900, project_id: 12, ref: "refs/merge-requests/34/head", status: "success", request: 34 },
    job: { id: 901, name: "preview: [production]", pipeline: 900, files: { [`plan-production-${tree}.json`]: "{}" } },
  });

  /** Runs the step, and prints the plan that the deployment would take. */
  async function getPlan({ request, pipeline, job }: Reviewed, shell: "bash" | "sh" = "sh"): Promise<Ended> {
    gitlab.requestsOf.set(sha, [request]);
    gitlab.pipelines.push(pipeline);
    gitlab.jobs.push(job);
    const env = { ...gitlab.environment(), CI_COMMIT_SHA: sha, PLAN_TOKEN: gitlab.token, STACK: "production" };
    const [step = "", ...others] = scripts;
    expect(others).toHaveLength(1);
    return runScript(`${step}\ncat "$plan"`, { cwd: path.join(folder, "checkout"), env, shell });
  }

  test.each(["sh", "bash"] as const)("%s: takes only the plan of the commit's own merge request", async (shell) => {
    const world = reviewed();
    world.job.files["Pulumi.yaml"] = "planted";
    expect(await getPlan(world, shell)).toMatchObject({ code: 0, output: "{}" });
    expect(filesBelow("checkout")).toEqual({ "Pulumi.yaml": "name: the-reviewed-program\n" });
  });

  test.each<[what: string, merge: Partial<MergeRequest>]>([
    ["fast-forward", { merge_commit_sha: null, sha: "" }],
    ["squashed", { merge_commit_sha: null, squash_commit_sha: "" }],
  ])("finds the plan of a merge that is %s", async (_, merge) => {
    const world = reviewed();
    Object.assign(world.request, merge, "sha" in merge ? { sha } : { squash_commit_sha: sha });
    expect(await getPlan(world)).toMatchObject({ code: 0, output: "{}" });
  });

  const noRequest = /^This commit is not the merge of a merge request of this project/;
  const noPlan = /The preview of this merge request has no plan for this code/;

  test.each<[what: string, change: (world: Reviewed) => void, message: RegExp]>([
    ["of a merge request from a fork", ({ request }) => (request.source_project_id = 13), noRequest],
    ["of a merge request that is not merged", ({ request }) => (request.state = "opened"), noRequest],
    ["of a merge request that another commit has merged", ({ request }) => (request.merge_commit_sha = "0"), noRequest],
    ["of a merge request into another branch", ({ request }) => (request.target_branch = "dev"), noRequest],
    ["of a pipeline of a branch", ({ pipeline }) => (pipeline.ref = "change"), noPlan],
    [
      "of a pipeline of another merge request",
      ({ pipeline }) => (pipeline.ref = "refs/merge-requests/345/head"),
      noPlan,
    ],
    ["of a pipeline in a fork", ({ pipeline }) => (pipeline.project_id = 13), noPlan],
    ["of a pipeline that failed", ({ pipeline }) => (pipeline.status = "failed"), noPlan],
    ["of another job", ({ job }) => (job.name = "lint"), noPlan],
    ["of another stack's preview", ({ job }) => (job.name = "preview: [staging]"), noPlan],
    ["for other code", ({ job }) => (job.files = { [`plan-production-${sha}.json`]: "{}" }), noPlan],
  ])("refuses a plan %s", async (_, change, message) => {
    const world = reviewed();
    change(world);
    const { code, output } = await getPlan(world);
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  test("fails if the API cannot be reached", async () => {
    const world = reviewed();
    await gitlab.server.close();
    const { code, output } = await getPlan(world);
    expect(output).toContain("curl: (7)");
    expect(code).not.toBe(0);
  });
});
