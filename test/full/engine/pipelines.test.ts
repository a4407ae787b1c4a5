import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { engine } from "../../engine/setup/engine";
import { changeGroups } from "../../engine/setup/platform";
import { writePolicyRunner } from "../../engine/setup/policy-runner";
import { createRunner } from "../../pipeline";

const [root, key] = [path.resolve(__dirname, "../../.."), "key-of-the-store-5d414"];
const { at, run, shell, store, system, textOf } = createRunner(mkdtempSync(path.join(root, ".work", "pipeline-")));

test("what was reviewed is deployed, and drift is found and repaired", async () => {
  const emulator = await startEmulator({ apiKeys: [key] });
  const { PULUMI_BACKEND_URL, ...settings } = engineEnvironment({ stateFolder: at("state") });
  const PATH = [path.join(engine.root, "bin"), at("bin"), system.PATH].join(path.delimiter);
  Object.assign(system, settings, { PULUMI_IGNORE_AMBIENT_PLUGINS: "", PATH });
  Object.assign(store, { PULUMI_BACKEND_URL, EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: `${key}-readonly` });
  writePolicyRunner(at("bin"));
  const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
  const [pack, unpack] = [/^npm pack .*$/m, /^mkdir -p vendor\n.*$/m].map((commands) => commands.exec(page)![0]);
  const copy = `cp -R examples/pipelines/. ${at("project")}; cp -R examples/policy/pack ${at("project/policy")}`;
  shell(`${copy}; ${pack} --silent --pack-destination ${at("project")}`, root);
  shell(`${unpack}; pulumi stack init production`);
  const program = textOf("project/Pulumi.yaml");
  const edit = (old: string, text: string) => writeFileSync(at("project/Pulumi.yaml"), program.replace(old, text));
  const deployer = { EDGECLOUD_API_KEY: key, plan: at("plan.json") };
  const deploy = () => run("github", "deploy", /pulumi up/, deployer);
  const ended = (text: string, code = 0) => ({ code, output: expect.stringContaining(text) as string });

  // A failed preview, also by a policy, is commented as well.
  edit("backup: true", "backup: false");
  expect((await run("github", "preview", /pulumi preview/)).code).not.toBe(0);
  await run("github", "preview", /summary preview/, { outcome: "failure" });
  const failed = /^### Preview of production at \w{8} \(failure\)[^]*Give one of the sources of "website/;
  expect(textOf("comment-production.md")).toMatch(failed);

  edit("", "");
  const listState = () => shell("find ../state -printf '%p %T+ %s\n' | sort");
  const before = listState();
  const previewed = await run("github", "preview", /(pulumi|summary) preview|tree=/, { outcome: "success" });
  expect([previewed.code, textOf("out")]).toEqual([0, expect.stringMatching(/^tree=[0-9a-f]{40}\n$/)]);
  const comment = textOf("comment-production.md");
  expect(comment).toMatch(/^### Preview of production at c0ffee00 \(success\): 1 to create, 0 unchanged\n/);
  expect(comment).toMatch(/\| `\+` \| OriginGroup `website` \|[^]*\n +\+ edgecloud:index:OriginGroup: \(create\)/);
  // So the role of the preview need not write to the bucket.
  expect(listState()).toBe(before);

  const lock = at("state/.pulumi/locks/organization/edgecloud-pipelines/production/0a1b2c3d.json");
  for (const unlock of [() => run("github", "unlock"), () => run("gitlab", "unlock-production")]) {
    shell(`mkdir -p "$(dirname ${lock})"; echo '{"pid":1,"username":"runner","hostname":"runner-1"}' > ${lock}`);
    expect((await deploy()).output).toContain("is currently locked");
    expect(await unlock()).toMatchObject({ code: 0 });
  }
  expect(await deploy()).toEqual(ended("+ 2 created"));
  const state = textOf("state/.pulumi/stacks/edgecloud-pipelines/production.json");
  expect([state, comment, textOf("plan.json")].filter((text) => text.includes(key))).toEqual([]);
  changeGroups(emulator, () => ({ use_next: false }));
  // Not in the plan, so not undone by accident either.
  expect((await deploy()).output).toContain("update is not allowed by the plan");
  const refused = await run("github", "drift", /^/, { EDGECLOUD_API_KEY: "a-key-that-was-revoked" });
  expect(refused.output).toMatch(/^(?!.*a-key-that-was-revoked).*\(401/s);
  expect(shell("ls ..")).not.toContain("drift-");
  // As the table of docs/pipelines.md has it.
  expect([(await run("github", "drift")).code, (await run("gitlab", "drift")).code]).toEqual([7, 7]);
  expect(textOf("drift-production.txt")).toMatch(/useNext *: true => false/);
  expect(await run("gitlab", "preview", /(pulumi|summary) preview|^exit/)).toMatchObject({ code: 0 });
  expect(textOf("project/note-production.md")).toMatch(/Drift: changed outside of Pulumi[^]*useNext\s*: false => true/);
  shell("mv plan-production-*.json ../plan.json");
  expect(await run("gitlab", "deploy-production", /pulumi up/, deployer)).toEqual(ended("~ 1 updated"));
  expect(await run("github", "drift")).toMatchObject({ code: 0 });
  edit("web-1", "web-3");
  expect(await run("without-plans", "deploy", /pulumi/, deployer)).toEqual(ended("~ 1 updated"));
  await emulator.close();
});
