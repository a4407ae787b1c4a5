import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { findGroup } from "../setup/platform";
import {
  cloudBucket,
  otherBucket,
  rotated,
  storedCloudBucket,
  storedDefaults,
  storedOtherBucket,
  storedSwitches,
} from "../setup/sources";
import { engineTest } from "../setup/test-stack";

const origin = { source: "a.example.com" };
const storedOrigin = { ...storedSwitches, ...origin };

/** One `up` after the other on the same group: the declared arguments, and all that the platform then stores of it. */
interface Step {
  step: string;
  args: OriginGroupArgs;
  stored: object;
}

const group = { name: "assets", sources: [origin] };
const storedGroup = { ...storedDefaults, name: "assets", sources: [storedOrigin] };

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

const storedBuckets = { ...storedGroup, name: "media" };

const bucketSteps: Step[] = [
  {
    step: "a bucket",
    args: { name: "media", sources: [cloudBucket("media")] },
    stored: { ...storedBuckets, sources: [storedCloudBucket("media")] },
  },
  {
    step: "its switches",
    args: {
      name: "media",
      sources: [
        origin,
        { ...cloudBucket("media"), backup: true, enabled: false, hostHeaderOverride: "media.example.com" },
      ],
    },
    stored: {
      ...storedBuckets,
      sources: [
        storedOrigin,
        { ...storedCloudBucket("media"), backup: true, enabled: false, host_header_override: "media.example.com" },
      ],
    },
  },
  {
    step: "its switches taken out, its place",
    args: { name: "media", sources: [cloudBucket("media"), origin] },
    stored: { ...storedBuckets, sources: [storedCloudBucket("media"), storedOrigin] },
  },
  {
    step: "its storage",
    args: { name: "media", sources: [otherBucket("media"), origin] },
    stored: { ...storedBuckets, sources: [storedOtherBucket("media"), storedOrigin] },
  },
  {
    step: "its credentials",
    args: { name: "media", sources: [cloudBucket("media", rotated), origin] },
    stored: { ...storedBuckets, sources: [storedCloudBucket("media", rotated), storedOrigin] },
  },
  {
    step: "another bucket beside it, in its old place",
    args: { name: "media", sources: [cloudBucket("films"), origin, cloudBucket("media", rotated)] },
    stored: {
      ...storedBuckets,
      sources: [storedCloudBucket("films"), storedOrigin, storedCloudBucket("media", rotated)],
    },
  },
  {
    step: "an edge application in place of both",
    args: { name: "media", sources: [{ originType: "edgeapp", config: { appId: "4711" } }] },
    stored: {
      ...storedBuckets,
      sources: [{ ...storedSwitches, origin_type: "edgeapp", config: { app_id: "4711" } }],
    },
  },
];

/** Other words for the same, one after the other. */
const equivalents: OriginGroupArgs[] = [
  { name: "equivalent", proxyNextUpstream: ["http_404", "error"], sources: [origin] },
  {
    name: "equivalent",
    useNext: false,
    proxyNextUpstream: ["error", "http_404", "error"],
    authType: "none",
    path: "",
    sources: [{ ...origin, originType: "host", backup: false, enabled: true, hostHeaderOverride: null }],
  },
];

const steps = { assets: groupSteps, buckets: bucketSteps };

engineTest(
  "update: every argument of a group and of a bucket changes in place, an argument taken out returns to its default, " +
    "credentials stay at any position, and an equivalent value is no change",
  {},
  async (stack) => {
    const declared: Record<string, OriginGroupArgs> = {};
    stack.program = () => {
      Object.entries(declared).forEach(([name, args]) => new OriginGroup(name, args));
    };
    const ids: Record<string, number> = {};
    for (let round = 0; round < bucketSteps.length; round++) {
      Object.entries(steps).forEach(([name, of]) => (declared[name] = of[round]?.args ?? declared[name]!));
      declared.equivalent = equivalents[round] ?? equivalents[1]!;
      stack.emulator.clearRequests();
      await stack.up();
      const expectedChanges = round === 0 ? Array<string>(3).fill("POST /cdn/origin_groups 201") : [];
      for (const [name, of] of Object.entries(steps)) {
        const { step, stored } = of[round] ?? of.at(-1)!;
        ids[name] ??= findGroup(stack.emulator, of[0]!.args.name as string).id;
        const group = stack.emulator.state().originGroups.find(({ id }) => id === ids[name]);
        expect([step, group]).toEqual([step, { ...stored, id: ids[name] }]);
        expectedChanges.push(...(round > 0 && of[round] ? [`PUT /cdn/origin_groups/${ids[name]} 200`] : []));
      }
      expect([round, ...stack.changes().sort()]).toEqual([round, ...expectedChanges.sort()]);
    }
    expect(stack.emulator.state().originGroups).toHaveLength(3);
    await expectConverged(stack);
  },
);
