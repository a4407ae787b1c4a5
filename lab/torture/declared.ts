/** What runs the resources of the package. */
export type Host = "dynamic" | "plugin";

export type Kind = "group" | "function" | "snapshot";

/** The name of a resource in the program, the component that it is below, and what runs it. */
export interface Place {
  readonly resource: string;
  readonly parent?: string;
  readonly host: Host;
}

/** Arguments as the program gives them to the class; named are those that the tool reads. */
export interface Args {
  name?: string;
  sources?: { source?: string; config?: Record<string, string> }[];
  useNext?: boolean;
  originGroupId?: number;
  adopt?: boolean;
  onDestroy?: string;
  code?: string;
  runtime?: string;
  description?: string;
  envs?: Record<string, string>;
  snapshotId?: string;
  tags?: Record<string, string | null>;
  [argument: string]: unknown;
}

/** One resource of a program. */
export interface Resource {
  /** What a history calls it, however it is renamed: `g1`, `f2`, `s1`. */
  readonly slot: string;
  readonly kind: Kind;
  resource: string;
  /** The component that it is below. */
  parent?: string;
  args: Args;
  /** Former places that the program declares as aliases. */
  aliases: Place[];
  /** Former places without an alias: a user who renames a resource still knows its old name. */
  formerly: Place[];
  /** Slots. */
  dependsOn: string[];
  replaceOnChanges: string[];
}

/** What a user's program declares, in the order in which it registers its resources. */
export interface Program {
  host: Host;
  resources: Resource[];
}

export const PROJECT_ID = 12;
export const REGION_ID = 7;
export const NAMESPACE = "images";

/** All snapshots of the platform: no history creates or deletes one. */
export const SNAPSHOT_IDS = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

export const RUNTIME = "go1.16.6";

/** Far longer than a task takes here, so that only a wait that never ends reaches it. */
const TASK_TIMEOUT_SECONDS = 20;

interface SnapshotSlot {
  readonly tags: readonly [string, string];
  readonly managesName: boolean;
}

/** What each slot declares of a snapshot of its own. */
const SNAPSHOT_SLOTS: readonly SnapshotSlot[] = [
  { tags: ["team", "tier"], managesName: true },
  { tags: ["keep", "legacy"], managesName: false },
  { tags: ["stage", "legacy"], managesName: true },
];

export const CLASSES = { group: "OriginGroup", function: "CloudFunction", snapshot: "SnapshotAttributes" } as const;
export const PREFIXES = { dynamic: "pulumi-nodejs:dynamic/edgecloud:", plugin: "edgecloud:index:" } as const;

/** The type of the one component that programs have. */
export const COMPONENT = "torture:index:Site";

/** Creates a resource that is new in the program; a snapshot needs no name, as the platform has given it one. */
export function createResource(slot: string, kind: Kind, name: string | undefined, version: number): Resource {
  const args = buildArgs(kind, slot, name, version);
  return { slot, kind, resource: slot, args, aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
}

/** Builds the arguments of a version; those of successive versions always differ. */
export function buildArgs(kind: Kind, slot: string, name: string | undefined, version: number): Args {
  switch (kind) {
    case "group":
      return {
        name,
        ...(version % 2 === 0 && { useNext: true }),
        sources: [...(version % 3 === 0 ? [] : [buildBucket(version)]), { source: `v${version}.example.com` }],
      };
    case "function":
      return {
        ...scope,
        namespace: NAMESPACE,
        name,
        code: `package main // ${version}`,
        mainMethod: "Resize",
        runtime: RUNTIME,
        flavor: "80mCPU-128MB",
        timeout: 30,
        taskTimeoutSeconds: TASK_TIMEOUT_SECONDS,
        ...(version % 2 === 1 && { description: `version ${version}` }),
        ...(version % 3 !== 0 && { envs: { VERSION: String(version) } }),
      };
    case "snapshot":
      return buildSnapshotArgs(slot, version);
  }
}

const scope = { projectId: PROJECT_ID, regionId: REGION_ID };

function buildSnapshotArgs(slot: string, version: number): Args {
  const index = Number(slot.slice(1)) - 1;
  const { tags, managesName } = SNAPSHOT_SLOTS[index] as SnapshotSlot;
  const [first, second] = tags;
  return {
    ...scope,
    snapshotId: SNAPSHOT_IDS[index],
    ...(managesName && { name: `nightly ${version}` }),
    tags: {
      [first]: `${slot}-${version}`,
      // By version: removed, set, not managed.
      ...(version % 3 === 0 && { [second]: null }),
      ...(version % 3 === 1 && { [second]: `${slot}-${version}` }),
    },
  };
}

function buildBucket(version: number) {
  const s3AccessKeyId = `access-key-${version}-0001`;
  const s3SecretAccessKey = `secret/access+key/${version}/0001`;
  return {
    originType: "s3",
    config: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "north-1", s3AccessKeyId, s3SecretAccessKey },
  };
}

/** Builds what the platform must have of a group or a function, to be compared with `PlatformObject.content`. */
export function buildDesiredContent({ kind, args }: Resource): Record<string, unknown> {
  if (kind === "group") {
    const sources = (args.sources ?? []).map(({ source, config }) =>
      config ? `s3 ${config.s3BucketName} ${config.s3AccessKeyId} ${config.s3SecretAccessKey}` : source,
    );
    return { name: args.name, useNext: args.useNext ?? false, sources };
  }
  const { name, code, runtime, description, envs } = args;
  return { name, code, runtime, ...(description !== undefined && { description }), ...(envs && { envs }) };
}

/** Locates a resource in the program. */
export function locate({ resource, parent }: Resource, { host }: Program): Place {
  return { resource, ...(parent !== undefined && { parent }), host };
}

export function formatUrn(kind: Kind, { resource, parent, host }: Place): string {
  return `urn:pulumi:dev::torture::${parent ? `${COMPONENT}$` : ""}${PREFIXES[host]}${CLASSES[kind]}::${resource}`;
}

/**
 * Lists every URN by which Pulumi finds the resource in the state, the present one first. The plugin's classes declare
 * those of the dynamic provider as aliases themselves.
 */
export function listUrns(resource: Resource, program: Program): string[] {
  const places = [locate(resource, program), ...resource.aliases];
  const dynamicPlaces = program.host === "plugin" ? places.map((place): Place => ({ ...place, host: "dynamic" })) : [];
  return [...new Set([...places, ...dynamicPlaces].map((place) => formatUrn(resource.kind, place)))];
}
