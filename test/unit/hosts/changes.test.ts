import { originGroup } from "../../../provider/resources/origin-group/handler";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import type { JsonObject } from "../../../provider/values/json";
import { first, place, resize, second, useEmulator, values, group } from "./credentials";
import { hosts, type StoredResource } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const getPlatform = useEmulator();
const snapshotId = "5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31";
const functionPath = "/cloud/v1/faas/namespaces/12/7/images/functions/resize";
const snapshotPath = `/cloud/v1/snapshots/12/7/${snapshotId}`;

const groupWith = (more: JsonObject): JsonObject => ({
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
  before: groupWith(more),
  after: groupWith(changed),
  path: (id) => `/cdn/origin_groups/${id}`,
  expected: (id) => say(`origin group "assets" (ID ${id})`, changes),
});
const ignoredCases: Record<string, Case> = {
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
    getPlatform().emulator.seed({ snapshots: [seeded] });
  });

  it.each(Object.entries(ignoredCases))("is said: %s", async (_what, { definition, before, after, path, ...rest }) => {
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
    const groupPath = `/cdn/origin_groups/${there.id}`;
    const rows = [
      [adopted, groupPath, `origin group "assets" (ID ${there.id})`, "sources[1].enabled: true → false"],
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
    for (const { definition, before, after } of Object.values(ignoredCases)) {
      const resource = createResource(definition, getPlatform().config);
      for (const args of [before, after, before]) {
        expect(await resource.up(args)).toBe("done");
      }
      await resource.destroy();
      expect(listWarnings(resource)).toEqual([]);
    }
  });
});

interface Kind {
  definition: unknown;
  /** What is declared for a version. */
  args: (version: typeof first) => JsonObject;
  method: "PUT" | "PATCH";
  subject: string;
  /** What is sent again of the first version, as far as it could differ. */
  sent: object;
}

const kinds: Record<string, Kind> = {
  // Only the platform knows which credentials it has.
  group: {
    definition: originGroup,
    args: (version) => group(values(version)),
    method: "PUT",
    subject: 'origin group "assets"',
    sent: { sources: [{}, { config: { s3_access_key_id: first.key, s3_secret_access_key: first.secret } }] },
  },
  function: {
    definition: cloudFunction,
    args: ({ token }) => resize({ description: token }),
    method: "PATCH",
    subject: 'function "resize"',
    sent: { code_text: "package main", main_method: "Resize", timeout: 30, description: first.token },
  },
  snapshot: {
    definition: snapshotAttributes,
    args: ({ token }) => ({ projectId: 12, regionId: 7, snapshotId, name: token, tags: { team: "web" } }),
    method: "PATCH",
    subject: `snapshot attributes "${snapshotId}"`,
    sent: { name: first.token, tags: { team: "web" } },
  },
};

const losses = [
  { reset: "after", isRefreshed: false },
  { reset: "before", isRefreshed: true },
] as const;

const cases = Object.entries(kinds).flatMap(([name, kind]) => losses.map((loss) => ({ name, kind, ...loss })));

describe.each(Object.entries(hosts))("a change whose answer is lost, with %s", (_, create) => {
  beforeEach(() => {
    getPlatform().emulator.seed({
      snapshots: [{ id: snapshotId, project_id: 12, region_id: 7, name: "nightly" }],
    });
  });

  it.each(cases)(
    "is sent again as a whole, also if it is taken back: $name, lost $reset it, refreshed: $isRefreshed",
    async ({ kind: { definition, args, method, subject, sent }, reset, isRefreshed }) => {
      const { emulator, config } = getPlatform();
      const resource = create(definition, config);
      expect(await resource.up(args(first))).toBe("done");
      emulator.addFault({ method, path: "/*", times: 9, reset });
      emulator.addFault({ method: "GET", path: "/cloud/*", skip: 1, times: 99, answer: { status: 503 } });
      expect(String(await resource.up(args(second)))).toMatch(
        /; it is not known whether the (group|snapshot|change) was (changed|carried out)/,
      );
      emulator.clearFaults();
      await (isRefreshed ? resource.refresh() : undefined);

      const { changes, notices } = await resource.preview(args(first));
      expect(changes).toBe(true);
      expect(notices).toEqual([
        expect.stringContaining(`${subject}: is sent again as a whole: the answer to the last change was lost`),
      ]);
      emulator.clearRequests();
      expect(await resource.up(args(first))).toBe("done");
      expect(emulator.requests().filter((request) => request.method !== "GET")).toMatchObject([{ method, body: sent }]);
      expect(resource.all()).not.toContain("unconfirmed");
      expect(await resource.up(args(first))).toBe("unchanged");
    },
  );
});
