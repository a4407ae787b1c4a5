import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { createRunner, readFiles } from "../pipeline";

const read = (name: string) => fs.readFileSync(path.join(__dirname, "../..", name), "utf8");
const [stackYaml, gitlab] = [read("examples/pipelines/stack.yaml"), readFiles("gitlab")[0]!];
const workflows = [...readFiles("github"), ...readFiles("without-plans")];
const all = [...workflows, gitlab, { text: stackYaml }].map(({ text }) => text).join("\n");
const linesWith = (words: RegExp) => all.split("\n").filter((line) => words.test(line));
const events = workflows.flatMap(({ parsed }) => Object.keys(parsed.on).map((name) => ({ name })));
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const steps = jobs.flatMap((job) => job.steps!);
const outsideOfVariables = /^(?!" {10}(\w+): \$\{\{ (secrets\.(?=\w+_KEY)|vars\.(?=\w+_URL))\1 \}\}"$)/;

test.each<[string, unknown[], RegExp]>([
  ["an action without the digest of a release", linesWith(/uses:/), /: (?![\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"$)/],
  ["an event that gives forks rights", events, /:"(?!(pull_request|push|schedule|workflow_dispatch)")/],
  ["a script with an expression", steps, /"run":.*\$\{\{/],
  ["a secret or an address elsewhere", linesWith(/\{\{ secrets\.|_URL: \S/), outsideOfVariables],
  ["a checkout that keeps its token", steps, /actions\/checkout@(?!.*"persist-credentials":false)/],
  ["a branch's code that may write", jobs, /"(?!id-token)[\w-]+":"write".*"uses":"(?!actions\/download-artifact@)/],
  ["a download into the checkout", steps, /download-artifact@(?!.*"path":"\$\{\{ runner\.temp \}\}\/)/],
  ["more than a plan unpacked", linesWith(/\b(unzip|tar)\b/), /^(?!" *unzip -p \S+ plan\.json > \\"\$RUNNER_TEMP\/)/],
  ["a step that goes on without secrets", jobs, /"id":"secrets".*"if":"(?![^"]*steps.secrets.outcome == 'success')/],
  ["a job without a limit of time", jobs, /^(?!.*"timeout-minutes":\d)/],
  ["rights by default", workflows.map(({ parsed }) => parsed), /^(?!.*"permissions":\{\}.*"run":\{"shell":"bash"\})/],
  ["a token in GitLab's rules, which know none", [gitlab.parsed], /"rules":\[[^\]]*_TOKEN/],
  ["an image that starts no shell", [gitlab.parsed], /"image":(?!\{"name":"[\w/:.]+","entrypoint":\[""\]\})/],
])("no pipeline has %s", (_, places, breach) => {
  expect(places.map((one) => JSON.stringify(one)).filter((text) => breach.test(text))).toEqual([]);
});

test("who may do what, with the secrets of which environment; what each step knows; what waits for what", () => {
  const reader = { contents: "read", "id-token": "write" };
  const deployer = { ...reader, actions: "read", "pull-requests": "read" };
  const [stack, state, key] = ["${{ matrix.stack }}", "PULUMI_BACKEND_URL", "EDGECLOUD_API_KEY, EDGECLOUD_BASE_URL"];
  const variables = jobs.map(({ env = {}, steps }) => [
    ...[...Object.keys(env), ...steps!.flatMap((step) => (step.run ? Object.keys(step.env ?? {}).join(", ") : []))],
  ]);
  expect(jobs.map(({ permissions, environment }, index) => [permissions, environment, ...variables[index]!])).toEqual([
    [deployer, stack, "STACK", "GITHUB_TOKEN", `${key}, ${state}`],
    [reader, `${stack}-preview`, "STACK", `${key}, ${state}`],
    [{ issues: "write" }, undefined, "GITHUB_TOKEN, RESULT"],
    [reader, `${stack}-preview`, "STACK", key, "", `${key}, ${state}`, "COMMIT, OUTCOME", ""],
    [{ "pull-requests": "write" }, undefined, "GITHUB_TOKEN, NUMBER"],
    [reader, "${{ inputs.stack }}", `${state}, STACK`],
    [reader, stack, "STACK", "", `${key}, ${state}`],
  ]);
  const [all, newest] = ["deploy\n  queue: max", "preview-${{ github.event.pull_request.number }}"];
  const groups = workflows.map(({ text }) => /\n {2}group: (.*(\n {2}queue: .*)?)/.exec(text)![1]);
  expect(groups).toEqual([all, "drift", newest, all, "deploy"]);
  const jobsOfGitLab = Object.entries(gitlab.jobs).filter(([name, { script }]) => script && /^\w/.test(name));
  const ofGitLab = jobsOfGitLab.map(([name, { script, environment, resource_group, interruptible }]) => [
    ...[name, environment, resource_group, interruptible, ...new Set(script!.join("\n").match(/\b\w+_TOKEN\b/g))],
  ]);
  const access = (name: string) => ({ name, action: "access" });
  expect(ofGitLab).toEqual([
    ["preview", access("$STACK/preview"), undefined, true],
    ["note", access("note"), undefined, true, "NOTE_TOKEN"],
    ["deploy-staging", "staging", "staging", false, "PLAN_TOKEN"],
    ["deploy-production", "production", "production", false, "PLAN_TOKEN"],
    ["unlock-staging", access("staging"), "staging", undefined],
    ["unlock-production", access("production"), "production", undefined],
    ["drift", access("$STACK/preview"), undefined, undefined],
  ]);
});

test("all have the same stacks and Pulumi; the operator's Stack deletes nothing, stops at drift and holds no key", () => {
  expect(all.match(/(?<=(stack|STACK): )\[.*\]/g)).toEqual(Array(6).fill("[staging, production]"));
  expect(new Set(all.match(/(?<=pulumi-version: |pulumi\/pulumi:)[\d.]+/g))).toEqual(new Set(["3.259.0"]));
  const variables = all.match(/(?<=\{\{ (secrets|vars)\.)\w+|(?<=\$)(EDGECLOUD|PLAN|NOTE)_\w+/g)!;
  expect(variables.filter((name) => !read("docs/pipelines.md").includes(`\`${name}\``))).toEqual([]);
  const rules = { destroyOnFinalize: false, expectNoRefreshChanges: true, refresh: true };
  const envRefs = { EDGECLOUD_API_KEY: { type: "Secret", secret: { name: "edgecloud", key: "apiKey" } } };
  const account = { kind: "ServiceAccount", name: "edgecloud-production", namespace: "edgecloud" };
  expect(parseAllDocuments(stackYaml).map((one) => one.toJS() as object)).toMatchObject([
    { kind: account.kind, metadata: { name: account.name, namespace: account.namespace } },
    { roleRef: { name: "system:auth-delegator" }, subjects: [account] },
    { apiVersion: "pulumi.com/v1", spec: { ...rules, envRefs, serviceAccountName: account.name } },
  ]);
});

const { api, at, run, shell } = createRunner(fs.mkdtempSync(path.join(tmpdir(), "pipelines-")));

test.each([
  ["github", "preview", "EDGECLOUD_API_KEY", 1, /^::error::There is no preview, .*forks and from Dependabot get no /],
  ["github", "preview", "EDGECLOUD_BASE_URL", 1, /^::error::Set .* \w+ in the environment production-preview: /],
  ["gitlab", "preview", "EDGECLOUD_API_KEY", 1, /^There is no preview, .*merge requests from forks get no variables/],
  ["gitlab", "preview", "EDGECLOUD_BASE_URL", 1, /^Set \w+ for the environment production\/preview: /],
  ["gitlab", "note", "NOTE_TOKEN", 0, /^There is no note in the merge request, .* for the environment note\.\n$/],
] as const)("%s: %s without %s tells so, and goes no further", async (system, job, missing, code, sentence) => {
  const values = { EDGECLOUD_API_KEY: "key", EDGECLOUD_BASE_URL: "url", [missing]: "" };
  expect(Object.values(await run(system, job, /-z "\$|curl/, values))).toEqual([code, expect.stringMatching(sentence)]);
});

const hostile = `${"`".repeat(10)}\n@everyone\r${"`".repeat(12)}\r![](https://example.com)\n${"x".repeat(70_000)}`;

test("a comment replaces only the pipeline's own for the stack, and no text ends its block or makes it too long", async () => {
  const marker = "<!-- preview of production -->";
  const own = { user: { login: "github-actions[bot]" }, author: { id: 77 } };
  const bodies = ["Coverage: 90 %", "<!-- preview of staging -->", marker].map((body, id) => ({ id, body, ...own }));
  const list = [{ id: 9, body: marker, user: { login: "stranger" }, author: { id: 5 } }, ...bodies];
  // The first line of this summary is empty, as the branch may make it.
  shell("printf '#!/bin/sh\necho; echo Summary' > vendor/plugin/pulumi-resource-edgecloud; chmod +x vendor/plugin/*");
  ["preview.txt", "project/preview.txt"].forEach((name) => fs.writeFileSync(at(name), hostile));
  const ended = [await run("github", "preview", /summary p/)];
  ended.push(await run("gitlab", "preview", /summary p/, { status: "1" }));
  shell("ln -s /proc/self/environ note-x.md; cp -P note-x.md ../comments/comment-x.md; mv ../comment-*.md ../comments");
  const block = /\n\nSummary\n\n<details>.*\n\n {4}`+\n {4}@everyone\n( {4}.*\n)+\n+<\/details>\n$/.source;
  const text = expect.stringMatching(`^${marker}${block}`) as string;
  for (const [known, comment, note] of [
    [list, "PATCH issues/comments/2", "PUT merge_requests/34/notes/2"],
    [list.slice(0, 3), "POST issues/34/comments", "POST merge_requests/34/notes"],
  ] as const) {
    api.answers = { "issues/34/comments": known, "merge_requests/34/notes": known, user: { id: 77 } };
    api.changes = {};
    ended.push(await run("github", "comment"), await run("gitlab", "note"));
    expect(api.changes).toEqual({ [comment]: text, [note]: text });
    expect(api.changes[comment]!.length).toBeLessThanOrEqual(65_536);
  }
  expect(ended).toEqual(Array(6).fill({ code: 0, output: "" }));
});

test.each([
  ["failure", ["a", "b", "c"], [], "POST issues"],
  ["failure", ["a", "b", "c"], [5], "PATCH issues/5"],
  // A platform that could not be asked is no news.
  ["failure", [], [5], undefined],
  ["success", [], [5], "PATCH issues/5"],
])("a check that ended with %s, drift of %j and the issues %j open is told", async (result, stacks, open, expected) => {
  const title = "The platform differs from what was deployed";
  Object.assign(api, { answers: { issues: open.map((number) => ({ number, title })) }, changes: {} });
  shell("rm -f ../drift/*");
  stacks.forEach((stack) => fs.writeFileSync(at(`drift/drift-${stack}.txt`), hostile));
  expect(await run("github", "issue", /^/, { result })).toMatchObject({ code: 0 });
  const drifts = /^(#### `\w`\n\n {4}`+\n {4}@everyone\n( {4}.*\n)+\n?){3}$/;
  const text = expect.stringMatching(stacks.length > 0 ? drifts : /"state": "closed"/) as string;
  expect(api.changes).toEqual(expected ? { [expected]: text } : {});
  expect(Object.values(api.changes).join("").length).toBeLessThanOrEqual(65_536);
});

const [sha, plan] = ["c0ffee00cafe", "plan-production-4b825dc642cb6eb9a060e54bf8d69288fbee4904"];
const repo = { full_name: "team/edgecloud" };
const preview = { event: "pull_request", conclusion: "success", head_sha: "5ea1", head_branch: "change" };
/** The newest preview of the same pull request has no plan. */
const newest = { id: 4712, head_repository: repo, ...preview };
const merge = { merged_at: "2026-11-22", merge_commit_sha: sha, base: { ref: "main", repo } };
const request = { iid: 34, source_project_id: 12, state: "merged", target_branch: "main", merge_commit_sha: sha };
/** What GitHub and GitLab know of a merge that has a plan for its code, which is an empty tree. */
const known = {
  github: {
    "actions/workflows/deploy.yml/runs": { workflow_runs: [{ run_number: 6 }] },
    "commits/c0ffee00cafe/pulls": [{ ...merge, head: { ref: "change", sha: "5ea1", repo } }],
    "actions/workflows/preview.yml/runs": { workflow_runs: [newest, { ...newest, id: 4711 }] },
    "actions/runs/4712/artifacts": { artifacts: [] },
    "actions/runs/4711/artifacts": { artifacts: [{ id: 7, name: plan, expired: false, workflow_run: { id: 4711 } }] },
    "actions/artifacts/7/zip": {},
  },
  gitlab: {
    "repository/commits/c0ffee00cafe/merge_requests": [request],
    "merge_requests/34/pipelines": [{ id: 9, project_id: 12, status: "success", ref: "refs/merge-requests/34/head" }],
    "pipelines/9/jobs": [{ id: 901, name: "preview: [production]" }],
    [`jobs/901/artifacts/${plan}.json`]: { resourcePlans: {} },
  },
};

/** Copies of a value that each differ in one text, number or truth. */
function vary(value: unknown): unknown[] {
  if (value instanceof Object) {
    const entries = value === newest ? [] : Object.entries(value);
    return entries.flatMap(([name, one]) => vary(one).map((other) => ({ ...value, [name]: other })));
  }
  return [value === "2026-11-22" ? null : String(value).replace(/\/head$|$/, "5$&")];
}

test.each([
  ["github", "deploy", ["merge_commit_sha"]],
  ["gitlab", "deploy-production", ["merge_commit_sha", "squash_commit_sha", "sha"]],
] as const)("%s: %s takes only the plan of its own reviewed change, for its code", async (system, job, fields) => {
  shell("echo {} > ../plan.json; zip -qj ../archive.zip ../plan.json");
  const merged = fields.map((field) => JSON.stringify(known[system]).replace("merge_commit_sha", field));
  const right = merged.map((text) => JSON.parse(text) as unknown);
  const refusal = /A newer commit is|not the merge of a (pull|merge) request|no plan for this code|curl: \((3|22)\)/;
  for (const answers of [...right, ...vary(known[system])]) {
    Object.assign(api, { answers });
    const { code, output } = await run(system, job, /refuse\(\)/);
    const isRight = right.includes(answers);
    expect([answers, code === 0, output]).toEqual([answers, isRight, expect.stringMatching(isRight ? /^$/ : refusal)]);
  }
});
