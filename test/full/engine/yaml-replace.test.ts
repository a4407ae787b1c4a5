import { changeSnapshot, projectId, readSnapshot, regionId, seedSnapshots } from "../../engine/setup/snapshots";
import { failureText } from "../../engine/setup/test-stack";
import { type Files, namesInProgram, yamlProject, type YamlStack, yamlTest } from "../../engine/setup/yaml-stack";

const { ids, snapshots } = seedSnapshots(["restored", "warned"] as const);

const attributesOf = (snapshotId: string) => ({
  type: "edgecloud:SnapshotAttributes",
  properties: `{ projectId: ${projectId}, regionId: ${regionId}, snapshotId: ${snapshotId}, name: nightly, tags: { team: new } }`,
});

const advice =
  "- If it is to be replaced (`--replace`, `pulumi state taint`): set its option deleteBeforeReplace: true\n";

/** What resources are replaced, with what a replacement sends if it deletes first, and what stops it otherwise. */
const kinds = {
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
    taken: 'the namespace "images" already has a function "resize" (with the same content). What to do:',
    requests: [/^DELETE .*.functions.resize 200$/, /^POST .*.functions 200$/],
  },
  snapshot: {
    ...attributesOf(ids.restored),
    /** Everything is put back, and declared again. */
    requests: [/^PATCH .*.snapshots.* 200$/, /^PATCH .*.snapshots.* 200$/],
  },
};

const deletingFirst = "options: { deleteBeforeReplace: true }";

type Declared = Record<string, { type: string; properties: string; options?: string }>;

function project(resources: Declared, config = ""): Files {
  const lines = Object.entries(resources).map(
    ([name, { type, properties, options = "" }]) =>
      `  ${name}: { type: "${type}", properties: ${properties}, ${options} }\n`,
  );
  return yamlProject(`${config}resources:\n${lines.join("")}`);
}

const urnOf = (name: string, { type }: { type: string }) =>
  `urn:pulumi:dev::test::${type.replace(":", ":index:")}::${name}`;

/** Expects that an `up`, which asks the plugin nothing first, replaces the resources of all kinds, deletes first, and leaves nothing to do. */
async function expectReplaced(stack: YamlStack, options: string[], unchanged: number): Promise<void> {
  stack.emulator.clearRequests();
  const said = await stack.up("--skip-preview", ...options);
  const count = Object.keys(kinds).length;
  expect(said).toContain(`+-${count} replaced`);
  expect(said).not.toContain("warning");
  const changes = stack.emulator.requests().filter(({ method }) => method !== "GET");
  for (const { requests } of Object.values(kinds)) {
    const lines = changes.map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(lines.filter((line) => requests.some((request) => request.test(line)))).toEqual(
      requests.map((request) => expect.stringMatching(request) as string),
    );
  }
  expect(changes).toHaveLength(2 * count);
  expect(await stack.preview()).toMatch(new RegExp(` ${unchanged} unchanged\n$`));
}

const { group, function: fn, snapshot } = kinds;
const warned = attributesOf(ids.warned);
const withoutOption = { group, function: fn, snapshot: { ...snapshot, options: deletingFirst }, warned };
const withOption = Object.fromEntries(
  Object.entries({ group, function: fn, snapshot }).map(([name, kind]) => [name, { ...kind, options: deletingFirst }]),
);

yamlTest(
  "replacing a group or function fails without loss, a snapshot warns that it was not restored, and all work with the " +
    "option that these name; a project that declares all names needs no option",
  project(withoutOption),
  { seed: { snapshots } },
  async (stack) => {
    const { emulator } = stack;
    const found = emulator.state().snapshots;
    await stack.up();
    const declared = emulator.state();
    expect(await stack.up("--skip-preview", "--replace", urnOf("warned", warned))).toContain(
      "their values from before this resource are not restored. A resource that is to be replaced (`--replace`, " +
        "`pulumi state taint`) restores them first if its option deleteBeforeReplace is true",
    );
    expect(emulator.state()).toEqual(declared);

    const urns = Object.entries(kinds).map(([name, kind]) => urnOf(name, kind));

    const replaced = [urnOf("group", group), urnOf("function", fn)].flatMap((urn) => ["--replace", urn]);
    const failure = await failureText(stack.up("--skip-preview", "--continue-on-error", ...replaced));
    for (const { taken } of [group, fn]) {
      // The advice is in the lines below, up to the next resource.
      const [, ...said] = failure.split(taken);
      expect(said.some((text) => text.split(/error: |pulumi:pulumi:Stack/)[0]?.includes(advice))).toBe(true);
    }
    expect(emulator.state()).toEqual(declared);

    await stack.write(project({ ...withOption, warned }));
    await stack.pulumi("state", "taint", ...urns, "--yes");
    await expectReplaced(stack, [], 5);

    // The one that was not restored is no longer declared.
    await stack.write(project({ group, function: fn, snapshot }, namesInProgram));
    const options = urns.flatMap((urn) => ["--replace", urn]);
    await expectReplaced(stack, options, 4);
    expect(readSnapshot(emulator, ids.warned)).toMatchObject({ name: "nightly", tags: { team: "new" } });
    changeSnapshot(emulator, ids.warned, () => found.find(({ id }) => id === ids.warned));
  },
);
