import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { changeGroups } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { allCredentials, cloudBucket, legacyBucket, rotated } from "../../engine/setup/sources";
import { StateFixtures, type Fixture } from "../../engine/setup/state-fixtures";
import { type TestStack, type ExportedResource } from "../../engine/setup/test-stack";

/** States in which lists are arrays, as versions before 0.2.0 wrote them: no newer one can add any. */
const fixtures = new StateFixtures("lists");

const header = "tests-hidden.example.com";
const host = { source: "a.example.com" };
const films = cloudBucket("films", rotated);
const media = { ...cloudBucket("media"), hostHeaderOverride: header };
const later = { ...films, config: { ...films.config, s3BucketName: pulumi.output("films") } };

const cases = ["http_404", "timeout", "error"] as const;

/** What each group declares. */
const groups: Record<string, [Omit<OriginGroupArgs, "name">, pulumi.CustomResourceOptions?]> = {
  buckets: [{ sources: [host, cloudBucket("media"), films], proxyNextUpstream: [...cases] }],
  "bucket-by-position": [{ sources: [host, later] }],
  "secret-header": [{ sources: [host, { ...media, hostHeaderOverride: pulumi.secret(header) }] }],
  "secret-entry": [{ sources: [pulumi.secret(media), host] }],
  "secret-list": [{ sources: pulumi.secret([media, films]) }],
  "ignored-list": [{ sources: [host, cloudBucket("media")] }, { ignoreChanges: ["sources"] }],
  legacy: [{ authType: "cloudSignatureV4", auth: legacyBucket }],
};

const declare =
  (more: Partial<OriginGroupArgs> = {}) =>
  () => {
    for (const [name, [args, opts]] of Object.entries(groups)) {
      new OriginGroup(name, { name, ...args, ...more }, opts);
    }
  };

const text = (value: unknown) => JSON.stringify(value);

/** The resources of a state that keep any list as a list, or credentials beside it. */
function olderForms(resources: ExportedResource[], part: "inputs" | "outputs"): string[] {
  const isOlder = ({ sources, proxyNextUpstream, s3Credentials }: Record<string, unknown>) =>
    [sources, proxyNextUpstream].some(Array.isArray) || s3Credentials !== undefined;
  return resources
    .filter((resource) => isOlder(resource[part]))
    .map(({ urn }) => urn.split("::").at(-1) ?? "")
    .sort();
}

/** What may be nowhere in clear: credentials, and the header that some groups mark as a secret. */
function expectNothingInClear(stack: TestStack, texts: Record<string, string>): void {
  expect(findWords(allCredentials, { ...texts, ...readFiles(stack) })).toEqual([]);
}

/** What is ignored, and a change of the program that it covers, for copies of one group by their names. */
const ignored: Record<string, [string[], (typeof groups)[string][0]]> = {
  "one-entry": [["sources[0].enabled"], { sources: [{ ...host, enabled: false }, cloudBucket("media"), films] }],
  "all-entries": [["sources[*].backup"], { sources: [host, { ...cloudBucket("media"), backup: true }, films] }],
  credentials: [
    ["sources[*].config.s3SecretAccessKey", "sources[1].config.s3AccessKeyId"],
    { sources: [host, cloudBucket("media", rotated), films] },
  ],
  config: [['sources["media"].config'], { sources: [host, cloudBucket("media", rotated), films] }],
  sources: [["sources"], { sources: [host] }],
  cases: [["proxyNextUpstream"], { proxyNextUpstream: ["http_503"] }],
};

/** Puts copies of a group and its resource beside them, with IDs of their own. */
function addCopies(name: string, copies: string[], { deployment, platform }: Fixture): Fixture {
  const resource = deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`));
  const group = platform.originGroups.find((candidate) => candidate.name === name);
  const copy = <T>(original: T, to: string, id: number) =>
    JSON.parse(
      text(original)
        .replaceAll(`::${name}"`, `::${to}"`)
        .replaceAll(`"name":"${name}"`, `"name":"${to}"`)
        .replaceAll(new RegExp(`\\b${group?.id}\\b`, "g"), String(id)),
    ) as T;
  const resources = copies.map((to, index) => copy(resource!, to, 2001 + index));
  const originGroups = copies.map((to, index) => copy(group!, to, 2001 + index));
  return {
    deployment: { ...deployment, resources: [...deployment.resources, ...resources] },
    platform: { ...platform, originGroups: [...platform.originGroups, ...originGroups] },
  };
}

test.each(fixtures.list())(
  "upgrade of lists from %s: shows no change, ignoreChanges holds at the first `up`, and the next change migrates the state",
  async (file) => {
    const copies = Object.keys(ignored);
    const stack = await fixtures.restore(file, {}, (fixture) => addCopies("buckets", copies, fixture));
    try {
      stack.program = () => {
        declare()();
        for (const [name, [ignoreChanges, more]] of Object.entries(ignored)) {
          new OriginGroup(name, { name, ...groups.buckets![0], ...more }, { ignoreChanges });
        }
      };
      const count = Object.keys(groups).length;
      const unchanged = `${count + copies.length + 1} unchanged`;
      const preview = await stack.preview();
      expect(preview).toContain(unchanged);
      expect(preview).not.toMatch(/to (update|create|replace|delete)/);
      const up = await stack.up();
      expect(up).toContain(unchanged);
      // Now the state has the inputs of this version.
      expect(await stack.up()).toContain(unchanged);
      expect(stack.changes()).toEqual([]);
      expect(olderForms(await stack.resources(), "inputs")).toEqual(["cases", "ignored-list", "sources"]);
      expectNothingInClear(stack, { preview, up });
      const refresh = await stack.refresh();
      expect(refresh).toContain(unchanged);
      await expectConverged(stack);
      expectNothingInClear(stack, { refresh });

      // The copies go. What else is ignored stays ignored.
      stack.program = declare({ onDestroy: "delete" });
      const changed = await stack.up(undefined, { diff: true });
      expect(changed).toContain(`~ ${count} updated`);
      expectNothingInClear(stack, { changed });
      await expectConverged(stack);
      const resources = await stack.resources();
      expect(olderForms(resources, "outputs")).toEqual(["ignored-list"]);
      expect(text(resources)).not.toContain("s3Credentials");
      expect(text(resources.filter(({ urn }) => /::secret-/.test(urn)))).not.toContain(header);

      const ofGroup = groups["ignored-list"];
      groups["ignored-list"] = [ofGroup?.[0] ?? {}];
      stack.program = declare({ onDestroy: "delete" });
      await stack.up();
      await expectConverged(stack);
      expect(stack.changes()).toEqual([]);
      expectNothingInClear(stack, {});
      groups["ignored-list"] = ofGroup ?? [{}];
      await stack.destroy();
      expect(stack.emulator.state().originGroups).toEqual([]);
    } finally {
      await stack.close();
    }
  },
);

test.each(fixtures.list())("upgrade of lists from %s: finds and repairs drift", async (file) => {
  const stack = await fixtures.restore(file, {});
  try {
    const drift = () =>
      changeGroups(stack.emulator, ({ name, sources }) => ({
        sources: name === "buckets" ? [...sources].reverse().map((source) => ({ ...source, enabled: false })) : sources,
      }));
    const before = stack.emulator.state().originGroups;
    stack.program = declare();
    // The second time after an `up`.
    for (let time = 1; time <= 2; time++) {
      drift();
      const refresh = await stack.refresh();
      expect(refresh).toContain("~ 1 updated");
      expectNothingInClear(stack, { refresh });
      expect(await stack.up()).toContain("~ 1 updated");
      expect(stack.emulator.state().originGroups).toEqual(before);
      await expectConverged(stack);
      expectNothingInClear(stack, {});
    }
  } finally {
    await stack.close();
  }
});
