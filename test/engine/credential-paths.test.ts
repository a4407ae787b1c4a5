import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, type CloudFunctionArgs, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { changeFunctions, required } from "./setup/functions";
import { changeGroups } from "./setup/platform";
import { captureOutput, readFiles, findWords } from "./setup/search";
import { allCredentials, cloudBucket, credentials, legacyBucket, storedCloudBucket } from "./setup/sources";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const config = { "edgecloud:maxRetries": { value: "0" } };

const declare = (args: Partial<OriginGroupArgs>) => () => {
  new OriginGroup("assets", { name: "assets", ...args });
};

/** Expects no credential in the stack's files and in the output of a preview. */
async function expectNothingInClear(stack: TestStack, words = allCredentials): Promise<void> {
  const { text } = await captureOutput((options) => stack.stack.preview(options));
  expect(findWords(words, { ...readFiles(stack), preview: text })).toEqual([]);
}

const bucket = (name: pulumi.Input<string>): OriginGroupArgs["sources"] => {
  const { config: known, ...source } = cloudBucket("media", credentials);
  return [{ source: "a.example.com" }, { ...source, config: { ...known, s3BucketName: name } }];
};

engineTest("no credential shows when a bucket's name becomes an equal output, and back", {}, async (stack) => {
  for (const name of ["media", pulumi.output("media"), "media"]) {
    stack.program = declare({ sources: bucket(name) });
    await stack.up();
    await expectNothingInClear(stack);
    const { text } = await captureOutput((options) => stack.stack.refresh(options));
    expect(findWords(allCredentials, { ...readFiles(stack), text })).toEqual([]);
    await expectConverged(stack);
  }
});

engineTest("no credential shows when a bucket known by its position is moved or renamed", {}, async (stack) => {
  stack.program = declare({ sources: bucket(pulumi.output("media")) });
  await stack.up();
  const drifts = [
    () => [
      storedCloudBucket("media"),
      { source: "b.example.com", backup: false, enabled: true, host_header_override: null },
    ],
    () => [storedCloudBucket("other"), storedCloudBucket("media")],
    () => [storedCloudBucket("media")],
  ];
  for (const drift of drifts) {
    changeGroups(stack.emulator, () => ({ sources: drift() }) as never);
    await stack.refresh();
    await expectNothingInClear(stack);
    await stack.up();
    await expectConverged(stack);
  }
});

engineTest("no credential shows when a legacy group drifts to sources, and sources to legacy", {}, async (stack) => {
  stack.program = declare({ authType: "cloudSignatureV4", auth: legacyBucket });
  await stack.up();
  const asSources = { auth_type: "none", auth: null, sources: [storedCloudBucket("media")] };
  changeGroups(stack.emulator, () => asSources as never);
  await stack.refresh();
  await expectNothingInClear(stack);
  await stack.up();
  await expectConverged(stack);

  stack.program = declare({ sources: bucket("media") });
  await stack.up();
  const asLegacy = {
    auth_type: "cloudSignatureV4",
    auth: {
      s3_type: "other",
      s3_bucket_name: "media",
      s3_storage_hostname: "storage.example.com",
      s3_region: null,
      s3_access_key_id: credentials.accessKeyId,
      s3_secret_access_key: credentials.secretAccessKey,
    },
    sources: [],
  };
  changeGroups(stack.emulator, () => asLegacy);
  await stack.refresh();
  await expectNothingInClear(stack);
  await stack.up();
  await expectConverged(stack);
});

const legacy = {
  id: 101,
  name: "assets",
  auth_type: "cloudSignatureV4",
  auth: {
    s3_type: "other",
    s3_bucket_name: "media",
    s3_storage_hostname: "storage.example.com",
    s3_access_key_id: "found-access-key",
    s3_secret_access_key: "found/secret/key/00001",
  },
} as const;

engineTest(
  "no credential shows after the lost answer of adopting a legacy group as sources",
  { config, seed: { originGroups: [legacy] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare({ originGroupId: 101, sources: bucket("media") });
    for (const reset of ["before", "after"] as const) {
      stack.emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/101", reset, times: 9 });
      await failureText(stack.up());
      stack.emulator.clearFaults();
      await expectNothingInClear(stack);
      await stack.refresh();
      await expectNothingInClear(stack);
    }
    await stack.up();
    await expectConverged(stack);
    await stack.destroy();
    stack.emulator.replaceState(before);
  },
);

engineTest("names undeclared variables of a function, without their values", {}, async (stack) => {
  stack.program = () => {
    new CloudFunction("resize", { ...required, envs: { TOKEN: pulumi.secret("tests-variable-0001") } });
  };
  await stack.up();
  changeFunctions(stack.emulator, () => ({ envs: { MOVED: "tests-variable-0001", THEIRS: "tests-variable-0002" } }));
  await stack.refresh();
  const words = ["tests-variable-0001", "tests-variable-0002"];
  await expectNothingInClear(stack, words);
  expect(await stack.preview()).toMatch(/- MOVED *: "\[not declared here\]"/);
  await stack.up();
  expect(stack.emulator.state().functions[0]?.envs).toEqual({ TOKEN: "tests-variable-0001" });
  await expectConverged(stack);
  await expectNothingInClear(stack, words);
});

engineTest("a former secret of a function stays hidden while its removal is in progress", {}, async (stack) => {
  const token = "tests-token-of-before-0001";
  const program = (args: Partial<CloudFunctionArgs>) => () => {
    new CloudFunction("resize", { ...required, ...args });
  };
  const secret = { dependencies: pulumi.secret(`pkg ${token}`), envs: { A: pulumi.secret(token) } };
  stack.program = program(secret);
  await stack.up();
  stack.emulator.addFault({ method: "PATCH", path: "/cloud/*", tasks: { newMs: 3_600_000 } });
  stack.program = program({ ...secret, description: "new", taskTimeoutSeconds: 1 });
  await failureText(stack.up());
  // Nothing is sent, but the raised limit is stored in the state.
  const open = { dependencies: "pkg", envs: { A: "open" }, description: "new" };
  stack.program = program({ ...open, taskTimeoutSeconds: 2 });
  await failureText(stack.up());
  await expectNothingInClear(stack, [token]);
  // The tasks end, and the next change is in progress.
  stack.emulator.advanceClock(3_600_000);
  stack.emulator.addFault({ method: "PATCH", path: "/cloud/*", tasks: { newMs: 3_600_000 } });
  await failureText(stack.up());
  await expectNothingInClear(stack, [token]);
  stack.emulator.advanceClock(3_600_000);
  await stack.up();
  await expectNothingInClear(stack, [token]);
  await expectConverged(stack);
});
