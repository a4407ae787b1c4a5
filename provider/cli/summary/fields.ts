import { isDeepStrictEqual } from "node:util";
import { credentialSourceSchema } from "../../config/credential-source";
import { toPrintable } from "../../core/engine-text";
import { isHiddenProperty } from "../../core/hidden-properties";
import { findKeyedLists } from "../../core/keyed-lists";
import { findCommonEntries } from "../../core/list-entries";
import { formatEnginePath } from "../../core/property-paths";
import { noTraits, type Traits } from "../../core/traits";
import { defaults } from "../../model/origin-group";
import { describeOrder, findSourceName, groupLists, hasNewOrder } from "../../model/source-lists";
import { resources } from "../../resources/index";
import { escapeUnits, isJsonObject } from "../../values/json";
import { mask } from "../../values/mask";
import type { Change } from "./preview";
import { sentinel } from "../../core/tree";

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

const knownLater = "known after `up`";

/** Longer values are cut off. */
const maxLength = 120;

/** Characters that show nothing, look like a space, or change how others are shown. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?! )\p{Z}/gu;

/** What a long text shows before its first difference. */
const shownBefore = 40;

/** Longer texts count as changed in all lines between the first and the last difference. */
const maxComparedLines = 2_000;

/** A change in words, as lines of Markdown. */
export interface DescribedChange extends Change {
  /** What a reviewer should know beyond the fields. */
  remarks: string[];
  /** A line for each property that changes, or that tells what is new, in the words of the program. */
  fields: string[];
}

/** Describes changes of one run. */
export function describeChanges(changes: readonly Change[]): DescribedChange[] {
  const leaves = changes.flatMap(({ before }) => listLeaves("", before));
  const knownNames = new Set(leaves.map((leaf) => describeSource(...leaf)).filter((name) => name !== undefined));
  return changes.map((change) => {
    const fields = new FieldLines(change, knownNames);
    const { verb, before, after } = change;
    if (verb === "create") {
      // What is adopted is not known to be new.
      const shown = readAdoptedId(change) === undefined ? mainInputs.filter((name) => after[name] !== undefined) : [];
      shown.forEach((name) => fields.addValue("", name, after[name]));
      listLeaves("", after)
        .filter((leaf) => describeSource(...leaf) !== undefined)
        .forEach(([path, value]) => fields.addValue("", path, value));
    } else if (verb === "update" || verb === "replace") {
      [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((name) => !isHiddenProperty(name))
        .forEach((name) => fields.compare(name, name, before[name], after[name]));
    }
    return { ...change, remarks: describeRemarks(change, changes), fields: fields.lines };
  });
}

/** Collects the lines about one resource. */
class FieldLines {
  readonly lines: string[] = [];

  constructor(
    private readonly change: Change,
    /** The environment variables and files that are not new. */
    private readonly knownNames: ReadonlySet<string>,
  ) {}

  /** @param place The path as Pulumi writes it; undefined if Pulumi compares something else there. */
  compare(path: string, place: string | undefined, old: unknown, now: unknown): void {
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
    const oldById = new Map(old.map((entry) => [entry.id, entry]));
    const oldIds = old.map(({ id }) => id);
    const newIds = now.map(({ id }) => id);
    const isReordered = hasNewOrder(
      oldIds.filter((id) => newIds.includes(id)),
      newIds.filter((id) => oldById.has(id)),
    );
    for (const entry of now) {
      const before = oldById.get(entry.id);
      if (before) {
        this.compareEntries(extend(entry), before, entry, isReordered);
      } else {
        this.addValue("+ ", extend(entry), entry.value, entry.label);
      }
    }
    old.filter(({ id }) => !newIds.includes(id)).forEach((entry) => this.addValue("− ", extend(entry), entry.value));
    const isNamed = now.every(({ value }) => findSourceName(value) !== undefined);
    if (isReordered || (isNamed && hasNewOrder(oldIds, newIds))) {
      this.add(path, describeEntries(now));
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

  addValue(sign: "+ " | "− " | "", path: string, value: unknown, label?: string): void {
    const isShown = value !== undefined && !(sign === "− " && typeof value === "object");
    this.add(path, isShown ? this.describe(path, value, label) : "", sign);
  }

  private add(path: string, text: string, sign = ""): void {
    this.lines.push(`${sign}${formatCode(path)}${text === "" ? "" : `: ${text}`}`);
  }

  /** A value as Markdown; of an object, what differs from the defaults and is not said by `label`. */
  private describe(path: string, value: unknown, label?: string): string {
    const source = describeSource(path, value);
    if (source !== undefined) {
      return `${formatCode(source)}${this.knownNames.has(source) ? "" : " (new)"}`;
    }
    const entries = this.readEntries(path, undefined, value);
    if (entries?.some((entry) => isJsonObject(entry.value))) {
      return describeEntries(entries);
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
      return list.listEntries(value).map(({ key, entry }) => {
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

/** The entries of a list in their order, in one line. */
function describeEntries(entries: readonly Entry[]): string {
  const labels = entries.map(({ label }) => label);
  return formatOrder(
    describeOrder(
      entries.map(({ value }) => value),
      labels,
    ),
  );
}

/** The order of a list, as a line shows it. */
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

/** A value beside the name of its property. */
function formatValue(value: unknown): string {
  const lines = toText(value).split("\n").length;
  return value === sentinel ? knownLater : lines > 1 ? `${lines} lines` : formatCode(value);
}

/** How a value changes; of a text of several lines, how many. */
function formatChange(before: unknown, after: unknown): string {
  const [old, now] = [toText(before), toText(after)];
  if (after === sentinel || before === sentinel) {
    return `${formatValue(before)} → ${formatValue(after)}`;
  }
  if (!`${old}${now}`.includes("\n")) {
    const isLong = Math.max(old.length, now.length) > maxLength;
    const start = isLong ? Math.max(countCommon(old, now) - shownBefore, 0) : 0;
    return `${formatCode(old, maxLength, start)} → ${formatCode(now, maxLength, start)}`;
  }
  const [oldLines, newLines] = [old.split("\n"), now.split("\n")];
  const start = countCommon(oldLines, newLines);
  const [oldRest, newRest] = [oldLines.slice(start).reverse(), newLines.slice(start).reverse()];
  const end = countCommon(oldRest, newRest);
  const [removed, added] = [oldRest.slice(end), newRest.slice(end)];
  const isCompared = Math.max(removed.length, added.length) <= maxComparedLines;
  const kept = isCompared ? findCommonEntries(removed, added).length : 0;
  return `+${added.length - kept} −${removed.length - kept}`;
}

/** How much two texts or lists have in common at their beginning. */
function countCommon(before: ArrayLike<unknown>, after: ArrayLike<unknown>): number {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) {
    count += 1;
  }
  return count;
}

function describeRemarks(change: Change, all: readonly Change[]): string[] {
  const { verb, type, id, before, replacedFor, deletesLast = false } = change;
  const adopted = readAdoptedId(change);
  const adopter = verb === "delete" && id !== undefined ? all.find((other) => readAdoptedId(other) === id) : undefined;
  const isReplaced = verb === "replace";
  const remarks = [
    adopted !== undefined && `**adopts** ${adopted === sentinel ? `(${knownLater})` : formatCode(adopted)}`,
    adopter && `**hands over** ${formatCode(id)} to ${formatCode(adopter.name)}`,
    isReplaced && `**replaced**${replacedFor.length > 0 ? ` for ${formatCode(replacedFor.join(", "))}` : ""}`,
    verb === "delete" && before.onDestroy !== undefined && `on the platform: ${formatCode(before.onDestroy)}`,
    isReplaced && type === "CloudFunction" && !deletesLast && "**calls fail meanwhile**",
  ];
  return remarks.filter((remark) => typeof remark === "string");
}

/** The ID of the object that a new resource adopts, if it adopts one; the sentinel if it is only known later. */
function readAdoptedId({ verb, type, isOwn, after }: Change): string | undefined {
  const known: Readonly<Record<string, { traits: Traits }>> = resources;
  const traits = isOwn && Object.hasOwn(known, type) ? known[type]?.traits : undefined;
  if (verb !== "create" || !traits) {
    return undefined;
  }
  const { id, adoptedBy } = traits;
  const isNew = adoptedBy !== undefined && (after[adoptedBy] ?? false) === false;
  const parts = isNew ? undefined : id?.parts.map((name) => toText(after[name]));
  return parts?.includes(sentinel) ? sentinel : parts?.join("/");
}

/** A value as a code span, in which neither Markdown nor a forge finds anything to interpret. */
export function formatCode(value: unknown, max = maxLength, start = 0): string {
  const text = toText(value).slice(start).replaceAll(sentinel, "…") || '""';
  const visible = toPrintable(text)
    .replace(/[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))
    .replace(invisible, escapeUnits);
  const shown = `${start > 0 ? "…" : ""}${visible.slice(0, max)}${visible.length > max ? "…" : ""}`;
  const longestRun = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longestRun + 1);
  const padding = /^`|`$|^ .*[^ ].* $/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
}

/** A text as it is, anything else as JSON. */
function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Joins texts up to a length, and counts those that are left out. */
export function joinUpTo(max: number, texts: readonly string[], separator: string): string {
  let length = 0;
  const kept = texts.filter((text) => (length += text.length + separator.length) <= max);
  const rest = texts.length - kept.length;
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].join(separator);
}
