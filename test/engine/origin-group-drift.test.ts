import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { nextSection } from "./setup/functions";
import { drifts, known, storage, type Drift } from "./setup/drifts";
import { changeGroups, findGroup } from "./setup/platform";
import { engineTest } from "./setup/test-stack";

/** What `preview --diff` shows of one resource, on one line. */
function diffOf(preview: string, resource: string): string {
  const [, section = ""] = preview.split(`OriginGroup::${resource}]\n`);
  const [own = ""] = section.split(nextSection);
  return own.replace(/\s+/g, " ").trim();
}

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

engineTest("drift: credentials survive a refresh, which reads only their mask", {}, async (stack) => {
  const legacy = { ...storage, ...known, s3BucketName: "legacy" };
  const program = (useNext: boolean) =>
    declare({
      sources: { useNext, sources: [{ source: "a.example.com" }, { config: { ...storage, ...known } }] },
      legacy: { useNext, sources: undefined, authType: "cloudSignatureV4", auth: legacy },
    });
  stack.program = program(false);
  await stack.up();
  for (let round = 0; round < 2; round++) {
    await stack.refresh();
  }
  expect(await stack.preview()).toMatch(/3 unchanged/);

  stack.emulator.clearRequests();
  stack.program = program(true);
  await stack.up();
  const stored = { s3_access_key_id: known.s3AccessKeyId, s3_secret_access_key: known.s3SecretAccessKey };
  expect(findGroup(stack.emulator, "sources").sources[1]).toMatchObject({ config: stored });
  expect(findGroup(stack.emulator, "legacy").auth).toMatchObject(stored);
  expect(JSON.stringify(stack.requests())).not.toContain("SECRET_VALUE");
});

engineTest("drift: undeclared fields and users of the group cause no diff", {}, async (stack) => {
  stack.program = declare({ plain: {}, empty: { path: "", proxyNextUpstream: ["timeout", "error"] } });
  await stack.up();
  await stack.refresh();
  expect(await stack.preview()).toMatch(/3 unchanged/);

  changeGroups(stack.emulator, () => ({ usedBy: { resources: [{ id: 9001 }], rules: [] } }));
  await stack.refresh();
  expect((await stack.resources()).map(({ outputs }) => outputs.hasRelatedResources)).toEqual([true, true]);
  expect(await stack.preview()).toMatch(/3 unchanged/);
  stack.emulator.clearRequests();
  await stack.up();
  expect(stack.changes()).toEqual([]);

  // The order of the cases is no drift either.
  changeGroups(stack.emulator, () => ({
    usedBy: { resources: [], rules: [] },
    proxy_next_upstream: ["timeout", "error"],
  }));
  await stack.refresh();
  expect(await stack.preview()).toMatch(/3 unchanged/);
});
