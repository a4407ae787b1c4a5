import type { dynamic } from "@pulumi/pulumi";
import type { ResourceDefinition } from "./core/handler";
import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/engine-watch";
import { resources } from "./resources";
import { mapValues } from "./values/json";

/** The text `__provider` in a state loads this module and picks a provider by name. Never change its path or a name. */
const served = mapValues(
  resources,
  (definition) => new DynamicProvider(definition as ResourceDefinition<object, object>),
) as Record<string, dynamic.ResourceProvider>;

// Ends this process once the engine is gone. Pulumi's host loads this module when the engine makes its first call.
void watchEngine(undefined, { hasCalled: true });

export = served;
