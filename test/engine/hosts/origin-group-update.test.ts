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

/** One `up` after the other on the same group: what is declared, and what the platform then stores beside its defaults. */
type Step = [
  step: string,
  args: Omit<OriginGroupArgs, "sources">,
  sources: [declared: object, stored: object][],
  stored?: object,
];

/** A host, with its switches as declared and as stored. */
const host = (source: string, declared: object = {}, stored = declared): [object, object] => [
  { source, ...declared },
  { ...storedSwitches, source, ...stored },
];
const origin = host("a.example.com");
const [b, c] = [host("b.example.com:8443"), host("c.example.com")];
const header = "origin.example.com";
const backup = host(
  "192.0.2.7",
  { backup: true, hostHeaderOverride: header },
  { backup: true, host_header_override: header },
);

const groupSteps: Step[] = [
  ["as created", { name: "assets" }, [origin]],
  [
    "every argument of the group",
    { name: "static", useNext: true, proxyNextUpstream: ["http_504", "invalid_header", "error"], path: "/static" },
    [b, backup, host("c.example.com", { enabled: false })],
    { use_next: true, proxy_next_upstream: ["error", "invalid_header", "http_504"], path: "/static" },
  ],
  ["optional arguments taken out", { name: "static" }, [b, host("192.0.2.7"), c]],
  ["another order of the sources, and one less", { name: "static" }, [c, b]],
];

const switchedBucket: [object, object] = [
  { ...cloudBucket("media"), backup: true, enabled: false, hostHeaderOverride: header },
  { ...storedCloudBucket("media"), backup: true, enabled: false, host_header_override: header },
];
const rotatedBucket: [object, object] = [otherBucket("media", rotated), storedOtherBucket("media", rotated)];
const edgeapp: [object, object] = [
  { originType: "edgeapp", config: { appId: "4711" } },
  { ...storedSwitches, origin_type: "edgeapp", config: { app_id: "4711" } },
];

const bucketSteps: Step[] = [
  ["a bucket", { name: "media" }, [[cloudBucket("media"), storedCloudBucket("media")]]],
  ["its switches", { name: "media" }, [origin, switchedBucket]],
  ["its switches taken out, its place, storage and credentials", { name: "media" }, [rotatedBucket, origin]],
  [
    "another bucket beside it, in its old place",
    { name: "media" },
    [[cloudBucket("films"), storedCloudBucket("films")], origin, rotatedBucket],
  ],
  ["an edge application in place of all", { name: "media" }, [edgeapp]],
];

/** Other words for the same, one after the other. */
const equivalents: OriginGroupArgs[] = [
  { name: "equivalent", proxyNextUpstream: ["http_404", "error"], sources: [{ source: "a.example.com" }] },
  {
    name: "equivalent",
    useNext: false,
    proxyNextUpstream: ["error", "http_404", "error"],
    authType: "none",
    path: "",
    sources: [{ source: "a.example.com", originType: "host", backup: false, enabled: true, hostHeaderOverride: null }],
  },
];

const steps = { assets: groupSteps, buckets: bucketSteps };

const argsOf = ([, args, sources]: Step) =>
  ({ ...args, sources: sources.map(([declared]) => declared) }) as OriginGroupArgs;

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
      Object.entries(steps).forEach(
        ([name, of]) => (declared[name] = of[round] ? argsOf(of[round]!) : declared[name]!),
      );
      declared.equivalent = equivalents[round] ?? equivalents[1]!;
      stack.emulator.clearRequests();
      await stack.up();
      const expectedChanges = round === 0 ? Array<string>(3).fill("POST /cdn/origin_groups 201") : [];
      for (const [resource, of] of Object.entries(steps)) {
        const [step, { name }, sources, more] = of[round] ?? of.at(-1)!;
        ids[resource] ??= findGroup(stack.emulator, name as string).id;
        const group = stack.emulator.state().originGroups.find(({ id }) => id === ids[resource]);
        const stored = { ...storedDefaults, name, sources: sources.map(([, one]) => one), ...more };
        expect([step, group]).toEqual([step, { ...stored, id: ids[resource] }]);
        expectedChanges.push(...(round > 0 && of[round] ? [`PUT /cdn/origin_groups/${ids[resource]} 200`] : []));
      }
      expect([round, ...stack.changes().sort()]).toEqual([round, ...expectedChanges.sort()]);
    }
    expect(stack.emulator.state().originGroups).toHaveLength(3);
    await expectConverged(stack);
  },
);
