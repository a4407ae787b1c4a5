import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { GitHub, type Run } from "../../engine/setup/github";
import { apiKey, commandsOfPage, PipelineProject, readOnlyKey } from "../../engine/setup/pipeline";
import { WorkflowRunner, type Context, type JobResult } from "../../engine/setup/workflow";

let project: PipelineProject;
let github: GitHub;
let runner: WorkflowRunner;

// One project goes through all tests, in their order.
beforeAll(async () => {
  project = await PipelineProject.start();
  github = await GitHub.start();
  runner = new WorkflowRunner(project, github);
});

afterAll(() => Promise.all([project.close(), github.close()]));

const readers = () => ({ secrets: { EDGECLOUD_API_KEY: readOnlyKey }, vars: project.variables() });
const writers = () => ({ secrets: { EDGECLOUD_API_KEY: apiKey }, vars: project.variables() });
const matrix = { stack: "production" };

/** A pull request from a branch of the repository, number 34, whose head is a commit of its own. */
const head = { ref: "change", sha: "c0ffee".padEnd(40, "0"), repo: { full_name: "team/edgecloud" } };
const event = { event: { pull_request: { number: 34, head: { sha: head.sha } } } };

/** Runs the preview and its comment, as a push to the branch does. */
async function preview(contexts: Context = readers()): Promise<JobResult & { comment: string }> {
  const id = 1 + github.runs.length;
  const base = { matrix, github: event, ...contexts };
  const { result, output } = await runner.runJob(preview.file, "preview", { run: id, contexts: base });
  const comment = await runner.runJob(preview.file, "comment", { run: id, contexts: { ...base, needs: {} } });
  expect(comment).toMatchObject({ result: "success" });
  const run: Run = {
    id,
    path: preview.file,
    event: "pull_request",
    status: "completed",
    conclusion: result,
    run_number: id,
    head_sha: head.sha,
    head_branch: head.ref,
    head_repository: head.repo,
  };
  github.runs.unshift(run);
  return { result, output, comment: github.comments.at(-1)?.body ?? "" };
}
preview.file = ".github/workflows/preview.yml";

/** Merges the pull request with the code as it is, and runs the deployment of the merge. */
async function deploy(): Promise<JobResult> {
  const sha = project.commit("README.md", project.read("README.md"));
  const base = { ref: "main", repo: { full_name: github.repository } };
  github.pulls.set(sha, [{ number: 34, merged_at: "2026-11-22T12:00:00Z", merge_commit_sha: sha, base, head }]);
  const env = { GITHUB_SHA: sha, GITHUB_RUN_NUMBER: "7" };
  return runner.runJob(".github/workflows/deploy.yml", "deploy", { run: 90, contexts: { matrix, ...writers() }, env });
}

/** Runs the nightly check and what it does with the issue. */
async function drift(contexts: Context = readers()): Promise<JobResult> {
  const run = 1000 + github.artifacts.length;
  const file = ".github/workflows/drift.yml";
  const found = await runner.runJob(file, "drift", { run, contexts: { matrix, ...contexts } });
  const needs = { drift: { result: found.result } };
  expect(await runner.runJob(file, "issue", { run, contexts: { needs } })).toMatchObject({ result: "success" });
  return found;
}

function expectResult(ended: JobResult, result: JobResult["result"], text: string): void {
  expect(ended.output).toContain(text);
  expect(ended.result).toBe(result);
}

function expectNoKeyIn(texts: Record<string, string>): void {
  expect(Object.entries(texts).filter(([, text]) => text.includes(apiKey))).toEqual([]);
}

/** Changes whenever a file of the folder does. */
function fingerprintOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  return createHash("sha256")
    .update(JSON.stringify(paths.map((file) => [file, readFileSync(file, "utf8")])))
    .digest("hex");
}

/** The newest plan, as a file. */
function planFile(): string {
  const plans = github.artifacts.filter(({ name }) => name.startsWith("plan-production-"));
  const file = project.path("../plan.json");
  writeFileSync(file, plans.at(-1)?.files["plan.json"] ?? "");
  return file;
}

/** A lock of a runner that was stopped in the middle of a deployment. */
function leaveLock(): void {
  const folder = path.join(project.stateFolder, ".pulumi/locks/organization/edgecloud-pipelines/production");
  const lock = { pid: 1, username: "runner", hostname: "runner-1", timestamp: "2026-11-22T12:00:00Z" };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "0a1b2c3d.json"), JSON.stringify(lock));
}

test("without secrets or an address for the key, a preview fails with a clear error", async () => {
  const fork = await preview({ secrets: {}, vars: {} });
  expect(fork.result).toBe("failure");
  expect(fork.output).toMatch(/^::error::There is no preview, .*forks and from Dependabot get no secrets\..*\n$/);
  const aimless = await preview({ ...readers(), vars: {} });
  expect(aimless.result).toBe("failure");
  expect(aimless.output).toMatch(/^::error::Set the variable EDGECLOUD_BASE_URL .* production-preview: .*\n$/);
  expect(github.comments).toEqual([]);
  expect(project.emulator.requests()).toEqual([]);
});

test("a plan is reviewed and deployed, a failed preview saves none, and drift is repaired as the page says", async () => {
  const before = fingerprintOf(project.stateFolder);
  const first = await preview();
  expect(first).toMatchObject({ result: "success" });
  expect(first.comment).toMatch(
    /^<!-- preview of production -->\n### Preview of production at c0ffee00 \(success\): 1 to create, 0 unchanged\n/,
  );
  expect(first.comment).toContain("| `+` | OriginGroup `website` |");
  expect(first.comment).toContain("+ edgecloud:index:OriginGroup: (create)");
  expect(project.emulator.state().originGroups).toEqual([]);
  // So the role of the preview need not write to the bucket.
  expect(fingerprintOf(project.stateFolder)).toBe(before);

  // A failed preview, also by a policy, replaces the last comment.
  const program = project.read("Pulumi.yaml");
  project.commit("Pulumi.yaml", program.replace("web-1", "https://web-1"));
  const wrong = await preview();
  expect(wrong.result).toBe("failure");
  expect(wrong.comment).toContain("at c0ffee00 (failure): failed");
  expect(wrong.comment).toContain("sources[0].source");
  project.commit("Pulumi.yaml", program.replace(/\n *backup: true/, ""));
  const unsafe = await preview();
  expect(unsafe.result).toBe("failure");
  expect(unsafe.comment).toContain("at c0ffee00 (failure): 1 to create");
  expect(unsafe.comment).toContain('Give one of the sources of "website-production" backup: true.');
  expect(github.comments).toHaveLength(1);
  expectResult(await deploy(), "failure", "has no plan for this code");

  // The plan of the first preview is for this code.
  project.commit("Pulumi.yaml", program);
  leaveLock();
  expectResult(await deploy(), "failure", "is currently locked");
  const contexts = { inputs: matrix, vars: project.variables() };
  const unlocked = await runner.runJob(".github/workflows/unlock.yml", "unlock", { run: 1, contexts });
  expect(unlocked).toMatchObject({ result: "success" });
  expectResult(await deploy(), "success", "+ 2 created");
  expectNoKeyIn({ state: project.state(), plan: readFileSync(planFile(), "utf8"), comment: first.comment });

  await project.changeByHand();
  // Not in the plan, so not undone by accident either.
  expectResult(await deploy(), "failure", "update is not allowed by the plan");
  for (const time of [1, 2]) {
    const drifted = await drift();
    expect({ time, result: drifted.result }).toEqual({ time, result: "failure" });
    expect(drifted.output).toContain("error: no changes were expected for refresh but changes were proposed");
    expect(github.issues).toMatchObject([{ state: "open", title: "The platform differs from what was deployed" }]);
  }
  expect(github.issues[0]?.body).toMatch(/useNext\s*: true => false/);
  const refused = await drift({ ...readers(), secrets: { EDGECLOUD_API_KEY: "a-key-that-was-revoked" } });
  expectResult(refused, "failure", "(401");
  expect(refused.output).not.toContain("a-key-that-was-revoked");
  expect(github.issues).toMatchObject([{ state: "open" }]);
  expect(project.emulator.state().originGroups).toMatchObject([{ use_next: false }]);

  expect(await project.run(commandsOfPage("Drift"))).toMatchObject({ code: 0 });
  const repair = await preview();
  expect(repair.comment).toContain("Drift: changed outside of Pulumi");
  expect(repair.comment).toMatch(/useNext\s*: false => true/);
  const unaware = await project.run(`pulumi up --stack production --yes --plan "${planFile()}"`, {
    ...project.variables(),
    EDGECLOUD_API_KEY: apiKey,
  });
  expect(unaware.output).toContain("2 unchanged");
  expect(unaware.code).toBe(0);
  expectResult(await deploy(), "success", "~ 1 updated");
  expect(project.emulator.state().originGroups).toMatchObject([{ use_next: true }]);
  expect(await drift()).toMatchObject({ result: "success" });
  expect(github.issues).toMatchObject([{ state: "closed" }]);
});

test("without plans, a merge deploys the branch, and repairs drift as well", async () => {
  const contexts = { matrix, ...writers() };
  await project.changeByHand();
  project.commit("Pulumi.yaml", project.read("Pulumi.yaml").replace("web-1", "web-3"));
  const deployed = await runner.runJob("without-plans/deploy.yml", "deploy", { run: 2000, contexts });
  expectResult(deployed, "success", "~ 1 updated");
  expect(project.emulator.state().originGroups).toMatchObject([
    { use_next: true, sources: [{ source: "web-3.example.com" }, { source: "web-2.example.com" }] },
  ]);
});
