import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { engineEnvironment, findLanguageHost } from "../../../tools/engine";
import { demoSeed } from "../../engine/setup/demo-seed";
import { engine } from "../../engine/setup/engine";
import { archive, install, pack } from "../../engine/setup/installed-plugin";
import { YamlStack } from "../../engine/setup/yaml-stack";

const root = path.resolve(__dirname, "../../..");
const work = path.join(root, ".work/tests");

/** What runs programs of that language, beside Pulumi's host. */
const tools = { python: ["python3", "--version"], go: ["go", "version"] } as const;

/** The tools for programs of that language that this machine lacks. */
function missing(language: keyof typeof tools): string[] {
  const [program, argument] = tools[language];
  const isThere = spawnSync(program, [argument]).status === 0;
  const host = findLanguageHost(engine, language) ? [] : [`pulumi-language-${language}`];
  return isThere ? host : [...host, program];
}

/** What the examples' own settings have beside the connection. */
const config = {
  s3AccessKeyId: { value: "AKIDEXAMPLE1", secret: true },
  s3SecretAccessKey: { value: "example+secret/access-key", secret: true },
};

/** Runs the example with the installed plugin and an SDK that is generated from it. */
async function expectConvergence(language: string): Promise<void> {
  mkdirSync(work, { recursive: true });
  const folder = mkdtempSync(path.join(work, "language-"));
  const home = path.join(folder, "home");
  const environment = engineEnvironment({ stateFolder: path.join(folder, "state") });
  await install({ ...environment, PULUMI_HOME: home }, "--file", path.join(pack(folder), archive));
  const example = path.join(root, "examples", language);
  const files = readdirSync(example, { withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ name }) => [name, readFileSync(path.join(example, name), "utf8")] as const);
  const stack = await YamlStack.start(Object.fromEntries(texts), { seed: demoSeed, config, home });
  try {
    await stack.pulumi("package", "add", "edgecloud");
    const up = await stack.up();
    expect(up).toContain("+ 2 created");
    expect(up).not.toMatch(/AKIDEXAMPLE1|secret\/access-key/);
    expect(await stack.preview()).toMatch(/ 2 unchanged\n/);
    const group = stack.emulator.state().originGroups.find(({ name }) => name === `downloads-${language}`);
    expect(group?.sources).toMatchObject([{ config: { s3_bucket_name: "downloads" } }, { backup: true }]);
    expect(await stack.outputs()).toMatchObject({ downloadsGroupId: group?.id, groupsInUse: [{ name: "website" }] });
    await stack.destroy();
    expect(stack.emulator.state().originGroups.map(({ name }) => name)).not.toContain(`downloads-${language}`);
  } finally {
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const language of ["python", "go"] as const) {
  const title = `the example in ${language} converges on the plugin`;
  const wanted = missing(language);
  if (wanted.length > 0) {
    const reason = `${wanted.join(" and ")} not installed`;
    process.stderr.write(`Not tested: ${title} (${reason})\n`);
    test.skip(`${title} (skipped: ${reason})`, () => undefined);
  } else {
    // Pulumi gets the SDK of the language from its registry, and the first compilation takes minutes.
    test(title, () => expectConvergence(language), 900_000);
  }
}
