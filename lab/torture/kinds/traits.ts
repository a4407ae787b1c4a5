import type * as classes from "pulumi-edgecloud/plugin";
import type { EmulatorState, FaultInput, SeedInput } from "edgecloud-emulator";
import type { Args } from "../arguments";

/** An object of the platform, as far as it is compared. */
export interface Observed {
  /** Another one for each object that was ever made. */
  readonly id: string;
  /** What Pulumi has as its ID: the parts of its path. */
  readonly pulumiId: string;
  readonly name: string;
  readonly proof?: string;
  /** False for a function whose last build has failed. */
  readonly works: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Objects of the platform that resources create, with a name that is unique there. */
export interface ObjectTraits {
  /** Whether a resource knows its object by its ID, which stays under another name, or by its name. */
  readonly isKnownBy: "id" | "name";
  /** Arguments beside the place and the name that make another object if they change. */
  readonly fixed: readonly string[];
  /** The output that a resource has once it is certain that the object is its own: what that has as `proof`. */
  readonly proof?: string;
  /** Whether a resource can be in what a resource of that kind makes: then its argument of that name is an output of it. */
  readonly container?: "namespace";
  readonly onDestroy: readonly string[];
  /** A property for `replaceOnChanges`. */
  readonly property: string;
  /** Reads those of the platform. */
  readonly observe: (state: EmulatorState) => Observed[];
  /** Builds what the platform must have of a resource, to be compared with the content of its object. */
  readonly buildContent: (args: Args) => Record<string, unknown>;
  /** Builds one that somebody makes by hand. */
  readonly make: (name: string) => SeedInput;
  /** Changes one by hand in a way that a refresh can see, or without a version removes it; returns what that changes. */
  readonly edit: (state: EmulatorState, id: string, version?: number) => SeedInput;
}

/** What is different between the kinds of resources. */
export interface Traits {
  readonly className: keyof typeof classes;
  /** What messages call it. */
  readonly noun: string;
  /** With which the names of its slots begin. */
  readonly letter: string;
  /** Where its objects are; each `*` stands for a segment of the path. */
  readonly collection: string;
  /** What it sends to change something. */
  readonly methods: Readonly<Record<"create" | "update" | "destroy", FaultInput["method"]>>;
  /** What is on the platform before anything is declared. */
  readonly seed?: SeedInput;
  /** Whether tasks do what it asks for. */
  readonly hasTasks: boolean;
  /** Builds the arguments of a version; those of successive versions always differ. */
  readonly buildArgs: (slot: string, name: string | undefined, version: number) => Args;
  /** None for a resource that changes objects which it neither creates nor deletes. */
  readonly objects?: ObjectTraits;
}

/** Those of a kind whose objects programs create. */
export interface NamedTraits extends Traits {
  readonly objects: ObjectTraits;
}
