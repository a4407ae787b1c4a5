import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { pathOf, required, createFunctionSeed, findFunction as storedFunction } from "../../../engine/setup/functions";
import { sentBodies, findGroup } from "../../../engine/setup/platform";
import { readFiles, findWords } from "../../../engine/setup/search";
import {
  path as snapshotPath,
  projectId,
  regionId,
  seed as snapshots,
  snapshotId,
  readSnapshot,
} from "../../../engine/setup/snapshots";
import { allCredentials, cloudBucket, credentials, rotated } from "../../../engine/setup/sources";
import { engineTest, type TestStack } from "../../../engine/setup/test-stack";

/** The secret access key that the platform stores. */
function secretKey(stack: TestStack, name: string): unknown {
  const [source] = findGroup(stack.emulator, name).sources;
  return source && "config" in source
    ? (source.config as { s3_secret_access_key?: string }).s3_secret_access_key
    : undefined;
}

const found = {
  id: 101,
  name: "adopted",
  sources: [
    {
      origin_type: "s3",
      config: {
        s3_type: "cloudvendor",
        s3_bucket_name: "media",
        s3_region: "north-1",
        s3_access_key_id: "found-access-key",
        s3_secret_access_key: "found/secret/key/0001",
      },
    },
  ],
} as const;

const options = {
  config: { "edgecloud:maxRetries": { value: "0" }, "edgecloud:requestTimeoutSeconds": { value: "5" } },
  seed: { ...snapshots, originGroups: [found], functions: [createFunctionSeed({ description: "old" })] },
};

const group = (name: string, pair: typeof credentials, args: object = {}) =>
  new OriginGroup(name, { name, sources: [cloudBucket("media", pair)], ...args });

/** A key is rotated in both: one of them is refreshed after the answer was lost, the other one is not. */
const rotations = ["refreshed", "not-refreshed"];

const declare =
  (version: string, pair: typeof credentials, more: () => unknown = () => undefined) =>
  () => {
    rotations.forEach((name) => group(name, pair));
    new CloudFunction("resize", { ...required, adopt: true, description: version });
    new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, name: version, tags: { team: "new" } });
    more();
  };

engineTest("unconfirmed: after lost answers everything is sent again, also after a refresh", options, async (stack) => {
  const { emulator } = stack;
  const before = emulator.state();
  stack.program = declare("first", credentials);
  await stack.up();

  // The outcome of each change is unknown: the answers to the rotations are lost, the others do not arrive, and for
  // the function and the snapshot the GETs that follow fail as well.
  for (const name of rotations) {
    emulator.addFault({
      method: "PUT",
      path: `/cdn/origin_groups/${findGroup(emulator, name).id}`,
      reset: "after",
      times: 9,
    });
  }
  emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/101", reset: "before", times: 9 });
  for (const path of [pathOf(), snapshotPath]) {
    emulator.addFault({ method: "PATCH", path, reset: "before", times: 9 });
    emulator.addFault({ method: "GET", path, skip: 1, answer: { status: 503 }, times: 9 });
  }
  const adopted = () => group("adopted", credentials, { originGroupId: 101 });
  stack.program = declare("second", rotated, adopted);
  const failure = await stack.upWithFailures();
  expect(failure).toMatch(
    /adopting origin group "adopted": .*it is not known whether the group was changed\. It stays in the state, and the next `pulumi up` sends everything again/,
  );
  for (const name of rotations) {
    expect(failure).toMatch(
      new RegExp(`updating origin group "${name}": .*it is not known whether the group was changed`),
    );
    expect(secretKey(stack, name)).toBe(rotated.secretAccessKey);
  }
  expect(failure).toMatch(/function "resize": .*it is not known whether the change was carried out/);
  expect(failure).toMatch(/snapshot attributes ".*": .*it is not known whether the snapshot was changed/);
  emulator.clearFaults();

  const urns = (await stack.resources()).map(({ urn }) => urn);
  await stack.refresh({ target: urns.filter((urn) => !urn.endsWith("::not-refreshed")) });
  expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
  const { outputs } = (await stack.findResource("adopted"))!;
  expect(outputs).toMatchObject({ operation: { kind: "update", unconfirmed: true } });
  expect(JSON.stringify(outputs)).not.toContain("s3SecretAccessKey");

  // The rotations are taken back, so that only the lost answers are a reason to send the old keys.
  emulator.clearRequests();
  stack.program = declare("second", credentials, adopted);
  const text = await stack.up();
  const all = [...["adopted", ...rotations].map((name) => `origin group "${name}"`), 'function "resize"'];
  for (const subject of [...all, `snapshot attributes "${snapshotId}"`]) {
    expect(text).toContain(`${subject}: is sent again as a whole: the answer to the last change was lost`);
  }
  for (const name of ["adopted", ...rotations]) {
    expect(secretKey(stack, name)).toBe(credentials.secretAccessKey);
  }
  expect(stack.changes().filter((change) => change.includes("/101 "))).toEqual(["PUT /cdn/origin_groups/101 200"]);
  expect((await stack.findResource("adopted"))?.outputs).not.toHaveProperty("operation");
  expect(sentBodies(emulator, "PATCH")).toEqual(
    expect.arrayContaining([
      { name: "second", tags: { team: "new" } },
      {
        code_text: "package main",
        main_method: "Resize",
        flavor: "80mCPU-128MB",
        timeout: 30,
        description: "second",
      },
    ]),
  );
  expect(storedFunction(emulator)?.description).toBe("second");
  expect(readSnapshot(emulator).name).toBe("second");
  await expectConverged(stack);
  expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
  await stack.destroy();
  emulator.replaceState(before);
});
