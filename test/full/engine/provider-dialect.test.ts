import { OriginGroup } from "pulumi-edgecloud";
import { sentBodies, findGroup } from "../../engine/setup/platform";
import { diffOf } from "../../engine/setup/previews";
import { engineTest } from "../../engine/setup/test-stack";

const words = { cloudSignatureV4: "theirSignature", cloudvendor: "theirStorage", edgeapp: "theirApp" };

const bucket = {
  s3Type: "cloudvendor",
  s3BucketName: "media",
  s3Region: "north-1",
  s3AccessKeyId: "a-known-access-key",
  s3SecretAccessKey: "0123456789012345678901234567890123456789",
} as const;

engineTest(
  "dialect: requests use the platform's terms; program, state and diffs use the neutral ones",
  { seed: { dialect: words }, config: { "edgecloud:dialect": { value: JSON.stringify(words) } } },
  async (stack) => {
    const program = (useNext: boolean) => () => {
      const app = { originType: "edgeapp", config: { appId: "4711" } } as const;
      const mixed = new OriginGroup("mixed", { name: "mixed", useNext, sources: [{ config: bucket }, app] });
      const legacy = { useNext, authType: "cloudSignatureV4", auth: bucket } as const;
      const { authType, auth } = new OriginGroup("legacy", { name: "legacy", ...legacy });
      return { sources: mixed.sources, authType, s3Type: auth.apply((values) => values?.s3Type) };
    };
    stack.program = program(false);
    const outputs = await stack.outputs();
    const expectWords = () => {
      expect(findGroup(stack.emulator, "mixed").sources).toMatchObject([
        { origin_type: "s3", config: { s3_type: "theirStorage", s3_auth_type: "theirSignature" } },
        { origin_type: "theirApp", config: { app_id: "4711" } },
      ]);
      expect(findGroup(stack.emulator, "legacy")).toMatchObject({
        auth_type: "theirSignature",
        auth: { s3_type: "theirStorage" },
      });
    };
    expectWords();
    const neutral = /cloudSignatureV4|cloudvendor|edgeapp/;
    expect(JSON.stringify(sentBodies(stack.emulator, "POST"))).not.toMatch(neutral);
    expect(JSON.stringify(outputs)).not.toMatch(/their/);
    expect(outputs).toMatchObject({
      authType: { value: "cloudSignatureV4" },
      s3Type: { value: "cloudvendor" },
      sources: {
        value: [
          { originType: "s3", config: { s3Type: "cloudvendor", s3AuthType: "cloudSignatureV4" } },
          { originType: "edgeapp", config: { appId: "4711" } },
        ],
      },
    });

    await stack.refresh();
    expect(JSON.stringify(await stack.resources())).not.toMatch(/their/);
    stack.program = program(true);
    const up = await stack.up(undefined, { diff: true });
    expect(["mixed", "legacy"].map((name) => diffOf(up, name))).toEqual(Array(2).fill("~ useNext: false => true"));
    expectWords();
    expect(JSON.stringify(sentBodies(stack.emulator, "PUT"))).not.toMatch(neutral);
  },
);
