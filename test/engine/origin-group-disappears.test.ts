import { OriginGroup } from "pulumi-edgecloud";
import { changeGroups, findGroup } from "./setup/platform";
import { engineTest, failureText } from "./setup/test-stack";

const declare = (useNext = false) => {
  return () => new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }] });
};

const removeAll = () => undefined;

engineTest("disappears: refresh drops the group from the state, up creates it again", {}, async (stack) => {
  stack.program = declare();
  await stack.up();
  const { id, ...content } = findGroup(stack.emulator, "assets");
  changeGroups(stack.emulator, removeAll);

  expect(await stack.refresh()).toMatch(/- 1 deleted/);
  expect(await stack.resources()).toEqual([]);
  await stack.up();
  const again = findGroup(stack.emulator, "assets");
  expect(again).toEqual({ ...content, id: id + 1 });
  expect((await stack.resources()).map((resource) => resource.id)).toEqual([String(id + 1)]);
});

engineTest("disappears: update reports what to do, destroy of a missing group succeeds", {}, async (stack) => {
  stack.program = declare();
  await stack.up();
  const { id } = findGroup(stack.emulator, "assets");
  changeGroups(stack.emulator, removeAll);

  stack.program = declare(true);
  expect(await failureText(stack.up())).toContain(
    `updating origin group "assets": origin group ${id} no longer exists on the platform; run \`pulumi refresh\` to ` +
      "drop it from the state, then `pulumi up`",
  );
  expect(stack.emulator.state().originGroups).toEqual([]);
  expect((await stack.resources()).map((resource) => resource.id)).toEqual([String(id)]);

  stack.emulator.clearRequests();
  expect(await stack.destroy()).toMatch(/- 2 deleted/);
  expect(stack.changes()).toEqual([`DELETE /cdn/origin_groups/${id} 404`]);
  expect(await stack.resources()).toEqual([]);
});

engineTest(
  "disappears: only a 404 of the platform counts as gone",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    stack.program = declare();
    await stack.up();
    for (const answer of [
      { status: 403, body: { message: "No permission." } },
      { status: 500, body: "oops" },
      { status: 200, body: { message: "no group at all" } },
      { status: 404, body: "default backend - 404" },
      { status: 404, body: { error: "no route" } },
    ]) {
      stack.emulator.addFault({ path: "/cdn/origin_groups/*", answer });
      expect(await failureText(stack.refresh())).toContain('reading origin group "assets": ');
      expect(await stack.resources()).toHaveLength(1);
    }
    for (const answer of [
      { status: 404, body: "default backend - 404" },
      { status: 200, body: "<html>please log in</html>" },
    ]) {
      stack.emulator.addFault({ method: "DELETE", path: "/cdn/origin_groups/*", answer });
      expect(await failureText(stack.destroy())).toContain('deleting origin group "assets": ');
      expect(await stack.resources()).toHaveLength(1);
    }
    expect(await stack.preview()).toMatch(/2 unchanged/);
  },
);
