import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import type { JsonObject } from "../../../provider/values/json";
import { first, place, resize, second, useEmulator, values } from "./credentials";
import { hosts, type StoredResource } from "./stored-resource";

const getPlatform = useEmulator();
const snapshotId = "5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31";
const functionPath = "/cloud/v1/faas/namespaces/12/7/images/functions/resize";
const snapshotPath = `/cloud/v1/snapshots/12/7/${snapshotId}`;

const group = (more: JsonObject): JsonObject => ({
  name: "assets",
  proxyNextUpstream: ["timeout", "error"],
  sources: [{ source: "a.example.com" }, { config: { ...place, ...values(first) }, ...more }],
});
const snapshot = (more: JsonObject): JsonObject => ({ projectId: 12, regionId: 7, snapshotId, ...more });
const say = (subject: string, changes: string) =>
  `${subject}: the platform accepted the change but has not made all of it (${changes}). The next \`pulumi up\` sends ` +
  "again what the program declares; if that does not help, declare what the platform has, or change it there";

interface Case {
  definition: unknown;
  before: JsonObject;
  after: JsonObject;
  path: (id: string) => string;
  expected: (id: string) => string;
  /** Whether the state shows a difference afterwards: not of what the program no longer declares. */
  isSentAgain?: false;
}

const ofFunction = (more: JsonObject, changed: JsonObject, changes: string): Case => ({
  definition: cloudFunction,
  before: resize(more),
  after: resize(changed),
  path: () => functionPath,
  expected: () => say('function "resize"', changes),
});
const ofSnapshot = (more: JsonObject, changed: JsonObject, changes: string): Case => ({
  definition: snapshotAttributes,
  before: snapshot(more),
  after: snapshot(changed),
  path: () => snapshotPath,
  expected: () => say(`snapshot ${snapshotId}`, changes),
});
const ofGroup = (more: JsonObject, changed: JsonObject, changes: string): Case => ({
  definition: originGroup,
  before: group(more),
  after: group(changed),
  path: (id) => `/cdn/origin_groups/${id}`,
  expected: (id) => say(`origin group "assets" (ID ${id})`, changes),
});
const cases: Record<string, Case> = {
  "a field of a group": ofGroup({}, { backup: true }, "sources[1].backup: false → true"),
  "a field of a function": ofFunction({}, { timeout: 60 }, "timeout: 30 → 60"),
  "a field that a function no longer has": {
    ...ofFunction({ description: "old" }, {}, 'description: "old" → ""'),
    isSentAgain: false,
  },
  "a variable, without its value": ofFunction(
    { envs: { TOKEN: first.token, SIZE: "1" } },
    { envs: { TOKEN: second.token, SIZE: "1" } },
    "envs.TOKEN: changes",
  ),
  "the name and a tag of a snapshot": ofSnapshot(
    { name: "old", tags: { keep: "30d", team: "web" } },
    { name: "new", tags: { keep: "60d", team: "web" } },
    'name: "old" → "new", tags.keep: "30d" → "60d"',
  ),
  "a tag that a snapshot no longer has": {
    ...ofSnapshot({ name: "a-name", tags: { keep: "30d" } }, { name: "a-name" }, 'tags.keep: "30d" → nothing'),
    isSentAgain: false,
  },
};

const listWarnings = ({ notices }: StoredResource) => notices.filter((text) => text.includes("accepted the change"));

/** Answers the next change with 200, as the platform does, and does not carry it out. */
async function ignoreNextChange(path: string, more: JsonObject = {}): Promise<void> {
  const { emulator } = getPlatform();
  const response = await fetch(emulator.url + path, { headers: { authorization: "apikey demo-key" } });
  expect(response.status).toBe(200);
  const found = (await response.json()) as JsonObject;
  const tasks = { tasks: emulator.state().tasks.map(({ id }) => id) };
  const body = path === functionPath ? tasks : found;
  emulator.addFault({ method: path.startsWith("/cdn") ? "PUT" : "PATCH", path, answer: { status: 200, body } });
  if (Object.keys(more).length > 0) {
    emulator.addFault({ method: "GET", path, skip: 1, times: 9, answer: { status: 200, body: { ...found, ...more } } });
  }
}

describe.each(Object.entries(hosts))("a change that was accepted and ignored, with %s", (_, createResource) => {
  beforeEach(() => {
    const seeded = { id: snapshotId, project_id: 12, region_id: 7, name: "nightly" };
    getPlatform().emulator.replaceState({ snapshots: [seeded] });
  });

  it.each(Object.entries(cases))("is said: %s", async (_what, { definition, before, after, path, ...rest }) => {
    const resource = createResource(definition, getPlatform().config);
    expect(await resource.up(before)).toBe("done");
    expect(listWarnings(resource)).toEqual([]);
    await ignoreNextChange(path(resource.id));
    expect(await resource.up(after)).toBe("done");
    expect(listWarnings(resource)).toEqual([rest.expected(resource.id)]);
    const { changes } = await resource.preview(after);
    expect(changes).toBe(rest.isSentAgain ?? true);
    expect(await resource.up(after)).toBe(changes ? "done" : "unchanged");
    expect(listWarnings(resource)).toEqual([]);
  });

  it("is said of a restore, and nothing says that it is restored", async () => {
    const { emulator, config } = getPlatform();
    const plain = (enabled: boolean): JsonObject => ({
      name: "assets",
      sources: [{ source: "a.example.com" }, { source: "b.example.com", enabled }],
    });
    const there = createResource(originGroup, config);
    expect(await there.up(plain(false))).toBe("done");
    const adopted = createResource(originGroup, config);
    const adoption = { originGroupId: Number(there.id), onDestroy: "restore" };
    expect(await adopted.up({ ...plain(true), ...adoption })).toBe("done");
    const named = createResource(snapshotAttributes, config);
    expect(await named.up(snapshot({ name: "new" }))).toBe("done");

    const restored = "stays on the platform, and is restored to what was there before";
    const rows = [
      [
        adopted,
        `/cdn/origin_groups/${there.id}`,
        `origin group "assets" (ID ${there.id})`,
        "sources[1].enabled: true → false",
      ],
      [named, snapshotPath, `snapshot ${snapshotId}`, 'name: "new" → "nightly"'],
    ] as const;
    for (const [resource, path, subject, change] of rows) {
      await ignoreNextChange(path);
      await resource.destroy();
      expect(resource.notices.join("\n")).toContain(
        `${subject}: the platform accepted the change but has not made all of it (${change}). It stays as it is: restore ` +
          "the rest there",
      );
      expect(resource.notices.join("\n")).not.toContain(restored);
    }
    expect(emulator.state().snapshots).toMatchObject([{ name: "new" }]);
  });

  it("is not said while the platform still builds the function, and may show older values", async () => {
    const resource = createResource(cloudFunction, getPlatform().config);
    expect(await resource.up(resize({}))).toBe("done");
    await ignoreNextChange(functionPath, { status: "building" });
    expect(await resource.up(resize({ timeout: 60 }))).toBe("done");
    expect(listWarnings(resource)).toEqual([]);
  });

  it("is not said of changes that were made, whatever the platform masks, sorts or resets", async () => {
    for (const { definition, before, after } of Object.values(cases)) {
      const resource = createResource(definition, getPlatform().config);
      for (const args of [before, after, before]) {
        expect(await resource.up(args)).toBe("done");
      }
      await resource.destroy();
      expect(listWarnings(resource)).toEqual([]);
    }
  });
});
