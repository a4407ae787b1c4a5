import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/namespace";
import type * as Checks from "../core/unknown-settings";
import type { ProviderArgs } from "./provider";

/** `config/config.ts` has these names, too. With this copy, most programs need not load that file and its schema. */
const settingNames: Record<keyof ProviderArgs, true> = {
  ...{ apiKey: true, baseUrl: true, projectId: true, regionId: true, dialect: true, requestTimeoutSeconds: true },
  ...{ maxRetries: true, taskPath: true, allowHttp: true, allowMissingCredentials: true },
};

/** The stack resources of runs that have been warned. They identify runs, because a process can run many programs. */
const warned = new WeakSet<object>();

/** Without the plugin, nothing else would notice a key in the stack's configuration that is no setting. */
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
