import { findNear } from "../../core/check";
import { toPrintable } from "../../core/engine-text";
import { namespace } from "../../config/namespace";
import { OperationError } from "../operation-error";

/** What the package has under these names, by token: `edgecloud:index:OriginGroup`. */
export function mapByToken<T>(named: readonly (readonly [name: string, item: T])[]): ReadonlyMap<string, T> {
  return new Map(named.map(([name, item]) => [`${namespace}:index:${name}`, item]));
}

/** The resource or function of a token; if there is none, the error names the one that was meant. */
export function findByToken<T>(kind: "resource" | "function", token: string, served: ReadonlyMap<string, T>): T {
  const found = served.get(token);
  if (found === undefined) {
    const tokens = [...served.keys()].sort();
    const parseName = (each: string) => each.split(":").at(-1) ?? "";
    const near = findNear(parseName(token), tokens.map(parseName));
    const meant = tokens.find((other) => parseName(other) === near);
    const advice = meant ? ` (did you mean "${meant}"?)` : `; it has ${tokens.join(", ")}`;
    throw new OperationError(toPrintable(`the package ${namespace} has no ${kind} ${token}${advice}`), true);
  }
  return found;
}
