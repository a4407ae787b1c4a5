import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Deployment } from "@pulumi/pulumi/automation";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { findGroup } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { allCredentials, cloudBucket, rotated } from "../../engine/setup/sources";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

const plain = { sources: [{ source: "a.example.com" }] };

/** Sources of which something is known only later, by the name of their group. */
const rows: Record<string, (id: pulumi.Output<number>) => Partial<OriginGroupArgs>> = {
  "a host": (id) => ({
    sources: [
      { source: "a.example.com" },
      { source: pulumi.interpolate`${id}.example.com` },
      { source: "b.example.com" },
    ],
  }),
  "an entry": (id) => ({ sources: [{ source: "a.example.com" }, id.apply((known) => cloudBucket(`b-${known}`))] }),
  "two of one resource": (id) => ({
    sources: [
      { source: pulumi.interpolate`first-${id}.example.com` },
      { source: pulumi.interpolate`second-${id}.example.com` },
    ],
  }),
  list: (id) => ({
    sources: id.apply((known) => [{ source: `${known}.example.com` }, cloudBucket("media", rotated)]),
  }),
  set: (id) => ({ ...plain, proxyNextUpstream: ["error", id.apply(() => "http_503" as const)] }),
};

function declareUnknown(): void {
  const first = new OriginGroup("first", { ...plain, name: "first" });
  for (const [name, args] of Object.entries(rows)) {
    new OriginGroup(name, { name, ...args(first.originGroupId) });
  }
}

/** What transformations were given. */
const seen: unknown[] = [];

function declareTransformed(): OriginGroup["sources"] {
  const sources = [{ source: "a.example.com" }, cloudBucket("media")];
  const backup = { after: "a.example.com", backup: true };
  const transform: pulumi.ResourceTransform = ({ props, opts }) => {
    const given = props.sources as Record<string, object>;
    seen.push(Object.keys(given), props.proxyNextUpstream);
    return { props: { ...props, sources: { ...given, "b.example.com": backup } }, opts };
  };
  const transformation: pulumi.ResourceTransformation = ({ props, opts }) => {
    seen.push(Object.keys(props.sources as object));
    return { props: { ...props, proxyNextUpstream: { error: true, http_503: true } }, opts };
  };
  const ofList: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props: { ...props, sources: [{ source: "z.example.com", backup: true }, { source: "y.example.com" }] },
    opts,
  });
  const proxyNextUpstream = ["http_503" as const];
  // Without a bucket: in an inline program, a secret that comes back from such a function is none any more.
  const args = { name: "new", sources: sources.slice(0, 1), proxyNextUpstream };
  new OriginGroup("new", args, { transforms: [transform] });
  new OriginGroup("old", { name: "old", sources }, { transformations: [transformation] });
  return new OriginGroup("transformed", { name: "transformed", sources }, { transformations: [ofList] }).sources;
}

const media = cloudBucket("media");

/** The entries of one group, as they change. */
const changing = {
  first: [{ source: "a.example.com" }, media],
  second: [{ source: "a.example.com", backup: true }, cloudBucket("media", rotated)],
  headed: [{ source: "a.example.com" }, { ...media, hostHeaderOverride: pulumi.secret("tests-hidden.example.com") }],
} satisfies Record<string, OriginGroupArgs["sources"]>;

const given = [
  { source: "given-a.example.com", backup: false, enabled: true },
  { source: "given-b.example.com", backup: true, enabled: true },
];

/** Groups that take their lists from an output of another stack. */
function declareReferring(): void {
  const reference = new pulumi.StackReference("organization/test/other");
  const sources = reference.requireOutput("given") as pulumi.Output<typeof given>;
  new OriginGroup("list of another stack", { name: "list of another stack", sources });
  const host = sources[0]!.source;
  new OriginGroup("host of another stack", { name: "host of another stack", sources: [{ source: host }] });
}

/** Makes a stack "other" with the outputs that this one has now. */
async function copyToOther({ stack }: TestStack): Promise<void> {
  const { workspace, name } = stack;
  const exported = await stack.exportStack();
  await workspace.createStack("other");
  const moved = JSON.stringify(exported).replaceAll(`urn:pulumi:${name}::`, "urn:pulumi:other::");
  await workspace.importStack("other", JSON.parse(moved) as Deployment);
  await workspace.selectStack(name);
}

engineTest(
  "lists by name: a saved plan holds if names are known only later, transformations change entries by name or return a " +
    "list, outputs show entries without credentials, another stack's output is a list",
  {},
  async (stack) => {
    const { emulator } = stack;
    const declare =
      (sources: OriginGroupArgs["sources"], more = (): void => undefined) =>
      () => {
        declareUnknown();
        const transformed = declareTransformed();
        const { sources: listed } = new OriginGroup("giving", {
          name: "giving",
          sources: [{ source: "given-a.example.com" }, { source: "given-b.example.com", backup: true }],
        });
        const group = new OriginGroup("changing", { name: "changing", sources });
        more();
        return { sources: group.sources, cases: group.proxyNextUpstream, given: listed, changed: transformed };
      };

    stack.program = declare(changing.first);
    const plan = path.join(stack.stack.workspace.workDir, "plan.json");
    const preview = await stack.preview({ plan });
    expect(preview).toContain('after  : "from first"');
    expect(allCredentials.filter((secret) => preview.includes(secret))).toEqual([]);
    expect(seen).toEqual([["a.example.com", "media"], ["a.example.com"], { http_503: true }]);
    const outputs = preview.slice(preview.indexOf("--outputs:--"));
    expect(outputs).toContain('s3BucketName: "media"');
    expect(outputs).not.toContain("s3AccessKeyId");
    await stack.up(undefined, { plan });
    const { id } = findGroup(emulator, "first");
    expect(findGroup(emulator, "a host").sources).toMatchObject([
      { source: "a.example.com" },
      { source: `${id}.example.com` },
      { source: "b.example.com" },
    ]);
    expect(findGroup(emulator, "two of one resource").sources).toMatchObject([
      { source: `first-${id}.example.com` },
      { source: `second-${id}.example.com` },
    ]);
    expect(findGroup(emulator, "new").sources).toMatchObject([
      { source: "a.example.com", backup: false },
      { source: "b.example.com", backup: true },
    ]);
    expect(findGroup(emulator, "old").proxy_next_upstream).toEqual(["error", "http_503"]);
    const hosts = [{ source: "z.example.com" }, { source: "y.example.com" }];
    expect(findGroup(emulator, "transformed").sources).toMatchObject(hosts);
    const listed = await stack.lastOutputs();
    expect(listed.changed?.value).toMatchObject(hosts);
    expect(listed.given).toEqual({ value: given, secret: false });
    await expectConverged(stack);
    await copyToOther(stack);
    await stack.refresh();

    // One group changes, and there are new ones.
    stack.program = declare(changing.second, declareReferring);
    const change = await stack.preview();
    expect(change).toContain("1 to update");
    expect(change).not.toContain("[unknown]");
    expect(change.match(/given-a\.example\.com: \{/g)).toHaveLength(2);
    expect(change.slice(change.lastIndexOf("--outputs:--")).replaceAll(/\s+/g, " ")).toContain(
      '~ sources: [ ~ [0]: { ~ backup : false => true enabled: true source : "a.example.com" } [1]: {',
    );
    await stack.up();
    const { s3Type, s3BucketName, s3Region } = media.config;
    const shown = { s3Type, s3BucketName, s3Region, s3AuthType: "cloudSignatureV4" };
    const { cases, sources } = await stack.lastOutputs();
    expect({ cases, sources }).toEqual({
      cases: { value: ["error", "timeout"], secret: false },
      sources: {
        value: [
          { source: "a.example.com", backup: true, enabled: true },
          { originType: "s3", backup: false, enabled: true, config: shown },
        ],
        secret: false,
      },
    });
    expect(findGroup(emulator, "list of another stack").sources).toMatchObject(given);
    expect(findGroup(emulator, "host of another stack").sources).toMatchObject([{ source: "given-a.example.com" }]);

    stack.program = declare(changing.headed, declareReferring);
    const last = await stack.preview();
    expect(last).toContain("~ 1 to update");
    expect(last).not.toContain("tests-hidden");
    await stack.up();
    expect((await stack.lastOutputs()).sources?.secret).toBe(true);
    await expectConverged(stack);
    expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
  },
);
