import * as pulumi from "@pulumi/pulumi";
import { configKeys } from "../config/config";
import { InputError } from "../core/data-source";
import { namespace } from "../config/namespace";
import { isKnown } from "./program";
import { settingsOf, type ProviderSettings } from "./provider";

/** A type of the package in which Pulumi looks a provider up; it need not exist. */
const anyOfOurTypes = "pulumi-nodejs:dynamic/edgecloud:DataSource";

/** The provider that a call asks for: its own, else its parent's, if there is one. */
export function chosenProvider({ provider, parent }: pulumi.InvokeOptions): pulumi.ProviderResource | undefined {
  return provider ?? parent?.getProvider(anyOfOurTypes);
}

/** The settings of the connection that a call asks for: its provider's, its parent's, else those of the stack. */
export function chosenSettings(opts: pulumi.InvokeOptions): pulumi.Output<ProviderSettings> {
  const chosen = chosenProvider(opts);
  const settings = chosen ? settingsOf(chosen) : pulumi.output(stackSettings());
  if (!settings) {
    throw new InputError([{ property: "provider", reason: "must be a Provider of this package" }]);
  }
  return settings;
}

/** The value of an output that a promise can wait for; one that a preview does not know would never come. */
export async function knownNow<T>(output: pulumi.Output<T>, unknown: () => Error): Promise<T> {
  if (!(await isKnown(output))) {
    throw unknown();
  }
  return new Promise((resolve) => void output.apply(resolve));
}

function stackSettings(): ProviderSettings {
  const keys = configKeys.map((key) => `${namespace}:${key}`);
  return Object.fromEntries(keys.map((key) => [key, pulumi.runtime.getConfig(key)]));
}
