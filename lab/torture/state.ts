import fs from "node:fs";
import path from "node:path";
import { type Host, PREFIXES } from "./declared";
import { type Kind, KINDS, kinds } from "./kinds";
import type { PlatformView } from "./platform";

/** A resource of this package in the state. */
export interface StateEntry {
  readonly urn: string;
  readonly kind: Kind;
  readonly host: Host;
  readonly id: string;
  readonly outputs: {
    readonly name?: string;
    readonly runtime?: string;
    readonly functionId?: string;
    readonly adopted?: boolean;
    readonly onDestroy?: string;
    readonly managesName?: boolean;
    readonly tags?: Readonly<Record<string, string | null>>;
    readonly [output: string]: unknown;
  };
  readonly isTainted: boolean;
}

/** The state and the platform at one time. */
export interface Moment {
  readonly state: readonly StateEntry[];
  readonly platform: PlatformView;
}

/** A resource in a state file, as far as it is read here. */
interface StoredResource {
  readonly type: string;
  readonly urn: string;
  readonly id: string;
  readonly outputs?: StateEntry["outputs"];
  readonly taint?: boolean;
  readonly pendingReplacement?: boolean;
}

/**
 * Reads the resources of this package from the state file; `pulumi` itself would take the state's lock. A resource whose
 * replacement is pending is left out, because its object is deleted.
 */
export function readState(folder: string): StateEntry[] {
  return readResources(folder).flatMap(({ type, urn, id, outputs = {}, taint, pendingReplacement }) => {
    const [host, prefix = ""] = Object.entries(PREFIXES).find(([, prefix]) => type.startsWith(prefix)) ?? [];
    const kind = KINDS.find((candidate) => type === `${prefix}${kinds[candidate].className}`);
    return kind && !pendingReplacement
      ? [{ urn, kind, host: host as Host, id, outputs, isTainted: taint === true }]
      : [];
  });
}

function readResources(folder: string): StoredResource[] {
  const file = path.join(folder, "state", ".pulumi", "stacks", "torture", "dev.json");
  if (!fs.existsSync(file)) {
    return [];
  }
  const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8")) as {
    checkpoint: { latest?: { resources?: StoredResource[] } };
  };
  return checkpoint.latest?.resources ?? [];
}
