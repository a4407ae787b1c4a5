import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { apiKey, exampleFile, PipelineProject } from "./setup/pipeline";
import type { Ended } from "./setup/shell";

interface Step {
  run?: string;
  with?: Record<string, string | boolean>;
}

interface Workflow {
  jobs: Record<string, { steps: Step[] }>;
}

type Jobs = Record<string, { script: string[] }>;

const stepsOf = (name: string) =>
  Object.values(exampleFile<Workflow>(`.github/workflows/${name}.yml`).jobs).flatMap(({ steps }) => steps);
const runsOf = (name: string) => stepsOf(name).flatMap(({ run }) => run ?? []);

/** As the table of docs/pipelines.md has them. */
const exitCodes = { failed: 1, drift: 7 };

let project: PipelineProject;

afterEach(() => project.close());

/** Expects that a step succeeds, and returns its output. */
async function succeeds(step: Promise<Ended>): Promise<string> {
  const { code, output } = await step;
  expect({ code, output }).toMatchObject({ code: 0 });
  return output;
}

/** Turns off the backup outside of Pulumi. */
async function changeByHand(): Promise<void> {
  const [group] = project.emulator.state().originGroups;
  const response = await fetch(`${project.emulator.url}/cdn/origin_groups/${group?.id}`, {
    method: "PATCH",
    headers: { authorization: `apikey ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ use_next: false }),
  });
  expect(response.status).toBe(200);
}

function expectNoKeyIn(texts: Record<string, string>): void {
  expect(Object.entries(texts).filter(([, text]) => text.includes(apiKey))).toEqual([]);
}

/** What `pulumi/actions` runs for these inputs: they are the options of the Automation API. */
function commandOfAction({ with: inputs = {} }: Step): string {
  const known = ["pulumi-version", "command", "stack-name", "diff", "plan", "comment-on-pr"];
  expect(Object.keys(inputs).filter((name) => !known.includes(name))).toEqual([]);
  const flags = [inputs.diff ? "--diff" : "", inputs.plan ? `--save-plan ${inputs.plan}` : ""].join(" ");
  return `pulumi ${inputs.command} --stack ${inputs["stack-name"]} --non-interactive ${flags}`;
}

test("GitHub: a reviewed plan is deployed once, and the nightly run passes until there is drift", async () => {
  project = await PipelineProject.start();
  const output = project.path("github-output");
  const api = { GITHUB_API_URL: project.forge, GITHUB_REPOSITORY: "team/edgecloud", GITHUB_TOKEN: "token" };
  const step = (script = "") => {
    writeFileSync(output, "");
    return project.run(script, { ...api, GITHUB_OUTPUT: output });
  };

  const action = stepsOf("preview").find(({ with: inputs }) => inputs?.command === "preview");
  const preview = await succeeds(step(commandOfAction(action ?? {})));
  expect(preview).toContain("+ edgecloud:index:OriginGroup: (create)");
  await succeeds(step(runsOf("preview").join("\n")));
  const [, tree = ""] = /^tree=([0-9a-f]{40})\n$/.exec(readFileSync(output, "utf8")) ?? [];
  renameSync(project.path("plan.json"), project.path("artifact"));

  const [find, up] = runsOf("deploy");
  const lookup = `/repos/team/edgecloud/actions/artifacts?name=plan-${tree}`;
  project.files.set(lookup, JSON.stringify({ artifacts: [] }));
  const unknown = await step(find);
  expect(unknown.output).toContain("::error::No plan was made for this code");
  expect(unknown.code).toBe(exitCodes.failed);
  project.files.set(lookup, JSON.stringify({ artifacts: [{ workflow_run: { id: 4711 } }] }));
  await succeeds(step(find));
  expect(readFileSync(output, "utf8")).toBe(`name=plan-${tree}\nrun=4711\n`);
  expect(project.requests.at(-1)?.headers.authorization).toBe("Bearer token");

  copyFileSync(project.path("artifact"), project.path("plan.json"));
  const program = project.read("Pulumi.yaml");
  writeFileSync(project.path("Pulumi.yaml"), program.replaceAll("website", "other"));
  const unplanned = await step(up);
  expect(unplanned.output).toContain("create is not allowed by the plan");
  expect(unplanned.code).toBe(exitCodes.failed);
  expect(project.emulator.state().originGroups).toEqual([]);
  writeFileSync(project.path("Pulumi.yaml"), program);
  expect(await succeeds(step(up))).toContain("+ 2 created");
  // The job runs again, as after it was cancelled.
  expect(await succeeds(step(up))).toContain("2 unchanged");
  expectNoKeyIn({ state: project.state(), plan: project.read("plan.json"), preview });

  const [drift] = runsOf("drift");
  await succeeds(step(drift));
  await changeByHand();
  const drifted = await step(drift);
  expect(drifted.output).toMatch(/useNext\s*: true => false/);
  expect(drifted.output).toContain("error: no changes were expected for refresh but changes were proposed");
  expect(drifted.code).toBe(exitCodes.drift);
  expect(project.emulator.state().originGroups).toMatchObject([{ name: "website", use_next: false }]);
});

test("GitLab: the diff is a folded note, the plan is deployed, and drift fails the job", async () => {
  project = await PipelineProject.start();
  const jobs = exampleFile<Jobs>(".gitlab-ci.yml");
  const variables = {
    CI_API_V4_URL: `${project.forge}/api/v4`,
    CI_PROJECT_ID: "12",
    CI_MERGE_REQUEST_IID: "34",
    CI_COMMIT_SHORT_SHA: "0123abcd",
    CI_JOB_TOKEN: "job-token",
    NOTE_TOKEN: "note-token",
  };
  // The runner starts the shell of a job with these options.
  const job = (name: string, env = {}) =>
    project.run(jobs[name]?.script.join("\n") ?? "", { ...variables, ...env }, ["-eo", "pipefail"]);

  const early = await job("deploy");
  expect(early.output).toContain("No plan was made for this code");
  expect(early.code).toBe(exitCodes.failed);

  const program = project.read("Pulumi.yaml");
  writeFileSync(project.path("Pulumi.yaml"), program.replace("web-1", "https://web-1"));
  const wrong = await job("preview");
  expect(wrong.output).toContain("sources[0].source");
  expect(wrong.code).toBe(exitCodes.failed);
  expect(project.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  writeFileSync(project.path("Pulumi.yaml"), program);

  await succeeds(job("preview"));
  const [plan, note] = project.requests.slice(-2);
  expect(plan).toMatchObject({ method: "PUT", headers: { "job-token": "job-token" } });
  expect(plan?.url).toMatch(/^\/api\/v4\/projects\/12\/packages\/generic\/plans\/[0-9a-f]{40}\/plan\.json$/);
  expect(note).toMatchObject({
    method: "POST",
    url: "/api/v4/projects/12/merge_requests/34/notes",
    headers: { "private-token": "note-token" },
  });
  const text = new URLSearchParams(note?.body).get("body") ?? "";
  expect(text).toMatch(/<details><summary>Diff<\/summary>\n\n```\n.*\n```\n\n<\/details>\n$/s);
  expect(text).toContain("+ edgecloud:index:OriginGroup: (create)");

  expect(await succeeds(job("deploy"))).toContain("+ 2 created");
  expectNoKeyIn({ state: project.state(), plan: plan?.body ?? "", note: text });
  await changeByHand();
  const drifted = await job("drift");
  expect(drifted.output).toMatch(/useNext\s*: true => false/);
  expect(drifted.code).toBe(exitCodes.drift);
  const refused = await job("drift", { EDGECLOUD_API_KEY: "a-key-that-was-revoked" });
  expect(refused.output).toContain("(401");
  expect(refused.output).not.toContain("a-key-that-was-revoked");
  expect(refused.code).toBe(exitCodes.failed);
});
