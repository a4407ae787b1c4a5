import path from "node:path";
import type { CustomResourceOptions, Resource, ResourceTransformation } from "@pulumi/pulumi";
import type * as DynamicPackage from "pulumi-edgecloud";
import type * as PluginPackage from "pulumi-edgecloud/plugin";
import type * as CommonWay from "./common-way";
import type { ProviderName } from "./report";

type GroupClass = new (
  name: string,
  args: DynamicPackage.OriginGroupArgs,
  opts?: CustomResourceOptions & { transformations?: ResourceTransformation[] },
) => Resource;

/** Puts an echo behind a resource; the program, its arguments and its outputs stay the same. */
function useEcho(exported: "Echo" | "RequestingEcho"): { transformations: ResourceTransformation[] } {
  const literal = `exports.handler = () => require(${JSON.stringify(path.join(__dirname, "echo.js"))}).${exported}`;
  return { transformations: [({ props, opts }) => ({ props: { ...props, __provider: literal }, opts })] };
}

// Packages are loaded when a program runs, because the time that this takes is measured too.
const loadDynamicPackage = () => require("pulumi-edgecloud") as typeof DynamicPackage;
const loadPluginPackage = () => require("pulumi-edgecloud/plugin") as typeof PluginPackage;
const loadCommonWay = () => require("./common-way") as typeof CommonWay;

/** The class of a group for each provider, and options of its resources. */
const providers: Record<ProviderName, { load: () => GroupClass; opts?: CustomResourceOptions }> = {
  /** This package's class on a provider that does nothing: the time that everything but a provider takes. */
  echo: { load: () => loadDynamicPackage().OriginGroup, opts: useEcho("Echo") },
  floor: { load: () => loadDynamicPackage().OriginGroup, opts: useEcho("RequestingEcho") },
  dynamic: { load: () => loadDynamicPackage().OriginGroup },
  plugin: { load: () => loadPluginPackage().OriginGroup },
  common: { load: () => loadCommonWay().OriginGroup },
};

/** What a program declares many of. */
export type Kind = "groups" | "functions" | "snapshots";

/** Makes the nth resource. */
const makers: Readonly<Record<Kind, (provider: ProviderName) => (index: number) => Resource>> = {
  groups: (provider) => {
    const { load, opts } = providers[provider];
    const OriginGroup = load();
    return (index) => {
      const name = `group-${index}`;
      const args: DynamicPackage.OriginGroupArgs = {
        name,
        useNext: true,
        proxyNextUpstream: ["error", "timeout", "http_503"],
        sources: [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }],
      };
      return new OriginGroup(name, args, opts);
    };
  },
  functions: (provider) => {
    const { CloudFunction } = provider === "plugin" ? loadPluginPackage() : loadDynamicPackage();
    return (index) =>
      new CloudFunction(`function-${index}`, {
        projectId: 1,
        regionId: 1,
        namespace: "bench",
        name: `function-${index}`,
        code: "package main",
        mainMethod: "Run",
        runtime: "go1.16.6",
        flavor: "80mCPU-128MB",
        timeout: 10,
      });
  },
  snapshots: (provider) => {
    const { SnapshotAttributes } = provider === "plugin" ? loadPluginPackage() : loadDynamicPackage();
    return (index) =>
      new SnapshotAttributes(`snapshot-${index}`, {
        projectId: 1,
        regionId: 1,
        snapshotId: toSnapshotId(index),
        name: `snapshot-${index}`,
        tags: { team: "cdn" },
      });
  },
};

/** The ID of the nth snapshot. */
export function toSnapshotId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** Builds a program that declares `count` resources, which are the same for each provider; it returns them. */
export function buildProgram(provider: ProviderName, count: number, kind: Kind = "groups"): () => Resource[] {
  return () => {
    const make = makers[kind](provider);
    return Array.from({ length: count }, (_, index) => make(index));
  };
}

/** The program of a project; how many resources it declares, and which, is in the environment. */
export function runProgram(provider: ProviderName): void {
  const { BENCH_RESOURCES = "1", BENCH_KIND = "groups" } = process.env;
  buildProgram(provider, Number(BENCH_RESOURCES), BENCH_KIND as Kind)();
}
