import type { dynamic } from "@pulumi/pulumi";
import type { ResourceDefinition } from "./core/handler";
import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/engine-watch";
import { resources } from "./resources";
import { mapValues } from "./values/json";

/** The code in a state loads this module as `pulumi-edgecloud/host` and picks one of these names. Rename neither. */
const served = mapValues(
  resources,
  (definition) => new DynamicProvider(definition as ResourceDefinition<object, object>),
) as Record<string, dynamic.ResourceProvider>;

// The engine has called: Pulumi's host loads this module only for a call about a resource of this package.
void watchEngine(undefined, { hasCalled: true });

export = served;
