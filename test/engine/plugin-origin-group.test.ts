import * as pulumi from "@pulumi/pulumi";
import type { SourceOutput } from "pulumi-edgecloud";
import { OriginGroup, type OriginGroupArgs, type Source } from "pulumi-edgecloud/plugin";
import { engineTest } from "./setup/test-stack";

const host = (source: string): Source => ({ source });
const bucket = (name: string, secret = "secret-of-the-bucket"): Source => ({
  config: {
    s3Type: "other",
    s3StorageHostname: "s3.example.com",
    s3BucketName: name,
    s3AccessKeyId: `key-of-${name}`,
    s3SecretAccessKey: secret,
  },
});

function group(args: Partial<OriginGroupArgs>): OriginGroup {
  return new OriginGroup("assets", { name: "assets", ...args });
}

/** The lines of a preview that change something, without those of the resource itself. */
function changedLines(preview: string): string[] {
  return preview
    .split("\n")
    .filter((line) => /^\s+[-+~] /.test(line) && !/edgecloud:index:|^\s+~ 1 to update/.test(line))
    .map((line) => line.trim());
}

engineTest("credentials stay where they are declared, hidden one by one, once in the state", {}, async (stack) => {
  stack.program = () => void group({ sources: [host("a.example.com"), bucket("media")] });
  const preview = await stack.preview();
  expect(preview).toContain('s3BucketName     : "media"');
  expect(preview).toContain("s3AccessKeyId    : [secret]");
  expect(await stack.up()).not.toContain("key-of-media");
  const [resource] = await stack.resources();
  expect(resource?.outputs.sources).toEqual([
    { source: "a.example.com", backup: false, enabled: true },
    {
      originType: "s3",
      backup: false,
      enabled: true,
      config: {
        s3Type: "other",
        s3AuthType: "cloudSignatureV4",
        s3BucketName: "media",
        s3StorageHostname: "s3.example.com",
      },
    },
  ]);
  expect(JSON.stringify(resource)).not.toMatch(/key-of-media|secret-of-the-bucket/);
  expect(JSON.stringify(resource).match(/ciphertext/g)).toHaveLength(2);
  expect(await stack.preview()).toMatch(/2 unchanged\n$/);
  expect(await stack.refresh()).toContain("2 unchanged");
  expect(await stack.preview()).toMatch(/2 unchanged\n$/);
});

engineTest("the diff of an added first source is one addition, that of a rotated key one line", {}, async (stack) => {
  const [a, b] = [host("a.example.com"), host("b.example.com")];
  stack.program = () => void group({ sources: [a, b, bucket("media")] });
  await stack.up();

  stack.program = () => void group({ sources: [host("new.example.com"), a, b, bucket("media")] });
  expect(changedLines(await stack.preview())).toEqual([
    "~ sources: [",
    "+ [0]: {",
    "+ backup : false",
    "+ enabled: true",
    '+ source : "new.example.com"',
  ]);

  stack.program = () => void group({ sources: [a, b, bucket("media", "another-secret-key")] });
  expect(changedLines(await stack.preview())).toEqual([
    "~ sources: [",
    "~ [2]: {",
    "~ config: {",
    "~ s3SecretAccessKey: [secret] => [secret]",
  ]);
  await stack.up();
  expect(stack.emulator.state().originGroups[0]?.sources?.[2]).toMatchObject({
    config: { s3_secret_access_key: "another-secret-key" },
  });

  stack.program = () => void group({ sources: [bucket("media", "another-secret-key"), a, host("b.example.com:8080")] });
  expect(changedLines(await stack.preview()).filter((line) => /\[\d\]/.test(line))).toHaveLength(3);
  await stack.up();
  expect(await stack.preview()).toMatch(/2 unchanged\n$/);
});

engineTest("dependents of a changing group keep their known values", {}, async (stack) => {
  const seen: unknown[] = [];
  const program = (useNext: boolean) => () => {
    const { originGroupId, name, sources } = group({ useNext, sources: [host("a.example.com")] });
    const ofHost = (all: SourceOutput[]) => all.map(({ source }) => source);
    pulumi.all([originGroupId, name, sources.apply(ofHost)]).apply((values) => seen.push(values));
    const other = pulumi.interpolate`mirror-${originGroupId}.example.com`;
    return void new OriginGroup("mirror", { name: "mirror", sources: [{ source: other }] });
  };
  stack.program = program(false);
  await stack.up();
  stack.program = program(true);
  seen.length = 0;
  const preview = await stack.preview();
  expect(seen).toEqual([[1001, "assets", ["a.example.com"]]]);
  expect(changedLines(preview)).toEqual(["~ useNext: false => true"]);
  expect(preview).toContain("1 to update");
});

engineTest("drift of a group is shown and repaired", {}, async (stack) => {
  stack.program = () => void group({ sources: [host("a.example.com"), bucket("media")] });
  await stack.up();
  const state = stack.emulator.state();
  const [found] = state.originGroups;
  stack.emulator.replaceState({ ...state, originGroups: [{ ...found!, use_next: true }] });
  expect(await stack.refresh()).toContain("1 updated");
  expect(changedLines(await stack.preview())).toEqual(["~ useNext: true => false"]);
  await stack.up();
  expect(stack.emulator.state().originGroups[0]?.use_next).toBe(false);
});
