import type * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { changeGroups, findGroup, type StoredGroup } from "../../engine/setup/platform";
import { diffOf } from "../../engine/setup/previews";
import { allCredentials, cloudBucket, rotated, storedCloudBucket } from "../../engine/setup/sources";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

type Sources = StoredGroup["sources"];

const host = (source: string, more: object = {}) => ({ source, ...more });
const [a, b, renamed] = ["a", "b", "new"].map((name) => host(`${name}.example.com`)) as [object, object, object];

/** The hosts of a group on the platform, with what is not as by default. */
function storedHosts(stack: TestStack, name: string): string[] {
  return findGroup(stack.emulator, name).sources.map((source) =>
    [("source" in source && source.source) || "", source.backup && "backup", source.enabled || "off"]
      .filter((word) => typeof word === "string" && word !== "")
      .join(" "),
  );
}

interface Row {
  ignoreChanges: string[];
  /** In place of the hosts a and b. */
  after?: object[];
  /** What somebody changes on the platform. */
  drift?: (sources: Sources) => Sources;
  expected: string[];
}

const ignored: Record<string, Row> = {
  "entry-removed": {
    ignoreChanges: ['sources["a.example.com"]'],
    after: [renamed, b],
    expected: ["a.example.com", "new.example.com", "b.example.com"],
  },
  "field-and-order-drifted": {
    ignoreChanges: ["sources[*].enabled"],
    drift: ([first, second]) => [{ ...second!, enabled: false }, first!],
    expected: ["a.example.com", "b.example.com off"],
  },
  "first-added": {
    ignoreChanges: ['sources["new.example.com"].enabled'],
    after: [{ ...renamed, enabled: false }, a, b],
    expected: ["new.example.com", "a.example.com", "b.example.com"],
  },
};

/** What a bucket is named, and what is ignored of its group. */
type Bucket = readonly [name: string, ignoreChanges: string[]];

/** Paths that cannot keep the bucket `media`, which the program calls `films` now, and what is said. */
const refused: Record<string, string> = {
  "sources[1].enabled": 'write sources["<name>"].enabled or sources instead',
  'sources["films"]': 'sources["films"] cannot be ignored: the state has no entry of this name to keep',
};

engineTest("ignoreChanges keeps entries by name, whoever changed them, or says why it cannot", {}, async (stack) => {
  const { emulator } = stack;
  const asBefore: Bucket = ["media", []];
  const declare =
    (isChanged: boolean, first = asBefore, second = asBefore) =>
    () => {
      for (const [name, { ignoreChanges, after }] of Object.entries(ignored)) {
        const sources = ((isChanged && after) || [a, b]) as OriginGroupArgs["sources"];
        new OriginGroup(name, { name, sources }, { ignoreChanges });
      }
      const sources = [host("a.example.com")];
      new OriginGroup("bucket-added", { name: "bucket-added", sources }, { ignoreChanges: ["sources"] });
      [first, second].forEach(([bucket, ignoreChanges], index) => {
        const name = `group-${index}`;
        new OriginGroup(name, { name, sources: [...sources, cloudBucket(bucket)] }, { ignoreChanges });
      });
    };
  stack.program = declare(false);
  await stack.up();
  changeGroups(emulator, ({ name, sources }) => {
    const added = name === "bucket-added" ? [storedCloudBucket("media")] : [];
    return { sources: [...(ignored[name]?.drift?.(sources) ?? sources), ...added] as Sources };
  });
  const withBucket = findGroup(emulator, "bucket-added");
  await stack.refresh();
  emulator.clearRequests();
  stack.program = declare(true);
  await stack.up();
  const stored = Object.keys(ignored).map((name) => [name, ...storedHosts(stack, name)]);
  expect(stored).toEqual(Object.entries(ignored).map(([name, { expected }]) => [name, ...expected]));
  // A bucket that somebody has added is kept, too.
  expect(stack.changes().filter((change) => change.includes(`/${withBucket.id} `))).toEqual([]);
  expect(findGroup(emulator, "bucket-added")).toEqual(withBucket);

  emulator.clearRequests();
  for (const [path, problem] of Object.entries(refused)) {
    stack.program = declare(true, ["films", [path]]);
    const failure = await failureText(stack.preview());
    expect(failure).toContain(problem);
    expect(allCredentials.filter((secret) => failure.includes(secret))).toEqual([]);
  }
  // What somebody has renamed is not there to be kept either: nothing is sent.
  changeGroups(emulator, ({ name, sources }) => ({
    sources:
      name === "entry-removed"
        ? sources.map((source) =>
            "source" in source && source.source === "a.example.com" ? { ...source, source: "else" } : source,
          )
        : sources,
  }));
  stack.program = declare(true);
  await stack.refresh();
  emulator.clearRequests();
  expect(await failureText(stack.up())).toContain(
    'sources["a.example.com"] cannot be ignored: the state has no entry of this name to keep. Remove it from ' +
      "ignoreChanges, or ignore all of `sources`",
  );
  expect(stack.changes()).toEqual([]);
  // As the message advises.
  ignored["entry-removed"]!.ignoreChanges = ["sources"];
  stack.program = declare(true, ["films", ["sources"]], ["media", ['sources["media"]']]);
  await expectConverged(stack);
});

/** Each switches off the second entry, makes the first one no backup, and rotates the bucket's key. */
const options: Record<string, [pulumi.CustomResourceOptions, isReplaced: boolean, shown?: string]> = {
  "replace-any": [{ replaceOnChanges: ["sources[*].enabled"] }, true],
  "replace-name": [{ replaceOnChanges: ['sources["b.example.com"].enabled'] }, true],
  "replace-secret": [{ replaceOnChanges: ["sources.media.config.s3SecretAccessKey"] }, true],
  "replace-another": [{ replaceOnChanges: ['sources["a.example.com"].enabled'] }, false],
  "hide-any": [{ hideDiffs: ["sources[*].enabled"] }, false, "b.example.com"],
  "hide-name": [{ hideDiffs: ['sources["b.example.com"]'] }, false, "b.example.com"],
  "hide-config": [{ hideDiffs: ["sources.media.config"] }, false, "media"],
  "secret-outputs": [{ additionalSecretOutputs: ["sources", "proxyNextUpstream"] }, false],
};

engineTest("paths of other options address entries by name", {}, async (stack) => {
  const declare = (isChanged: boolean) => () => {
    const groups = Object.entries(options).map(([name, [opts]]) => {
      const sources = [
        host("a.example.com", { backup: !isChanged }),
        host("b.example.com", { enabled: !isChanged }),
        cloudBucket("media", isChanged ? rotated : undefined),
      ];
      return [name, new OriginGroup(name, { name, sources, proxyNextUpstream: ["http_503"] }, opts).sources] as const;
    });
    return Object.fromEntries(groups);
  };
  stack.program = declare(false);
  await stack.up();
  stack.program = declare(true);
  const preview = await stack.preview();
  for (const [name, [, isReplaced, hidden]] of Object.entries(options)) {
    const shown = diffOf(preview, name);
    const [, step] = new RegExp(`\\((replace|update)\\)\\n.*\\n.*::${name}\\]`).exec(preview) ?? [];
    expect([name, step, shown]).toEqual([
      name,
      isReplaced ? "replace" : "update",
      expect.stringContaining("~ a.example.com: { ~ backup: true => false }"),
    ]);
    expect([name, /enabled: true => false/.test(shown), /\[secret\] => \[secret\]/.test(shown)]).toEqual([
      name,
      hidden !== "b.example.com",
      hidden !== "media",
    ]);
  }
  const ids = (await stack.resources()).map(({ id }) => id);
  stack.emulator.clearRequests();
  await stack.up();
  const replaced = Object.values(options).filter(([, isReplaced]) => isReplaced);
  expect(stack.changes().filter((change) => change.startsWith("DELETE"))).toHaveLength(replaced.length);
  const after = (await stack.resources()).map(({ inputs, id }) => [inputs.name, ids.includes(id)]);
  expect(Object.fromEntries(after)).toEqual(
    Object.fromEntries(Object.entries(options).map(([name, [, isReplaced]]) => [name, !isReplaced])),
  );
  const outputs = await stack.lastOutputs();
  expect(Object.keys(outputs).filter((name) => outputs[name]?.secret)).toEqual(["secret-outputs"]);
  expect(outputs["secret-outputs"]?.value).toMatchObject([{ source: "a.example.com" }, { enabled: false }, {}]);
  await expectConverged(stack);
});
