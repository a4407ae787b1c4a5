import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { blocksOf, commandsOf, root } from "../documents/pages";
import { Clone } from "./clone";
import { pack } from "./packed";
import { LocalRegistry } from "./registry";
import { installVersions } from "./versions";

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

/** The block of a page that holds a text. */
function blockWith(page: string, text: string): string {
  const [found] = blocksOf(page).filter((block) => block.language === "bash" && block.text.includes(text));
  return found?.text ?? `echo "${page} has no block with ${text}"; exit 1`;
}

test("the project of the README installs, compiles, deploys and is unchanged", async () => {
  const emulator = await startEmulator({ apiKeys: ["my-key"] });
  const commands = blockWith("README.md", "cat > Pulumi.yaml").replace("https://api.example.com", emulator.url);
  const further = `
npx tsc --noEmit
pulumi up --yes --skip-preview
pulumi preview --expect-no-changes
pulumi stack output groupId
pulumi destroy --yes --skip-preview`;
  try {
    const printed = await clone.paste(commands + further);
    expect(printed).toContain("+ 2 to create");
    expect(printed).toContain("+ 2 created");
    expect(printed).toMatch(/^\d+$/m);
    const sent = emulator.requests({ method: "POST", path: "/cdn/origin_groups" });
    expect(sent.map(({ body }) => body)).toMatchObject([
      { name: "assets", sources: [{ source: "origin.example.com" }] },
    ]);
    expect(emulator.state().originGroups).toEqual([]);
  } finally {
    await emulator.close();
  }
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
