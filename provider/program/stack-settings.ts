import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/namespace";
import type * as Checks from "../core/unknown-settings";
import type { ProviderArgs } from "./provider";

/** Repeats the keys in `config/config.ts`, so that most programs need not load that file. */
const settingNames: Record<keyof ProviderArgs, true> = {
  ...{ apiKey: true, baseUrl: true, projectId: true, regionId: true, dialect: true, requestTimeoutSeconds: true },
  ...{ maxRetries: true, taskPath: true, allowHttp: true, allowMissingCredentials: true },
};

/** The stack resources of the runs that have been warned: one process can run many programs. */
const warned = new WeakSet<object>();

/** Warns once per run. Only the plugin refuses keys in the stack's configuration that are no settings. */
export function warnOfUnknownSettings(): void {
  const stack = pulumi.runtime.getStackResource();
  const keys = Object.keys(pulumi.runtime.allConfig())
    .filter((key) => key.startsWith(`${namespace}:`))
    .map((key) => key.slice(namespace.length + 1));
  if (!stack || warned.has(stack) || keys.every((key) => Object.hasOwn(settingNames, key))) {
    return;
  }
  warned.add(stack);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded only where a key is unknown
  const { describeUnknownSettings } = require("../core/unknown-settings") as typeof Checks;
  for (const { key, problem } of describeUnknownSettings(keys)) {
    void pulumi.log.warn(`${key} ${problem}.`);
  }
}
