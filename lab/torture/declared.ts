import type { Args } from "./arguments";
import { type Kind, kinds } from "./kinds";

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
