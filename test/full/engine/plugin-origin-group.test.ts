import * as pulumi from "@pulumi/pulumi";
import type { SourceOutput } from "pulumi-edgecloud";
import { OriginGroup, type OriginGroupArgs, type Source } from "pulumi-edgecloud/plugin";
import { changeGroups, findGroup } from "../../engine/setup/platform";
import { changedLines, sectionOf } from "../../engine/setup/previews";
import { engineTest } from "../../engine/setup/test-stack";

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

const [a, b] = [host("a.example.com"), host("b.example.com")];

engineTest(
  "credentials stay where they are declared, hidden one by one; an added first source is one addition, a rotated key one " +
    "line; dependents of a changing group keep their known values; drift is shown and repaired",
  {},
  async (stack) => {
    const { emulator } = stack;
    const declared = {
      edited: [a, b, bucket("media")],
      useNext: false,
    };
    const seen: unknown[] = [];
    stack.program = () => {
      const declare = (name: string, args: Omit<OriginGroupArgs, "name">) => new OriginGroup(name, { name, ...args });
      declare("kept", { sources: [a, bucket("media")] });
      declare("edited", { sources: declared.edited });
      declare("drifting", { sources: [a, bucket("media")] });
      const { originGroupId, name, sources } = declare("source", { useNext: declared.useNext, sources: [a] });
      const ofHost = (all: SourceOutput[]) => all.map(({ source }) => source);
      pulumi.all([originGroupId, name, sources.apply(ofHost)]).apply((values) => seen.push(values));
      const dependent = pulumi.interpolate`mirror-${originGroupId}.example.com`;
      declare("mirror", { sources: [{ source: dependent }] });
    };

    const first = sectionOf(await stack.preview(), "kept");
    expect(first).toContain('s3BucketName     : "media"');
    expect(first).toContain("s3AccessKeyId    : [secret]");
    expect(await stack.up()).not.toContain("key-of-media");
    const kept = await stack.findResource("kept");
    expect(kept?.outputs.sources).toEqual([
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
    expect(JSON.stringify(kept)).not.toMatch(/key-of-media|secret-of-the-bucket/);
    expect(JSON.stringify(kept).match(/ciphertext/g)).toHaveLength(2);

    declared.edited = [host("new.example.com"), a, b, bucket("media")];
    declared.useNext = true;
    seen.length = 0;
    const second = await stack.preview();
    expect(second).toMatch(/~ 2 to update\s+4 unchanged/);
    expect(changedLines(second, "edited")).toEqual([
      "~ sources: [",
      "+ [0]: {",
      "+ backup : false",
      "+ enabled: true",
      '+ source : "new.example.com"',
    ]);
    expect(changedLines(second, "source")).toEqual(["~ useNext: false => true"]);
    expect(seen).toEqual([[findGroup(emulator, "source").id, "source", ["a.example.com"]]]);

    changeGroups(emulator, (group) => (group.name === "drifting" ? { use_next: true } : group));
    expect(await stack.refresh()).toMatch(/~ 1 updated\s+5 unchanged/);
    declared.edited = [a, b, bucket("media", "another-secret-key")];
    declared.useNext = false;
    const third = await stack.preview();
    expect(third).toMatch(/~ 2 to update\s+4 unchanged/);
    expect(changedLines(third, "edited")).toEqual([
      "~ sources: [",
      "~ [2]: {",
      "~ config: {",
      "~ s3SecretAccessKey: [secret] => [secret]",
    ]);
    expect(changedLines(third, "drifting")).toEqual(["~ useNext: true => false"]);
    await stack.up();
    expect(findGroup(emulator, "edited").sources[2]).toMatchObject({
      config: { s3_secret_access_key: "another-secret-key" },
    });
    expect(findGroup(emulator, "drifting").use_next).toBe(false);

    declared.edited = [bucket("media", "another-secret-key"), a, host("b.example.com:8080")];
    const fourth = await stack.preview();
    expect(changedLines(fourth, "edited").filter((line) => /\[\d\]/.test(line))).toHaveLength(3);
    await stack.up();
    expect(await stack.preview()).toMatch(/6 unchanged\n$/);
  },
);
