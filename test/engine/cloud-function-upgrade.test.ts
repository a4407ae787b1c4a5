import { expectConverged } from "./setup/expectations";
import { bodiesByName, changeFunctions, declareFunction, idOf, findFunction } from "./setup/functions";
import { byHost } from "./setup/host";
import { engineTest, type ExportedResource, type TestStack } from "./setup/test-stack";

/** What the dynamic provider's host adds to all properties. */
const ofHost = byHost<Record<string, string>>({
  dynamic: { __provider: 'exports.handler = () => require("pulumi-edgecloud/host").CloudFunction' },
  plugin: {},
});

/** Edits the function in the state, as another version of this package would have written it. */
async function edit(
  { stack }: TestStack,
  change: (properties: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const exported = await stack.exportStack();
  const deployment = exported.deployment as { resources: ExportedResource[] };
  const resources = deployment.resources.map((resource) =>
    resource.type.endsWith(":CloudFunction") ? { ...resource, outputs: change(resource.outputs) } : resource,
  );
  await stack.importStack({ ...exported, deployment: { ...deployment, resources } });
}

const computed = [
  "adopted",
  "claim",
  "buildMessage",
  "buildStatus",
  "createdAt",
  "deployStatus",
  "endpoint",
  "functionId",
  "status",
];
const args = { description: "Resizes.", envs: { A: "1" } };

engineTest("upgrade: the state holds inputs, outputs and what its host needs, nothing else", {}, async (stack) => {
  stack.program = declareFunction(args).program;
  await stack.up();
  const [found] = await stack.resources();
  const names = "code description envs flavor mainMethod name namespace projectId regionId runtime";
  const inputs = [...Object.keys(ofHost), ...names.split(" "), "taskTimeoutSeconds", "timeout"];
  expect(found).toMatchObject({ id: idOf(), inputs: ofHost, outputs: ofHost });
  expect(Object.keys(found?.inputs ?? {}).sort()).toEqual(inputs);
  const kept = byHost({ dynamic: ["__secretPaths"], plugin: [] });
  expect(Object.keys(found?.outputs ?? {}).sort()).toEqual([...inputs, ...computed, ...kept].sort());
});

engineTest("upgrade: states with fewer or more outputs than this version writes still work", {}, async (stack) => {
  const declared = declareFunction(args);
  stack.program = declared.program;
  await stack.up();

  const optional = computed.filter((name) => name !== "functionId");
  await edit(stack, (outputs) =>
    Object.fromEntries(Object.entries(outputs).filter(([name]) => !optional.includes(name))),
  );
  expect(await stack.preview()).toMatch(/2 unchanged/);
  await stack.refresh();
  const [complete] = await stack.resources();
  const told = computed.filter((name) => name !== "claim");
  expect(Object.keys(complete?.outputs ?? {})).toEqual(expect.arrayContaining(told));

  const future = { future: { deep: [true] }, timeoutMs: 30_000 };
  await edit(stack, (outputs) => ({ ...outputs, ...future }));
  expect(await stack.preview()).toMatch(/2 unchanged/);
  stack.emulator.clearRequests();
  declared.args = { ...args, timeout: 60 };
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ timeout: 60 }] });
  await stack.refresh();
  expect(JSON.stringify(await stack.resources())).not.toMatch(/future|timeoutMs/);
  expect(await stack.preview()).toMatch(/2 unchanged/);
});

engineTest(
  "upgrade: a state without the function's ID is not created again, and a refresh completes it",
  {},
  async (stack) => {
    stack.program = declareFunction(args).program;
    await stack.up();
    const id = findFunction(stack.emulator)?.id;
    await edit(stack, ({ functionId: _functionId, ...outputs }) => outputs);
    changeFunctions(stack.emulator, () => ({ build_message: "elsewhere" }));
    stack.emulator.clearRequests();
    await stack.up();
    await stack.refresh();
    expect(stack.changes()).toEqual([]);
    expect((await stack.resources())[0]?.outputs).toMatchObject({ functionId: id, buildMessage: "elsewhere" });
  },
);

engineTest("upgrade: names and repairs a difference that only the outputs of a state show", {}, async (stack) => {
  stack.program = declareFunction({ envs: { A: "1" } }).program;
  await stack.up();
  // As after an answer with other values than those that were sent.
  changeFunctions(stack.emulator, () => ({ timeout: 60, envs: { A: "2" } }));
  await edit(stack, (outputs) => ({ ...outputs, timeout: 60, envs: { A: "2" } }));
  const preview = await stack.preview();
  expect(preview).toMatch(/~ 1 to update/);
  expect(preview).toContain(
    'function "resize": is updated, although Pulumi shows no difference (envs.A: changes, timeout: changes)',
  );
  stack.emulator.clearRequests();
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ timeout: 30, envs: { A: "1" } }] });
  await expectConverged(stack);
});
