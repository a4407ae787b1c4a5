import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { blockWith, commandsOf, root } from "../../documents/pages";
import { Clone } from "../../package/clone";
import { pack } from "../../package/packed";
import { LocalRegistry } from "../../package/registry";
import { installVersions } from "../../package/versions";

// On a busy machine, an install takes minutes.
jest.setTimeout(600_000);

let registry: LocalRegistry;
let clone: Clone;

beforeAll(async () => {
  registry = await LocalRegistry.start(root, installVersions().folder);
  clone = await Clone.make([pack("provider"), pack("emulator")], registry.url);
});

afterAll(async () => {
  clone.remove();
  await registry.close();
});

test("an example is copied and installed as the index says", async () => {
  const printed = await clone.paste(`
${blockWith("examples/README.md", "cp -R")}
${blockWith("examples/README.md", "PULUMI_BACKEND_URL")}
npx tsc --noEmit
npx edgecloud-emulator --help
ls node_modules/edgecloud-emulator/seeds/demo.json
pulumi stack init dev
ls .pulumi/stacks/*`);
  expect(printed).toContain("--seed FILE");
  expect(printed).toContain("dev.json");
});

test("npm pack, as the pages say it, leaves nothing that git does not ignore", () => {
  const run = (command: string) =>
    execFileSync(command, { cwd: root, encoding: "utf8", shell: true, stdio: ["ignore", "pipe", "ignore"] });
  const untracked = () => run("git status --porcelain --untracked-files=all '*.tgz'");
  const pages = ["README.md", "examples/README.md", "docs/testing.md"];
  const commands = new Set(pages.flatMap((page) => commandsOf(page, "npm")).filter((line) => /^npm pack/.test(line)));
  expect(commands.size).toBeGreaterThan(1);
  for (const command of commands) {
    const [files, status] = [readdirSync(root), untracked()];
    try {
      run(command);
      expect(untracked()).toBe(status);
    } finally {
      const written = readdirSync(root).filter((name) => name.endsWith(".tgz") && !files.includes(name));
      written.forEach((name) => rmSync(path.join(root, name)));
    }
  }
});
