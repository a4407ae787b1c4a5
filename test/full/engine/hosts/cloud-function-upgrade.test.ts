import { expectConverged } from "../../../engine/setup/expectations";
import { bodiesByName, changeFunctions, declareFunctions, findFunction, idOf } from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { changesOf } from "../../../engine/setup/named-functions";
import { engineTest } from "../../../engine/setup/test-stack";

/** What the dynamic provider's host adds to all properties. */
const ofHost = byHost<Record<string, string>>({
  dynamic: { __provider: 'exports.handler = () => require("pulumi-edgecloud/host").CloudFunction' },
  plugin: {},
});

const computed = [
  "adopted",
  "buildMessage",
  "buildStatus",
  "createdAt",
  "deployStatus",
  "endpoint",
  "functionId",
  "status",
];
const args = { description: "Resizes.", envs: { A: "1" } };

engineTest(
  "upgrade: the state holds what is needed and nothing else; states with fewer or more outputs still work, and what " +
    "only the outputs show is named and repaired",
  {},
  async (stack) => {
    const { emulator } = stack;
    const all = { new: args, fewer: args, "no-id": args, more: args, different: { envs: { A: "1" } } };
    const declared = declareFunctions(all);
    stack.program = declared.program;
    await stack.up();

    const found = await stack.findResource("new");
    const names = "code description envs flavor mainMethod name namespace projectId regionId runtime";
    const inputs = [...Object.keys(ofHost), ...names.split(" "), "taskTimeoutSeconds", "timeout"];
    expect(found).toMatchObject({ id: idOf("new"), inputs: ofHost, outputs: ofHost });
    expect(Object.keys(found?.inputs ?? {}).sort()).toEqual(inputs);
    const kept = byHost({ dynamic: ["__private", "__secretPaths"], plugin: ["__private"] });
    expect(Object.keys(found?.outputs ?? {}).sort()).toEqual([...inputs, ...computed, ...kept].sort());

    const optional = computed.filter((name) => name !== "functionId");
    const edits: Record<string, (outputs: Record<string, unknown>) => Record<string, unknown>> = {
      fewer: (outputs) => Object.fromEntries(Object.entries(outputs).filter(([name]) => !optional.includes(name))),
      "no-id": ({ functionId: _functionId, ...outputs }) => outputs,
      more: (outputs) => ({ ...outputs, future: { deep: [true] }, timeoutMs: 30_000 }),
      // As after an answer with other values than those that were sent.
      different: (outputs) => ({ ...outputs, timeout: 60, envs: { A: "2" } }),
    };
    await stack.editOutputs(({ urn, outputs }) => edits[urn.split("::").at(-1)!]?.(outputs) ?? outputs);
    changeFunctions(emulator, ({ name }) =>
      name === "no-id" ? { build_message: "elsewhere" } : name === "different" ? { timeout: 60, envs: { A: "2" } } : {},
    );
    const id = findFunction(emulator, "no-id")?.id;
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 1 to update/);
    expect(preview).toMatch(/5 unchanged/);
    expect(preview).toContain(
      'function "different": is updated, although Pulumi shows no difference (envs.A: changes, timeout: changes)',
    );

    // A function without an ID in the state is not created again.
    emulator.clearRequests();
    declared.all = { ...all, more: { ...args, timeout: 60 } };
    await stack.up();
    expect(bodiesByName(emulator, "PATCH")).toEqual({
      different: [{ timeout: 30, envs: { A: "1" } }],
      more: [{ timeout: 60 }],
    });
    expect(stack.changes()).toHaveLength(2);
    await expectConverged(stack);

    await stack.refresh();
    const complete = await stack.findResource("fewer");
    expect(Object.keys(complete?.outputs ?? {})).toEqual(expect.arrayContaining(computed));
    expect(changesOf(stack, "no-id")).toEqual([]);
    expect((await stack.findResource("no-id"))?.outputs).toMatchObject({ functionId: id, buildMessage: "elsewhere" });
    expect(JSON.stringify(await stack.resources())).not.toMatch(/future|timeoutMs/);
    expect(await stack.preview()).toMatch(/6 unchanged/);
  },
);
