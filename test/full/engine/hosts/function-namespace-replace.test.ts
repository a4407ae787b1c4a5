import { CloudFunction, FunctionNamespace, type FunctionNamespaceArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { required } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

const { projectId, regionId } = required;
const place = { projectId, regionId };
const path = "/cloud/v1/faas/namespaces/12/7";

engineTest(
  "a namespace: its name may be unknown at preview, and another name replaces it together with its function",
  {},
  async (stack) => {
    let args: Partial<FunctionNamespaceArgs> = {};
    stack.program = () => {
      const base = new FunctionNamespace("base", { ...place, name: "base" });
      // Its ID is unknown until it is there.
      const name = base.id.apply((id) => id && "later");
      const later = new FunctionNamespace("later", { ...place, name, ...args });
      new CloudFunction("resize", { ...required, namespace: later.namespace });
    };
    expect(await stack.preview()).toContain("4 to create");
    await stack.up();
    expect(stack.changes()).toEqual([`POST ${path} 200`, `POST ${path} 200`, `POST ${path}/later/functions 200`]);
    await expectConverged(stack);

    args = { name: "renamed" };
    const preview = await stack.preview();
    expect(preview).toContain('~ name: "later" => "renamed"');
    expect(preview).toMatch(/~ namespace *: "later" => "renamed"/);
    stack.emulator.clearRequests();
    await stack.up();
    expect(stack.changes()).toEqual([
      `DELETE ${path}/later/functions/resize 200`,
      `DELETE ${path}/later 200`,
      `POST ${path} 200`,
      `POST ${path}/renamed/functions 200`,
    ]);
    await expectConverged(stack);
  },
);

engineTest("a namespace that is adopted stays at the end, with what was declared", {}, async (stack) => {
  stack.program = () => {
    const { adopted } = new FunctionNamespace("images", {
      ...place,
      name: "images",
      adopt: true,
      description: "Ours.",
    });
    return { adopted };
  };
  expect(await stack.preview()).toContain("adopts the existing one");
  expect((await stack.outputs()).adopted?.value).toBe(true);
  await stack.destroy();
  expect(stack.changes()).toEqual([`PATCH ${path}/images 200`]);
  const { namespaces, ...rest } = stack.emulator.state();
  expect(namespaces.find(({ name, region_id }) => name === "images" && region_id === regionId)?.description).toBe(
    "Ours.",
  );
  stack.emulator.replaceState({ ...rest, namespaces: namespaces.map((one) => ({ ...one, description: null })) });
});
