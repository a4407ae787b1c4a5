import { has, hasLeftTag, readFoundTag, type Declared } from "./restore-point";

/** What other resources of the program manage on the same snapshot, and what they found on it. */
export interface OtherClaims {
  /** Whether one of those that stay declares the name. */
  haveName: boolean;
  /** Whether one of those that stay declares the tag, or all tags. */
  haveTag: (key: string) => boolean;
  /** Whether the one that declares the name now found this one. */
  foundName: (name: string) => boolean;
  /** Whether the one that declares the tag now found it as the given resource has left it. */
  foundTagOf: (left: Declared, key: string) => boolean;
  /** What was there before another one set this name; the name itself if no other one has set it. */
  traceName: (name: string) => string;
  /** What was there before another one set or removed the tag; the value itself if no other one has. */
  traceTag: (key: string, value: string | null) => string | null;
}

/** `holders` stay; `former` ones were removed in this run. */
export function collectOtherClaims(holders: readonly Declared[], former: readonly Declared[] = []): OtherClaims {
  const all = [...holders, ...former];
  const declare = (key: string) =>
    holders.filter(({ tags, exclusiveTags }) => exclusiveTags === true || has(tags, key));
  const nameHolders = holders.filter(({ managesName }) => managesName);
  return {
    haveName: nameHolders.length > 0,
    haveTag: (key) => declare(key).length > 0,
    foundName: (name) => nameHolders.some(({ restorePoint }) => restorePoint?.name === name),
    foundTagOf: (left, key) =>
      declare(key).some(({ restorePoint }) => hasLeftTag(left, key, readFoundTag(restorePoint, key) ?? null)),
    traceName: (name) =>
      trace(name, all, ({ restorePoint }, set) => (restorePoint?.declaredName === set ? restorePoint.name : undefined)),
    traceTag: (key, value) =>
      trace(value, all, (other, set) =>
        hasLeftTag(other, key, set) ? readFoundTag(other.restorePoint, key) : undefined,
      ),
  };
}

/** Follows a value from the resource that has set it to what that one found, and so on; each resource counts once. */
function trace<Value>(
  value: Value,
  others: readonly Declared[],
  findBefore: (other: Declared, value: Value) => Value | undefined,
): Value {
  const setter = others.find((other) => findBefore(other, value) !== undefined);
  const before = setter && findBefore(setter, value);
  return before === undefined
    ? value
    : trace(
        before,
        others.filter((other) => other !== setter),
        findBefore,
      );
}
