import type * as pulumi from "@pulumi/pulumi";
import type { Traits } from "../core/traits";

/** A resource as its class describes it, and as it is registered. */
export interface Registration {
  type: string;
  props: pulumi.Inputs;
  opts: pulumi.CustomResourceOptions;
}

/** How a program deals with the host that serves its resources. */
export interface ProgramHost {
  /** What is registered of a resource; `type` is its bare name. */
  register(name: string, resource: Registration, traits: Traits): Registration;
  /** Gives the outputs of a resource the form that programs know. */
  restore?(resource: pulumi.CustomResource, traits: Traits, registered: Registration): void;
}
