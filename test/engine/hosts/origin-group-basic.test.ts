import { OriginGroup } from "pulumi-edgecloud";
import { engineTest } from "../setup/test-stack";

engineTest("basic: the second up changes nothing, destroy leaves nothing", {}, async (stack) => {
  stack.program = () => {
    const group = new OriginGroup("assets", {
      name: "assets",
      sources: [{ source: "a.example.com" }, { source: "b.example.com:8443", backup: true }],
    });
    return { id: group.id, number: group.originGroupId, cases: group.proxyNextUpstream };
  };
  expect(await stack.preview()).toMatch(/2 to create/);
  expect(stack.emulator.state().originGroups).toEqual([]);

  const outputs = await stack.outputs();
  const [created] = stack.emulator.state().originGroups;
  expect(outputs.number?.value).toBe(created?.id);
  expect(outputs.id?.value).toBe(String(created?.id));
  expect(outputs.cases?.value).toEqual(["error", "timeout"]);

  stack.emulator.clearRequests();
  expect(await stack.up()).toMatch(/2 unchanged/);
  expect(stack.changes()).toEqual([]);
});
