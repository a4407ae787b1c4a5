import { type Args, formatPlace } from "./arguments";
import { type Kind, kinds } from "./kinds";
import type { PlatformObject } from "./platform";

/** What runs the resources of the package. */
export type Host = "dynamic" | "plugin";

/** The name of a resource in the program, the component that it is below, and what runs it. */
export interface Place {
  readonly resource: string;
  readonly parent?: string;
  readonly host: Host;
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
  /** The slot of the resource that makes what it is in; undefined where that is always there. */
  inside?: string;
  /** Slots. */
  dependsOn: string[];
  replaceOnChanges: string[];
}

/** What a user's program declares, in the order in which it registers its resources. */
export interface Program {
  host: Host;
  resources: Resource[];
}

export const PREFIXES = { dynamic: "pulumi-nodejs:dynamic/edgecloud:", plugin: "edgecloud:index:" } as const;

/** The type of the one component that programs have. */
export const COMPONENT = "torture:index:Site";

/** Creates a resource that is new in the program. */
export function createResource(slot: string, kind: Kind, name: string | undefined, version: number): Resource {
  const args = kinds[kind].buildArgs(slot, name, version);
  return { slot, kind, resource: slot, args, aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
}

/** Lists the slots of what a resource depends on. */
export function listNeeds({ dependsOn, inside }: Resource): string[] {
  return [...dependsOn, ...(inside === undefined ? [] : [inside])];
}

/** Finds the resource that makes what another one is in. */
export function findContainer({ inside }: Resource, { resources }: Program): Resource | undefined {
  return resources.find(({ slot }) => slot === inside);
}

/** What Pulumi will have as the ID of an object that is known by its name. */
export function formatPulumiId(resource: Resource, program: Program): string {
  const { container } = kinds[resource.kind].objects ?? {};
  const place = findContainer(resource, program)?.args.name ?? (container && String(resource.args[container]));
  return formatPlace(...(container ? [place] : []), resource.args.name);
}

/** Whether an object is what the resource has by its arguments alone. */
export function isNamedLike(resource: Resource, object: PlatformObject, program: Program): boolean {
  return (
    resource.kind === object.kind &&
    (kinds[object.kind].objects.isKnownBy === "id"
      ? resource.args.name === object.name
      : formatPulumiId(resource, program) === object.pulumiId)
  );
}

/** Locates a resource in the program. */
export function locate({ resource, parent }: Resource, { host }: Program): Place {
  return { resource, ...(parent !== undefined && { parent }), host };
}

export function formatUrn(kind: Kind, { resource, parent, host }: Place): string {
  return `urn:pulumi:dev::torture::${parent ? `${COMPONENT}$` : ""}${PREFIXES[host]}${kinds[kind].className}::${resource}`;
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
