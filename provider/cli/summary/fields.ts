import { isDeepStrictEqual } from "node:util";
import { isHiddenProperty } from "../../core/hidden-properties";
import { sentinel } from "../../core/unknown";
import { entryNamePaths } from "../../model/entry-names";
import { isJsonObject } from "../../values/json";
import { mask } from "../../values/mask";
import type { Change } from "./preview";

/** How the value of a field changes. */
export type Field =
  | { path: string; kind: "added" | "removed" | "set"; value: unknown }
  | { path: string; kind: "changed"; before: unknown; after: unknown }
  | { path: string; kind: "secret" }
  | { path: string; kind: "reordered"; names: readonly string[] };

/** The fields of a resource that change, in the words of the program; entries of lists go by their names. */
export function compareFields({ before, after, paths }: Pick<Change, "before" | "after" | "paths">): Field[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (name) => !isHiddenProperty(name),
  );
  if (before === undefined) {
    return names.map((path) => ({ path, kind: after[path] === undefined ? "removed" : "set", value: after[path] }));
  }
  const comparison = new Comparison(paths);
  names.forEach((name) => comparison.compare(name, name, before[name], after[name]));
  return comparison.fields;
}

/** What tells a reader what a new resource is. */
const mainInputs = ["namespace", "name", "runtime", "flavor", "sources"];

/** The main inputs of a new resource; entries of lists go by their names. */
export function pickMainFields({ after }: Pick<Change, "after">): Field[] {
  return mainInputs
    .filter((path) => after[path] !== undefined)
    .map((path) => ({ path, kind: "set", value: nameEntries(after[path]) }));
}

/** The names of a list, which the dynamic provider registers as an object. */
function nameEntries(value: unknown): unknown {
  if (!Array.isArray(value) && !isJsonObject(value)) {
    return value;
  }
  const names = Object.values(value).filter(isJsonObject).map(findEntryName);
  return names.map((name) => (name.includes(sentinel) ? "…" : name)).join(", ");
}

/** Compares values as a reader of the program does. */
class Comparison {
  readonly fields: Field[] = [];

  /** @param paths What Pulumi found different: the only sign of a change between two values that it hides. */
  constructor(private readonly paths: Change["paths"]) {}

  /** @param place The path as Pulumi writes it, where entries of lists are known by position. */
  compare(path: string, place: string, old: unknown, now: unknown): void {
    if (old === mask && now === mask) {
      if (this.paths.has(place)) {
        this.fields.push({ path, kind: "secret" });
      }
    } else if (Array.isArray(old) && Array.isArray(now)) {
      this.compareLists(path, place, old, now);
    } else if (isJsonObject(old) && isJsonObject(now)) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        this.compare(appendKey(path, key), appendKey(place, key), old[key], now[key]);
      }
    } else if (isDeepStrictEqual(old, now)) {
      return;
    } else if (old === undefined || now === undefined) {
      this.fields.push(old === undefined ? { path, kind: "added", value: now } : { path, kind: "removed", value: old });
    } else {
      this.fields.push({ path, kind: "changed", before: old, after: now });
    }
  }

  private compareLists(path: string, place: string, old: readonly unknown[], now: readonly unknown[]): void {
    const [oldNames, newNames] = [old.map(findEntryName), now.map(findEntryName)];
    // A string is its own name, so the path needs none.
    const isOfTexts = [...old, ...now].every((entry) => typeof entry === "string");
    const appendName = (name: string) => (isOfTexts ? path : appendKey(path, name));
    newNames.forEach((name, index) => {
      const entry = old[oldNames.indexOf(name)];
      this.compareEntries(appendName(name), `${place}[${index}]`, entry, now[index]);
    });
    oldNames
      .map((name, index) => ({ name, value: old[index] }))
      .filter(({ name }) => !newNames.includes(name))
      .forEach(({ name, value }) => this.fields.push({ path: appendName(name), kind: "removed", value }));
    const stayed = oldNames.filter((name) => newNames.includes(name));
    const staying = newNames.filter((name) => oldNames.includes(name));
    if (!isDeepStrictEqual(stayed, staying)) {
      this.fields.push({ path, kind: "reordered", names: newNames });
    }
  }

  /**
   * Pulumi names an entry that has moved and changed as a whole; if nothing else differs, what it hides has changed.
   */
  private compareEntries(path: string, place: string, old: unknown, now: unknown): void {
    const known = this.fields.length;
    this.compare(path, place, old, now);
    const isNamed = old !== undefined && this.paths.has(place);
    if (isNamed && this.fields.length === known && JSON.stringify(now).includes(mask)) {
      this.fields.push({ path, kind: "secret" });
    }
  }
}

/** What an entry of a list is called. */
function findEntryName(entry: unknown): string {
  const named = entryNamePaths
    .map((path) =>
      path.split(".").reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), entry),
    )
    .find((name) => typeof name === "string");
  return typeof named === "string" ? named : typeof entry === "string" ? entry : JSON.stringify(entry);
}

/** A path as Pulumi writes it: `tags.team`, `sources["a.example.com"]`. */
function appendKey(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** The ID of the object that a new resource adopts, if it adopts one; the sentinel if it is only known later. */
export function readAdoptedId({ verb, type, after }: Change): string | undefined {
  if (verb !== "create") {
    return undefined;
  }
  const joinId = (...names: string[]) => {
    const parts = names.map((name) => `${after[name] as string | number}`);
    return parts.includes(sentinel) ? sentinel : parts.join("/");
  };
  if (type === "OriginGroup" && after.originGroupId !== undefined) {
    return joinId("originGroupId");
  }
  if (type === "CloudFunction" && after.adopt === true) {
    return joinId("projectId", "regionId", "namespace", "name");
  }
  return type === "SnapshotAttributes" ? joinId("projectId", "regionId", "snapshotId") : undefined;
}
