import { OriginGroup } from "pulumi-edgecloud";
import { engineTest } from "../../../engine/setup/test-stack";

const count = 50;

engineTest("parallel: sends each request once for 50 groups", {}, async (stack) => {
  const names = Array.from({ length: count }, (_, index) => `group-${index}`);
  stack.program = () => {
    for (const [index, name] of names.entries()) {
      new OriginGroup(name, { name, sources: [{ source: `host-${index}.example.com` }] });
    }
  };
  await stack.up(count);
  const groups = stack.emulator.state().originGroups;
  for (const [index, name] of names.entries()) {
    const own = groups.filter((group) => group.name === name);
    expect(own).toMatchObject([{ sources: [{ source: `host-${index}.example.com` }] }]);
  }
  expect(groups).toHaveLength(count);
  const ids = new Map((await stack.resources()).map(({ id, outputs }) => [outputs.name, id]));
  expect(ids).toEqual(new Map(groups.map(({ id, name }) => [name, String(id)])));
  const requests = stack.requests();
  expect(requests.map(({ method, status }) => `${method} ${status}`)).toEqual(Array(count).fill("POST 201"));
  expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(count);

  stack.emulator.clearRequests();
  expect(await stack.up(count)).toMatch(/51 unchanged/);
  expect(stack.requests()).toEqual([]);

  await stack.destroy();
  const deleted = groups.map(({ id }) => `DELETE /cdn/origin_groups/${id} 204`);
  expect(stack.changes().sort()).toEqual(deleted.sort());
});
