import type { dynamic } from "@pulumi/pulumi";
import type { ResourceDefinition } from "./core/handler";
import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/engine-watch";
import { resources } from "./resources";
import { mapValues } from "./values/json";

/**
 * The dynamic provider of each resource type. Each state that it writes has a text, `__provider`, that loads this
 * module and picks the provider by its name. So the path of this module and these names must never change.
 */
const served = mapValues(
  resources,
  (definition) => new DynamicProvider(definition as ResourceDefinition<object, object>),
) as Record<string, dynamic.ResourceProvider>;

// Ends this process once the engine is gone. Pulumi's host loads this module when the engine makes its first call.
void watchEngine(undefined, { hasCalled: true });

export = served;
