import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { z } from "zod";

const example = path.resolve(__dirname, "../../examples/pipelines");
const read = (name: string) => readFileSync(path.join(example, name), "utf8");
const workflows = readdirSync(path.join(example, ".github/workflows")).map((name) => `.github/workflows/${name}`);

test("there is a workflow for preview, deployment and drift", () => {
  expect(workflows.map((name) => path.basename(name))).toEqual(["deploy.yml", "drift.yml", "preview.yml"]);
});

test.each(workflows)("%s: each action is pinned by a digest, with its release beside it", (name) => {
  const used = [...read(name).matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

const workflow = z.looseObject({
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  env: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
});

test.each(workflows)("%s: secrets come from the store, and no expression is put into a script", (name) => {
  const { env, jobs } = workflow.parse(load(read(name)));
  expect(env).toEqual(
    Object.fromEntries(
      ["EDGECLOUD_API_KEY", "PULUMI_BACKEND_URL", "PULUMI_CONFIG_PASSPHRASE"].map((secret) => [
        secret,
        `\${{ secrets.${secret} }}`,
      ]),
    ),
  );
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

/**
 * What the example uses of the CRD `stacks.pulumi.com`, v1, of the operator's release 2.9.0: names, types and required
 * fields. The CRD itself is in no package that npm could install.
 */
const secretRef = z.strictObject({
  type: z.literal("Secret"),
  secret: z.strictObject({ name: z.string(), key: z.string() }),
});
const stack = z.strictObject({
  apiVersion: z.literal("pulumi.com/v1"),
  kind: z.literal("Stack"),
  metadata: z.strictObject({ name: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/) }),
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
    envRefs: z.record(z.string(), secretRef),
    workspaceTemplate: z.strictObject({ spec: z.strictObject({ image: z.string() }) }),
  }),
});

test("the Stack has only fields of the operator's CRD, and takes its secrets from a Secret", () => {
  const { success, error, data } = stack.safeParse(load(read("stack.yaml")));
  expect(error?.issues).toBeUndefined();
  expect(success).toBe(true);
  expect(Object.keys(data?.spec.envRefs ?? {})).toEqual(["EDGECLOUD_API_KEY", "PULUMI_CONFIG_PASSPHRASE"]);
});

const page = readFileSync(path.resolve(example, "../../docs/pipelines.md"), "utf8");

test("every file that the page names exists", () => {
  const targets = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = ""]) => target);
  expect(targets).toContain("../examples/pipelines/stack.yaml");
  expect(targets.filter((target) => !existsSync(path.resolve(example, "../../docs", target)))).toEqual([]);
});
