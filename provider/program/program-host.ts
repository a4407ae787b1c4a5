import type * as pulumi from "@pulumi/pulumi";
import type { Traits } from "../core/traits";

/** A resource, either as its class describes it or as it is registered. */
export interface Registration {
  type: string;
  props: pulumi.Inputs;
  opts: pulumi.CustomResourceOptions;
}

/** Adapts the resources of a program to the host that serves them. */
export interface ProgramHost {
  /** Returns what is registered for a resource, whose `type` is its bare name. */
  register(name: string, resource: Registration, traits: Traits): Registration;
  /** Gives the outputs of a resource the types that the class declares. */
  restore?(resource: pulumi.CustomResource, traits: Traits, registered: Registration): void;
}
