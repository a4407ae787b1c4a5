import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse as parseYaml, parseAllDocuments } from "yaml";
import { z } from "zod";

const root = path.resolve(__dirname, "../..");
const example = path.join(root, "examples/pipelines");
const read = (name: string) => readFileSync(path.join(example, name), "utf8");
const below = (folder: string) => readdirSync(path.join(example, folder)).map((name) => `${folder}/${name}`);
const workflows = [...below(".github/workflows"), ...below("without-plans")];

const texts = z.record(z.string(), z.string());
const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
  env: texts.default({}),
  run: z.string().optional(),
});
const job = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  "runs-on": z.literal("ubuntu-latest"),
  "timeout-minutes": z.int(),
  strategy: z
    .strictObject({ matrix: z.record(z.string(), z.array(z.string())) })
    .loose()
    .optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  env: texts.default({}),
  steps: z.array(step),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  concurrency: z.strictObject({
    group: z.string(),
    queue: z.literal("max").optional(),
    "cancel-in-progress": z.boolean().optional(),
  }),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }),
  jobs: z.record(z.string(), job),
});
const parse = (name: string) => workflow.parse(parseYaml(read(name)));
const jobsOf = (name: string) => Object.entries(parse(name).jobs).map(([id, content]) => ({ id, ...content }));

test("there is a workflow for preview, deployment with and without plans, drift and locks", () => {
  const names = ["deploy.yml", "drift.yml", "preview.yml", "unlock.yml"].map((name) => `.github/workflows/${name}`);
  expect(workflows).toEqual([...names, "without-plans/deploy.yml"]);
});

describe.each(workflows)("%s", (name) => {
  test("each action is pinned by a digest, with its release beside it", () => {
    const used = [...read(name).matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("no event gives foreign code this repository's rights, and no script contains an expression", () => {
    const events = Object.keys(parse(name).on);
    expect(
      events.filter((event) => !["pull_request", "push", "schedule", "workflow_dispatch"].includes(event)),
    ).toEqual([]);
    const scripts = jobsOf(name).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  test("only the steps that run Pulumi on the platform get the key, each with the address it may go to", () => {
    const key = { EDGECLOUD_API_KEY: "${{ secrets.EDGECLOUD_API_KEY }}" };
    const address = { EDGECLOUD_BASE_URL: "${{ vars.EDGECLOUD_BASE_URL }}" };
    for (const { env, steps } of jobsOf(name)) {
      expect(JSON.stringify(env)).not.toContain("{{ secrets.");
      for (const { env: own, ...others } of steps) {
        expect(JSON.stringify(others)).not.toContain("{{ secrets.");
        const secrets = Object.entries(own).filter(([, value]) => value.includes("{{ secrets."));
        expect(secrets).toEqual(secrets.length === 0 ? [] : Object.entries(key));
        expect(own).toMatchObject(secrets.length === 0 ? {} : address);
        const runsProgram = /\bpulumi (preview|up|refresh) /.test(others.run ?? "");
        expect(secrets.length === 1 || others.id === "secrets").toBe(runsProgram || others.id === "secrets");
      }
    }
  });

  test("a checkout keeps no token, and downloads are outside of it", () => {
    for (const { steps } of jobsOf(name)) {
      const uses = (action: string) => steps.filter((one) => one.uses?.startsWith(`${action}@`));
      uses("actions/checkout").forEach((one) => expect(one.with).toMatchObject({ "persist-credentials": false }));
      const downloads = uses("actions/download-artifact").map((one) => one.with["path"]);
      expect(downloads.filter((folder) => !String(folder).startsWith("${{ runner.temp }}/"))).toEqual([]);
      const archives = steps.flatMap(({ run = "" }) => run.match(/.*\b(unzip|tar)\b.*/g) ?? []);
      expect(
        archives.filter((line) => !/^ *unzip -p "\$RUNNER_TEMP\/[\w.]+" plan\.json > "\$RUNNER_TEMP\//.test(line)),
      ).toEqual([]);
    }
  });
});

/** Who may do what: a job that runs code of a pull request may write nothing, and one that writes runs none. */
test.each([
  ["preview.yml", "preview", { contents: "read", "id-token": "write" }, "${{ matrix.stack }}-preview"],
  ["preview.yml", "comment", { "pull-requests": "write" }, undefined],
  [
    "deploy.yml",
    "deploy",
    { actions: "read", contents: "read", "id-token": "write", "pull-requests": "read" },
    "${{ matrix.stack }}",
  ],
  ["drift.yml", "drift", { contents: "read", "id-token": "write" }, "${{ matrix.stack }}-preview"],
  ["drift.yml", "issue", { issues: "write" }, undefined],
  ["unlock.yml", "unlock", { contents: "read", "id-token": "write" }, "${{ inputs.stack }}"],
  ["../../without-plans/deploy.yml", "deploy", { contents: "read", "id-token": "write" }, "${{ matrix.stack }}"],
])("%s: the permissions and the environment of the job %s", (file, id, permissions, environment) => {
  const { jobs } = parse(path.posix.join(".github/workflows", file));
  expect(jobs[id]).toMatchObject({ permissions });
  expect(jobs[id]?.permissions).toEqual(permissions);
  expect(jobs[id]?.environment).toBe(environment);
});

test("the table of permissions has every job, and those that write have no checkout", () => {
  const ids = workflows.flatMap((name) => jobsOf(name).map(({ id }) => id));
  expect(ids).toHaveLength(7);
  const writers = workflows.flatMap(jobsOf).filter(({ id }) => ["comment", "issue"].includes(id));
  const actions = writers.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses?.split("@")[0] ?? []));
  expect(new Set(actions)).toEqual(new Set(["actions/download-artifact"]));
});

test("deployments and unlocking wait for each other, old previews are cancelled, and drift waits for nothing else", () => {
  const groups = Object.fromEntries(workflows.map((name) => [name, parse(name).concurrency]));
  expect(groups).toEqual({
    ".github/workflows/deploy.yml": { group: "deploy", queue: "max" },
    ".github/workflows/drift.yml": { group: "drift" },
    ".github/workflows/preview.yml": {
      group: "preview-${{ github.event.pull_request.number }}",
      "cancel-in-progress": true,
    },
    ".github/workflows/unlock.yml": { group: "deploy", queue: "max" },
    "without-plans/deploy.yml": { group: "deploy" },
  });
});

test("all pipelines have the same stacks, in the same order, and the same version of Pulumi", () => {
  const matrices = workflows.flatMap(jobsOf).flatMap(({ strategy }) => (strategy ? [strategy.matrix["stack"]] : []));
  expect(matrices).toEqual(matrices.map(() => ["staging", "production"]));
  expect(read(".gitlab-ci.yml").match(/STACK: \[.*\]/g)).toEqual(Array(2).fill("STACK: [staging, production]"));
  const all = [...workflows, ".gitlab-ci.yml", "stack.yaml"].map(read).join("\n");
  const versions = all.match(/(?<=pulumi-version: |pulumi\/pulumi:)[\d.]+/g) ?? [];
  expect(new Set(versions)).toEqual(new Set(["3.259.0"]));
});

const gitlabJob = z.looseObject({
  stage: z.enum(["preview", "note", "deploy", "drift"]),
  interruptible: z.boolean().optional(),
  environment: z.union([z.string(), z.strictObject({ name: z.string(), action: z.literal("access") })]).optional(),
  resource_group: z.string().optional(),
  script: z.array(z.string()),
});
const gitlab = parseYaml(read(".gitlab-ci.yml"), { merge: true }) as Record<string, unknown>;
const gitlabJobs = Object.fromEntries(
  Object.entries(gitlab)
    .filter(([name]) => !name.startsWith(".") && !["default", "stages"].includes(name))
    .map(([name, content]) => [name, gitlabJob.parse(content)]),
);

test("GitLab: the image has the host for YAML, and its entrypoint is a shell", () => {
  expect(gitlab["default"]).toEqual({ image: { name: "pulumi/pulumi:3.259.0", entrypoint: [""] } });
});

test("GitLab: jobs that run a merge request's code have the environment of previews", () => {
  const environments = Object.entries(gitlabJobs).map(([name, { environment }]) => [name, environment]);
  expect(Object.fromEntries(environments)).toEqual({
    preview: { name: "$STACK/preview", action: "access" },
    note: undefined,
    "deploy-staging": "staging",
    "deploy-production": "production",
    "unlock-staging": { name: "staging", action: "access" },
    "unlock-production": { name: "production", action: "access" },
    drift: { name: "$STACK/preview", action: "access" },
  });
});

test("GitLab: deployments are kept and wait for each other, previews are cancelled by the next push", () => {
  const rows = Object.entries(gitlabJobs).map(([name, content]) => [
    name,
    content.resource_group,
    content.interruptible,
  ]);
  expect(rows).toEqual([
    ["preview", undefined, true],
    ["note", undefined, true],
    ["deploy-staging", "staging", false],
    ["deploy-production", "production", false],
    ["unlock-staging", "staging", undefined],
    ["unlock-production", "production", undefined],
    ["drift", undefined, undefined],
  ]);
});

test("GitLab: each token is only used where it belongs", () => {
  const users = (token: string) =>
    Object.entries(gitlabJobs).flatMap(([name, { script }]) => (script.join("\n").includes(token) ? [name] : []));
  expect(users("$NOTE_TOKEN")).toEqual(["note"]);
  expect(users("$PLAN_TOKEN")).toEqual(["deploy-staging", "deploy-production"]);
  expect(users("$CI_JOB_TOKEN")).toEqual([]);
});

/**
 * What the example uses of the CRD `stacks.pulumi.com`, v1, of the operator's release 2.9.0: names, types and required
 * fields. The CRD itself is in no package that npm could install.
 */
const variable = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("Secret"), secret: z.strictObject({ name: z.string(), key: z.string() }) }),
  z.strictObject({ type: z.literal("Literal"), literal: z.strictObject({ value: z.string() }) }),
]);
const objectName = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
const stack = z.strictObject({
  apiVersion: z.literal("pulumi.com/v1"),
  kind: z.literal("Stack"),
  metadata: z.strictObject({ name: objectName, namespace: objectName }),
  spec: z.strictObject({
    stack: z.string(),
    projectRepo: z.url(),
    branch: z.string(),
    backend: z.string(),
    serviceAccountName: z.string(),
    refresh: z.boolean(),
    expectNoRefreshChanges: z.boolean(),
    continueResyncOnCommitMatch: z.boolean(),
    resyncFrequencySeconds: z.int().min(60),
    destroyOnFinalize: z.boolean(),
    useLocalStackOnly: z.boolean(),
    envRefs: z.record(z.string(), variable),
    workspaceTemplate: z.strictObject({ spec: z.strictObject({ image: z.string() }) }),
  }),
});

test("the Stack has only fields of the operator's CRD, and its account may ask the cluster who calls", () => {
  const [account, binding, object] = parseAllDocuments(read("stack.yaml")).map(
    (document) => document.toJS() as unknown,
  ) as [object, object, object];
  const { success, error, data } = stack.safeParse(object);
  expect(error?.issues).toBeUndefined();
  expect(success).toBe(true);
  const { EDGECLOUD_API_KEY: key, ...others } = data?.spec.envRefs ?? {};
  expect(key).toEqual({ type: "Secret", secret: { name: "edgecloud", key: "apiKey" } });
  expect(Object.keys(others)).toEqual(["EDGECLOUD_BASE_URL"]);
  const subject = { name: data?.spec.serviceAccountName, namespace: data?.metadata.namespace };
  expect(account).toMatchObject({ apiVersion: "v1", kind: "ServiceAccount", metadata: subject });
  expect(binding).toMatchObject({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:auth-delegator" },
    subjects: [{ kind: "ServiceAccount", ...subject }],
  });
});

const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");

test("every file that the page names exists", () => {
  const targets = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = ""]) => target);
  expect(targets).toContain("../examples/pipelines/stack.yaml");
  expect(targets.filter((target) => !existsSync(path.resolve(root, "docs", target)))).toEqual([]);
});

test("the page lists every variable and secret that a pipeline reads", () => {
  const github = workflows.flatMap((name) => read(name).match(/(?<=\{\{ (?:secrets|vars)\.)\w+/g) ?? []);
  const own = read(".gitlab-ci.yml").match(/(?<=\$)(EDGECLOUD|PLAN|NOTE)_\w+/g) ?? [];
  const known = [...new Set([...github, ...own])];
  expect(known.length).toBeGreaterThan(6);
  expect(known.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
