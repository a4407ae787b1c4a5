import { idOf as idOfFunction, seeded as seededFunction, stored } from "./setup/functions";
import { idOf as idOfSnapshot, seeded as seededSnapshot } from "./setup/snapshots";
import { yamlProject, yamlTest, type YamlStack } from "./setup/yaml-stack";

const bucket = {
  s3_type: "other",
  s3_storage_hostname: "s3.example.com",
  s3_bucket_name: "media",
  s3_access_key_id: "key-of-media",
  s3_secret_access_key: "secret-of-the-bucket",
} as const;

const seed = {
  originGroups: [
    { id: 42, name: "hosts", sources: [{ source: "a.example.com" }, { source: "b.example.com", backup: true }] },
    { id: 43, name: "bucket", sources: [{ origin_type: "s3" as const, config: bucket }] },
  ],
  functions: [seededFunction({ envs: { LEVEL: "info" }, description: "Resizes." })],
  snapshots: [seededSnapshot()],
};

/** The lines of a preview that change something. */
function changedLines(preview: string): string[] {
  return preview
    .split("\n")
    .filter((line) => /^\s+[-+~] /.test(line) && !/edgecloud:index:|to update/.test(line))
    .map((line) => line.trim());
}

/** Imports, and goes on with the code that Pulumi has written. */
async function adopt(stack: YamlStack, type: string, name: string, id: string): Promise<string> {
  const code = await stack.import(`edgecloud:index:${type}`, name, id);
  await stack.write(yamlProject(code));
  return code;
}

// What was imported goes with the stack, which is not what anybody imports for.
const options = { seed, left: ["bucket"] };

yamlTest("a group of servers is imported, and nothing is to be changed", yamlProject(""), options, async (stack) => {
  await stack.up();
  await adopt(stack, "OriginGroup", "hosts", "42");
  expect(await stack.preview()).toMatch(/ 2 unchanged\n$/);
});

yamlTest(
  "of a group with a bucket only the credentials are left to write",
  yamlProject(""),
  { seed, left: ["hosts"] },
  async (stack) => {
    await stack.up();
    const code = await adopt(stack, "OriginGroup", "bucket", "43");
    expect(await stack.pulumi("stack", "export", "--show-secrets")).not.toMatch(/SECRET_VALUE|key-of-media|\*\*\*/);
    const credentials = "s3AccessKeyId: key-of-media\n            s3SecretAccessKey: secret-of-the-bucket";
    const withKeys = code
      .replace(/s3AccessKeyId: .*\n\s*|s3SecretAccessKey: .*\n\s*/g, "")
      .replace("s3Type: other", `s3Type: other\n            ${credentials}`);
    await stack.write(yamlProject(withKeys));
    expect(changedLines(await stack.preview())).toEqual([
      "~ sources: [",
      "~ [0]: {",
      "~ config: {",
      "+ s3AccessKeyId    : [secret]",
      "+ s3SecretAccessKey: [secret]",
    ]);
    await stack.up();
    expect(await stack.preview()).toMatch(/ 2 unchanged\n$/);
  },
);

yamlTest(
  "a function and a snapshot are imported",
  yamlProject(""),
  { ...options, left: ["bucket", "hosts"] },
  async (stack) => {
    await stack.up();
    const ofFunction = await stack.import("edgecloud:index:CloudFunction", "resize", idOfFunction());
    const ofSnapshot = await stack.import("edgecloud:index:SnapshotAttributes", "nightly", idOfSnapshot());
    await stack.write(yamlProject(`${ofFunction}${ofSnapshot.replace(/^resources:\n/m, "")}`));
    expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
    expect(stored(stack.emulator)?.description).toBe("Resizes.");
    await stack.pulumi("state", "delete", "--yes", "urn:pulumi:dev::test::edgecloud:index:CloudFunction::resize");
  },
);
