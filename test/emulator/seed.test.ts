import { readFileSync } from "node:fs";
import path from "node:path";
import type { SeedInput } from "../../emulator/src/index";
import { bucket, call, groupsPath, newGroup, start } from "./client";

const source = { source: "a.example.com" };
const group = (rest: object = {}) => ({ originGroups: [{ name: "a", sources: [source], ...rest }] });
const fill = (config: object) => group({ sources: [{ ...bucket("b"), config }] });

describe("a seed", () => {
  it("is optional", async () => {
    const off = { refusesTagsNull: false, requiresAutoscaling: false, omitsDisabled: false, ignoresOffset: false };
    const cloud = { ...off, ignoredImageFilters: [], taskLife: {}, maxFunctionTimeout: 1805 };
    const emulator = await start();
    expect(emulator.state()).toEqual({
      dialect: { cloudSignatureV4: "cloudSignatureV4", cloudvendor: "cloudvendor", edgeapp: "edgeapp" },
      clock: { advancedMs: 0 },
      plan: { originsLimit: 100, groupsLimit: 10_000 },
      names: {},
      cdn: { olderLegacySecretRule: false, ignoresOffset: false },
      ...{ originGroups: [], images: [], snapshots: [], namespaces: [], functions: [], tasks: [], streams: [] },
      cloud,
      vodStatistics: { clients: [] },
      analytics: { enabled: true, resources: [] },
    });
  });

  it("gets the server's defaults, and IDs that do not clash with given ones", async () => {
    const originGroups = [
      { name: "a", sources: [source] },
      { id: 5000, name: "b", sources: [source] },
    ];
    const emulator = await start({ seed: { originGroups } });
    expect(emulator.state().originGroups).toMatchObject([
      { id: 5000, name: "b" },
      { id: 5001, name: "a", proxy_next_upstream: ["error", "timeout"], sources: [{ enabled: true, backup: false }] },
    ]);
    const { body } = await call(emulator, "POST", groupsPath, newGroup("c"));
    expect(body).toMatchObject({ id: 5002 });
  });

  it.each<[string, unknown, RegExp]>([
    ["no object", [], /expected object/],
    ["an unknown key", { groups: [] }, /\(top level\): .*groups/],
    ["an unknown key of a group", group({ colour: 1 }), /originGroups\[0\]: .*colour/],
    ["no name", { originGroups: [{ sources: [source] }] }, /originGroups\[0\]\.name/],
    ["a name of blanks", group({ name: " " }), /originGroups\[0\]\.name: .*blank/],
    ["no sources and no auth", { originGroups: [{ name: "a" }] }, /originGroups\[0\]\.sources/],
    ["a wrong type in a source", group({ sources: [source, { ...source, backup: 1 }] }), /sources\[1\]\.backup/],
    ["a bucket without its name", fill({ s3_type: "other" }), /sources\[0\]\.config\.s3_bucket_name/],
    ["auth without auth_type", group({ auth: {} }), /originGroups\[0\]\.auth/],
    ["a wrong use", group({ usedBy: { resources: [{ cname: "x" }] } }), /usedBy\.resources\[0\]\.id/],
    ["a name twice", { originGroups: [...group().originGroups, ...group().originGroups] }, /\[1\]\.name: "a"/],
    ["an ID twice", { originGroups: ["a", "b"].map((name) => ({ id: 1, name, sources: [source] })) }, /\[1\]\.id: 1/],
    ["a wrong dialect", { dialect: { edgeapp: "" } }, /dialect\.edgeapp/],
  ])("is refused with the path of the problem: %s", async (_what, seed, expected) => {
    await expect(start({ seed: seed as SeedInput })).rejects.toThrow(expected);
    await expect(start({ seed: seed as SeedInput })).rejects.toThrow(/^The seed is not valid: /);
  });

  it("is shipped as an example, with every special name", async () => {
    const file = path.join(__dirname, "../../emulator/seeds/demo.json");
    const seed = JSON.parse(readFileSync(file, "utf8")) as SeedInput;
    const emulator = await start({ seed });
    expect(emulator.state().originGroups.map(({ name }) => name)).toContain("website");
    for (const name of Object.keys(seed.names ?? {})) {
      const sources = [{ source: name }, { source: "b.example.com" }];
      expect(await call(emulator, "POST", groupsPath, { name: "new", sources })).toMatchObject({ status: 400 });
    }
    for (const { id, usedBy } of emulator.state().originGroups) {
      const inUse = usedBy.resources.length + usedBy.rules.length > 0;
      const answer = await call(emulator, "DELETE", `${groupsPath}/${id}`);
      expect(answer).toMatchObject({ status: inUse ? 400 : 204 });
    }
  });
});
