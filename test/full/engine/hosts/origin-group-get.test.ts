import { OriginGroup } from "pulumi-edgecloud";
import { byHost } from "../../../engine/setup/host";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const website = {
  id: 101,
  name: "website",
  use_next: true,
  path: "/old",
  sources: [
    { source: "web.example.com:8443", backup: true, host_header_override: "www.example.com" },
    {
      origin_type: "s3",
      config: {
        s3_type: "other",
        s3_bucket_name: "media",
        s3_storage_hostname: "storage.example.com",
        s3_access_key_id: "stored-access-key",
        s3_secret_access_key: "stored/secret/key/0001",
      },
    },
  ],
  usedBy: { resources: [{ id: 9001 }], rules: [] },
} as const;

engineTest(
  "get: returns the outputs of an existing group, neither changes nor deletes it, and fails for one that does not exist",
  { seed: { originGroups: [website] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = () => OriginGroup.get("site", "999");
    expect(await failureText(stack.up())).toContain(
      "reading origin group: the platform has no origin group with the ID 999",
    );
    expect(await stack.resources()).toEqual([]);

    stack.program = () => {
      const group = OriginGroup.get("site", "101");
      const { id, originGroupId, name, useNext, proxyNextUpstream, sources, path, authType, hasRelatedResources } =
        group;
      return { id, originGroupId, name, useNext, proxyNextUpstream, sources, path, authType, hasRelatedResources };
    };
    const outputs = await stack.outputs();
    expect(Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value as unknown]))).toEqual({
      id: "101",
      originGroupId: 101,
      name: "website",
      useNext: true,
      proxyNextUpstream: ["error", "timeout"],
      path: "/old",
      authType: "none",
      hasRelatedResources: true,
      sources: [
        { source: "web.example.com:8443", backup: true, enabled: true, hostHeaderOverride: "www.example.com" },
        {
          originType: "s3",
          backup: false,
          enabled: true,
          config: {
            s3Type: "other",
            s3BucketName: "media",
            s3StorageHostname: "storage.example.com",
            s3AuthType: "cloudSignatureV4",
          },
        },
      ],
    });
    const type = byHost({
      dynamic: "pulumi-nodejs:dynamic/edgecloud:OriginGroup",
      plugin: "edgecloud:index:OriginGroup",
    });
    const [read] = await stack.resources();
    expect(read).toMatchObject({ type, id: "101" });
    // Unlike an imported group, it has no owner.
    expect(read?.outputs).not.toHaveProperty("claim");
    await stack.refresh();
    expect(await stack.up()).toMatch(/ 1 unchanged/);
    await stack.destroy();
    expect(stack.changes()).toEqual([]);
    expect(stack.emulator.state()).toEqual(before);
  },
);
