import type { EngineEvent } from "@pulumi/pulumi/automation";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { changeFunctions, namespace, required } from "../../../engine/setup/functions";
import { changeGroups } from "../../../engine/setup/platform";
import {
  changeSnapshots,
  createSnapshotSeed,
  projectId,
  regionId,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const groupArgs = (number: number) => ({
  name: `group-${number}`,
  sources: [{ source: `host-${number}.example.com` }],
});

const count = 10;

/** Far more than are read one by one, and few enough for a program to declare them quickly. */
const many = numbers(100);

const snapshots = numbers(count).map((number) =>
  createSnapshotSeed({ id: snapshotIdOf(number), name: `snapshot-${number}`, tags: [] }),
);

const functionsPath = `/cloud/v1/faas/namespaces/${projectId}/${regionId}/${namespace}/functions`;

const findLists = (stack: TestStack) => stack.requests().filter(({ query }) => query.limit === "1000");

engineTest("batched reads: a refresh of 100 groups takes four requests, and sees drift", {}, async (stack) => {
  stack.program = () => {
    for (const number of many) {
      new OriginGroup(`group-${number}`, groupArgs(number));
    }
  };
  await stack.up(64);
  changeGroups(stack.emulator, ({ name }) =>
    name === "group-7" ? undefined : name === "group-8" ? { use_next: true } : {},
  );
  stack.emulator.clearRequests();
  await stack.refresh();
  expect(stack.requests().length).toBeLessThanOrEqual(4);
  expect(stack.requests().map(({ method }) => method)).not.toContain("PUT");

  const resources = await stack.resources();
  expect(resources).toHaveLength(many.length - 1);
  expect(resources.filter(({ outputs }) => outputs.useNext === true)).toMatchObject([{ outputs: { name: "group-8" } }]);
  stack.emulator.clearRequests();
  await stack.up(64);
  expect(
    stack
      .changes()
      .map((change) => change.replace(/\d+ 200/, ""))
      .sort(),
  ).toEqual(["POST /cdn/origin_groups 201", "PUT /cdn/origin_groups/"]);
});

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

engineTest(
  "batched reads: the preview of 100 adoptions takes few requests",
  {
    seed: { originGroups: many.map((id) => ({ id, ...groupArgs(id) })) },
    left: many.filter((id) => id !== 40).map((id) => groupArgs(id).name),
    changed: ["group-50"],
  },
  async (stack) => {
    changeGroups(stack.emulator, ({ name }) => (name === "group-50" ? { use_next: true } : {}));
    const adopt = (ids: number[]) => () => {
      for (const originGroupId of ids) {
        new OriginGroup(`group-${originGroupId}`, { ...groupArgs(originGroupId), originGroupId });
      }
    };
    stack.program = adopt(many);
    const preview = await stack.preview();
    const changesNothing = /adopts the existing one, which changes nothing/g;
    expect(preview.match(changesNothing)).toHaveLength(many.length - 1);
    expect(preview).toMatch(/group-50\\?": adopts the existing one, which changes useNext/);
    // Seven single reads, one to compare, and a list for every five seconds.
    expect(stack.requests().length).toBeLessThanOrEqual(30);

    // Each preview sees what others have changed before it.
    changeGroups(stack.emulator, ({ name }) => (name === "group-40" ? undefined : {}));
    stack.emulator.clearRequests();
    const failure = await failureText(stack.preview());
    expect(failure).toMatch(/originGroupId matches no group: the account has no origin group 40\b/);
    expect(stack.requests().filter(({ path }) => path === "/cdn/origin_groups/40")).toHaveLength(1);
    expect(stack.requests().length).toBeLessThanOrEqual(31);

    // Read one by one, they are the same.
    stack.program = adopt(numbers(30));
    stack.emulator.clearRequests();
    stack.emulator.addFault({
      path: "/cdn/origin_groups",
      query: { limit: "1000" },
      times: 100,
      answer: { status: 403 },
    });
    expect((await stack.preview()).match(changesNothing)).toHaveLength(30);
    expect(stack.requests().filter(({ path }) => path !== "/cdn/origin_groups")).toHaveLength(30);
  },
);

/** The lists, each with a field that only some objects have, and what it is without it. */
const lists = [
  { path: "/cdn/origin_groups", without: { path: "" } },
  { path: `/cloud/v1/snapshots/${projectId}/${regionId}`, without: { tags: [] } },
  { path: functionsPath, without: { envs: undefined } },
];

/** The version in which one object of each kind differs from the others. */
let version = 0;

/** Ten objects of each kind, of which few have a path, variables or tags. */
function declareAll(): void {
  for (const number of numbers(count)) {
    const isNext = number === version;
    const isSpecial = number === 7;
    new OriginGroup(`group-${number}`, { ...groupArgs(number), useNext: isNext, path: isSpecial ? "/deep" : "" });
    const description = isNext ? `version ${version}` : "first";
    const envs: Record<string, string> = isSpecial ? { MODE: "deep" } : {};
    new CloudFunction(`function-${number}`, { ...required, name: `function-${number}`, description, envs });
    const isTagged = [5, 6, 7].includes(number);
    const tags: Record<string, string> = isNext ? { team: `team-${version}` } : isTagged ? { team: "first" } : {};
    new SnapshotAttributes(`snapshot-${number}`, { projectId, regionId, snapshotId: snapshotIdOf(number), tags });
  }
}

/** A refresh of seven objects of each kind. */
async function expectIndividualReads(stack: TestStack): Promise<void> {
  const target = (await stack.resources()).map(({ urn }) => urn).filter((urn) => /-[1-7]$/.test(urn));
  stack.emulator.clearRequests();
  await stack.refresh({ target });
  const read = stack.requests().map(({ path }) => path);
  expect(new Set(read).size).toBe(21);
  expect(read).toHaveLength(21);
  expect(findLists(stack)).toEqual([]);
}

async function expectPartialListsToBeCompleted(stack: TestStack): Promise<void> {
  const before = await stack.resources();
  const headers = { authorization: "apikey demo-key" };
  for (const { path, without } of lists) {
    const answer = await fetch(`${stack.emulator.url}${path}?limit=1000`, { headers });
    const { results } = (await answer.json()) as { results: object[] };
    const body = { count, results: results.map((item) => ({ ...item, ...without })) };
    stack.emulator.addFault({ path, query: { limit: "1000" }, times: 1000, answer: { status: 200, body } });
  }
  stack.emulator.clearRequests();
  await stack.refresh();
  expect(
    findLists(stack)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(lists.map(({ path }) => path).sort());
  expect(await stack.resources()).toEqual(before);
  expect(stack.requests().map(({ path }) => path)).toContain(`${functionsPath}/function-7`);
  stack.emulator.clearFaults();
}

async function expectQuietFallback(stack: TestStack): Promise<void> {
  const results = numbers(count).map((number) => ({ name: `function-${number}` }));
  const answer = { status: 200, body: { count, results } };
  stack.emulator.addFault({ method: "GET", path: functionsPath, query: { limit: "1000" }, times: 100, answer });
  const says = /the list of functions differs from a single answer in \w+, so each of them is read individually/g;
  expect(await stack.refresh()).not.toMatch(says);
  const said: string[] = [];
  const onEvent = ({ diagnosticEvent }: EngineEvent) => {
    said.push(...(diagnosticEvent?.message.match(says) ?? []));
  };
  await stack.refresh({ debug: true, onEvent });
  expect(said).toHaveLength(1);
  const log = await stack.refresh({ logVerbosity: 3, logToStdErr: true });
  expect(log.match(says)).toHaveLength(1);
  expect(await readState(stack)).toMatchObject(Object.fromEntries(results.map(({ name }) => [name, "first"])));
  stack.emulator.clearFaults();
}

/** Changes an object of each kind and removes one of two kinds, behind Pulumi's back. */
function letDrift({ emulator }: TestStack, drifted: number, gone: number): void {
  const tags = [{ key: "team", value: "drifted", read_only: false }];
  changeGroups(emulator, ({ name }) =>
    name === `group-${gone}` ? undefined : name === `group-${drifted}` ? { use_next: true } : {},
  );
  changeFunctions(emulator, ({ name }) =>
    name === `function-${gone}` ? undefined : name === `function-${drifted}` ? { description: "drifted" } : {},
  );
  changeSnapshots(emulator, ({ name }) => (name === `snapshot-${drifted}` ? { tags } : {}));
}

engineTest(
  "batched reads: below eight of a kind, each object is read individually; a field that a list lacks is not gone; " +
    "a list without it is not used, and only a verbose log says so; each step sees what is there",
  { seed: { snapshots } },
  async (stack) => {
    version = 0;
    stack.program = declareAll;
    await stack.up(64);
    await expectIndividualReads(stack);
    await expectPartialListsToBeCompleted(stack);
    await expectQuietFallback(stack);

    // Others change things between every two steps.
    for (version = 1; version <= 2; version++) {
      const [drifted, gone] = [version + 4, version + 6];
      letDrift(stack, drifted, gone);
      stack.emulator.clearRequests();
      await stack.refresh();
      expect(findLists(stack).length).toBeGreaterThanOrEqual(3);
      expect(await readState(stack)).toEqual(readPlatform(stack));
      expect(await stack.resources()).toHaveLength(3 * count - 2);

      const text = await stack.up(64);
      // The objects of this version, those of the last one, and those that drifted; nothing else.
      expect(text).toMatch(version === 1 ? /\+ 2 created\n +~ 6 updated\n/ : /\+ 2 created\n +~ 9 updated\n/);
      expect(await readState(stack)).toEqual(readPlatform(stack));
      expect(readPlatform(stack)).toMatchObject({
        [`group-${drifted}`]: false,
        [`function-${version}`]: `version ${version}`,
      });
    }
  },
);
