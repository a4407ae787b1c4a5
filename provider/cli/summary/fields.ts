import { isDeepStrictEqual } from "node:util";
import { credentialSourceSchema } from "../../config/credential-source";
import { isHiddenProperty } from "../../core/hidden-properties";
import { findKeyedLists, sortKeys, toEntry } from "../../core/keyed-lists";
import { formatEnginePath } from "../../core/property-paths";
import { noTraits, type Traits } from "../../core/traits";
import { sentinel } from "../../core/unknown";
import { defaults } from "../../model/origin-group";
import { describeOrder, findSourceName, groupLists, hasNewOrder } from "../../model/source-lists";
import { resources } from "../../resources/index";
import { isJsonObject } from "../../values/json";
import { mask } from "../../values/mask";
import type { Change } from "./preview";
import { formatChange, formatCode, formatValue, joinUpTo, toText } from "./text";

type Sign = "+ " | "− " | "";

/** An entry of a list, in the form of either host. */
interface Entry {
  /** The same before and after. */
  id: string;
  /** What a reader calls it. */
  label: string;
  /** Its path as Pulumi writes it. */
  place: string;
  value: unknown;
}

/** What tells a reader what a new resource is. */
const mainInputs = ["namespace", "name", "runtime", "flavor", "sources"];

/** The lists that the dynamic provider registers as objects. */
const keyedLists = findKeyedLists({ ...noTraits, ...groupLists });

const maxLengths = { order: 6_000, entry: 2_000 } as const;

/** The environment variables and files that these resources read before the change. */
export function collectNames(changes: readonly Change[]): ReadonlySet<string> {
  const leaves = changes.flatMap(({ before }) => listLeaves("", before));
  return new Set(leaves.map((leaf) => describeSource(...leaf)).filter((name) => name !== undefined));
}

/** Says what changes in a resource, or what a new one is, in the words of the program: a line of Markdown for each property. */
export class FieldLines {
  readonly lines: string[] = [];

  /** @param knownNames The environment variables and files that are not new; undefined if nobody knows. */
  constructor(
    private readonly change: Change,
    private readonly knownNames?: ReadonlySet<string>,
  ) {}

  /** Adds what tells a reader what a new resource is. */
  addMain(): this {
    const { after } = this.change;
    mainInputs.filter((name) => after[name] !== undefined).forEach((name) => this.addValue("", name, after[name]));
    return this;
  }

  /** Adds where a new resource reads its credentials. */
  addNames(): this {
    listLeaves("", this.change.after)
      .filter((leaf) => describeSource(...leaf) !== undefined)
      .forEach(([path, value]) => this.addValue("", path, value));
    return this;
  }

  /** Adds all that changes; entries of lists go by their names. */
  addChanges(): this {
    const { before, after } = this.change;
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
    for (const name of names.filter((each) => !isHiddenProperty(each))) {
      if (before) {
        this.compare(name, name, before[name], after[name]);
      } else {
        this.addValue(after[name] === undefined ? "− " : "", name, after[name]);
      }
    }
    return this;
  }

  /** @param place The path as Pulumi writes it; undefined if Pulumi compares something else there. */
  private compare(path: string, place: string | undefined, old: unknown, now: unknown): void {
    const [oldList, newList] = [old, now].map((value) => this.readEntries(path, place, value));
    if (old === mask && now === mask) {
      if (place !== undefined && this.change.paths.includes(place)) {
        this.add(path, "*secret changed*");
      }
    } else if (oldList && newList) {
      this.compareLists(path, oldList, newList);
    } else if (isJsonObject(old) && isJsonObject(now) && describeSource(path, old) === undefined) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        this.compare(appendKey(path, key), place && appendKey(place, key), old[key], now[key]);
      }
    } else if (old === undefined || now === undefined) {
      if (old !== now) {
        this.addValue(old === undefined ? "+ " : "− ", path, old ?? now);
      }
    } else if (!isDeepStrictEqual(old, now)) {
      const isOfNames = [old, now].some((value) => describeSource(path, value) !== undefined);
      this.add(path, isOfNames ? `${this.describe(path, old)} → ${this.describe(path, now)}` : formatChange(old, now));
    }
  }

  private compareLists(path: string, old: readonly Entry[], now: readonly Entry[]): void {
    // A text is its own name, so the path needs none.
    const isOfTexts = [...old, ...now].every(({ value }) => typeof value === "string");
    const extend = ({ label }: Entry) => (isOfTexts ? path : appendKey(path, label));
    const [oldById, newIds] = [new Map(old.map((entry) => [entry.id, entry])), new Set(now.map(({ id }) => id))];
    const listIds = (entries: readonly Entry[]) => entries.map(({ id }) => id);
    const stays = now.filter(({ id }) => oldById.has(id));
    const isReordered = hasNewOrder(listIds(old.filter(({ id }) => newIds.has(id))), listIds(stays));
    for (const entry of now) {
      const before = oldById.get(entry.id);
      if (before) {
        this.compareEntries(extend(entry), before, entry, isReordered);
      } else {
        this.addValue("+ ", extend(entry), entry.value, entry.label);
      }
    }
    old.filter(({ id }) => !newIds.has(id)).forEach((entry) => this.addValue("− ", extend(entry), entry.value));
    const isNamed = now.every(({ value }) => findSourceName(value) !== undefined);
    if (isReordered || (isNamed && hasNewOrder(listIds(old), listIds(now)))) {
      this.add(path, formatOrder(joinEntries(now)));
    }
  }

  /**
   * Pulumi names an entry that has moved as a whole. If nothing visible differs, what it hides has changed; in a new
   * order, it may also have moved only.
   */
  private compareEntries(path: string, old: Entry, now: Entry, isReordered: boolean): void {
    const known = this.lines.length;
    const hasMoved = old.place !== now.place;
    this.compare(path, hasMoved ? undefined : now.place, old.value, now.value);
    const isNamed = this.change.paths.some(
      (named) => named === now.place || (hasMoved && [".", "["].some((next) => named.startsWith(now.place + next))),
    );
    if (isNamed && this.lines.length === known && JSON.stringify(now.value).includes(mask)) {
      this.add(path, isReordered ? "*secret may have changed*" : "*secret changed*");
    }
  }

  private addValue(sign: Sign, path: string, value: unknown, label?: string): void {
    const isShown = value !== undefined && !(sign === "− " && typeof value === "object");
    this.add(path, isShown ? this.describe(path, value, label) : "", sign);
  }

  private add(path: string, text: string, sign: Sign = ""): void {
    this.lines.push(`${sign}${formatCode(path)}${text === "" ? "" : `: ${text}`}`);
  }

  /** A value as Markdown; of an object, what differs from the defaults and is not said by `label`. */
  private describe(path: string, value: unknown, label?: string): string {
    const source = describeSource(path, value);
    if (source !== undefined) {
      return `${formatCode(source)}${this.knownNames?.has(source) === false ? " (new)" : ""}`;
    }
    const entries = this.readEntries(path, undefined, value);
    if (entries?.some((entry) => isJsonObject(entry.value))) {
      return formatOrder(joinEntries(entries));
    }
    if (entries?.length) {
      return formatCode(entries.map((entry) => entry.label).join(", "));
    }
    if (!isJsonObject(value)) {
      return formatValue(value);
    }
    const isDefault = (name: string, leaf: unknown) => (defaults as Record<string, unknown>)[name] === leaf;
    const leaves = listLeaves(path, value)
      .map(([place, leaf]) => [place.slice(path.length).replace(/^\./, ""), leaf] as const)
      .filter(([name, leaf]) => leaf !== label && !(this.change.isOwn && isDefault(name.split(".").at(-1) ?? "", leaf)))
      .map(([name, leaf]) => `${formatCode(name)}: ${this.describe(`${path}.${name}`, leaf)}`);
    return joinUpTo(maxLengths.entry, leaves, ", ");
  }

  private readEntries(path: string, place: string | undefined, value: unknown): Entry[] | undefined {
    const list = this.change.isOwn && Object.hasOwn(keyedLists, path) ? keyedLists[path] : undefined;
    if (list && isJsonObject(value)) {
      return sortKeys(value, list).map((key) => {
        const entry = toEntry(key, value[key], list);
        return { id: key, label: findLabel(entry) ?? key, place: appendKey(path, key), value: entry };
      });
    }
    return Array.isArray(value)
      ? value.map((entry: unknown, index) => toListEntry(entry, `${place}[${index}]`))
      : undefined;
  }
}

function toListEntry(value: unknown, place: string): Entry {
  const label = findLabel(value) ?? JSON.stringify(value);
  return { id: label, label, place, value };
}

function findLabel(entry: unknown): string | undefined {
  return typeof entry === "string" ? entry : findSourceName(entry);
}

function joinEntries(entries: readonly Entry[]): string {
  return describeOrder(
    entries.map(({ value }) => value),
    entries.map(({ label }) => label),
  );
}

/** The order of a list, which is in one line. */
export function formatOrder(order: string): string {
  return formatCode(order, maxLengths.order);
}

/** Where a credential is read, if that is what the property has: `env MEDIA_KEY`, `file /run/key`. */
function describeSource(path: string, value: unknown): string | undefined {
  const { data: source } = credentialSourceSchema.safeParse(/From\b/.test(path) ? value : undefined);
  return source && (source.env === undefined ? `file ${source.file}` : `env ${source.env}`);
}

/** The values inside of a value, each with its path; what reads a credential is one of them. */
function listLeaves(path: string, value: unknown): [string, unknown][] {
  if (describeSource(path, value) !== undefined) {
    return [[path, value]];
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, child]) => listLeaves(appendKey(path, key), child));
  }
  if (Array.isArray(value) && value.some((entry) => typeof entry === "object")) {
    return value.flatMap((entry: unknown) => listLeaves(appendKey(path, toListEntry(entry, "").label), entry));
  }
  return [[path, value]];
}

/** A path as Pulumi writes it: `tags.team`, `sources["a.example.com"]`. */
function appendKey(path: string, key: string): string {
  return path === "" ? key : formatEnginePath([path, key]);
}

/** The ID of the object that a new resource adopts, if it adopts one; the sentinel if it is only known later. */
export function readAdoptedId({ verb, type, isOwn, after }: Change): string | undefined {
  const traits: Traits | undefined = isOwn && isResource(type) ? resources[type].traits : undefined;
  if (verb !== "create" || !traits) {
    return undefined;
  }
  const { id, adoptedBy } = traits;
  const isNew = adoptedBy !== undefined && (after[adoptedBy] ?? false) === false;
  const parts = isNew ? undefined : id?.parts.map((name) => toText(after[name]));
  return parts?.includes(sentinel) ? sentinel : parts?.join("/");
}

function isResource(type: string): type is keyof typeof resources {
  return Object.hasOwn(resources, type);
}
