import type { CustomResourceOptions, Resource } from "@pulumi/pulumi";
import type { CloudFunctionArgs, OriginGroupArgs, SnapshotAttributesArgs } from "pulumi-edgecloud";

type Class<Args> = new (name: string, args: Args, opts?: CustomResourceOptions) => Resource;

/** The classes of a package. */
export interface Classes {
  readonly OriginGroup: Class<OriginGroupArgs>;
  readonly CloudFunction: Class<CloudFunctionArgs>;
  readonly SnapshotAttributes: Class<SnapshotAttributesArgs>;
  readonly getOriginGroups: () => Promise<unknown>;
}

/** How many resources of each kind a program declares, and a version that makes their content differ. */
export interface Declared {
  readonly groups?: number;
  readonly functions?: number;
  readonly snapshots?: number;
  readonly version?: number;
  /** Whether it lists all groups, too. */
  readonly lists?: boolean;
}

const scope = { projectId: 1, regionId: 1 };
const namespace = "lab";

/** What the resources need on a platform. */
export const SEED = { namespaces: [{ project_id: 1, region_id: 1, name: namespace }] };

/** Declares what the environment says; it is the same for each package. */
export function declareResources(classes: Classes, opts?: CustomResourceOptions): void {
  const declared = JSON.parse(process.env.LAB_RESOURCES ?? "{}") as Declared;
  const { groups, functions, snapshots, version = 1, lists } = declared;
  const { OriginGroup, CloudFunction, SnapshotAttributes, getOriginGroups } = classes;
  void (lists && getOriginGroups());
  for (const name of listNames("group", groups)) {
    const first = { source: `${name}-${version}.example.com` };
    const sources = [first, { source: `${name}-b.example.com:8443`, backup: true }];
    new OriginGroup(name, { name, useNext: true, proxyNextUpstream: ["error", "timeout", "http_503"], sources }, opts);
  }
  for (const name of listNames("function", functions)) {
    const code = { code: `package main // ${version}`, mainMethod: "Run", runtime: "go1.16.6" };
    const limits = { flavor: "80mCPU-128MB", timeout: 10 };
    new CloudFunction(name, { ...scope, namespace, name, ...code, ...limits }, opts);
  }
  for (const [index, name] of listNames("snapshot", snapshots).entries()) {
    const snapshotId = formatSnapshotId(index);
    new SnapshotAttributes(name, { ...scope, snapshotId, name, tags: { team: "cdn" } }, opts);
  }
}

/** Creates the nth snapshot for the seed of a platform. */
export function createSnapshot(index: number) {
  return { id: formatSnapshotId(index), name: "as found", project_id: 1, region_id: 1, tags: [] };
}

function formatSnapshotId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

function listNames(kind: string, count: number = 0): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index}`);
}
