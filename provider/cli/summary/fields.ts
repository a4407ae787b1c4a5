import { isDeepStrictEqual } from "node:util";
import { credentialSourceSchema, type CredentialSource } from "../../config/credential-source";
import { sentinel } from "../../core/tree";
import { toPrintable } from "../../core/engine-text";
import { isHiddenProperty } from "../../core/hidden-properties";
import { findKeyedLists } from "../../core/keyed-lists";
import { formatEnginePath } from "../../core/property-paths";
import { noTraits, type Traits } from "../../core/traits";
import { defaults } from "../../model/origin-group-fields";
import { describeOrder, findSourceName, groupLists, hasNewOrder } from "../../model/source-lists";
import { resources } from "../../resources/index";
import { escapeUnits, isJsonObject, type JsonObject } from "../../values/json";
import { mask } from "../../values/mask";
import type { Change } from "./preview";

/** An entry of a list, in the form of either host. */
interface Entry {
  /** The same before and after. */
  name: string;
  /** Its path as Pulumi writes it. */
  place: string;
  value: unknown;
}

/** What tells a reader what a new resource is. */
const mainInputs = ["namespace", "name", "runtime", "flavor", "sources"];

/** The lists that the dynamic provider registers as objects. */
const keyedLists = findKeyedLists({ ...noTraits, ...groupLists });

const knownLater = "known after `up`";

/** Longer values are cut off. */
const maxLength = 120;

const maxOrderLength = 6_000;

/** Characters that show nothing, look like a space, or change how others are shown. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?! )\p{Z}/gu;

/** What a long text shows before its first difference. */
const shownBefore = 40;

/**
 * What a reviewer should know of each change of a run, as lines of Markdown: remarks, then a line for each property that
 * changes, or that tells what is new, in the words of the program.
 */
export function describeChanges(changes: readonly Change[]): string[][] {
  const leaves = changes.flatMap(({ before, isOwn }) => listLeaves(isOwn, "", before));
  const sources = leaves.map((leaf) => readSourceAt(...leaf)).filter((source) => source !== undefined);
  const knownNames = new Set(sources.map(nameSource));
  return changes.map((change) => [
    ...describeRemarks(change, changes),
    ...new FieldWriter(change, knownNames).listFields(),
  ]);
}

/** Writes the lines about one resource. */
class FieldWriter {
  constructor(
    private readonly change: Change,
    /** The environment variables and files that are not new. */
    private readonly knownNames: ReadonlySet<string>,
  ) {}

  listFields(): string[] {
    const { verb, before, after } = this.change;
    if (verb === "update" || verb === "replace") {
      return this.compareObjects("", "", before, after);
    }
    if (verb !== "create") {
      return [];
    }
    // What is adopted is not known to be new.
    const shown = readAdoptedId(this.change) === undefined ? mainInputs : [];
    const main = shown.map((name): [string, unknown] => [name, after[name]]).filter(([, value]) => value !== undefined);
    const named = listLeaves(this.change.isOwn, "", after).filter((leaf) => readSourceAt(...leaf));
    return [...main, ...named].map(([path, value]) => formatLine(path, this.describe(path, value)));
  }

  private compareObjects(path: string, place: string, old: JsonObject, now: JsonObject): string[] {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys
      .filter((key) => path !== "" || !isHiddenProperty(key))
      .flatMap((key) => this.compare(appendKey(path, key), appendKey(place, key), old[key], now[key]));
  }

  /** @param place The path as Pulumi writes it. */
  private compare(path: string, place: string, old: unknown, now: unknown): string[] {
    if (old === mask && now === mask) {
      return this.change.paths.includes(place) ? [formatLine(path, "*secret changed*")] : [];
    }
    const [oldList, newList] = [old, now].map((value) => readEntries(this.change.isOwn, path, place, value));
    if (oldList && newList) {
      return this.compareLists(path, oldList, newList);
    }
    if (isJsonObject(old) && isJsonObject(now) && !readSourceAt(path, old)) {
      return this.compareObjects(path, place, old, now);
    }
    if (isDeepStrictEqual(old, now)) {
      return [];
    }
    if (old === undefined || now === undefined) {
      return [old === undefined ? this.formatAdded(path, now) : this.formatRemoved(path, old)];
    }
    const areTexts = [old, now].every((value) => typeof value === "string" && value !== sentinel);
    const change = areTexts
      ? formatTextChange(old as string, now as string)
      : `${this.describe(path, old)} → ${this.describe(path, now)}`;
    return [formatLine(path, change)];
  }

  private compareLists(path: string, old: readonly Entry[], now: readonly Entry[]): string[] {
    const isOfTexts = [...old, ...now].every(({ value }) => typeof value === "string");
    // A text is its own name, so the path needs none.
    const extend = ({ name }: Entry) => (isOfTexts ? path : appendKey(path, name));
    const [oldByName, newByName] = [old, now].map((list) => new Map(list.map((entry) => [entry.name, entry])));
    const entries = now.flatMap((entry) => {
      const before = oldByName?.get(entry.name);
      return before
        ? this.compareEntries(extend(entry), before, entry)
        : [this.formatAdded(extend(entry), entry.value, entry.name)];
    });
    const removed = old.filter(({ name }) => !newByName?.has(name));
    // A text that is new or gone has no place in the order that a reader needs to know.
    const [oldNames = [], newNames = []] = [old, now].map((list) =>
      list.map(({ name }) => name).filter((name) => !isOfTexts || (oldByName?.has(name) && newByName?.has(name))),
    );
    return [
      ...entries,
      ...removed.map((entry) => this.formatRemoved(extend(entry), entry.value)),
      ...(hasNewOrder(oldNames, newNames) ? [formatLine(path, formatOrder(now))] : []),
    ];
  }

  /** Pulumi names an entry that has moved as a whole. If nothing visible differs, what it hides may have changed. */
  private compareEntries(path: string, old: Entry, now: Entry): string[] {
    const hasMoved = old.place !== now.place;
    const lines = this.compare(path, hasMoved ? "(moved)" : now.place, old.value, now.value);
    const isNamed = hasMoved && this.change.paths.some((named) => named.startsWith(now.place));
    return isNamed && lines.length === 0 && JSON.stringify(now.value).includes(mask)
      ? [formatLine(path, "*secret may have changed*")]
      : lines;
  }

  private formatAdded(path: string, value: unknown, name?: string): string {
    return `+ ${formatLine(path, this.describe(path, value, name))}`;
  }

  private formatRemoved(path: string, value: unknown): string {
    return `− ${formatLine(path, typeof value === "object" ? "" : this.describe(path, value))}`;
  }

  /** A value as Markdown; of an object, what differs from the defaults and is not said by its name. */
  private describe(path: string, value: unknown, ownName?: string): string {
    const source = readSourceAt(path, value);
    if (source !== undefined) {
      const name = nameSource(source);
      return `${formatCode(name)}${this.knownNames.has(name) ? "" : " (new)"}`;
    }
    const entries = readEntries(this.change.isOwn, path, "", value);
    if (entries?.length) {
      const isOfObjects = entries.some((entry) => isJsonObject(entry.value));
      return isOfObjects ? formatOrder(entries) : formatCode(entries.map(({ name }) => name).join(", "));
    }
    if (!isJsonObject(value)) {
      const lines = toText(value).split("\n").length;
      return value === sentinel ? knownLater : lines > 1 ? `${lines} lines` : formatCode(value);
    }
    const isDefault = (name: string, leaf: unknown) => (defaults as JsonObject)[name.split(".").at(-1) ?? ""] === leaf;
    return listLeaves(this.change.isOwn, "", value)
      .filter(([name, leaf]) => leaf !== ownName && !(this.change.isOwn && isDefault(name, leaf)))
      .map(([name, leaf]) => `${formatCode(name)}: ${this.describe(`${path}.${name}`, leaf)}`)
      .join(", ");
  }
}

/** The entries of a list: of the plugin's, or of one that the dynamic provider registers as an object. */
function readEntries(isOwn: boolean, path: string, place: string, value: unknown): Entry[] | undefined {
  const list = isOwn && Object.hasOwn(keyedLists, path) ? keyedLists[path] : undefined;
  if (list && isJsonObject(value)) {
    return list.listEntries(value).map(({ key, entry }) => ({ name: key, place: appendKey(path, key), value: entry }));
  }
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => {
        const name = typeof entry === "string" ? entry : (findSourceName(entry) ?? JSON.stringify(entry));
        return { name, place: `${place}[${index}]`, value: entry };
      })
    : undefined;
}

/** The values inside of a value, each with its path; what reads a credential is one of them. */
function listLeaves(isOwn: boolean, path: string, value: unknown): [string, unknown][] {
  const entries = readEntries(isOwn, path, "", value);
  const isOfObjects = entries?.some((entry) => typeof entry.value === "object");
  const named = isOfObjects ? entries?.map((entry) => [entry.name, entry.value] as const) : undefined;
  const children = named ?? (isJsonObject(value) && !readSourceAt(path, value) ? Object.entries(value) : undefined);
  return children
    ? children.flatMap(([key, child]) => listLeaves(isOwn, appendKey(path, key), child))
    : [[path, value]];
}

function formatLine(path: string, text: string): string {
  return `${formatCode(path)}${text === "" ? "" : `: ${text}`}`;
}

/** The entries of a list in their order, in one line. */
function formatOrder(entries: readonly Entry[]): string {
  const [values, names] = [entries.map(({ value }) => value), entries.map(({ name }) => name)];
  return formatCode(describeOrder(values, names), maxOrderLength);
}

/** Where the value at a path is read, if that is what it says: it is below a property that ends in `From`. */
function readSourceAt(path: string, value: unknown): CredentialSource | undefined {
  return credentialSourceSchema.safeParse(/From\b/.test(path) ? value : undefined).data;
}

/** Where a credential is read: `env MEDIA_KEY`, `file /run/key`. */
function nameSource({ env, file }: CredentialSource): string {
  return env === undefined ? `file ${file}` : `env ${env}`;
}

/** A path as Pulumi writes it: `tags.team`, `sources["a.example.com"]`. */
function appendKey(path: string, key: string): string {
  return path === "" ? key : formatEnginePath([path, key]);
}

/** How a text changes; of several lines, how many are new, and how many are gone. */
function formatTextChange(old: string, now: string): string {
  if (`${old}${now}`.includes("\n")) {
    const [oldLines, newLines] = [old.split("\n"), now.split("\n")];
    return `+${countNew(oldLines, newLines)} −${countNew(newLines, oldLines)}`;
  }
  let common = 0;
  while (common < old.length && old[common] === now[common]) {
    common += 1;
  }
  const start = Math.max(old.length, now.length) > maxLength ? Math.max(common - shownBefore, 0) : 0;
  return `${formatCode(old, maxLength, start)} → ${formatCode(now, maxLength, start)}`;
}

function countNew(before: readonly string[], after: readonly string[]): number {
  const counts = new Map<string, number>();
  before.forEach((line) => counts.set(line, (counts.get(line) ?? 0) + 1));
  after.forEach((line) => counts.set(line, (counts.get(line) ?? 0) - 1));
  return [...counts.values()].reduce((sum, count) => sum - Math.min(count, 0), 0);
}

function describeRemarks(change: Change, all: readonly Change[]): string[] {
  const { verb, id, before, replacedFor } = change;
  const adopted = readAdoptedId(change);
  const adopter = verb === "delete" && id !== undefined ? all.find((other) => readAdoptedId(other) === id) : undefined;
  const remarks = [
    adopted !== undefined && `**adopts** ${adopted === sentinel ? `(${knownLater})` : formatCode(adopted)}`,
    adopter && `**hands over** ${formatCode(id)} to ${formatCode(adopter.name)}`,
    verb === "replace" && `**replaced**${replacedFor.length > 0 ? ` for ${formatCode(replacedFor.join(", "))}` : ""}`,
    verb === "delete" && before.onDestroy !== undefined && `on the platform: ${formatCode(before.onDestroy)}`,
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
