import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { createFunctionSeed, idOf } from "../../../engine/setup/functions";
import { findGroup } from "../../../engine/setup/platform";
import { engineTest } from "../../../engine/setup/test-stack";

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

const resize = createFunctionSeed({
  autoscaling: { min_instances: 1, max_instances: 5 },
  description: "Resizes.",
  envs: { BUCKET: "thumbs" },
  disabled: true,
  build_message: "built",
});

// The quick tier reads a snapshot: `snapshot-attributes-basic.test.ts`.
engineTest(
  "get: returns the outputs of what exists, neither changes nor deletes it, nor keeps its owner from doing so, and fails for a wrong ID",
  { seed: { originGroups: [website], functions: [resize] } },
  async (stack) => {
    const before = stack.emulator.state();
    const wrong = {
      [idOf("missing")]: `reading function: the platform has no function with the ID ${idOf("missing")}`,
      "12/images/resize":
        '"12/images/resize" is not the ID of a function; the form is <project>/<region>/<namespace>/<name>',
    };
    stack.program = () => {
      OriginGroup.get("site", "999");
      Object.keys(wrong).forEach((id) => CloudFunction.get(id, id));
    };
    const failure = await stack.upWithFailures();
    expect(failure).toContain("reading origin group: the platform has no origin group with the ID 999");
    Object.values(wrong).forEach((problem) => expect(failure).toContain(problem));
    expect(await stack.resources()).toEqual([]);

    const { id: functionId, created_at: createdAt } = before.functions[0]!;
    const expected = {
      site: {
        ...{ id: "101", originGroupId: 101, name: "website", useNext: true, path: "/old", authType: "none" },
        ...{ proxyNextUpstream: ["error", "timeout"], hasRelatedResources: true },
        sources: [
          { source: "web.example.com:8443", backup: true, enabled: true, hostHeaderOverride: "www.example.com" },
          {
            ...{ originType: "s3", backup: false, enabled: true },
            config: {
              ...{ s3Type: "other", s3BucketName: "media", s3StorageHostname: "storage.example.com" },
              s3AuthType: "cloudSignatureV4",
            },
          },
        ],
      },
      resize: {
        ...{ id: "12/7/images/resize", projectId: 12, regionId: 7, namespace: "images", name: "resize" },
        ...{ code: "package main", mainMethod: "Resize", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout: 30 },
        ...{ autoscaling: { minInstances: 1, maxInstances: 5 }, dependencies: "", description: "Resizes." },
        ...{ enableApiKey: false, envs: { BUCKET: "thumbs" }, disabled: true, functionId, createdAt },
        ...{ endpoint: "https://resize-images.functions.example.com", status: "INACTIVE", buildStatus: "success" },
        ...{ buildMessage: "built", deployStatus: { total: 1, ready: 1 } },
      },
    };
    const pick = (resource: object, keys: object) =>
      Object.fromEntries(Object.keys(keys).map((key) => [key, resource[key as keyof typeof resource]]));
    stack.program = () => {
      const { id } = new OriginGroup("own", { name: "own", sources: [{ source: "a.example.com" }] });
      OriginGroup.get("same", id);
      return {
        site: pick(OriginGroup.get("site", "101"), expected.site),
        resize: pick(CloudFunction.get("resize", idOf()), expected.resize),
      };
    };
    const { site, resize: found } = await stack.outputs();
    expect({ site: site?.value as unknown, resize: found?.value as unknown }).toEqual(expected);
    expect(await stack.up(undefined, { refresh: true })).toMatch(/ 2 unchanged/);
    expect(await stack.refresh()).not.toMatch(/ updated/);
    // What is read has no owner, and keeps no owner from deleting it.
    const { id: own } = findGroup(stack.emulator, "own");
    await stack.destroy({ refresh: true });
    expect(stack.changes()).toEqual(["POST /cdn/origin_groups 201", `DELETE /cdn/origin_groups/${own} 204`]);
  },
);
