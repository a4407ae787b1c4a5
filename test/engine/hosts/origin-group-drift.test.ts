import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { drifts, type Drift } from "../setup/drifts";
import { changeGroups } from "../setup/platform";
import { diffOf } from "../setup/previews";
import { engineTest } from "../setup/test-stack";

const declare = (args: Record<string, Partial<OriginGroupArgs>>) => () => {
  for (const [name, own] of Object.entries(args)) {
    const sources = [{ source: "a.example.com" }, { source: "b.example.com" }];
    new OriginGroup(name, { name, sources, ...own });
  }
};

engineTest("drift: each field shows up alone in the diff and is repaired", {}, async (stack) => {
  const cases: Record<string, Drift> = drifts;
  stack.program = declare(Object.fromEntries(Object.entries(cases).map(([name, { args = {} }]) => [name, args])));
  await stack.up();
  const wanted = stack.emulator.state();
  changeGroups(stack.emulator, (group) => cases[group.name]?.change(group) ?? {});
  const drifted = stack.emulator.state();

  await stack.refresh();
  expect(stack.emulator.state()).toEqual(drifted);
  stack.emulator.clearRequests();
  const preview = await stack.preview();
  const shown = Object.fromEntries(Object.keys(cases).map((name) => [name, diffOf(preview, name)]));
  expect(shown).toEqual(Object.fromEntries(Object.entries(cases).map(([name, { diff }]) => [name, diff])));

  await stack.up();
  expect(stack.emulator.state()).toEqual(wanted);
  expect(stack.changes().sort()).toEqual(
    wanted.originGroups.map(({ id }) => `PUT /cdn/origin_groups/${id} 200`).sort(),
  );
  expect(await stack.preview()).toMatch(new RegExp(`${Object.keys(cases).length + 1} unchanged`));
});
