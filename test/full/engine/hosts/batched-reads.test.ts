import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { changeFunctions, collection, required } from "../../../engine/setup/functions";
import { changeGroups } from "../../../engine/setup/platform";
import {
  changeSnapshots,
  createSnapshotSeed,
  pathOf,
  projectId,
  regionId,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { engineTest, type TestStack } from "../../../engine/setup/test-stack";

const createNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Far more than are read one by one. */
const groups = createNumbers(50);
/** As few as are worth a list. */
const others = createNumbers(10);

const snapshots = others.map((number) =>
  createSnapshotSeed({ id: snapshotIdOf(number), name: `snapshot-${number}`, tags: [] }),
);

function declareAll(): void {
  for (const number of groups) {
    const sources = [{ source: `host-${number}.example.com` }];
    new OriginGroup(`group-${number}`, { name: `group-${number}`, sources });
  }
  for (const number of others) {
    new CloudFunction(`function-${number}`, { ...required, name: `function-${number}`, description: "first" });
    const tags = { team: "first" };
    new SnapshotAttributes(`snapshot-${number}`, { projectId, regionId, snapshotId: snapshotIdOf(number), tags });
  }
}

interface Outputs {
  useNext?: boolean;
  description?: string;
  allTags?: { key: string; value: string }[];
}

/** What the state has of each object, by name. */
async function readState(stack: TestStack): Promise<Record<string, unknown>> {
  const resources = await stack.resources();
  return Object.fromEntries(
    resources.map(({ urn, outputs }) => {
      const { useNext, description, allTags }: Outputs = outputs;
      return [urn.split("::").at(-1)!, useNext ?? description ?? allTags?.find(({ key }) => key === "team")?.value];
    }),
  );
}

/** The same of the platform. */
function readPlatform({ emulator }: TestStack): Record<string, unknown> {
  const { originGroups, functions, snapshots } = emulator.state();
  return Object.fromEntries([
    ...originGroups.map(({ name, use_next }) => [name, use_next]),
    ...functions.map(({ name, description }) => [name, description]),
    ...snapshots.map(({ name, tags }) => [name, tags.find(({ key }) => key === "team")?.value]),
  ]) as Record<string, unknown>;
}

// What is read from a list, and when: `test/unit/api/batched-reads.test.ts` and `test/unit/hosts/batched-reads.test.ts`.
engineTest(
  "parallel: many objects are each created by one request; a refresh asks for one list of each kind and sees drift, and up sees what is there",
  { seed: { snapshots } },
  async (stack) => {
    const { emulator } = stack;
    stack.program = declareAll;
    await stack.up(64);
    const changes = [
      ...groups.map(() => "POST /cdn/origin_groups 201"),
      ...others.flatMap((number) => [`POST ${collection} 200`, `PATCH ${pathOf(snapshotIdOf(number))} 200`]),
    ];
    expect(stack.changes().sort()).toEqual(changes.sort());

    changeGroups(emulator, ({ name }) =>
      name === "group-7" ? undefined : name === "group-5" ? { use_next: true } : {},
    );
    changeFunctions(emulator, ({ name }) => (name === "function-5" ? { description: "drifted" } : {}));
    const tags = [{ key: "team", value: "drifted", read_only: false }];
    changeSnapshots(emulator, ({ name }) => (name === "snapshot-5" ? { tags } : {}));
    const results = others.map((number) => ({ name: `function-${number}` }));
    const answer = { status: 200, body: { count: results.length, results } };
    emulator.addFault({ method: "GET", path: collection, query: { limit: "1000" }, times: 100, answer });

    emulator.clearRequests();
    await stack.refresh();
    const lists = stack.requests().filter(({ query }) => query.limit === "1000");
    expect(new Set(lists.map(({ path }) => path))).toEqual(
      new Set(["/cdn/origin_groups", collection, `/cloud/v1/snapshots/${projectId}/${regionId}`]),
    );
    // On a busy machine, some reads come before there are enough for a list.
    const ofGroups = stack.requests().filter(({ path }) => path.startsWith("/cdn/"));
    expect(ofGroups.length).toBeLessThan(groups.length / 2);
    expect(await readState(stack)).toEqual(readPlatform(stack));

    emulator.clearFaults();

    expect(await stack.up(64)).toMatch(/\+ 1 created\n +~ 3 updated\n/);
    expect(await readState(stack)).toEqual(readPlatform(stack));
    expect(readPlatform(stack)).toMatchObject({ "group-5": false, "function-5": "first", "snapshot-5": "first" });
  },
);
