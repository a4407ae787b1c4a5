import * as pulumi from "@pulumi/pulumi";
import type { SeedInput } from "edgecloud-emulator";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byTheClock, collection, pathOf, required, createFunctionSeed } from "../../../engine/setup/functions";
import {
  pathOf as snapshotPath,
  projectId,
  regionId,
  createSnapshotSeed as snapshot,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { cloudBucket, legacyBucket } from "../../../engine/setup/sources";
import { listFixtures, restoreFixture, writeFixture } from "../../../engine/setup/state-fixtures";
import { type TestStack } from "../../../engine/setup/test-stack";
import { readPrivateState } from "../../../engine/setup/private-state";

const config = { "edgecloud:maxRetries": { value: "0" }, "edgecloud:requestTimeoutSeconds": { value: "5" } };

const seed: SeedInput = {
  originGroups: [
    { id: 101, name: "group-adopted", sources: [{ source: "old.example.com" }] },
    { id: 102, name: "group-adopted-unconfirmed", sources: [{ source: "old.example.com" }] },
  ],
  functions: [createFunctionSeed({ name: "function-adopted", description: "old" })],
  snapshots: [1, 2].map((number) => snapshot({ id: snapshotIdOf(number) })),
};

/** Resources whose last change has not ended or is unconfirmed, with what a preview reports for them. */
const unfinished: Record<string, string> = {
  'origin group "group-adopted-unconfirmed"': "is sent again as a whole",
  'origin group "group-unconfirmed"': "is sent again as a whole",
  'function "function-creating"': "first waits for the last change: task ",
  'function "function-lost"': "first finds out whether the last `pulumi up` created it",
  'function "function-unconfirmed"': "is sent again as a whole",
  'function "function-updating"': "first waits for the last change: task ",
  [`snapshot attributes "${snapshotIdOf(2)}"`]: "is sent again as a whole",
};

/** `stage` 1 creates what stage 2 leaves half changed. */
const declare = (stage: 1 | 2) => () => {
  const hosts = [{ source: "a.example.com" }, { source: "b.example.com:8443", backup: true }];
  const changed = stage === 2 ? { description: "second" } : { description: "first" };
  const aFunction = (name: string, args: object = {}) =>
    new CloudFunction(name, { ...required, name, taskTimeoutSeconds: 1, ...args });
  new OriginGroup("group", { name: "group", useNext: true, sources: [...hosts, cloudBucket("media")] });
  const later = { ...cloudBucket("media").config, s3BucketName: pulumi.output("media") };
  new OriginGroup("group-position", { name: "group-position", sources: [{ originType: "s3", config: later }] });
  new OriginGroup("group-legacy", { name: "group-legacy", authType: "cloudSignatureV4", auth: legacyBucket });
  new OriginGroup("group-adopted", { name: "group-adopted", originGroupId: 101, onDestroy: "restore", sources: hosts });
  new OriginGroup("group-unconfirmed", { name: "group-unconfirmed", sources: hosts, useNext: stage === 2 });
  aFunction("function", { envs: { MODE: "fast", TOKEN: pulumi.secret("tests-token-0001") }, disabled: true });
  aFunction("function-adopted", { adopt: true, description: "new" });
  aFunction("function-unconfirmed", changed);
  aFunction("function-updating", changed);
  new SnapshotAttributes("snapshot", {
    projectId,
    regionId,
    snapshotId: snapshotIdOf(1),
    name: "nightly",
    tags: { team: "new" },
  });
  const tags = { team: stage === 2 ? "second" : "first", theirs: null };
  new SnapshotAttributes("snapshot-unconfirmed", { projectId, regionId, snapshotId: snapshotIdOf(2), tags });
  if (stage === 2) {
    new OriginGroup("group-adopted-unconfirmed", {
      name: "group-adopted-unconfirmed",
      originGroupId: 102,
      sources: [cloudBucket("media")],
    });
    aFunction("function-creating");
    aFunction("function-lost", { namespace: "lost" });
  }
};

/** Brings a stack into all of these phases. */
async function intoAllPhases(stack: TestStack): Promise<void> {
  stack.program = declare(1);
  await stack.up();
  const id = stack.emulator.state().originGroups.find((group) => group.name === "group-unconfirmed")?.id;
  const lost = { reset: "before", times: 9 } as const;
  const hidden = { method: "GET", answer: { status: 503 }, times: 9, skip: 1 } as const;
  const { emulator } = stack;
  emulator.addFault({ method: "PUT", path: `/cdn/origin_groups/${id}`, ...lost });
  emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/102", ...lost });
  emulator.addFault({ method: "PATCH", path: pathOf("function-unconfirmed"), ...lost });
  emulator.addFault({ ...hidden, path: pathOf("function-unconfirmed") });
  emulator.addFault({ method: "PATCH", path: pathOf("function-updating"), tasks: byTheClock });
  emulator.addFault({ method: "POST", path: collection, tasks: byTheClock });
  const lostCollection = collection.replace("images", "lost");
  emulator.addFault({ method: "POST", path: lostCollection, ...lost });
  emulator.addFault({ ...hidden, path: `${lostCollection}/function-lost`, skip: 0 });
  emulator.addFault({ method: "PATCH", path: snapshotPath(snapshotIdOf(2)), ...lost });
  emulator.addFault({ ...hidden, path: snapshotPath(snapshotIdOf(2)) });
  stack.program = declare(2);
  await stack.upWithFailures({ parallel: 1 });
  emulator.clearFaults();
}

beforeAll(() => writeFixture({ seed, config }, intoAllPhases));

test.each(listFixtures())("upgrade from %s: reads states of every phase", async (file) => {
  const stack = await restoreFixture(file, { config });
  try {
    const before = await stack.resources();
    stack.program = declare(2);

    const preview = await stack.preview();
    expect(stack.changes()).toEqual([]);
    const said = preview
      .split("\n")
      .filter((line) => Object.keys(unfinished).some((subject) => line.includes(`${subject}: `)));
    for (const [subject, what] of Object.entries(unfinished)) {
      expect(said.filter((line) => line.includes(`${subject}: ${what}`))).toHaveLength(1);
    }
    expect(said).toHaveLength(Object.keys(unfinished).length);
    expect(preview).toMatch(new RegExp(`~ ${said.length} to update\\n +${before.length - said.length + 1} unchanged`));
    expect(preview).not.toMatch(/^ *[+-]+ (pulumi-nodejs:|edgecloud:)/m);

    stack.emulator.advanceClock(byTheClock.runningMs);
    await stack.up();
    await expectConverged(stack);
    await stack.refresh();
    await expectConverged(stack);
    const idsOf = (resources: typeof before) => resources.map(({ urn, id }) => `${urn} ${id}`).sort();
    expect(idsOf(await stack.resources())).toEqual(idsOf(before));
    expect((await stack.resources()).filter((resource) => readPrivateState(resource).operation !== undefined)).toEqual(
      [],
    );
    await stack.destroy();
    expect(stack.emulator.state().functions.map(({ name }) => name)).toEqual(["function-adopted"]);
    expect(stack.emulator.state().originGroups.map(({ name }) => name)).toEqual([
      "group-adopted",
      "group-adopted-unconfirmed",
    ]);
  } finally {
    await stack.close();
  }
});
