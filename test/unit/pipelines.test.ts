import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse, parseAllDocuments } from "yaml";

type Step = Partial<Record<"id" | "if" | "uses" | "run", string>> & Record<"with" | "env", Texts | undefined>;
type Texts = Record<string, unknown>;
type Job = Record<"permissions", Record<string, string>> & { strategy?: object; environment?: string; steps: Step[] };
type Workflow = Record<"on" | "concurrency", object> & { jobs: Record<string, Job> };

const root = path.resolve(__dirname, "../..");
const example = path.join(root, "examples/pipelines");
const read = (name: string) => readFileSync(path.join(example, name), "utf8");
const below = (folder: string) => readdirSync(path.join(example, folder)).map((name) => `${folder}/${name}`);
const files = [...below(".github/workflows"), ...below("without-plans")];
const parsed = (name: string) => parse(read(name)) as Workflow;
const jobsIn = (name: string) => Object.entries(parsed(name).jobs).map(([id, job]) => ({ id, ...job }));
const jobs = files.flatMap(jobsIn);
const steps = jobs.flatMap((job) => job.steps);
const stepsWith = (action: string) => steps.filter(({ uses }) => uses?.startsWith(action));

const hasSecret = (value: unknown) => JSON.stringify(value).includes("{{ secrets.");
const key = { EDGECLOUD_API_KEY: "${{ secrets.EDGECLOUD_API_KEY }}" };
const keyAndAddress = { ...key, EDGECLOUD_BASE_URL: "${{ vars.EDGECLOUD_BASE_URL }}" };

/** Whether a step that needs the key has it, with the address that it may go to, and any other has neither. */
function hasRightSecrets({ env = {}, ...step }: Step): boolean {
  const isOnPlatform = step.id === "secrets" || /\bpulumi (preview|up|refresh) /.test(step.run ?? "");
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("EDGECLOUD_")));
  const others = Object.entries(env).filter(([name]) => !(name in own));
  return isDeepStrictEqual(own, isOnPlatform ? keyAndAddress : {}) && !hasSecret([others, step]);
}

/** `id-token` is a right in the cloud, not on the repository. */
const mayWrite = ({ permissions }: Job) =>
  Object.entries(permissions).some(([scope, right]) => right === "write" && scope !== "id-token");

/** What no workflow may have. */
const found: Record<string, unknown[]> = {
  "an action that is not pinned by a digest, with its release beside it": files
    .flatMap((name) => read(name).match(/uses: .*/g)!)
    .filter((use) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use)),
  "an event that gives the code of a fork the rights of this repository": files
    .flatMap((name) => Object.keys(parsed(name).on))
    .filter((event) => !["pull_request", "push", "schedule", "workflow_dispatch"].includes(event)),
  "a script with an expression": steps.filter(({ run }) => run?.includes("${{")),
  "a key where none is needed, or without its address": steps.filter((step) => !hasRightSecrets(step)),
  "a secret for all steps of a job": jobs.filter((job) => hasSecret({ ...job, steps: [] })),
  "a checkout that keeps its token": stepsWith("actions/checkout@").filter(
    (step) => step.with?.["persist-credentials"] !== false,
  ),
  "code of the branch in a job that may write": jobs
    .filter(mayWrite)
    .filter((job) => job.steps.some(({ uses }) => uses && !uses.startsWith("actions/download-artifact@"))),
  "a download into the checkout": stepsWith("actions/download-artifact@").filter(
    (step) => !String(step.with?.["path"]).startsWith("${{ runner.temp }}/"),
  ),
  "an archive of which more is unpacked than its plan": steps
    .flatMap(({ run }) => run?.match(/.*\b(unzip|tar)\b.*/g) ?? [])
    .filter((line) => !/^ *unzip -p "\$RUNNER_TEMP\/[\w.]+" plan\.json > "\$RUNNER_TEMP\//.test(line)),
  "a step that goes on where the secrets are missing": jobs
    .filter((job) => job.steps.some(({ id }) => id === "secrets"))
    .flatMap((job) => job.steps.filter((step) => step.if && !step.if.includes("steps.secrets.outcome == 'success'"))),
  "a job without a limit of time": jobs.filter((job) => !("timeout-minutes" in job)),
  "rights or a shell that nobody has chosen": files.filter(
    (name) => !/^permissions: \{\}$[^]*^defaults:\n {2}run:\n {4}shell: bash$/m.test(read(name)),
  ),
};

test.each(Object.entries(found))("no workflow has %s", (_, breaches) => expect(breaches).toEqual([]));

const reader = { contents: "read", "id-token": "write" };
const deployer = { ...reader, actions: "read", "pull-requests": "read" };

test("who may do what, with the secrets of which environment, and what waits for what", () => {
  const rows = files.flatMap((name) => jobsIn(name).map((job) => [name, job.id, job.permissions, job.environment]));
  expect(rows).toEqual([
    [".github/workflows/deploy.yml", "deploy", deployer, "${{ matrix.stack }}"],
    [".github/workflows/drift.yml", "drift", reader, "${{ matrix.stack }}-preview"],
    [".github/workflows/drift.yml", "issue", { issues: "write" }, undefined],
    [".github/workflows/preview.yml", "preview", reader, "${{ matrix.stack }}-preview"],
    [".github/workflows/preview.yml", "comment", { "pull-requests": "write" }, undefined],
    [".github/workflows/unlock.yml", "unlock", reader, "${{ inputs.stack }}"],
    ["without-plans/deploy.yml", "deploy", reader, "${{ matrix.stack }}"],
  ]);
  expect(files.map((name) => parsed(name).concurrency)).toEqual([
    { group: "deploy", queue: "max" },
    { group: "drift" },
    { group: "preview-${{ github.event.pull_request.number }}", "cancel-in-progress": true },
    { group: "deploy", queue: "max" },
    { group: "deploy" },
  ]);
});

test("all pipelines have the same stacks, in the same order, and the same version of Pulumi", () => {
  const matrices = jobs.flatMap(
    ({ strategy }) => Object.values((strategy as Texts | undefined)?.["matrix"] ?? {}) as unknown[],
  );
  expect(matrices).toEqual(Array(4).fill(["staging", "production"]));
  expect(read(".gitlab-ci.yml").match(/STACK: \[.*\]/g)).toEqual(Array(2).fill("STACK: [staging, production]"));
  const all = [...files, ".gitlab-ci.yml", "stack.yaml"].map(read).join("\n");
  const versions = all.match(/(?<=pulumi-version: |pulumi\/pulumi:)[\d.]+/g);
  expect(new Set(versions)).toEqual(new Set(["3.259.0"]));
});

interface GitLabJob {
  rules: { if: string }[];
  environment?: unknown;
  resource_group?: string;
  interruptible?: boolean;
  script: string[];
}

test("GitLab: which environment, and so which variables, each job has, what waits for what, and who uses which token", () => {
  const {
    default: image,
    stages,
    ...all
  } = parse(read(".gitlab-ci.yml"), { merge: true }) as Record<string, GitLabJob>;
  // The image has the host for YAML, and its entrypoint is a shell.
  expect(image).toEqual({ image: { name: "pulumi/pulumi:3.259.0", entrypoint: [""] } });
  expect(stages).toEqual(["preview", "note", "deploy", "drift"]);
  const gitlab = Object.entries(all).filter(([name]) => !name.startsWith("."));
  const rows = gitlab.map(([name, { environment, resource_group, interruptible, script }]) => {
    const tokens = script.join("\n").match(/\b\w+_TOKEN\b/g) ?? [];
    return [name, environment, resource_group, interruptible, ...new Set(tokens)];
  });
  const access = (name: string) => ({ name, action: "access" });
  expect(rows).toEqual([
    ["preview", access("$STACK/preview"), undefined, true],
    ["note", access("note"), undefined, true, "NOTE_TOKEN"],
    ["deploy-staging", "staging", "staging", false, "PLAN_TOKEN"],
    ["deploy-production", "production", "production", false, "PLAN_TOKEN"],
    ["unlock-staging", access("staging"), "staging", undefined],
    ["unlock-production", access("production"), "production", undefined],
    ["drift", access("$STACK/preview"), undefined, undefined],
  ]);
  // Variables of an environment are not known where GitLab reads the rules.
  expect(gitlab.filter(([, job]) => JSON.stringify(job.rules).includes("_TOKEN"))).toEqual([]);
});

/** What the example uses of the CRD `stacks.pulumi.com`, v1, of the operator's release 2.9.0, which no package has. */
const stackFields = {
  ...{ stack: "string", projectRepo: "string", branch: "string", backend: "string", serviceAccountName: "string" },
  ...{ refresh: "boolean", expectNoRefreshChanges: "boolean", continueResyncOnCommitMatch: "boolean" },
  ...{ resyncFrequencySeconds: "number", destroyOnFinalize: "boolean", useLocalStackOnly: "boolean" },
  ...{ envRefs: "object", workspaceTemplate: "object" },
};

test("the Stack has only fields of the operator's CRD, and its account may ask the cluster who calls", () => {
  const [account, binding, stack] = parseAllDocuments(read("stack.yaml")).map((one) => one.toJS() as { spec: object });
  const types = Object.fromEntries(Object.entries(stack!.spec).map(([name, value]) => [name, typeof value]));
  expect(types).toEqual(stackFields);
  const metadata = { name: "edgecloud-production", namespace: "edgecloud" };
  const envRefs = {
    EDGECLOUD_API_KEY: { type: "Secret", secret: { name: "edgecloud", key: "apiKey" } },
    EDGECLOUD_BASE_URL: { type: "Literal", literal: { value: expect.stringContaining("https://") as string } },
  };
  const spec = { serviceAccountName: metadata.name, destroyOnFinalize: false, envRefs };
  expect(stack).toMatchObject({ apiVersion: "pulumi.com/v1", kind: "Stack", metadata, spec });
  expect(account).toMatchObject({ apiVersion: "v1", kind: "ServiceAccount", metadata });
  expect(binding).toMatchObject({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:auth-delegator" },
    subjects: [{ kind: "ServiceAccount", ...metadata }],
  });
});

test("the page lists every variable and secret that a pipeline reads", () => {
  const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
  const github = files.flatMap((name) => read(name).match(/(?<=\{\{ (?:secrets|vars)\.)\w+/g) ?? []);
  const known = [...github, ...(read(".gitlab-ci.yml").match(/(?<=\$)(EDGECLOUD|PLAN|NOTE)_\w+/g) ?? [])];
  expect(new Set(known).size).toBeGreaterThan(6);
  expect(known.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
