import type { dynamic } from "@pulumi/pulumi";
import type { ResourceDefinition } from "./core/handler";
import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/engine-watch";
import { resources } from "./resources";
import { mapValues } from "./values/json";

/**
 * What the text in a state's `__provider` loads, by resource type. The names and this module's path must never change:
 * states written by any earlier version refer to them.
 */
const served = mapValues(
  resources,
  (definition) => new DynamicProvider(definition as ResourceDefinition<object, object>),
) as Record<string, dynamic.ResourceProvider>;

// The engine's first call loads this module; the host ends with that engine.
void watchEngine(undefined, { hasCalled: true });

export = served;
