import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Deployment } from "@pulumi/pulumi/automation";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { findGroup } from "./setup/platform";
import { readFiles, findWords } from "./setup/search";
import { allCredentials, cloudBucket, credentials, rotated } from "./setup/sources";
import { engineTest } from "./setup/test-stack";

const plain = { sources: [{ source: "a.example.com" }] };

engineTest("a saved plan holds if names of sources are known only later", {}, async (stack) => {
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
    "an output of no resource": (id) => ({
      sources: [{ source: pulumi.output(Promise.resolve(id)).apply((known) => `${known}.example.com`) }],
    }),
    "two outputs of no resource": (id) => ({
      sources: ["first", "second"].map((name) => ({
        source: pulumi.output(Promise.resolve(id)).apply((known) => `${name}-${known}.example.com`),
      })),
    }),
    "a secret": (id) => ({ sources: [{ source: pulumi.secret(pulumi.interpolate`${id}.example.com`) }] }),
    list: (id) => ({
      sources: id.apply((known) => [{ source: `${known}.example.com` }, cloudBucket("media", rotated)]),
    }),
    set: (id) => ({ ...plain, proxyNextUpstream: ["error", id.apply(() => "http_503" as const)] }),
  };
  stack.program = () => {
    const first = new OriginGroup("first", { ...plain, name: "first" });
    for (const [name, args] of Object.entries(rows)) {
      new OriginGroup(name, { name, ...args(first.originGroupId) });
    }
  };
  const plan = path.join(stack.stack.workspace.workDir, "plan.json");
  const preview = await stack.preview({ plan });
  expect(preview).toContain('after  : "from first"');
  await stack.up(undefined, { plan });
  expect(findGroup(stack.emulator, "a host").sources).toMatchObject([
    { source: "a.example.com" },
    { source: "1001.example.com" },
    { source: "b.example.com" },
  ]);
  for (const name of ["two of one resource", "two outputs of no resource"]) {
    const hosts = [{ source: "first-1001.example.com" }, { source: "second-1001.example.com" }];
    expect([name, ...findGroup(stack.emulator, name).sources]).toMatchObject([name, ...hosts]);
  }
  await expectConverged(stack);
});

engineTest("transformations change entries by name, or return a list", {}, async (stack) => {
  const seen: unknown[] = [];
  const backup = { after: "a.example.com", backup: true };
  stack.program = () => {
    const sources = [{ source: "a.example.com" }, cloudBucket("media")];
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
    return { sources: new OriginGroup("list", { name: "list", sources }, { transformations: [ofList] }).sources };
  };
  const preview = await stack.preview();
  expect(allCredentials.filter((secret) => preview.includes(secret))).toEqual([]);
  expect(seen).toEqual([["a.example.com", "media"], ["a.example.com"], { http_503: true }]);
  await stack.up();
  expect(findGroup(stack.emulator, "new").sources).toMatchObject([
    { source: "a.example.com", backup: false },
    { source: "b.example.com", backup: true },
  ]);
  expect(findGroup(stack.emulator, "old").proxy_next_upstream).toEqual(["error", "http_503"]);
  const hosts = [{ source: "z.example.com" }, { source: "y.example.com" }];
  expect(findGroup(stack.emulator, "list").sources).toMatchObject(hosts);
  expect((await stack.lastOutputs()).sources?.value).toMatchObject(hosts);
  await expectConverged(stack);
  await stack.refresh();
  await expectConverged(stack);

  // Paths that they add lead to names.
  let enabled = true;
  stack.program = () => {
    for (const [name, path] of Object.entries({ named: '["a.example.com"]', every: "[*]" })) {
      const ignoring: pulumi.ResourceTransformation = ({ props, opts }) => ({
        props,
        opts: pulumi.mergeOptions(opts, { ignoreChanges: [`sources${path}.enabled`] }),
      });
      const sources = [{ source: "a.example.com", enabled }, { source: "b.example.com" }];
      new OriginGroup(name, { name, sources }, { transformations: [ignoring] });
    }
  };
  await stack.up();
  enabled = false;
  await expectConverged(stack);
  expect(findWords(allCredentials, readFiles(stack))).toEqual([]);
});

engineTest("outputs of a changed group show its entries without credentials", {}, async (stack) => {
  const declare = (sources: OriginGroupArgs["sources"]) => () => {
    const group = new OriginGroup("group", { name: "group", sources });
    return { sources: group.sources, cases: group.proxyNextUpstream };
  };
  const media = cloudBucket("media");
  stack.program = declare([{ source: "a.example.com" }, media]);
  const first = await stack.preview();
  expect(first.slice(first.indexOf("--outputs:--"))).toContain('s3BucketName: "media"');
  expect(first.slice(first.indexOf("--outputs:--"))).not.toContain("s3AccessKeyId");
  await stack.up();
  stack.program = declare([{ source: "a.example.com", backup: true }, cloudBucket("media", rotated)]);
  const change = await stack.preview();
  expect(change.slice(change.indexOf("--outputs:--")).replaceAll(/\s+/g, " ")).toContain(
    '~ sources: [ ~ [0]: { ~ backup : false => true enabled: true source : "a.example.com" } [1]: {',
  );
  await stack.up();
  const { s3AccessKeyId, s3SecretAccessKey, ...shown } = { ...media.config, s3AuthType: "cloudSignatureV4" };
  expect([s3AccessKeyId, s3SecretAccessKey]).toEqual(Object.values(credentials));
  expect(await stack.lastOutputs()).toEqual({
    cases: { value: ["error", "timeout"], secret: false },
    sources: {
      value: [
        { source: "a.example.com", backup: true, enabled: true },
        { originType: "s3", backup: false, enabled: true, config: shown },
      ],
      secret: false,
    },
  });
  const headed = { ...media, hostHeaderOverride: pulumi.secret("tests-hidden.example.com") };
  stack.program = declare([{ source: "a.example.com" }, headed]);
  expect(await stack.preview()).not.toContain("tests-hidden");
  await stack.up();
  expect((await stack.lastOutputs()).sources?.secret).toBe(true);
  await expectConverged(stack);
});

engineTest("--target changes one group and leaves the lists of the other", {}, async (stack) => {
  const declare =
    (...hosts: string[]) =>
    () => {
      for (const name of ["one", "two"]) {
        const sources = [...hosts.map((source) => ({ source })), cloudBucket(name)];
        new OriginGroup(name, { name, sources, proxyNextUpstream: ["http_503"] });
      }
    };
  stack.program = declare("a.example.com");
  await stack.up();
  stack.program = declare("b.example.com", "a.example.com");
  const [urn] = (await stack.resources()).filter(({ inputs }) => inputs.name === "two").map((found) => found.urn);
  await stack.up(undefined, { target: [urn!] });
  expect(findGroup(stack.emulator, "one").sources).toMatchObject([{ source: "a.example.com" }, {}]);
  expect(findGroup(stack.emulator, "two").sources).toMatchObject([
    { source: "b.example.com" },
    { source: "a.example.com" },
    {},
  ]);
  await stack.refresh({ target: [urn!] });
  expect(await stack.preview()).toContain("~ 1 to update");
  await stack.up();
  await expectConverged(stack);
});

engineTest("a group takes its list from an output of another stack", {}, async (stack) => {
  stack.program = () => {
    const sources = [{ source: "a.example.com" }, { source: "b.example.com", backup: true }];
    const { sources: given, proxyNextUpstream } = new OriginGroup("first", { name: "first", sources });
    return { sources: given, cases: proxyNextUpstream };
  };
  await stack.up();
  const listed = [
    { source: "a.example.com", backup: false, enabled: true },
    { source: "b.example.com", backup: true, enabled: true },
  ];
  expect((await stack.lastOutputs()).sources).toEqual({ value: listed, secret: false });
  const { workspace, name } = stack.stack;
  const exported = await stack.stack.exportStack();
  await workspace.createStack("other");
  const moved = JSON.stringify(exported).replaceAll(`urn:pulumi:${name}::`, "urn:pulumi:other::");
  await workspace.importStack("other", JSON.parse(moved) as Deployment);
  await workspace.selectStack(name);

  const { program } = stack;
  stack.program = () => {
    const outputs = program();
    const reference = new pulumi.StackReference("organization/test/other");
    const sources = reference.requireOutput("sources") as pulumi.Output<typeof listed>;
    new OriginGroup("list", { name: "list", sources });
    new OriginGroup("host", { name: "host", sources: [{ source: sources[0]!.source }] });
    return outputs;
  };
  const preview = await stack.preview();
  expect(preview).not.toContain("[unknown]");
  expect(preview.match(/a\.example\.com: \{/g)).toHaveLength(2);
  await stack.up();
  expect(findGroup(stack.emulator, "list").sources).toMatchObject(listed);
  expect(findGroup(stack.emulator, "host").sources).toMatchObject([{ source: "a.example.com" }]);
  await expectConverged(stack);
});
