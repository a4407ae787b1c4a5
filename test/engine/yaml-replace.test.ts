import { projectId, regionId, seed, snapshotId } from "./setup/snapshots";
import { failureText } from "./setup/test-stack";
import { yamlProject, yamlTest, type Files, type YamlStack } from "./setup/yaml-stack";

/** The resources that have names on the platform, with what a replacement sends if it deletes first. */
const named = {
  group: {
    type: "edgecloud:OriginGroup",
    properties: "{ name: assets, sources: [{ source: a.example.com }] }",
    taken: 'the account already has an origin group "assets" (ID 100',
    requests: [/^DELETE .cdn.origin_groups.\d+ 204$/, /^POST .cdn.origin_groups 201$/],
  },
  function: {
    type: "edgecloud:CloudFunction",
    properties:
      `{ projectId: ${projectId}, regionId: ${regionId}, namespace: images, name: resize, code: package main, ` +
      "mainMethod: Resize, runtime: go1.16.6, flavor: 80mCPU-128MB, timeout: 30 }",
    taken: 'the namespace "images" already has a function "resize" (with the same content). Nothing was created.',
    requests: [/^DELETE .*.functions.resize 200$/, /^POST .*.functions 200$/],
  },
};

const attributes = {
  type: "edgecloud:SnapshotAttributes",
  properties: `{ projectId: ${projectId}, regionId: ${regionId}, snapshotId: ${snapshotId}, name: nightly, tags: { team: new } }`,
  /** Everything is put back, and declared again. */
  requests: [/^PATCH .*.snapshots.* 200$/, /^PATCH .*.snapshots.* 200$/],
};

const advice = "If it is to be replaced (`--replace`, `pulumi state taint`), set its option deleteBeforeReplace: true.";
const deletingFirst = "options: { deleteBeforeReplace: true }";
const namesInProgram = "config: { pulumi:autonaming: { value: { providers: { edgecloud: { mode: disabled } } } } }\n";

type Kind = typeof attributes;

/** A project with these resources, by their position. */
function project(kinds: Kind[], { options = "", config = "" } = {}): Files {
  const resources = kinds.map(
    ({ type, properties }, index) => `  it${index}: { type: "${type}", properties: ${properties}, ${options} }\n`,
  );
  return yamlProject(`${config}resources:\n${resources.join("")}`);
}

function urnsOf(kinds: Kind[]): string[] {
  return kinds.map(({ type }, index) => `urn:pulumi:dev::test::${type.replace(":", ":index:")}::it${index}`);
}

/** The two ways to have the engine replace resources without asking the plugin. */
const ways: ((stack: YamlStack, urns: string[]) => Promise<() => Promise<string>>)[] = [
  (stack, urns) => Promise.resolve(() => stack.up("--skip-preview", ...urns.flatMap((urn) => ["--replace", urn]))),
  async (stack, urns) => {
    for (const urn of urns) {
      await stack.pulumi("state", "taint", urn, "--yes");
    }
    return () => stack.up("--skip-preview");
  },
];

/** Expects that the operation replaces the resources, deletes first, and leaves nothing to do. */
async function expectReplaced(stack: YamlStack, operation: () => Promise<string>, kinds: Kind[]): Promise<void> {
  stack.emulator.clearRequests();
  const said = await operation();
  expect(said).toContain(`+-${kinds.length} replaced`);
  expect(said).not.toContain("warning");
  const changes = stack.emulator.requests().filter(({ method }) => method !== "GET");
  for (const { requests } of kinds) {
    const lines = changes.map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(lines.filter((line) => requests.some((request) => request.test(line)))).toEqual(
      requests.map((request) => expect.stringMatching(request) as string),
    );
  }
  expect(changes).toHaveLength(2 * kinds.length);
  expect(await stack.preview()).toMatch(new RegExp(` ${kinds.length + 1} unchanged\n$`));
}

for (const [name, kind] of Object.entries(named)) {
  yamlTest(
    `replacing a ${name} fails without loss, and works with the option that the error names`,
    project([kind]),
    {},
    async (stack) => {
      await stack.up();
      for (const begin of ways) {
        await stack.write(project([kind]));
        const before = stack.emulator.state();
        const replace = await begin(stack, urnsOf([kind]));
        const failure = await failureText(replace());
        expect(failure).toContain(kind.taken);
        expect(failure).toContain(advice);
        expect(stack.emulator.state()).toEqual(before);
        await stack.write(project([kind], { options: deletingFirst }));
        await expectReplaced(stack, replace, [kind]);
      }
    },
  );
}

yamlTest(
  "replacing a snapshot restores it first with that option",
  project([attributes], { options: deletingFirst }),
  { seed },
  async (stack) => {
    await stack.up();
    for (const begin of ways) {
      await expectReplaced(stack, await begin(stack, urnsOf([attributes])), [attributes]);
    }
  },
);

yamlTest(
  "replacing a snapshot without that option warns that it was not restored, and names the option",
  project([attributes]),
  { seed },
  async (stack) => {
    const found = stack.emulator.state();
    await stack.up();
    const declared = stack.emulator.state();
    expect(await stack.up("--replace", ...urnsOf([attributes]))).toContain(
      "their values from before this resource are not restored. A resource that is to be replaced (`--replace`, " +
        "`pulumi state taint`) restores them first if its option deleteBeforeReplace is true",
    );
    expect(stack.emulator.state()).toEqual(declared);
    await stack.destroy();
    stack.emulator.replaceState(found);
  },
);

const all = [...Object.values(named), attributes];

yamlTest(
  "a project that declares all names needs no option",
  project(all, { config: namesInProgram }),
  { seed },
  async (stack) => {
    await stack.up();
    for (const begin of ways) {
      await expectReplaced(stack, await begin(stack, urnsOf(all)), all);
    }
  },
);
