import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { commandsOfPage, Forge, PipelineProject } from "../../engine/setup/pipeline";

type Texts = Record<string, string>;
type Step = Partial<Record<"id" | "name" | "if" | "run", string>> & { env?: Texts };
type Job = Record<"script" | "before_script", string[]> & { env?: Texts; steps: Step[] };
type Plans = ReturnType<typeof plansOf>;

// One project, one platform and one forge go through all tests, in their order.
const project = new PipelineProject();
const forge = new Forge();
beforeAll(() => Promise.all([project.start(), forge.start()]));
afterAll(async () => {
  forge.close();
  await project.close();
});

const { key } = PipelineProject;
const reader = { EDGECLOUD_API_KEY: `${key}-readonly` };
const file = (name: string) => `.github/workflows/${name}.yml`;
const textOf = (name: string) => readFileSync(path.join(project.folder, name), "utf8");

function jobIn(name: string, job: string): Job {
  const all = parse(textOf(`project/${name}`), { merge: true }) as Record<string, object>;
  return (all.jobs ?? all)[job as never];
}

/** Runs the shell steps of a job as GitHub's runner does, or those of a name, with `files` in its folder for such. */
async function onGitHub(
  name: string,
  job: string,
  apiKey: string,
  { step = "", files = {}, env = {}, values = {} } = {},
) {
  const temp = mkdtempSync(path.join(project.folder, "runner-"));
  ["comments", "drift"].forEach((folder) => mkdirSync(path.join(temp, folder)));
  Object.entries<string>(files).forEach(([file, text]) => writeFileSync(path.join(temp, file), text));
  const contexts: Texts = {
    ...{ "matrix.stack": "production", "inputs.stack": "production", "secrets.EDGECLOUD_API_KEY": apiKey },
    ...{ "github.event.pull_request.number": "34", "github.event.pull_request.head.sha": "c0ffee00cafe" },
    ...Object.fromEntries(Object.entries(project.variables()).map(([name, value]) => [`vars.${name}`, value])),
    ...{ "github.token": Forge.token, ...values },
  };
  const runner = { RUNNER_TEMP: temp, GITHUB_OUTPUT: path.join(temp, "out"), GITHUB_WORKSPACE: project.path("") };
  const server = { GITHUB_API_URL: forge.url(), GITHUB_REPOSITORY: repo.full_name, GITHUB_RUN_NUMBER: "7" };
  const { steps, env: ofJob } = jobIn(name, job);
  const ended = { code: 0, output: "", file: (name: string) => readFileSync(path.join(temp, name), "utf8") };
  for (const { id, if: condition = "", run, env: ofStep } of steps.filter(({ name = "" }) => name.includes(step))) {
    const goesOn = condition.includes("!cancelled()") && contexts["steps.secrets.outcome"] !== "failure";
    if (run && (ended.code === 0 || goesOn)) {
      const own = JSON.stringify({ ...ofJob, ...ofStep }).replace(
        /\$\{\{ ([\w.-]+) \}\}/g,
        (_, name: string) => contexts[name]!,
      );
      const { code, output } = await project.run(run, { ...runner, ...server, ...env, ...(JSON.parse(own) as Texts) });
      contexts[`steps.${id}.outcome`] = code === 0 ? "success" : "failure";
      Object.assign(ended, { code: ended.code || code, output: ended.output + output });
    }
  }
  return ended;
}

/** Runs the script of a job on GitLab, or what `pick` makes of it: by `sh` where there is no Bash, else by Bash. */
function onGitLab(name: string, env: Texts, shell: "sh" | "bash" = "sh", pick = (script: string[]) => script) {
  const { before_script = [], script } = jobIn(".gitlab-ci.yml", name);
  const server = { CI_API_V4_URL: `${forge.url()}/api/v4`, CI_PROJECT_ID: "12", CI_MERGE_REQUEST_IID: "34" };
  const run = {
    CI_COMMIT_SHORT_SHA: "0123abcd",
    CI_DEFAULT_BRANCH: "main",
    STACK: "production",
    AWS_ID_TOKEN: "token",
  };
  const text = pick([...before_script, ...script]).join("\n");
  return project.run(text, { ...server, ...run, ...project.variables(), ...env }, shell);
}

const repo = { full_name: "team/edgecloud" };
const fork = { full_name: "stranger/edgecloud" };

/** What GitHub and GitLab know of a merge that has a plan for its code. */
function plansOf([sha, tree]: string[], plan = "{}") {
  const head = { ref: "change", sha: "c0ffee00cafe", repo };
  const run = { id: 4711, event: "pull_request", conclusion: "success", head_sha: head.sha, head_branch: head.ref };
  const [request, pipeline] = [
    { iid: 34, source_project_id: 12 },
    { id: 900, project_id: 12, status: "success" },
  ];
  return {
    ...{ sha: sha!, tree: tree!, plan, newest: { run_number: 6 }, run: { ...run, head_repository: repo } },
    pull: { merged_at: "2026-11-22T12:00:00Z", merge_commit_sha: sha, base: { ref: "main", repo }, head },
    artifact: { id: 7, name: `plan-production-${tree}`, expired: false, workflow_run: { id: run.id } },
    request: {
      ...request,
      state: "merged",
      target_branch: "main",
      merge_commit_sha: sha,
      sha: "",
      squash_commit_sha: "",
    },
    pipeline: { ...pipeline, ref: "refs/merge-requests/34/head" },
    job: { id: 901, name: "preview: [production]" },
  };
}

/** Runs a deployment, or only the step that gets its plan. */
async function deploy(on: "GitHub" | "GitLab", plans: Plans, getsOnly = false, more: Texts = {}) {
  const { sha, tree, plan, newest, pull, run, artifact, request, pipeline, job } = plans;
  const [github, gitlab] = ["/repos/team/edgecloud", "/api/v4/projects/12"];
  // The archive has more than the plan.
  writeFileSync(path.join(project.folder, "plan.json"), plan);
  await project.run("cd ..; rm -f plan.zip; zip -q plan.zip plan.json project/Pulumi.yaml");
  forge.answers = {
    [`${github}/actions/workflows/deploy.yml/runs`]: { workflow_runs: [newest] },
    [`${github}/commits/${sha}/pulls`]: [pull],
    // The newest preview of the same pull request has no plan.
    [`${github}/actions/workflows/preview.yml/runs`]: { workflow_runs: [{ ...run, id: 4712 }, run] },
    [`${github}/actions/runs/4712/artifacts`]: { artifacts: [] },
    [`${github}/actions/runs/4711/artifacts`]: { artifacts: [artifact] },
    [`${github}/actions/artifacts/7/zip`]: new URL("/signed", forge.url("localhost")),
    "/signed": readFileSync(path.join(project.folder, "plan.zip")),
    [`${gitlab}/repository/commits/${sha}/merge_requests`]: [request],
    [`${gitlab}/merge_requests/34/pipelines`]: [pipeline],
    [`${gitlab}/pipelines/900/jobs`]: [job],
    [`${gitlab}/jobs/901/artifacts/plan-production-${tree}.json`]: Buffer.from(plan),
  };
  const env = { GITHUB_SHA: sha, CI_COMMIT_SHA: sha, PLAN_TOKEN: Forge.token, EDGECLOUD_API_KEY: key, ...more };
  return on === "GitHub"
    ? onGitHub(file("deploy"), "deploy", key, { step: getsOnly ? "Get the plan" : "", env })
    : onGitLab("deploy-production", env, "sh", (all) => (getsOnly ? [all.at(-2)!, 'cat "$plan"'] : all));
}

test("a preview without secrets, or without an address for the key, ends with a sentence", async () => {
  const [none, values] = [{ EDGECLOUD_BASE_URL: "" }, { "vars.EDGECLOUD_BASE_URL": "" }];
  const ended = [
    await onGitHub(file("preview"), "preview", "", { values }),
    await onGitHub(file("preview"), "preview", reader.EDGECLOUD_API_KEY, { values }),
    await onGitLab("preview", none),
    await onGitLab("preview", { ...reader, ...none }),
  ];
  expect(ended.map(({ code, output }) => `${code} ${output.trim()}`)).toEqual([
    expect.stringMatching(/^1 ::error::There is no preview, .*forks and from Dependabot get no secrets\..*$/),
    expect.stringMatching(/^1 ::error::Set the variable EDGECLOUD_BASE_URL in the environment production-preview: .*$/),
    expect.stringMatching(/^1 There is no preview, .*merge requests from forks get no variables.*$/),
    expect.stringMatching(/^1 Set EDGECLOUD_BASE_URL for the environment production\/preview: .*$/),
  ]);
  expect(project.emulator.requests()).toEqual([]);
});

test("what was reviewed is deployed, and drift is found, and repaired as the page says", async () => {
  const program = textOf("project/Pulumi.yaml");
  const stateFiles = () => readdirSync(project.stateFolder, { recursive: true, encoding: "utf8" }).sort();
  const before = stateFiles();
  const preview = () => onGitHub(file("preview"), "preview", reader.EDGECLOUD_API_KEY);
  const drift = (apiKey: string) => onGitHub(file("drift"), "drift", apiKey);

  // A failed preview, also by a policy, is commented as well, and its plan is not kept.
  await project.commit(program.replace(/\n *backup: true/, ""));
  const unsafe = await preview();
  const failed =
    /^### Preview of production at \w{8} \(failure\): (1 to create|failed)[^]*Give one of the sources of "website/;
  expect(unsafe.file("comment-production.md")).toMatch(failed);
  expect(() => unsafe.file("out")).toThrow("ENOENT");
  expect(await onGitLab("preview", reader, "bash")).toMatchObject({ code: 1 });
  expect(textOf("project/note-production.md")).toMatch(failed);

  const merge = await project.commit(program);
  const reviewed = await preview();
  const comment = reviewed.file("comment-production.md");
  expect(comment).toMatch(/^### Preview of production at c0ffee00 \(success\): 1 to create, 0 unchanged\n/);
  expect(comment).toMatch(/\| `\+` \| OriginGroup `website` \|[^]*\n +\+ edgecloud:index:OriginGroup: \(create\)/);
  expect(reviewed.file("out")).toBe(`tree=${merge[1]}\n`);
  // So the role of the preview need not write to the bucket.
  expect(stateFiles()).toEqual(before);

  const plans = plansOf(merge, reviewed.file("plan.json"));
  const locks = path.join(project.stateFolder, ".pulumi/locks/organization/edgecloud-pipelines/production");
  for (const unlock of [() => onGitHub(file("unlock"), "unlock", ""), () => onGitLab("unlock-production", {})]) {
    mkdirSync(locks, { recursive: true });
    writeFileSync(path.join(locks, "0a1b2c3d.json"), '{"pid":1,"username":"runner","hostname":"runner-1"}');
    expect((await deploy("GitHub", plans)).output).toContain("is currently locked");
    expect(await unlock()).toMatchObject({ code: 0 });
  }
  const deployed = await deploy("GitHub", plans);
  expect(deployed).toMatchObject({ code: 0, output: expect.stringContaining("+ 2 created") as string });
  const state = textOf("state/.pulumi/stacks/edgecloud-pipelines/production.json");
  expect([state, comment, plans.plan].filter((text) => text.includes(key))).toEqual([]);

  // Not in the plan, so not undone by accident either.
  await project.changeByHand();
  expect((await deploy("GitHub", plans)).output).toContain("update is not allowed by the plan");
  const drifted = await drift(reader.EDGECLOUD_API_KEY);
  expect(drifted.file("drift-production.txt")).toMatch(/useNext\s*: true => false/);
  // As the table of docs/pipelines.md has it.
  expect([drifted.code, (await onGitLab("drift", reader)).code]).toEqual([7, 7]);
  const refused = await drift("a-key-that-was-revoked");
  expect(refused.output).toContain("(401");
  expect(refused.output).not.toContain("a-key-that-was-revoked");
  expect(() => refused.file("drift-production.txt")).toThrow("ENOENT");
  expect(project.emulator.state().originGroups).toMatchObject([{ use_next: false }]);

  expect(await project.run(commandsOfPage("## Drift"))).toMatchObject({ code: 0 });
  expect(await onGitLab("preview", reader)).toMatchObject({ code: 0 });
  expect(textOf("project/note-production.md")).toMatch(/Drift: changed outside of Pulumi[^]*useNext\s*: false => true/);
  const repair = await project.commit(program);
  const planFile = `plan-production-${repair[1]}.json`;
  const unaware = { EDGECLOUD_API_KEY: key, ...project.variables() };
  const plain = await project.run(`pulumi up --stack production --yes --plan ${planFile}`, unaware);
  expect(plain).toMatchObject({ code: 0, output: expect.stringContaining("2 unchanged") as string });
  const repaired = await deploy("GitLab", plansOf(repair, textOf(`project/${planFile}`)));
  expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining("~ 1 updated") as string });
  expect(await drift(reader.EDGECLOUD_API_KEY)).toMatchObject({ code: 0 });

  await project.changeByHand();
  await project.commit(program.replace("web-1", "web-3"));
  expect(await onGitHub("without-plans/deploy.yml", "deploy", key)).toMatchObject({ code: 0 });
  const sources = [{ source: "web-3.example.com" }, {}];
  expect(project.emulator.state().originGroups).toMatchObject([{ use_next: true, sources }]);
});

test("no printed text ends the block that it is shown in, nor makes a comment or an issue too long", async () => {
  const fences = `${"`".repeat(10)}\n@everyone\r${"`".repeat(12)}\r![](https://tracker.example.com)\n`;
  const hostile = fences + "x".repeat(70_000);
  const files = { "preview.txt": hostile, "preview.json": "" };
  const commented = await onGitHub(file("preview"), "preview", "", { step: "Write the comment", files });
  writeFileSync(project.path("preview.txt"), hostile);
  await onGitLab("preview", {}, "sh", (script) => ["status=1; : > preview.json", script.at(-2)!]);
  const drifts = ["a", "b", "c"].map((stack) => [`drift/drift-${stack}.txt`, hostile]);
  forge.answers = { "/repos/team/edgecloud/issues": [] };
  const values = { "needs.drift.result": "failure" };
  await onGitHub(file("drift"), "issue", "", { files: Object.fromEntries(drifts) as Texts, values });
  const [issue = ""] = forge.takeChanges().map((text) => (JSON.parse(text.slice(text.indexOf("{"))) as Texts)["body"]!);
  const texts = [commented.file("comment-production.md"), textOf("project/note-production.md"), issue];
  expect(texts.flatMap((text) => text.match(/^ {0,3}(`{3}|@|!|x).*/gm) ?? [])).toEqual([]);
  expect(texts.map((text) => text.match(/ {4}@everyone/g)?.length)).toEqual([1, 1, 3]);
  expect(texts.map((text) => text.length <= 65_536)).toEqual([true, false, true]);
});

test("a comment or note replaces only the pipeline's own for the stack, whatever the branch has written into it", async () => {
  const marker = "<!-- preview of production -->";
  const [bot, self] = [{ user: { login: "github-actions[bot]" } }, { author: { id: 77 } }];
  const others = { user: { login: "stranger" }, author: { id: 5 } };
  const mine = ["Coverage: 90 %", "<!-- preview of staging -->", marker].map((body, id) => ({
    id,
    body,
    ...bot,
    ...self,
  }));
  const list = [{ id: 9, body: marker, ...others }, ...mine];
  const [comments, notes] = ["/repos/team/edgecloud/issues/34/comments", "/api/v4/projects/12/merge_requests/34/notes"];
  forge.answers = { [comments]: list, [notes]: list, "/api/v4/user": { id: 77 } };
  const files = { "comments/comment-new.md": "new", "comments/comment-production.md": "\nnext" };
  expect(await onGitHub(file("preview"), "comment", "", { files })).toMatchObject({ code: 0 });
  writeFileSync(project.path("note-production.md"), "\nnext");
  symlinkSync("/proc/self/environ", project.path("note-environment.md"));
  expect(await onGitLab("note", { NOTE_TOKEN: Forge.token })).toMatchObject({ code: 0 });
  expect(forge.takeChanges()).toEqual([
    'POST 34/comments {  "body": "<!-- preview of new -->\\nnew"}',
    `PATCH comments/2 {  "body": "${marker}\\n\\nnext"}`,
    `PUT notes/2 ${new URLSearchParams({ body: `${marker}\n\nnext` }).toString()}`,
  ]);
  expect((await onGitLab("note", {})).output).toMatch(/^There is no note .* set it for the environment note\.\n$/);
});

test.each([
  ["failure", "drift", [], "POST edgecloud/issues"],
  ["failure", "drift", [5], "PATCH issues/5"],
  // A platform that could not be asked is no news.
  ["failure", "", [5], undefined],
  ["success", "", [5], 'PATCH issues/5 { "state": "closed" }'],
])("GitHub: a check that ended with %s and %p, with the issues %p open", async (result, text, numbers, expected) => {
  const title = "The platform differs from what was deployed";
  forge.answers = { "/repos/team/edgecloud/issues": numbers.map((number) => ({ number, title })) };
  const files: Texts = text ? { "drift/drift-production.txt": text } : {};
  const values = { "needs.drift.result": result };
  expect(await onGitHub(file("drift"), "issue", "", { files, values })).toMatchObject({ code: 0 });
  expect(forge.takeChanges()).toEqual(expected ? [expect.stringContaining(expected)] : []);
});

const wrongs: Record<string, Partial<Record<keyof Plans, object[]>>> = {
  "This commit is not the merge of a pull request": {
    pull: [
      ...[{ merged_at: null }, { merge_commit_sha: "0" }],
      ...[
        { ref: "dev", repo },
        { ref: "main", repo: fork },
      ].map((base) => ({ base })),
      ...[fork, null].map((repo) => ({ head: { ref: "change", sha: "c0ffee00cafe", repo } })),
    ],
  },
  "The preview of this pull request has no plan for this code": {
    run: [
      { event: "push" },
      { conclusion: "failure" },
      { head_sha: "0" },
      { head_branch: "x" },
      { head_repository: fork },
    ],
    artifact: [
      { expired: true },
      { workflow_run: { id: 1 } },
      { name: "plan-production-0" },
      { name: "plan-staging-0" },
    ],
  },
  "A newer commit is deployed": { newest: [{ run_number: 8 }] },
  "This commit is not the merge of a merge request": {
    request: [{ source_project_id: 13 }, { state: "opened" }, { merge_commit_sha: "0" }, { target_branch: "dev" }],
  },
  "The preview of this merge request has no plan for this code": {
    pipeline: [{ ref: "change" }, { ref: "refs/merge-requests/345/head" }, { project_id: 13 }, { status: "failed" }],
    job: [{ name: "lint" }, { name: "preview: [staging]" }, { id: 902 }],
  },
};

test("a deployment takes only the plan of its own reviewed change, for its code, and nothing else of the archive", async () => {
  const right = plansOf(await project.commit(textOf("project/Pulumi.yaml")));
  const merged = [
    {},
    { sha: right.sha, merge_commit_sha: null },
    { squash_commit_sha: right.sha, merge_commit_sha: null },
  ];
  for (const how of merged) {
    const request = { ...right.request, ...how } as Plans["request"];
    expect(await deploy("GitLab", { ...right, request }, true)).toMatchObject({ code: 0, output: "{}" });
  }
  const good = (await deploy("GitHub", right, true)) as Awaited<ReturnType<typeof onGitHub>>;
  expect([good.output, good.file("plan.json")]).toEqual(["", "{}"]);
  const cases = Object.entries(wrongs).flatMap(([message, lists]) =>
    Object.entries(lists).flatMap(([of, changes]) =>
      changes.map((change) => [message, of as keyof Plans, change] as const),
    ),
  );
  expect(cases).toHaveLength(27);
  for (const [message, of, change] of cases) {
    const on = message.includes("merge request") ? "GitLab" : "GitHub";
    const refused = await deploy(on, { ...right, [of]: { ...(right[of] as object), ...change } }, true);
    expect({ change, ...refused }).toMatchObject({
      change,
      code: 1,
      output: expect.stringContaining(message) as string,
    });
  }
  const nowhere = { GITHUB_API_URL: "http://127.0.0.1:1", CI_API_V4_URL: "http://127.0.0.1:1" };
  expect((await deploy("GitLab", right, true, nowhere)).output).toContain("curl: (7)");
  expect((await deploy("GitHub", right, true, nowhere)).output).toContain("curl: (7)");
});
