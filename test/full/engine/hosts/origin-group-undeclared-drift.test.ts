import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { known, storage } from "../../../engine/setup/drifts";
import { changeGroups, findGroup, type StoredGroup } from "../../../engine/setup/platform";
import { engineTest } from "../../../engine/setup/test-stack";

const declare = (args: Record<string, Partial<OriginGroupArgs>>) => () => {
  for (const [name, own] of Object.entries(args)) {
    const sources = [{ source: "a.example.com" }, { source: "b.example.com" }];
    new OriginGroup(name, { name, sources, ...own });
  }
};

engineTest(
  "drift: credentials survive refreshes, undeclared fields and users of a group cause no diff",
  {},
  async (stack) => {
    const legacy = { ...storage, ...known, s3BucketName: "legacy" };
    const unaware = { plain: {}, empty: { path: "", proxyNextUpstream: ["timeout" as const, "error" as const] } };
    const program = (useNext: boolean) =>
      declare({
        ...unaware,
        sources: { useNext, sources: [{ source: "a.example.com" }, { config: { ...storage, ...known } }] },
        legacy: { useNext, sources: undefined, authType: "cloudSignatureV4", auth: legacy },
      });
    const changeUnaware = (change: Partial<StoredGroup>) =>
      changeGroups(stack.emulator, ({ name }) => (name in unaware ? change : {}));
    stack.program = program(false);
    await stack.up();
    await stack.refresh();
    changeUnaware({ usedBy: { resources: [{ id: 9001 }], rules: [] } });
    // This refresh, too, reads only the mask of the credentials.
    await stack.refresh();
    const used = (await stack.resources()).filter(({ outputs }) => outputs.hasRelatedResources === true);
    expect(used.map(({ inputs }) => inputs.name).sort()).toEqual(Object.keys(unaware).sort());
    stack.emulator.clearRequests();
    expect(await stack.up()).toMatch(/ 5 unchanged/);
    expect(stack.changes()).toEqual([]);

    // The order of the cases is no drift either.
    changeUnaware({ usedBy: { resources: [], rules: [] }, proxy_next_upstream: ["timeout", "error"] });
    await stack.refresh();
    stack.program = program(true);
    expect(await stack.up()).toMatch(/~ 2 updated\n +3 unchanged/);
    const stored = { s3_access_key_id: known.s3AccessKeyId, s3_secret_access_key: known.s3SecretAccessKey };
    expect(findGroup(stack.emulator, "sources").sources[1]).toMatchObject({ config: stored });
    expect(findGroup(stack.emulator, "legacy").auth).toMatchObject(stored);
    expect(JSON.stringify(stack.requests())).not.toContain("SECRET_VALUE");
  },
);
