import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { readJobs, Runner } from "../pipeline";

const root = path.resolve(__dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(root, "examples/pipelines", name), "utf8");
const github = ["deploy", "drift", "preview", "unlock"].map((name) => `.github/workflows/${name}.yml`);
const workflows = [...github, "without-plans/deploy.yml"].map((name) => ({ name, text: read(name) }));
const jobs = workflows.flatMap(({ name }) => Object.values(readJobs(name)));
const stepsOf = (some: typeof jobs) => some.flatMap(({ steps = [] }) => steps);
const steps = stepsOf(jobs);
const stepsWith = (action: string) => steps.filter(({ uses }) => uses?.startsWith(action));
const needsKey = ({ id, run = "" }: (typeof steps)[0]) =>
  id === "secrets" || /\bpulumi (preview|up|refresh) /.test(run);
const key =
  '{"EDGECLOUD_API_KEY":"${{ secrets.EDGECLOUD_API_KEY }}","EDGECLOUD_BASE_URL":"${{ vars.EDGECLOUD_BASE_URL }}"';

/** What no workflow may have, and where one has it. */
const breaches: Record<string, unknown[]> = {
  "an action that is not pinned by a digest, with its release beside it": workflows
    .flatMap(({ text }) => text.match(/uses: .*/g)!)
    .filter((use) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use)),
  "an event that gives the code of a fork the rights of this repository": workflows
    .flatMap(({ text }) => Object.keys((parse(text) as { on: object }).on))
    .filter((event) => !["pull_request", "push", "schedule", "workflow_dispatch"].includes(event)),
  "a script with an expression": steps.filter(({ run }) => run?.includes("${{")),
  "a step on the platform without the key and the address that it may go to": steps.filter(
    (step) => needsKey(step) && !JSON.stringify(step.env).startsWith(key),
  ),
  "a secret elsewhere": workflows.filter(({ name, text }) => {
    const secrets = text.split("{{ secrets.").length - 1;
    return secrets !== stepsOf(Object.values(readJobs(name))).filter(needsKey).length;
  }),
  "a checkout that keeps its token": stepsWith("actions/checkout@").filter(
    (step) => String(step.with?.["persist-credentials"]) !== "false",
  ),
  "code of the branch in a job that may write": stepsOf(
    jobs.filter(({ permissions }) => /"(?!id-token)[\w-]+":"write"/.test(JSON.stringify(permissions))),
  ).filter(({ uses }) => uses && !uses.startsWith("actions/download-artifact@")),
  "a download into the checkout": stepsWith("actions/download-artifact@").filter(
    (step) => !step.with?.["path"]?.startsWith("${{ runner.temp }}/"),
  ),
  "an archive of which more is unpacked than its plan": steps
    .flatMap(({ run }) => run?.match(/.*\b(unzip|tar)\b.*/g) ?? [])
    .filter((line) => !/^ *unzip -p "\$RUNNER_TEMP\/[\w.]+" plan\.json > "\$RUNNER_TEMP\//.test(line)),
  "a step that goes on where the secrets are missing": stepsOf(
    jobs.filter((job) => job.steps!.some(({ id }) => id === "secrets")),
  ).filter((step) => step.if && !step.if.includes("steps.secrets.outcome == 'success'")),
  "a job without a limit of time": jobs.filter((job) => !("timeout-minutes" in job)),
  "rights or a shell that nobody has chosen": workflows.filter(
    ({ text }) => !/^permissions: \{\}$[^]*^defaults:\n {2}run:\n {4}shell: bash$/m.test(text),
  ),
};

test.each(Object.entries(breaches))("no workflow has %s", (_, found) => expect(found).toEqual([]));

test("who may do what, with the secrets of which environment, and what waits for what", () => {
  const reader = { contents: "read", "id-token": "write" };
  const deployer = { ...reader, actions: "read", "pull-requests": "read" };
  expect(jobs.map(({ permissions, environment }) => [permissions, environment])).toEqual([
    [deployer, "${{ matrix.stack }}"],
    [reader, "${{ matrix.stack }}-preview"],
    [{ issues: "write" }, undefined],
    [reader, "${{ matrix.stack }}-preview"],
    [{ "pull-requests": "write" }, undefined],
    [reader, "${{ inputs.stack }}"],
    [reader, "${{ matrix.stack }}"],
  ]);
  const groups = workflows.map(({ text }) => /\n {2}group: (.*(\n {2}queue: .*)?)/.exec(text)![1]);
  const [ofDeployments, ofPreviews] = ["deploy\n  queue: max", "preview-${{ github.event.pull_request.number }}"];
  expect(groups).toEqual([ofDeployments, "drift", ofPreviews, ofDeployments, "deploy"]);
});

test("GitLab: which environment, and so which variables, each job has, what waits for what, and who uses which token", () => {
  const jobsOfGitLab = Object.entries(readJobs(".gitlab-ci.yml")).filter(([, { script }]) => script);
  const rows = jobsOfGitLab.map(([name, { environment, resource_group, interruptible, script }]) => {
    const tokens = script!.join("\n").match(/\b\w+_TOKEN\b/g) ?? [];
    return [name, environment, resource_group, interruptible, ...new Set(tokens)];
  });
  const access = (name: string) => ({ name, action: "access" });
  expect(rows.filter(([name]) => !String(name).startsWith("."))).toEqual([
    ["preview", access("$STACK/preview"), undefined, true],
    ["note", access("note"), undefined, true, "NOTE_TOKEN"],
    ["deploy-staging", "staging", "staging", false, "PLAN_TOKEN"],
    ["deploy-production", "production", "production", false, "PLAN_TOKEN"],
    ["unlock-staging", access("staging"), "staging", undefined],
    ["unlock-production", access("production"), "production", undefined],
    ["drift", access("$STACK/preview"), undefined, undefined],
  ]);
  // Variables of an environment are not known where GitLab reads the rules.
  expect(jobsOfGitLab.filter(([, { rules }]) => JSON.stringify(rules).includes("_TOKEN"))).toEqual([]);
});

test("all files have the same stacks, in the same order, and Pulumi's version, and the page has every variable", () => {
  const all = [...workflows.map(({ text }) => text), ...[".gitlab-ci.yml", "stack.yaml"].map(read)].join("\n");
  expect(all.match(/(?<=(stack|STACK): )\[.*\]/g)).toEqual(Array(6).fill("[staging, production]"));
  expect(new Set(all.match(/(?<=pulumi-version: |pulumi\/pulumi:)[\d.]+/g))).toEqual(new Set(["3.259.0"]));
  const page = fs.readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
  const variables = all.match(/(?<=\{\{ (secrets|vars)\.)\w+|(?<=\$)(EDGECLOUD|PLAN|NOTE)_\w+/g)!;
  expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("the operator's Stack deletes nothing, stops at drift and has its key from a Secret; its account may ask who calls", () => {
  const rules = { destroyOnFinalize: false, expectNoRefreshChanges: true, refresh: true };
  const envRefs = { EDGECLOUD_API_KEY: { type: "Secret", secret: { name: "edgecloud", key: "apiKey" } } };
  const account = { kind: "ServiceAccount", name: "edgecloud-production", namespace: "edgecloud" };
  expect(parseAllDocuments(read("stack.yaml")).map((one) => one.toJS() as object)).toMatchObject([
    { kind: account.kind, metadata: { name: account.name, namespace: account.namespace } },
    { roleRef: { name: "system:auth-delegator" }, subjects: [account] },
    { apiVersion: "pulumi.com/v1", spec: { ...rules, envRefs, serviceAccountName: account.name } },
  ]);
});

const runner = new Runner(fs.mkdtempSync(path.join(tmpdir(), "pipelines-")));
const { at } = runner;
const [deployYml, driftYml, previewYml, gitlabYml] = [github[0]!, github[1]!, github[2]!, ".gitlab-ci.yml"];
beforeAll(() => runner.start());
beforeEach(() => (runner.changes = {}));
afterAll(() => runner.close());

test.each([
  [previewYml, "", /^::error::There is no preview, .*forks and from Dependabot get no secrets\./],
  [previewYml, "key", /^::error::Set the variable EDGECLOUD_BASE_URL in the environment production-preview: /],
  [gitlabYml, "", /^There is no preview, .*merge requests from forks get no variables/],
  [gitlabYml, "key", /^Set EDGECLOUD_BASE_URL for the environment production\/preview: /],
])("%s: with the key %p and no address for it, there is no preview", async (name, EDGECLOUD_API_KEY, output) => {
  const ended = await runner.run(name, "preview", /-z "\$/, { EDGECLOUD_API_KEY, EDGECLOUD_BASE_URL: "" });
  expect(ended).toEqual({ code: 1, output: expect.stringMatching(output) as string });
});

const fences = `${"`".repeat(10)}\n@everyone\r${"`".repeat(12)}\r![](https://tracker.example.com)\n`;
const hostile = fences + "x".repeat(70_000);

test("a comment replaces only the pipeline's own for the stack, and no text ends its block or makes it too long", async () => {
  const marker = "<!-- preview of production -->";
  const own = { user: { login: "github-actions[bot]" }, author: { id: 77 } };
  const bodies = ["Coverage: 90 %", "<!-- preview of staging -->", marker].map((body, id) => ({ id, body, ...own }));
  const list = [{ id: 9, body: marker, user: { login: "stranger" }, author: { id: 5 } }, ...bodies];
  const [issues, notes] = ["/repos/team/edgecloud/issues", "/projects/12/merge_requests/34/notes"];
  runner.answers = { [`${issues}/34/comments`]: list, [notes]: list, "/user": { id: 77 } };
  // The first line of this summary is empty, as the branch may make it.
  fs.mkdirSync(at("project/vendor/plugin"));
  fs.writeFileSync(at("project/vendor/plugin/pulumi-resource-edgecloud"), "#!/bin/sh\necho; echo Summary", {
    mode: 0o755,
  });
  ["preview.txt", "project/preview.txt"].forEach((name) => fs.writeFileSync(at(name), hostile));
  const written = await runner.run(previewYml, "preview", /summary preview/, {
    OUTCOME: "failure",
    COMMIT: "c0ffee00",
  });
  const noted = await runner.run(gitlabYml, "preview", /summary preview/, { status: "1" });
  fs.renameSync(at("comment-production.md"), at("comments/comment-production.md"));
  for (const name of ["project/note-x.md", "comments/comment-x.md"]) {
    fs.symlinkSync("/proc/self/environ", at(name));
  }
  const ended = [written, noted, await runner.run(previewYml, "comment"), await runner.run(gitlabYml, "note")];
  expect(ended).toEqual(Array(4).fill({ code: 0, output: "" }));
  const shown = new RegExp(
    `^${marker}\n\nSummary\n\n<details>.*\n\n {4}\`+\n {4}@everyone\n( {4}.*\n)+\n+</details>\n$`,
  );
  const text = expect.stringMatching(shown) as string;
  expect(runner.changes).toEqual({ [`PATCH ${issues}/comments/2`]: text, [`PUT ${notes}/2`]: text });
  expect(runner.changes[`PATCH ${issues}/comments/2`]!.length).toBeLessThanOrEqual(65_536);

  // Where there is none of its own yet, it makes one.
  runner.changes = {};
  const others = list.slice(0, 3);
  runner.answers = { [`${issues}/34/comments`]: others, [notes]: others, "/user": { id: 77 } };
  await runner.run(previewYml, "comment");
  await runner.run(gitlabYml, "note");
  expect(runner.changes).toEqual({ [`POST ${issues}/34/comments`]: text, [`POST ${notes}`]: text });
});

test.each([
  ["failure", ["a", "b", "c"], [], "POST /repos/team/edgecloud/issues"],
  ["failure", ["a", "b", "c"], [5], "PATCH /repos/team/edgecloud/issues/5"],
  // A platform that could not be asked is no news.
  ["failure", [], [5], undefined],
  ["success", [], [5], "PATCH /repos/team/edgecloud/issues/5"],
])("a check that ended with %s, drift of %j and the issues %j open is told", async (RESULT, stacks, open, expected) => {
  const title = "The platform differs from what was deployed";
  runner.answers = { "/repos/team/edgecloud/issues": open.map((number) => ({ number, title })) };
  fs.readdirSync(at("drift")).forEach((name) => fs.rmSync(at(`drift/${name}`)));
  stacks.forEach((stack) => fs.writeFileSync(at(`drift/drift-${stack}.txt`), hostile));
  expect(await runner.run(driftYml, "issue", /^/, { RESULT })).toMatchObject({ code: 0 });
  const drifts = /^(#### `\w`\n\n {4}`+\n {4}@everyone\n( {4}.*\n)+\n?){3}$/;
  const text = expect.stringMatching(stacks.length > 0 ? drifts : /"state": "closed"/) as string;
  expect(runner.changes).toEqual(expected ? { [expected]: text } : {});
  expect(Object.values(runner.changes).join("").length).toBeLessThanOrEqual(65_536);
});

const [sha, plan] = ["c0ffee00cafe", "plan-production-4b825dc642cb6eb9a060e54bf8d69288fbee4904"];
const repo = { full_name: "team/edgecloud" };
const head = { ref: "change", sha: "5ea1", repo };
/** What GitHub and GitLab know of a merge that has a plan for its code, which is an empty tree. */
const right = {
  newest: { run_number: 6 },
  pull: { merged_at: "2026-11-22", merge_commit_sha: sha, base: { ref: "main", repo }, head },
  run: { event: "pull_request", conclusion: "success", head_sha: "5ea1", head_branch: "change", head_repository: repo },
  artifact: { name: plan, expired: false, workflow_run: { id: 4711 } },
  request: { source_project_id: 12, state: "merged", target_branch: "main", merge_commit_sha: sha },
  pipeline: { project_id: 12, status: "success", ref: "refs/merge-requests/34/head" },
  job: { name: "preview: [production]" },
};

/** Copies of a value that each differ in one text, number or truth. */
function vary(value: unknown): unknown[] {
  if (value instanceof Object) {
    return Object.entries(value).flatMap(([name, one]) => vary(one).map((other) => ({ ...value, [name]: other })));
  }
  return [value === right.pull.merged_at ? null : String(value).replace(/\/head$|$/, "5$&")];
}

/** Asks GitHub or GitLab, which know that, for the plan, where one thing is as given. */
function getPlan(of: string, change: unknown) {
  const { newest, pull, run, artifact, request, pipeline, job } = Object.assign({}, right, { [of]: change });
  const [actions, project] = ["/repos/team/edgecloud/actions", "/projects/12"];
  runner.answers = {
    [`${actions}/workflows/deploy.yml/runs`]: { workflow_runs: [newest] },
    [`/repos/team/edgecloud/commits/${sha}/pulls`]: [pull],
    // The newest preview of the same pull request has no plan.
    [`${actions}/workflows/preview.yml/runs`]: { workflow_runs: [4712, 4711].map((id) => ({ ...run, id })) },
    [`${actions}/runs/4712/artifacts`]: { artifacts: [] },
    [`${actions}/runs/4711/artifacts`]: { artifacts: [{ ...artifact, id: 7 }] },
    [`${actions}/artifacts/7/zip`]: new URL("/signed", runner.url("localhost")),
    "/signed": fs.readFileSync(at("plan.zip")),
    [`${project}/repository/commits/${sha}/merge_requests`]: [{ ...request, iid: 34 }],
    [`${project}/merge_requests/34/pipelines`]: [{ ...pipeline, id: 900 }],
    [`${project}/pipelines/900/jobs`]: [{ ...job, id: 901 }],
    [`${project}/jobs/901/artifacts/${plan}.json`]: { resourcePlans: {} },
  };
  return ["request", "pipeline", "job"].includes(of)
    ? runner.run(gitlabYml, "deploy-production", /refuse\(\)/)
    : runner.run(deployYml, "deploy", /refuse\(\)/);
}

test("a deployment takes only the plan of its own reviewed change, for its code", async () => {
  execFileSync("echo {} > plan.json; zip -q plan.zip plan.json", { cwd: at(""), shell: "bash" });
  const unmerged = { ...right.request, merge_commit_sha: null };
  for (const request of [right.request, { ...unmerged, sha }, { ...unmerged, squash_commit_sha: sha }]) {
    expect(await getPlan("request", request)).toEqual({ code: 0, output: "" });
  }
  expect(await getPlan("pull", right.pull)).toEqual({ code: 0, output: "" });
  const changes = Object.entries(right).flatMap(([of, value]) => vary(value).map((change) => [of, change] as const));
  expect(changes).toHaveLength(24);
  const refusal = /A newer commit is deployed|not the merge of a (pull|merge) request|has no plan for this code/;
  for (const [of, change] of changes) {
    expect([change, await getPlan(of, change)]).toEqual([
      change,
      { code: 1, output: expect.stringMatching(refusal) as string },
    ]);
  }
});
