import { read } from "../../documents/pages";
import { demoSeed } from "../../engine/setup/demo-seed";
import { YamlStack, yamlProject } from "../../engine/setup/yaml-stack";

interface Declared {
  backup?: boolean;
  key: string;
  flavor: string;
  name: string;
  more?: string;
}

const program = ({ backup = false, key, flavor, name, more = "" }: Declared) => `resources:
  assets:
    type: edgecloud:OriginGroup
    properties:
      name: assets
      useNext: true
      sources:
        ${backup ? "- { source: front.example.com:8443 }" : ""}
        - { source: a.example.com, backup: ${backup} }
        - originType: s3
          config:
            s3Type: cloudvendor
            s3BucketName: media
            s3Region: eu-west-1
            s3AccessKeyId: { fn::secret: AKIDEXAMPLE1 }
            s3SecretAccessKey: { fn::secret: ${key} }
  resize:
    type: edgecloud:CloudFunction
    properties:
      projectId: 11
      regionId: 3
      namespace: images
      name: ${name}
      runtime: go1.16.6
      flavor: ${flavor}
      timeout: 5
      mainMethod: main
      code: package main
${more}`;

const adopted = `  pages:
    type: edgecloud:OriginGroup
    properties: { name: personalised-pages, originGroupId: 103, sources: [{ source: x.example.com }] }
`;

const key = "a-secret-of-sixteen";
const before = { key, flavor: "80mCPU-128MB", name: "one" };
const after = { backup: true, key: `${key}-2`, flavor: "80mCPU-128MB", name: "two", more: adopted };

const summarize = "npx pulumi-edgecloud summary --title dev";

let stack: YamlStack;

const seed = { ...demoSeed, namespaces: [{ project_id: 11, region_id: 3, name: "images" }] };

beforeAll(async () => (stack = await YamlStack.start(yamlProject(program(before)), { seed })));
afterAll(() => stack.close());

const rows = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));

test("the summary of a pull request has all that a reviewer needs, and no secret", async () => {
  await stack.up();
  await stack.write(yamlProject(program(after)));
  const { stdout } = await stack.shell(`pulumi preview --json | ${summarize}`);
  expect(stdout).toMatch(/^### dev: 1 to create, 1 to update, 1 to replace, 0 unchanged\n/);
  expect(rows(stdout).sort()).toEqual([
    "| `+` | OriginGroup `pages` | **adopts** `103` |",
    '| `~` | OriginGroup `assets` | + `sources["front.example.com:8443"]`<br>' +
      '`sources["a.example.com"].backup`: `false` → `true`<br>' +
      "`sources.media`: *secret may have changed*<br>" +
      "`sources`: `front.example.com:8443 → a.example.com (backup) → media` |",
    "| `±` | CloudFunction `resize` | **replaced** for `name`<br>" + "`name`: `one` → `two` |",
  ]);
  expect(stdout).toContain("adopts the existing one, which changes");
  expect(stdout).not.toContain(key);
});

test("reports manual changes and deletes as drift", async () => {
  const { originGroups } = stack.emulator.state();
  stack.emulator.replaceState({
    ...stack.emulator.state(),
    originGroups: originGroups.map((group) => (group.name === "assets" ? { ...group, use_next: false } : group)),
    functions: [],
  });
  await stack.write(yamlProject(program({ ...before, backup: true })));
  const { stdout } = await stack.shell(
    'pulumi preview --refresh --json | npx pulumi-edgecloud summary --title "Preview of production"',
  );
  const [, drift = ""] = stdout.split("**Drift: changed outside of Pulumi since the last `up`**");
  expect(rows(drift.split("**What")[0] ?? "").sort()).toEqual([
    "| `~` | OriginGroup `assets` | `useNext`: `true` → `false` |",
    "| `−` | CloudFunction `resize` |  |",
  ]);
  // The README shows this comment, in a quotation; steps may come in another order.
  const shown = read("README.md").match(/^>.*$/gm) ?? [];
  const alike = (line: string) => line.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---").trim();
  const sorted = (lines: string[]) => lines.map(alike).filter(Boolean).sort();
  expect(sorted(shown.map((line) => line.slice(1)))).toEqual(sorted(stdout.split("\n")));
});

test("reports the error of a failed preview", async () => {
  await stack.write(yamlProject(program({ ...before, flavor: '""' })));
  const { stdout, code } = await stack.shell(`pulumi preview --json > preview.json || ${summarize} preview.json`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^### dev: failed\n\n\*\*Errors\*\*\n\n- `.*flavor must not be blank/);
});
