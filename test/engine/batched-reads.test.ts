import type { EngineEvent } from "@pulumi/pulumi/automation";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { changeFunctions, namespace, required } from "./setup/functions";
import { changeGroups } from "./setup/platform";
import { changeSnapshots, createSnapshotSeed, projectId, regionId, snapshotIdOf } from "./setup/snapshots";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const groupArgs = (number: number) => ({
  name: `group-${number}`,
  sources: [{ source: `host-${number}.example.com` }],
});

const count = 10;

const snapshots = numbers(count).map((number) =>
  createSnapshotSeed({ id: snapshotIdOf(number), name: `snapshot-${number}`, tags: [] }),
);

const functionsPath = `/cloud/v1/faas/namespaces/${projectId}/${regionId}/${namespace}/functions`;

const findLists = (stack: TestStack) => stack.requests().filter(({ query }) => query.limit === "1000");

engineTest("batched reads: a refresh of 200 groups takes four requests, and sees drift", {}, async (stack) => {
  stack.program = () => {
    for (const number of numbers(200)) {
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
  expect(resources).toHaveLength(199);
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

engineTest(
  "batched reads: below eight of a kind, each object is read individually",
  { seed: { snapshots: snapshots.slice(0, 7) } },
  async (stack) => {
    stack.program = () => {
      for (const number of numbers(7)) {
        new OriginGroup(`group-${number}`, groupArgs(number));
        new CloudFunction(`function-${number}`, { ...required, name: `function-${number}` });
        new SnapshotAttributes(`snapshot-${number}`, { projectId, regionId, snapshotId: snapshotIdOf(number) });
      }
    };
    await stack.up(64);
    stack.emulator.clearRequests();
    await stack.refresh();
    const read = stack.requests().map(({ path }) => path);
    expect(new Set(read).size).toBe(21);
    expect(read).toHaveLength(21);
    expect(findLists(stack)).toEqual([]);
  },
);

interface Outputs {
  useNext?: boolean;
  description?: string;
  allTags?: { key: string; value: string }[];
}

/** What the state has of each object, by name. */
async function known(stack: TestStack): Promise<Record<string, unknown>> {
  const resources = await stack.resources();
  return Object.fromEntries(
    resources.map(({ urn, outputs }) => {
      const { useNext, description, allTags }: Outputs = outputs;
      return [urn.split("::").at(-1)!, useNext ?? description ?? allTags?.find(({ key }) => key === "team")?.value];
    }),
  );
}

/** The same of the platform. */
function actual({ emulator }: TestStack): Record<string, unknown> {
  const { originGroups, functions, snapshots } = emulator.state();
  return Object.fromEntries([
    ...originGroups.map(({ name, use_next }) => [name, use_next]),
    ...functions.map(({ name, description }) => [name, description]),
    ...snapshots.map(({ name, tags }) => [name, tags.find(({ key }) => key === "team")?.value]),
  ]) as Record<string, unknown>;
}

engineTest(
  "batched reads: each step sees what is there, with changes between every two steps",
  { seed: { snapshots } },
  async (stack) => {
    let version = 0;
    stack.program = () => {
      for (const number of numbers(count)) {
        const isNext = number === version;
        new OriginGroup(`group-${number}`, { ...groupArgs(number), useNext: isNext });
        const description = isNext ? `version ${version}` : "first";
        new CloudFunction(`function-${number}`, { ...required, name: `function-${number}`, description });
        const tags = { team: isNext ? `team-${version}` : "first" };
        new SnapshotAttributes(`snapshot-${number}`, {
          projectId,
          regionId,
          snapshotId: snapshotIdOf(number),
          tags,
        });
      }
    };
    await stack.up(64);
    for (version = 1; version <= 3; version++) {
      const drifted = version + 4;
      changeGroups(stack.emulator, ({ name }) => (name === `group-${drifted}` ? { use_next: true } : {}));
      changeFunctions(stack.emulator, ({ name }) => (name === `function-${drifted}` ? { description: "drifted" } : {}));
      const tags = [{ key: "team", value: "drifted", read_only: false }];
      changeSnapshots(stack.emulator, ({ name }) => (name === `snapshot-${drifted}` ? { tags } : {}));
      stack.emulator.clearRequests();
      await stack.refresh();
      expect(findLists(stack).length).toBeGreaterThanOrEqual(3);
      expect(await known(stack)).toEqual(actual(stack));

      await stack.up(64);
      expect(await known(stack)).toEqual(actual(stack));
      expect(actual(stack)).toMatchObject({
        [`group-${drifted}`]: false,
        [`function-${version}`]: `version ${version}`,
      });

      const gone = version + 6;
      changeGroups(stack.emulator, ({ name }) => (name === `group-${gone}` ? undefined : {}));
      changeFunctions(stack.emulator, ({ name }) => (name === `function-${gone}` ? undefined : {}));
      await stack.refresh();
      expect(await known(stack)).toEqual(actual(stack));
      expect(await stack.resources()).toHaveLength(3 * count - 2);
      await stack.up(64);
      expect(await known(stack)).toEqual(actual(stack));
    }
  },
);

engineTest(
  "batched reads: the preview of 200 adoptions takes few requests",
  {
    seed: { originGroups: numbers(200).map((id) => ({ id, ...groupArgs(id) })) },
    left: numbers(199).map((id) => groupArgs(id).name),
    changed: ["group-100"],
  },
  async (stack) => {
    stack.program = () => {
      for (const originGroupId of numbers(200)) {
        new OriginGroup(`group-${originGroupId}`, { ...groupArgs(originGroupId), originGroupId });
      }
    };
    const preview = await stack.preview();
    const changesNothing = /adopts the existing one, which changes nothing/g;
    expect(preview.match(changesNothing)).toHaveLength(200);
    // Seven single reads, one to compare, and a list for every five seconds.
    expect(stack.requests().length).toBeLessThanOrEqual(30);

    // Each preview sees what others have changed before it.
    changeGroups(stack.emulator, ({ name }) => (name === "group-100" ? { use_next: true } : {}));
    expect(await stack.preview()).toMatch(/group-100\\?": adopts the existing one, which changes useNext/);
    changeGroups(stack.emulator, ({ name }) => (name === "group-200" ? undefined : {}));
    stack.emulator.clearRequests();
    const failure = await failureText(stack.preview());
    expect(failure).toMatch(/originGroupId matches no group: .*200/);
    expect(stack.requests().filter(({ path }) => path === "/cdn/origin_groups/200")).toHaveLength(1);
    expect(stack.requests().length).toBeLessThanOrEqual(31);
    stack.program = () => {
      for (const originGroupId of numbers(50)) {
        new OriginGroup(`group-${originGroupId}`, { ...groupArgs(originGroupId), originGroupId });
      }
    };
    stack.emulator.clearRequests();

    // One by one, they are the same.
    stack.emulator.addFault({
      path: "/cdn/origin_groups",
      query: { limit: "1000" },
      times: 100,
      answer: { status: 403 },
    });
    expect((await stack.preview()).match(changesNothing)).toHaveLength(50);
    expect(stack.requests().filter(({ path }) => path !== "/cdn/origin_groups")).toHaveLength(50);
  },
);

/** The lists, each with a field that only some objects have, and what it is without it. */
const lists = [
  { path: "/cdn/origin_groups", without: { path: "" } },
  { path: `/cloud/v1/snapshots/${projectId}/${regionId}`, without: { tags: [] } },
  { path: functionsPath, without: { envs: undefined } },
];

engineTest(
  "batched reads: a field that only some objects have, and the list lacks, is not gone",
  { seed: { snapshots } },
  async (stack) => {
    stack.program = () => {
      for (const number of numbers(count)) {
        const isSpecial = number === 7;
        new OriginGroup(`group-${number}`, { ...groupArgs(number), path: isSpecial ? "/deep" : "" });
        const envs: Record<string, string> = isSpecial ? { MODE: "deep" } : {};
        new CloudFunction(`function-${number}`, { ...required, name: `function-${number}`, envs });
        const tags: Record<string, string> = isSpecial ? { team: "deep" } : {};
        new SnapshotAttributes(`snapshot-${number}`, { projectId, regionId, snapshotId: snapshotIdOf(number), tags });
      }
    };
    await stack.up(64);
    await stack.refresh();
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
  },
);

engineTest(
  "batched reads: a list without a field is not used, and only a verbose log says so",
  { seed: { snapshots } },
  async (stack) => {
    stack.program = () => {
      for (const number of numbers(count)) {
        const name = `function-${number}`;
        new CloudFunction(name, { ...required, name, description: "first" });
      }
    };
    await stack.up(64);
    const results = numbers(count).map((number) => ({ name: `function-${number}` }));
    const body = { count, results };
    stack.emulator.addFault({
      method: "GET",
      path: functionsPath,
      query: { limit: "1000" },
      times: 100,
      answer: { status: 200, body },
    });
    const says = /the list of functions lacks \w+, so each of them is read individually/g;
    expect(await stack.refresh()).not.toMatch(says);
    const said: string[] = [];
    const onEvent = ({ diagnosticEvent }: EngineEvent) => {
      said.push(...(diagnosticEvent?.message.match(says) ?? []));
    };
    await stack.refresh({ debug: true, onEvent });
    expect(said).toHaveLength(1);
    const log = await stack.refresh({ logVerbosity: 3, logToStdErr: true });
    expect(log.match(says)).toHaveLength(1);
    expect(await known(stack)).toEqual(Object.fromEntries(results.map(({ name }) => [name, "first"])));
    expect(await stack.preview()).toMatch(/11 unchanged/);
  },
);
