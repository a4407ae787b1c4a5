import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { cloudBucket, credentials, rotated, storedCloudBucket, storedDefaults, storedSwitches } from "./setup/sources";
import { engineTest, type TestStack } from "./setup/test-stack";

const id = 1001;
const origin = { source: "a.example.com" };
const storedOrigin = { ...storedSwitches, ...origin };
const otherBucket = {
  originType: "s3" as const,
  config: {
    s3Type: "other" as const,
    s3BucketName: "media",
    s3StorageHostname: "storage.example.com",
    s3AccessKeyId: credentials.accessKeyId,
    s3SecretAccessKey: credentials.secretAccessKey,
  },
};
const storedOtherBucket = {
  ...storedCloudBucket("media"),
  config: {
    ...storedCloudBucket("media").config,
    s3_type: "other",
    s3_region: null,
    s3_storage_hostname: "storage.example.com",
  },
};

/** One `up` after the other on the same group: the declared arguments, and all that the platform then stores. */
interface Step {
  step: string;
  args: OriginGroupArgs;
  stored: object;
}

const group = { name: "assets", sources: [origin] };
const storedGroup = { ...storedDefaults, id, name: "assets", sources: [storedOrigin] };

const groupSteps: Step[] = [
  { step: "as created", args: group, stored: storedGroup },
  {
    step: "every argument of the group",
    args: {
      name: "static",
      useNext: true,
      proxyNextUpstream: ["http_504", "invalid_header", "error"],
      path: "/static",
      sources: [
        { source: "b.example.com:8443" },
        { source: "192.0.2.7", backup: true, hostHeaderOverride: "origin.example.com" },
        { source: "c.example.com", enabled: false },
      ],
    },
    stored: {
      ...storedGroup,
      name: "static",
      use_next: true,
      proxy_next_upstream: ["error", "invalid_header", "http_504"],
      path: "/static",
      sources: [
        { ...storedSwitches, source: "b.example.com:8443" },
        { ...storedSwitches, source: "192.0.2.7", backup: true, host_header_override: "origin.example.com" },
        { ...storedSwitches, source: "c.example.com", enabled: false },
      ],
    },
  },
  {
    step: "optional arguments taken out",
    args: {
      name: "static",
      sources: [{ source: "b.example.com:8443" }, { source: "192.0.2.7" }, { source: "c.example.com" }],
    },
    stored: {
      ...storedGroup,
      name: "static",
      sources: [
        { ...storedSwitches, source: "b.example.com:8443" },
        { ...storedSwitches, source: "192.0.2.7" },
        { ...storedSwitches, source: "c.example.com" },
      ],
    },
  },
  {
    step: "another order of the sources, and one less",
    args: { name: "static", sources: [{ source: "c.example.com" }, { source: "b.example.com:8443" }] },
    stored: {
      ...storedGroup,
      name: "static",
      sources: [
        { ...storedSwitches, source: "c.example.com" },
        { ...storedSwitches, source: "b.example.com:8443" },
      ],
    },
  },
];

const bucketSteps: Step[] = [
  {
    step: "a bucket",
    args: { name: "assets", sources: [cloudBucket("media")] },
    stored: { ...storedGroup, sources: [storedCloudBucket("media")] },
  },
  {
    step: "its switches",
    args: {
      name: "assets",
      sources: [
        origin,
        { ...cloudBucket("media"), backup: true, enabled: false, hostHeaderOverride: "media.example.com" },
      ],
    },
    stored: {
      ...storedGroup,
      sources: [
        storedOrigin,
        { ...storedCloudBucket("media"), backup: true, enabled: false, host_header_override: "media.example.com" },
      ],
    },
  },
  {
    step: "its switches taken out, its place",
    args: { name: "assets", sources: [cloudBucket("media"), origin] },
    stored: { ...storedGroup, sources: [storedCloudBucket("media"), storedOrigin] },
  },
  {
    step: "its storage",
    args: { name: "assets", sources: [otherBucket, origin] },
    stored: { ...storedGroup, sources: [storedOtherBucket, storedOrigin] },
  },
  {
    step: "its credentials",
    args: { name: "assets", sources: [cloudBucket("media", rotated), origin] },
    stored: { ...storedGroup, sources: [storedCloudBucket("media", rotated), storedOrigin] },
  },
  {
    step: "another bucket beside it, in its old place",
    args: { name: "assets", sources: [cloudBucket("films"), origin, cloudBucket("media", rotated)] },
    stored: {
      ...storedGroup,
      sources: [storedCloudBucket("films"), storedOrigin, storedCloudBucket("media", rotated)],
    },
  },
  {
    step: "an edge application in place of both",
    args: { name: "assets", sources: [{ originType: "edgeapp", config: { appId: "4711" } }] },
    stored: {
      ...storedGroup,
      sources: [{ ...storedSwitches, origin_type: "edgeapp", config: { app_id: "4711" } }],
    },
  },
];

async function expectSteps(stack: TestStack, steps: Step[]): Promise<void> {
  let args = { name: "" } as OriginGroupArgs;
  stack.program = () => void new OriginGroup("assets", args);
  for (const [index, { step, args: wanted, stored }] of steps.entries()) {
    args = wanted;
    stack.emulator.clearRequests();
    await stack.up();
    expect([step, ...stack.emulator.state().originGroups]).toEqual([step, stored]);
    const change = index === 0 ? "POST /cdn/origin_groups 201" : `PUT /cdn/origin_groups/${id} 200`;
    expect([step, ...stack.changes()]).toEqual([step, change]);
  }
  await expectConverged(stack);
}

engineTest("update: every argument of a group changes in place, and returns to its default when removed", {}, (stack) =>
  expectSteps(stack, groupSteps),
);

engineTest("update: every field of a bucket changes in place, and its credentials stay at any position", {}, (stack) =>
  expectSteps(stack, bucketSteps),
);

engineTest("update: an equivalent value is no change", {}, async (stack) => {
  let args: OriginGroupArgs = { ...group, proxyNextUpstream: ["http_404", "error"] };
  stack.program = () => void new OriginGroup("assets", args);
  await stack.up();
  args = {
    name: "assets",
    useNext: false,
    proxyNextUpstream: ["error", "http_404", "error"],
    authType: "none",
    path: "",
    sources: [{ ...origin, originType: "host", backup: false, enabled: true, hostHeaderOverride: null }],
  };
  expect(await stack.preview()).toMatch(/2 unchanged/);
  await expectConverged(stack);
});
