import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { engine } from "../../engine/setup/engine";
import { writePolicyRunner } from "../../engine/setup/policy-runner";
import { Runner } from "../../pipeline";

const root = path.resolve(__dirname, "../../..");
const runner = new Runner(mkdtempSync(path.join(root, ".work", "pipeline-")));
const { at, textOf } = runner;
const key = "key-of-the-store-5d414";
afterAll(() => runner.close());

test("what was reviewed is deployed, and drift is found, told and repaired", async () => {
  const [emulator] = await Promise.all([startEmulator({ apiKeys: [key] }), runner.start()]);
  cpSync(path.join(root, "examples/pipelines"), at("project"), { recursive: true });
  cpSync(path.join(root, "examples/policy/pack"), at("project/policy"), { recursive: true });
  const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
  const [pack, unpack] = [/^npm pack .*$/m, /^mkdir -p vendor\n.*$/m].map((commands) => commands.exec(page)![0]);
  execFileSync(`${pack} --silent --pack-destination ${at("project")}`, { cwd: root, shell: "bash", stdio: "pipe" });
  execFileSync(unpack!, { cwd: at("project"), shell: "bash" });
  writePolicyRunner(at("bin"));
  const env = {
    ...{ ...engineEnvironment({ stateFolder: at("state") }), PULUMI_IGNORE_AMBIENT_PLUGINS: "", plan: at("plan.json") },
    ...{ PATH: [path.join(engine.root, "bin"), at("bin"), process.env.PATH].join(path.delimiter), RESULT: "failure" },
    ...{ EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: `${key}-readonly`, COMMIT: "c0ffee00cafe" },
  };
  execFileSync("pulumi", ["stack", "init", "production"], { cwd: at("project"), env, stdio: "pipe" });
  const run = (name: string, job: string, scripts?: RegExp, more = {}) =>
    runner.run(name === "gitlab" ? ".gitlab-ci.yml" : `${name}.yml`, job, scripts, { ...env, ...more });
  const onGitHub = (name: string, job: string, scripts?: RegExp, more = {}) =>
    run(`.github/workflows/${name}`, job, scripts, more);
  const deployer = { EDGECLOUD_API_KEY: key };
  const deploy = () => onGitHub("deploy", "deploy", /pulumi up/, deployer);

  // A failed preview, also by a policy, is commented as well.
  const program = textOf("project/Pulumi.yaml");
  writeFileSync(at("project/Pulumi.yaml"), program.replace(/\n *backup: true/, ""));
  expect((await onGitHub("preview", "preview", /pulumi preview/)).code).not.toBe(0);
  await onGitHub("preview", "preview", /summary preview/, { OUTCOME: "failure" });
  const failed = /^### Preview of production at \w{8} \(failure\)[^]*Give one of the sources of "website/;
  expect(textOf("comment-production.md")).toMatch(failed);

  writeFileSync(at("project/Pulumi.yaml"), program);
  const reviewed = await onGitHub("preview", "preview", /pulumi preview|summary preview|tree=/, { OUTCOME: "success" });
  expect(reviewed).toMatchObject({ code: 0 });
  const comment = textOf("comment-production.md");
  expect(comment).toMatch(/^### Preview of production at c0ffee00 \(success\): 1 to create, 0 unchanged\n/);
  expect(comment).toMatch(/\| `\+` \| OriginGroup `website` \|[^]*\n +\+ edgecloud:index:OriginGroup: \(create\)/);
  expect(textOf("out")).toMatch(/^tree=[0-9a-f]{40}\n$/);
  expect(await deploy()).toMatchObject({ code: 0, output: expect.stringContaining("+ 2 created") as string });
  const state = textOf("state/.pulumi/stacks/edgecloud-pipelines/production.json");
  expect([state, comment, textOf("plan.json")].filter((text) => text.includes(key))).toEqual([]);

  const url = `${emulator.url}/cdn/origin_groups/${emulator.state().originGroups[0]?.id}`;
  const headers = { authorization: `apikey ${key}`, "content-type": "application/json" };
  expect(await fetch(url, { method: "PATCH", headers, body: '{"use_next": false}' })).toMatchObject({ status: 200 });
  // Not in the plan, so not undone by accident either.
  expect((await deploy()).output).toContain("update is not allowed by the plan");
  const refused = await onGitHub("drift", "drift", /^/, { EDGECLOUD_API_KEY: "a-key-that-was-revoked" });
  expect(refused.output).toMatch(/^(?!.*a-key-that-was-revoked).*\(401/s);
  expect(existsSync(at("drift-production.txt"))).toBe(false);
  // As the table of docs/pipelines.md has it.
  expect([(await onGitHub("drift", "drift")).code, (await run("gitlab", "drift", /refresh/)).code]).toEqual([7, 7]);
  copyFileSync(at("drift-production.txt"), at("drift/drift-production.txt"));
  runner.answers = { "/repos/team/edgecloud/issues": [] };
  expect(await onGitHub("drift", "issue")).toMatchObject({ code: 0 });
  expect(Object.values(runner.changes)).toEqual([
    expect.stringMatching(/^#### `production`\n[^]*useNext *: true => false/),
  ]);

  expect(await run("gitlab", "preview", /pulumi preview|summary preview|^exit/)).toMatchObject({ code: 0 });
  expect(textOf("project/note-production.md")).toMatch(/Drift: changed outside of Pulumi[^]*useNext\s*: false => true/);
  execFileSync("mv plan-production-*.json ../plan.json", { cwd: at("project"), shell: "bash" });
  const repaired = await run("gitlab", "deploy-production", /pulumi up/, deployer);
  expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining("~ 1 updated") as string });
  expect(await onGitHub("drift", "drift")).toMatchObject({ code: 0 });
  writeFileSync(at("project/Pulumi.yaml"), program.replace("web-1", "web-3"));
  const alone = await run("without-plans/deploy", "deploy", /pulumi/, deployer);
  expect(alone).toMatchObject({ code: 0, output: expect.stringContaining("~ 1 updated") as string });
  await emulator.close();
});
