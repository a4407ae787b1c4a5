import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { pathOf, required, createFunctionSeed, findFunction as storedFunction } from "./setup/functions";
import { sentBodies, findGroup } from "./setup/platform";
import { readFiles, findWords } from "./setup/search";
import { path as snapshotPath, projectId, regionId, seed, snapshotId, readSnapshot } from "./setup/snapshots";
import { allCredentials, cloudBucket, credentials, rotated } from "./setup/sources";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const config = { "edgecloud:maxRetries": { value: "0" } };
const group = { method: "PUT", path: "/cdn/origin_groups/*" } as const;
const again = "is sent again as a whole: the answer to the last change was lost";

/** The secret access key that the platform stores. */
function secretKey(stack: TestStack, name: string): unknown {
  const [source] = findGroup(stack.emulator, name).sources;
  return source && "config" in source
    ? (source.config as { s3_secret_access_key?: string }).s3_secret_access_key
    : undefined;
}

const found = { id: 101, name: "assets", sources: [cloudBucketInSeed()] };

function cloudBucketInSeed() {
  return {
    origin_type: "s3",
    config: {
      s3_type: "cloudvendor",
      s3_bucket_name: "media",
      s3_region: "north-1",
      s3_access_key_id: "found-access-key",
      s3_secret_access_key: "found/secret/key/0001",
    },
  } as const;
}

const declare =
  (pair: typeof credentials, args: object = {}) =>
  () => {
    new OriginGroup("assets", { name: "assets", sources: [cloudBucket("media", pair)], ...args });
  };

engineTest(
  "unconfirmed: sends the credentials of a lost adoption again, also after a refresh",
  { config, seed: { originGroups: [found] } },
  async (stack) => {
    stack.program = declare(credentials, { originGroupId: 101 });
    stack.emulator.addFault({ ...group, reset: "before", times: 9 });
    expect(await failureText(stack.up())).toMatch(
      /adopting origin group "assets": .*it is not known whether the group was changed\. It stays in the state, and the next `pulumi up` sends everything again/,
    );
    stack.emulator.clearFaults();
    await stack.refresh();
    expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
    const [state] = await stack.resources();
    expect(state?.outputs).toMatchObject({ operation: { kind: "update", unconfirmed: true } });
    expect(JSON.stringify(state?.outputs)).not.toContain("s3SecretAccessKey");
    expect(await stack.preview()).toContain(`origin group "assets": ${again}`);
    stack.emulator.clearRequests();
    await stack.up();
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200"]);
    expect(secretKey(stack, "assets")).toBe(credentials.secretAccessKey);
    expect((await stack.resources())[0]?.outputs).not.toHaveProperty("operation");
    await expectConverged(stack);
    expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
    await stack.destroy();
    stack.emulator.replaceState({});
    stack.emulator.seed({ originGroups: [found] });
  },
);

engineTest("unconfirmed: sends the old key again after a rotation without an answer", { config }, async (stack) => {
  for (const refreshes of [false, true]) {
    stack.program = declare(credentials);
    await stack.up();
    stack.emulator.addFault({ ...group, reset: "after", times: 9 });
    stack.program = declare(rotated);
    expect(await failureText(stack.up())).toContain("it is not known whether the group was changed");
    stack.emulator.clearFaults();
    expect(secretKey(stack, "assets")).toBe(rotated.secretAccessKey);
    if (refreshes) {
      await stack.refresh();
    }
    stack.program = declare(credentials);
    expect(await stack.preview()).toContain(again);
    await stack.up();
    expect(secretKey(stack, "assets")).toBe(credentials.secretAccessKey);
    await expectConverged(stack);
  }
  expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
});

engineTest(
  "unconfirmed: sends functions and snapshots as a whole, also after a refresh",
  {
    config: { ...config, "edgecloud:requestTimeoutSeconds": { value: "5" } },
    seed: { ...seed, functions: [createFunctionSeed({ description: "old" })] },
  },
  async (stack) => {
    const before = stack.emulator.state();
    const program = (description: string, name: string) => () => {
      new CloudFunction("resize", { ...required, adopt: true, description });
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, name, tags: { team: "new" } });
    };
    stack.program = program("first", "first name");
    await stack.up();
    for (const [method, path] of [
      ["PATCH", pathOf()],
      ["PATCH", snapshotPath],
    ] as const) {
      // Every PATCH and the GETs after it fail, so that the outcome is unknown.
      stack.emulator.addFault({ method, path, reset: "before", times: 9 });
      stack.emulator.addFault({ method: "GET", path, skip: 1, answer: { status: 503 }, times: 9 });
    }
    stack.program = program("second", "second name");
    expect(await failureText(stack.up())).toMatch(
      /it is not known whether the (change was carried out|snapshot was changed)/,
    );
    stack.emulator.clearFaults();
    await stack.refresh();
    const preview = await stack.preview();
    expect(preview).toContain(`function "resize": ${again}`);
    expect(preview).toContain(`snapshot attributes "${snapshotId}": ${again}`);
    stack.emulator.clearRequests();
    await stack.up();
    expect(sentBodies(stack.emulator, "PATCH")).toEqual(
      expect.arrayContaining([
        { name: "second name", tags: { team: "new" } },
        {
          code_text: "package main",
          main_method: "Resize",
          flavor: "80mCPU-128MB",
          timeout: 30,
          description: "second",
        },
      ]),
    );
    expect(storedFunction(stack.emulator)?.description).toBe("second");
    expect(readSnapshot(stack.emulator).name).toBe("second name");
    await expectConverged(stack);
    await stack.destroy();
    stack.emulator.replaceState(before);
  },
);
